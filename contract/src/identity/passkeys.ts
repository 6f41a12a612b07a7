// Passkeys (W3C Web Authentication level 3): what the browser's authenticator is asked, and what it answers.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { someLine } from "../kernel/text.ts";
import { signedIn } from "./session.ts";

/** Passkeys that an account may have. */
export const PASSKEYS_MAX = 20;
/** What every refused passkey says: unknown, of a disabled account, or wrongly signed. */
export const PASSKEY_REFUSED = "This passkey cannot be used here";

/** Bytes as base64url, in at most so many characters. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, "Must be base64url");
const transports = z.array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]));

/** What the browser's authenticator answers; members that the server does not need are left out. */
const credential = <R extends z.ZodType>(response: R) =>
  z.object({ id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key"), response });

export const passkeyOptions = endpoint({
  name: "passkeyOptions",
  method: "POST",
  path: "auth/passkey/options",
  keyRight: "none",
  summary: "What the browser is asked to make a passkey with; good once, for five minutes",
  answer: z.object({
    options: z.object({
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
      timeout: z.int(),
      excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key"), transports })),
      authenticatorSelection: z.object({
        residentKey: z.literal("required"),
        requireResidentKey: z.literal(true),
        userVerification: z.literal("required"),
      }),
      attestation: z.literal("none"),
    }),
  }),
  refusals: ["confirmation.required", "passkey.address", "passkey.too_many"],
});

export const addPasskey = endpoint({
  name: "addPasskey",
  method: "POST",
  path: "auth/passkey",
  keyRight: "none",
  summary: "Adds the passkey that the browser has made",
  body: z.strictObject({
    name: someLine(60),
    credential: credential(
      z.object({
        clientDataJSON: bytes(4000),
        attestationObject: bytes(20_000),
        transports: transports.max(7).optional(),
      }),
    ),
  }),
  answer: z.object({ passkey_uid: z.uuid() }),
  refusals: ["confirmation.required", "passkey.address", "passkey.refused", "passkey.too_many"],
});

export const removePasskey = endpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "auth/passkey",
  keyRight: "none",
  summary: "Removes a passkey of the account: nobody signs in with it from now on",
  query: z.object({ passkey_uid: z.uuid() }),
  answer: done,
  refusals: ["confirmation.required", "passkey.not_found", "sign_in.last_way"],
});

export const passkeySignInOptions = endpoint({
  name: "passkeySignInOptions",
  method: "POST",
  path: "login/passkey/options",
  summary:
    "What the browser is asked to sign in with a passkey; names no account, good once, for five minutes",
  access: "public",
  answer: z.object({
    options: z.object({
      rpId: z.string(),
      challenge: z.string(),
      timeout: z.int(),
      userVerification: z.literal("required"),
    }),
  }),
  refusals: ["passkey.address", "too_many_attempts"],
});

export const signInWithPasskey = endpoint({
  name: "signInWithPasskey",
  method: "POST",
  path: "login/passkey",
  summary: "Signs in with a passkey, which says whose it is",
  access: "public",
  body: z.strictObject({
    credential: credential(
      z.object({
        clientDataJSON: bytes(4000),
        authenticatorData: bytes(4000),
        signature: bytes(2000),
        userHandle: bytes(100).optional(),
      }),
    ),
  }),
  answer: signedIn,
  refusals: ["passkey.refused", "passkey.address", "too_many_attempts"],
});
