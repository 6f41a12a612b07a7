import {
  addPasskey,
  PASSKEY_REFUSED,
  PASSKEYS_MAX,
  passkeyOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Origin, Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { loginOf } from "../account.sql.ts";
import { attempt, forgive, openCallLimits, signInLimits } from "../attempts.sql.ts";
import { audit } from "../audit.sql.ts";
import { passkeyOrigin } from "../portal-address.ts";
import { mustBeConfirmed } from "../security/confirmation.sql.ts";
import { hasAnotherWay } from "../security/sessions.sql.ts";
import { begin } from "../session-begin.routes.ts";
import {
  askToMake,
  askToSign,
  challengeIn,
  madeBy,
  signedBy,
  type MadeCredential,
  type SignedCredential,
} from "./ceremony.ts";
import {
  countPasskeys,
  dropPasskey,
  insertPasskey,
  notePasskeyUse,
  passkeyOf,
  passkeysOf,
  putChallenge,
  spendChallenge,
} from "./passkey.sql.ts";

interface Portal {
  readonly product: string;
  readonly publicUrl: string | undefined;
}

/** Serves passkeys: making, listing and removing them, and signing in with one. */
export function passkeyRoutes(serve: Serve, db: Db, portal: Portal): void {
  serveMaking(serve, db, portal);
  serveSignIn(serve, db, portal);

  serve(removePasskey, async ({ query, session, origin }) => {
    const { account_id } = session;
    await mustBeConfirmed(db, session);
    await db.transaction().execute(async (tx) => {
      await countPasskeys(tx, account_id);
      const isLast = !(await hasAnotherWay(tx, account_id));
      const name = await dropPasskey(tx, account_id, query.passkey_uid);
      if (name === null) throw new Problem(404, "passkey.not_found", "No such passkey");
      if (isLast) throw lastWay();
      const { address } = origin;
      const detail = { name };
      await audit(tx, {
        account_id,
        address,
        action: "passkey.removed",
        subject: query.passkey_uid,
        detail,
      });
    });
    return { message: "The passkey is removed" };
  });
}

function serveMaking(serve: Serve, db: Db, portal: Portal): void {
  serve(passkeyOptions, async ({ session, origin }) => {
    const at = addressOf(portal, origin);
    const { account_id, account_uid } = session;
    await mustBeConfirmed(db, session);
    const [{ email, display_name }, there] = await Promise.all([
      loginOf(db, account_id),
      passkeysOf(db, account_id),
    ]);
    if (there.length >= PASSKEYS_MAX) throw tooMany();
    const options = await askToMake(at, { account_uid, email, display_name }, there);
    await putChallenge(db, options.challenge, account_id);
    return { options };
  });

  serve(addPasskey, async ({ body, session, origin }) => {
    const { account_id } = session;
    const { address } = origin;
    const at = addressOf(portal, origin);
    await mustBeConfirmed(db, session);
    const made = await provenCredential(db, body.credential, { at, account_id });
    if (typeof made === "string") throw await refused(db, { account_id, address, why: made, status: 400 });
    return db.transaction().execute(async (tx) => {
      if ((await countPasskeys(tx, account_id)) >= PASSKEYS_MAX) throw tooMany();
      const { name } = body;
      const passkey_uid = await insertPasskey(tx, { account_id, name, ...made });
      if (passkey_uid === null) throw new Problem(400, "passkey.refused", PASSKEY_REFUSED);
      await audit(tx, {
        account_id,
        address,
        action: "passkey.added",
        subject: passkey_uid,
        detail: { name },
      });
      return { passkey_uid };
    });
  });
}

function serveSignIn(serve: Serve, db: Db, portal: Portal): void {
  serve.public(passkeySignInOptions, async ({ origin }) => {
    const at = addressOf(portal, origin);
    await attempt(db, openCallLimits("passkey", origin.address));
    const options = await askToSign(at);
    await putChallenge(db, options.challenge, null);
    return { options };
  });

  serve.public(signInWithPasskey, async ({ body: { credential }, origin }) => {
    const { address } = origin;
    const at = addressOf(portal, origin);
    // A credential stands where an e-mail stands for a password; the address is counted with both together.
    const tried = await attempt(db, signInLimits(`passkey ${credential.id}`, address, true));
    const proven = await provenSignIn(db, credential, at);
    if (typeof proven === "string") throw await refused(db, { address, why: proven, status: 401 });
    const signedIn = await begin(db, proven, origin, { by: "passkey" });
    if (signedIn === null) throw await refused(db, { address, why: "changed meanwhile", status: 401 });
    await forgive(db, tried);
    return signedIn;
  });
}

/** What is to be kept of a credential that the account has made here, or in a word why it is not accepted. */
async function provenCredential(
  db: Db,
  credential: MadeCredential,
  { at, account_id }: { at: RelyingParty; account_id: number },
) {
  const challenge = challengeIn(credential);
  if (challenge === null || !(await spendChallenge(db, challenge, account_id))) return "challenge";
  return (await madeBy(credential, { at, challenge })) ?? "verification";
}

/** Whose passkey has signed in, or in a word why it is not accepted. The challenge is spent first, whatever follows. */
async function provenSignIn(db: Db, credential: SignedCredential, at: RelyingParty) {
  const challenge = challengeIn(credential);
  if (challenge === null || !(await spendChallenge(db, challenge, null))) return "challenge";
  const passkey = await passkeyOf(db, credential.id);
  if (passkey === undefined) return "unknown";
  const newCount = await signedBy(credential, passkey, { at, challenge });
  if (newCount === null) return "verification";
  return (await notePasskeyUse(db, passkey, newCount)) ? passkey : "counter";
}

type RelyingParty = ReturnType<typeof addressOf>;

/** Where passkeys of this portal are good; refuses `passkey.address` where none can be. */
function addressOf({ product, publicUrl }: Portal, { host }: Origin) {
  const origin = passkeyOrigin(publicUrl, host);
  if (origin === null) {
    throw new Problem(409, "passkey.address", "Passkeys need HTTPS under a name, or http://localhost");
  }
  return { origin, id: new URL(origin).hostname, product };
}

/** The one refusal of a passkey; the reason is for the audit log. */
async function refused(
  db: Db,
  told: { account_id?: number; address: string; why: string; status: 400 | 401 },
): Promise<Problem> {
  const { account_id = null, address, why, status } = told;
  await audit(db, { account_id, address, action: "passkey.refused", detail: { why } });
  return new Problem(status, "passkey.refused", PASSKEY_REFUSED);
}

/** The refusal to take away the only way in that an account has. */
export const lastWay = () =>
  new Problem(409, "sign_in.last_way", "This is the only way to sign in to the account: add another first");
const tooMany = () => new Problem(409, "passkey.too_many", `An account may have ${PASSKEYS_MAX} passkeys`);
