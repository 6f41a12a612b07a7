// What browsers are asked to make and to sign, and whether what they answer is right (W3C Web Authentication level 3, 7.1 and 7.2).
import type { addPasskey, Answer, passkeyOptions, signInWithPasskey } from "@heliograph/contract";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { base64url } from "jose";
import type { z } from "zod";

/** Where passkeys are good: the portal's origin, its host name, and what the product is called. */
interface At {
  readonly origin: string;
  readonly id: string;
  readonly product: string;
}
export type MadeCredential = z.output<typeof addPasskey.body>["credential"];
export type SignedCredential = z.output<typeof signInWithPasskey.body>["credential"];

/** Ed25519, ECDSA with P-256, RSA with SHA-256: what authenticators of today have. */
const ALGORITHMS = [-8, -7, -257];
/** How long a browser asks its person, ms. */
const TIMEOUT_MS = 240_000;

type MakeOptions = Answer<typeof passkeyOptions>["options"];
type Transports = MakeOptions["excludeCredentials"][number]["transports"];

/** What a browser is asked to make a passkey of the account with; not one that is `there` already. */
export async function askToMake(
  { id, product }: At,
  { account_uid, email, display_name }: { account_uid: string; email: string; display_name: string },
  there: readonly { credential_id: string; transports: string[] }[],
): Promise<MakeOptions> {
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: product,
    userID: new TextEncoder().encode(account_uid),
    userName: email,
    userDisplayName: display_name,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    // Signing in names no account, and the passkey stands for a password and a second factor together.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const { user, challenge } = options;
  return {
    rp: { id, name: product },
    user,
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: there.map(({ credential_id, transports }) => ({
      id: credential_id,
      type: "public-key" as const,
      // They were judged by the contract when the passkey was added.
      transports: transports as Transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** What a browser is asked to sign in with, whoever its person is. */
export async function askToSign({ id }: At) {
  const { challenge } = await generateAuthenticationOptions({
    rpID: id,
    timeout: TIMEOUT_MS,
    userVerification: "required",
  });
  return { rpId: id, challenge, timeout: TIMEOUT_MS, userVerification: "required" as const };
}

/** The challenge that the browser says it has signed; null where it says none. */
export function challengeIn({ response }: MadeCredential | SignedCredential): string | null {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(response.clientDataJSON)));
    const challenge =
      typeof said === "object" && said !== null && "challenge" in said ? said.challenge : null;
    return typeof challenge === "string" && challenge.length <= 200 ? challenge : null;
  } catch {
    return null;
  }
}

/** What is to be kept of a credential that was made for the challenge; null where it was not made as asked. */
export async function madeBy(credential: MadeCredential, { at, challenge }: { at: At; challenge: string }) {
  const { transports = [], ...response } = credential.response;
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: at.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  const made = verified?.registrationInfo?.credential;
  if (made === undefined) return null;
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    sign_count: made.counter,
    transports,
  };
}

/**
 * The count of signatures that the passkey has reached; null where it has not signed the challenge, for this portal, its person
 * verified, or where its count has not grown: then it was copied.
 */
export async function signedBy(
  credential: SignedCredential,
  passkey: { account_uid: string; public_key: Buffer; sign_count: number },
  { at, challenge }: { at: At; challenge: string },
): Promise<number | null> {
  const { userHandle, ...response } = credential.response;
  const owner = base64url.encode(new TextEncoder().encode(passkey.account_uid));
  if (userHandle !== undefined && userHandle !== owner) return null;
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: at.origin,
    expectedRPID: at.id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => null);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
}
