// What others may use of accounts and sessions.
import { appConfig, registration, type AppConfig } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import type { OutboundAllow } from "../../platform/outbound/target.ts";
import { Problem } from "../../platform/problem.ts";
import { accountExists, accountRoutes } from "./account.routes.ts";
import { accountToSignIn, insertAccount, type AccountProfile } from "./account.sql.ts";
import { audit } from "./audit.sql.ts";
import { mustBeAllowed, passwordHash } from "./passwords.ts";
import { oidcRoutes } from "./oidc/oidc.routes.ts";
import type { ProviderSettings } from "./oidc/provider.ts";
import { passkeyRoutes } from "./passkeys/passkey.routes.ts";
import { seal, unseal } from "./second-factor/sealed.ts";
import { sealingKeyOf } from "./secrets.sql.ts";
import { dropSecondFactor } from "./second-factor/second-factor.sql.ts";
import { endSessionsOf } from "./session.sql.ts";
import { secondFactorRoutes } from "./second-factor/second-factor.routes.ts";
import { securityRoutes } from "./security/security.routes.ts";
import { sessionRoutes } from "./session.routes.ts";
import { OWN_SSO, ssoRoutes, type Sso } from "./sso.routes.ts";

export { emailsWithAccount } from "./account.sql.ts";
export { registered } from "./account.routes.ts";
export { apiKeysOf, endApiKey, insertApiKey } from "./api-keys.sql.ts";
export { attempt, forgive, openCallLimits } from "./attempts.sql.ts";
export { audit } from "./audit.sql.ts";
export type { ProviderSettings } from "./oidc/provider.ts";
export { doorkeeperSession } from "./doorkeeper.routes.ts";
export { mustBeConfirmed } from "./security/confirmation.sql.ts";
export { ownSigningKey } from "./sso-keys.sql.ts";
export { OWN_SSO, type Sso } from "./sso.routes.ts";
export { ssoToken } from "./sso-tokens.ts";

/** How people sign in beside the password; what is left out has the defaults of an installation that sets nothing. */
export interface SignInWays {
  /** Who vouches for administrators; without it a key of the installation. */
  readonly sso?: Sso;
  /** The OpenID provider of everybody else; without it there is none. */
  readonly provider?: ProviderSettings | undefined;
  /** Address under which browsers reach the portal; without it passkeys work at localhost alone. */
  readonly publicUrl?: string | undefined;
  /** Inner hosts that providers may be asked at beside those that are set; none when left out. */
  readonly outboundAllow?: OutboundAllow;
}

/** Serves every call of accounts and sessions. Settings: `appConfig.parse({ hotline, … })`. */
export function identityRoutes(serve: Serve, db: Db, settings: AppConfig, ways: SignInWays = {}): void {
  const { sso = OWN_SSO, provider, publicUrl, outboundAllow: allow = [] } = ways;
  const { product_name: product, registration_open: registrationOpen } = settings;
  sessionRoutes(serve, db);
  ssoRoutes(serve, db, sso, allow);
  accountRoutes(serve, db, settings);
  securityRoutes(serve, db, { publicUrl, provider });
  passkeyRoutes(serve, db, { product, publicUrl });
  secondFactorRoutes(serve, db, product);
  oidcRoutes(serve, db, { publicUrl, settings: provider, allow, registrationOpen });
}

/**
 * Takes the second factor of the account of that e-mail away and ends its sessions, as the command line does for who has lost both phone
 * and recovery codes; false when there is no such account, or it has none.
 */
export async function endSecondFactorOf(db: Db, email: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const account = await accountToSignIn(tx, email.trim().toLowerCase());
    if (account === undefined || !(await dropSecondFactor(tx, account.account_id))) return false;
    const { account_id } = account;
    const ended = await endSessionsOf(tx, account_id, { because: "cleared" });
    const detail = { by: "operator", ended };
    await audit(tx, {
      account_id: null,
      address: null,
      action: "second_factor.ended",
      subject: email,
      detail,
    });
    return true;
  });
}

/** The text as it may be kept: only this installation opens it, and only for the owner that is named. */
export async function sealSecret(db: Db, owner: string, text: string): Promise<string> {
  return seal(await sealingKeyOf(db), owner, text);
}

/** The text that was sealed for the owner; throws where it was not. */
export async function unsealSecret(db: Db, owner: string, sealed: string): Promise<string> {
  return unseal(await sealingKeyOf(db), owner, sealed);
}

const NAME = /^\P{Cc}{1,200}$/u;

/**
 * Makes an account that can sign in, as the command line and the demonstration data do. The e-mail is put in lower
 * case. Refuses `request.invalid` with `email`, `display_name` or `password` among the fields, and `account.exists`.
 */
export async function createAccount(
  db: Db,
  account: {
    email: string;
    display_name: string;
    password: string;
    kind: "user" | "admin" | "platform_operator";
    password_min?: number;
    /** Lets one of the commonest passwords through. */
    any_word?: boolean;
    profile?: AccountProfile;
  },
): Promise<{ account_id: number; account_uid: string }> {
  const email = registration.shape.email.safeParse(account.email);
  const display_name = account.display_name.trim();
  if (!email.success) throw invalid("email", "Please enter a valid email address");
  if (!NAME.test(display_name)) throw invalid("display_name", "Must be one line of 1 to 200 characters");
  const least = account.password_min ?? appConfig.parse({}).password_min;
  mustBeAllowed(account.password, least, "password", account.any_word);
  const password_hash = await passwordHash(account.password);
  return db.transaction().execute(async (tx) => {
    const created = await insertAccount(tx, {
      email: email.data,
      display_name,
      password_hash,
      kind: account.kind,
      ...account.profile,
    });
    if (created === null) throw accountExists("email");
    await audit(tx, {
      account_id: created.account_id,
      address: null,
      action: "account.created",
      subject: email.data,
    });
    return created;
  });
}

function invalid(field: string, message: string): Problem {
  return new Problem(400, "request.invalid", message, { [field]: message });
}
