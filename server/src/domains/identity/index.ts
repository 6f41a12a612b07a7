// What others may use of accounts and sessions.
import { appConfig, registration, type AppConfig } from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Serve } from "../../platform/http.ts";
import { Problem } from "../../platform/problem.ts";
import { accountExists, accountRoutes } from "./account.routes.ts";
import { insertAccount, type AccountProfile } from "./account.sql.ts";
import { audit } from "./audit.sql.ts";
import { mustBeAllowed, passwordHash } from "./passwords.ts";
import { sessionRoutes } from "./session.routes.ts";
import { OWN_SSO, ssoRoutes, type Sso } from "./sso.routes.ts";

export { emailsWithAccount } from "./account.sql.ts";
export { registered } from "./account.routes.ts";
export { apiKeysOf, endApiKey, insertApiKey } from "./api-keys.sql.ts";
export { attempt, forgive, openCallLimits } from "./attempts.sql.ts";
export { audit } from "./audit.sql.ts";
export { doorkeeperSession } from "./doorkeeper.routes.ts";
export { ownSigningKey } from "./sso-keys.sql.ts";
export { OWN_SSO, type Sso } from "./sso.routes.ts";
export { ssoToken } from "./sso-tokens.ts";

/** Serves every call of accounts and sessions. Settings: `appConfig.parse({ hotline, … })`. */
export function identityRoutes(serve: Serve, db: Db, settings: AppConfig, sso: Sso = OWN_SSO): void {
  sessionRoutes(serve, db);
  ssoRoutes(serve, db, sso);
  accountRoutes(serve, db, settings);
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
