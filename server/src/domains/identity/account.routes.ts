import {
  changePassword,
  changePreferences,
  forgotPassword,
  getAppConfig,
  getUserInfo,
  PASSWORD_TEXTS,
  register,
  type AppConfig,
  type SignedIn,
  type UserInfo,
} from "@heliograph/contract";
import type { Db } from "../../platform/db.ts";
import type { Origin, Serve } from "../../platform/http.ts";
import { Problem } from "../../platform/problem.ts";
import { changeAccount, loginOf, insertAccount, replacePassword, userInfoOf } from "./account.sql.ts";
import { attempt, forgive, openCallLimits, passwordChangeLimits } from "./attempts.sql.ts";
import { audit } from "./audit.sql.ts";
import { sessionRefused } from "./doorkeeper.routes.ts";
import { mustBeAllowed, passwordHash, passwordMatches } from "./passwords.ts";
import { begin } from "./session-begin.routes.ts";
import { endSessionsOf } from "./session.sql.ts";

/** Serves accounts and their passwords, and what the installation has set. */
export function accountRoutes(serve: Serve, db: Db, settings: AppConfig): void {
  serve.public(getAppConfig, async () => settings);
  serve(getUserInfo, ({ session }) => userInfoOf(db, session.account_id));
  serve(changePreferences, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { account_id } = session;
      const was = await userInfoOf(tx, account_id);
      await changeAccount(tx, account_id, body);
      const is = await userInfoOf(tx, account_id);
      const { address } = origin;
      await audit(tx, { ...session, address, action: "account.changed", before: told(was), after: told(is) });
      return is;
    }),
  );
  serveRegister(serve, db, settings);
  servePasswordChange(serve, db, settings);

  serve.public(forgotPassword, async ({ body, origin }) => {
    await attempt(db, openCallLimits("forgot", origin.address));
    // Whether there is such an account is for the call centre to find out: looking it up here would show in the time.
    await audit(db, {
      account_id: null,
      address: origin.address,
      action: "password.forgotten",
      subject: body.email,
    });
    const { hotline } = settings;
    const message = "Please contact our call center to reset your password";
    return { message: hotline === null ? message : `${message}: ${hotline}`, hotline };
  });
}

/** What an account says of itself, and how it likes the portal. */
const told = ({
  display_name,
  street,
  phone,
  state_id,
  country_id,
  mode,
  default_project_type,
}: UserInfo) => ({
  display_name,
  street,
  city: state_id.name,
  country: country_id.name,
  phone,
  mode,
  default_project_type,
});

function serveRegister(serve: Serve, db: Db, settings: AppConfig): void {
  serve.public(register, async ({ body, origin }) => {
    if (!settings.registration_open) {
      throw new Problem(403, "registration.closed", "Accounts are made by the administrator");
    }
    return registered(db, { ...body, display_name: body.fullname }, { ...settings, origin });
  });
}

/**
 * Makes an account of a person and signs it in. Refuses a password that the installation does not allow, too many tries from
 * one address, and `account.exists`, at the field that is named.
 */
export async function registered(
  db: Db,
  person: { readonly email: string; readonly display_name: string; readonly password: string },
  { origin, password_min, field = "body.email" }: { origin: Origin; password_min: number; field?: string },
): Promise<SignedIn> {
  const { email, display_name } = person;
  mustBeAllowed(person.password, password_min, "body.password");
  await attempt(db, openCallLimits("register", origin.address));
  const password_hash = await passwordHash(person.password);
  const account = await db.transaction().execute(async (tx) => {
    const created = await insertAccount(tx, { email, display_name, password_hash, kind: "user" });
    if (created === null) throw accountExists(field);
    const { account_id } = created;
    await audit(tx, { account_id, address: origin.address, action: "account.created", subject: email });
    return created;
  });
  const signedIn = await begin(db, { ...account, password_hash }, origin, { by: "registration" });
  if (signedIn === null) throw sessionRefused("ended");
  return signedIn;
}

/** The refusal to make a second account with an e-mail. */
export function accountExists(field: string): Problem {
  const message = "This email already has an account";
  return new Problem(409, "account.exists", message, { [field]: message });
}

function servePasswordChange(serve: Serve, db: Db, settings: AppConfig): void {
  serve(changePassword, async ({ body, session, origin }) => {
    const { account_id } = session;
    const { address } = origin;
    const { email, password_hash: was } = await loginOf(db, account_id);
    if (body.username !== email) {
      const message = "This is not the account that is signed in";
      throw new Problem(400, "request.invalid", message, { "body.username": message });
    }
    mustBeAllowed(body.new_password, settings.password_min, "body.new_password");
    const tried = await attempt(db, passwordChangeLimits(account_id));
    if (!(await passwordMatches(was, body.old_password)) || was === null) {
      await audit(db, { account_id, address, action: "password.refused" });
      throw wrongOldPassword();
    }
    const is = await passwordHash(body.new_password);
    await db.transaction().execute(async (tx) => {
      if (!(await replacePassword(tx, { account_id, was, is }))) throw wrongOldPassword();
      const ended = await endSessionsOf(tx, account_id, { because: "password", but: session.session_id });
      await audit(tx, { account_id, address, action: "password.changed", detail: { ended } });
    });
    await forgive(db, tried);
    return { message: "Change password successful" };
  });
}

function wrongOldPassword(): Problem {
  const message = PASSWORD_TEXTS.wrongOld;
  return new Problem(400, "password.wrong", message, { "body.old_password": message });
}
