import {
  CODE_WRONG,
  confirmSecondFactor,
  endSecondFactor,
  replaceRecoveryCodes,
  signInWithCode,
  startSecondFactor,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { loginOf } from "../account.sql.ts";
import { attempt, codeLimits, forgive, signInLimits } from "../attempts.sql.ts";
import { audit } from "../audit.sql.ts";
import { mustBeConfirmed } from "../security/confirmation.sql.ts";
import { begin } from "../session-begin.routes.ts";
import { codeIsGood } from "./code-check.routes.ts";
import { appUri } from "./codes.ts";
import {
  dropSecondFactor,
  keepRecoveryCodes,
  madeRecoveryCodes,
  putInForce,
  putSecret,
  spendDigits,
} from "./second-factor.sql.ts";
import { holderOf, spendTicket } from "./ticket.sql.ts";

/** Serves the second step of signing in, and putting a second factor in force and away. */
export function secondFactorRoutes(serve: Serve, db: Db, product: string): void {
  serveSecondStep(serve, db);
  serveSetUp(serve, db, product);

  serve(replaceRecoveryCodes, async ({ session, origin }) => {
    const { account_id } = session;
    await mustBeConfirmed(db, session);
    const made = await madeRecoveryCodes();
    await db.transaction().execute(async (tx) => {
      if (!(await keepRecoveryCodes(tx, account_id, made))) throw isOff();
      await audit(tx, { account_id, address: origin.address, action: "recovery_codes.replaced" });
    });
    return { recovery_codes: made.recovery_codes };
  });

  serve(endSecondFactor, async ({ session, origin }) => {
    const { account_id } = session;
    await mustBeConfirmed(db, session);
    await db.transaction().execute(async (tx) => {
      if (!(await dropSecondFactor(tx, account_id))) throw isOff();
      await audit(tx, { account_id, address: origin.address, action: "second_factor.ended" });
    });
    return { message: "No codes are asked for any more" };
  });
}

function serveSecondStep(serve: Serve, db: Db): void {
  serve.public(signInWithCode, async ({ body, origin }) => {
    const { address, userAgent } = origin;
    const holder = await holderOf(db, body.ticket, userAgent);
    if (holder === null) throw expired();
    const { account_id } = holder;
    // Who gets here has shown the password: the place counts as known.
    const tried = await attempt(db, [
      ...signInLimits(holder.email, address, true),
      ...codeLimits(account_id),
    ]);
    if (!(await codeIsGood(db, { account_id, address }, body.code))) throw wrongCode(401);
    const by = holder.first_step === "password" ? "password_code" : "provider_code";
    const signedIn = (await spendTicket(db, body.ticket)) ? await begin(db, holder, origin, { by }) : null;
    if (signedIn === null) throw expired();
    await forgive(db, tried);
    return signedIn;
  });
}

function serveSetUp(serve: Serve, db: Db, product: string): void {
  serve(startSecondFactor, async ({ session }) => {
    await mustBeConfirmed(db, session);
    const secret = await putSecret(db, session.account_id);
    if (secret === null) throw isOn();
    const { email } = await loginOf(db, session.account_id);
    return { secret, uri: appUri(secret, product, email) };
  });

  serve(confirmSecondFactor, async ({ body, session, origin }) => {
    const { account_id } = session;
    await mustBeConfirmed(db, session);
    const tried = await attempt(db, codeLimits(account_id));
    const isGood = await spendDigits(db, { account_id, digits: body.code, held: "waiting" });
    if (!isGood) throw wrongCode(400);
    const made = await madeRecoveryCodes();
    await db.transaction().execute(async (tx) => {
      if (!(await putInForce(tx, account_id))) throw isOn();
      await keepRecoveryCodes(tx, account_id, made);
      await audit(tx, { account_id, address: origin.address, action: "second_factor.begun" });
    });
    await forgive(db, tried);
    return { recovery_codes: made.recovery_codes };
  });
}

/** The refusal of a code. To a session it is 400: a 401 is for who is not signed in. */
export const wrongCode = (status: 400 | 401) =>
  new Problem(status, "second_factor.wrong", CODE_WRONG, { "body.code": CODE_WRONG });

const expired = () =>
  new Problem(401, "sign_in.expired", "Signing in took too long, please start again with your password");
const isOn = () => new Problem(409, "second_factor.on", "Codes of an app are asked for already");
const isOff = () => new Problem(409, "second_factor.off", "No codes are asked for");
