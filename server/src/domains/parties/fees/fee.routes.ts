import {
  acceptFeeAgreement,
  gecSellingLife,
  getAdvancedFeatures,
  getFeeAgreement,
  getFeeSchedule,
  moveAdvancedFeatures,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { actorFor, actorOf, asActor, noSuchRecord } from "../records/actor.sql.ts";
import { runRecordCommand } from "../records/command.sql.ts";
import { frameOf } from "../records/frame.sql.ts";
import type { RecordKind, RecordRow } from "../records/record-kind.ts";
import { findRecord } from "../records/record.sql.ts";
import { feeAgreement, feeRules, nextRates } from "./fee.sql.ts";
import { gecCreditUsed } from "./gec-credit.sql.ts";

interface GecSellingRow extends RecordRow {
  readonly sell_limit_cents: number;
}

interface LimitChange {
  readonly sell_limit_cents?: number | undefined;
}

/** The limit that the command carries. Refuses with GSL-001 where it carries none. */
function limitIn({ sell_limit_cents }: LimitChange): number {
  if (sell_limit_cents !== undefined) return sell_limit_cents;
  const error = { code: "GSL-001", message: "Say the sell limit.", field: "body.sell_limit_cents" };
  throw new GuardRefusal(422, [error]);
}

/** Also the first of two persons says a limit. */
const mustSayLimit: NonNullable<typeof gecSellingKind.firstGuards>["grant"] = async (
  _tx,
  _row,
  { payload },
) => void limitIn(payload);

const setLimit: NonNullable<(typeof gecSellingKind)["effects"]["grant"]> = async (tx, row, { payload }) => {
  const sell_limit_cents = limitIn(payload);
  await sql`update gec_selling set sell_limit_cents = ${sell_limit_cents} where record_uid = ${row.record_uid}`.execute(
    tx,
  );
};

/** Whether an account may sell green certificates, and up to what limit (design 2.19). */
export const gecSellingKind: RecordKind<
  (typeof gecSellingLife.states)[number],
  keyof typeof gecSellingLife.actions,
  GecSellingRow,
  LimitChange
> = {
  life: gecSellingLife,
  table: "gec_selling",
  prefix: "GS",
  hidden: [],
  hasIssuer: false,
  firstGuards: { grant: mustSayLimit, change_limit: mustSayLimit },
  effects: {
    grant: (tx, row, context) => setLimit(tx, row, context),
    change_limit: (tx, row, context) => setLimit(tx, row, context),
    disable: async (tx, row) => {
      await sql`update gec_selling set sell_limit_cents = 0 where record_uid = ${row.record_uid}`.execute(tx);
    },
  },
};

/** Serves the schedule of fees, the agreement on them and the advanced features. */
export function feeRoutes(serve: Serve, db: Db): void {
  serveFees(serve, db);
  serveAdvanced(serve, db);
}

function serveFees(serve: Serve, db: Db): void {
  serve(getFeeSchedule, async () => {
    const [rules, later] = [await feeRules(db), await nextRates(db)];
    return { items: rules.map((rule) => ({ ...rule, next: later.get(rule.code) ?? null })) };
  });

  serve(getFeeAgreement, ({ query: { account }, session }) =>
    db.transaction().execute(async (tx) => {
      const { business_account_id } = await actorOf(tx, session, account);
      return feeAgreement(tx, business_account_id ?? 0);
    }),
  );

  serve(acceptFeeAgreement, ({ query: { account }, body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const { version, language, text_hash } = body;
      const actor = await actorFor(tx, session, account, {
        action: "accepting the fee agreement",
        by: ["account_manager"],
      });
      await mustBeConfirmed(tx, session);
      const business_account_id = actor.business_account_id ?? 0;
      const { next, ...now } = await feeAgreement(tx, business_account_id);
      const shown = [now, next].find((one) => one?.version === version);
      const read = shown?.texts.find((one) => one.language === language);
      if (read?.text_hash !== text_hash) {
        throw new GuardRefusal(409, [
          { code: "FEE-001", message: "The agreement has changed. Read it again." },
        ]);
      }
      await tx
        .insertInto("fee_acceptance")
        .values({ business_account_id, version, language, accepted_by: session.account_id })
        .onConflict((on) => on.doNothing())
        .execute();
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "fee_agreement.accepted",
        subject: account,
        detail: { version, language },
      });
      return { message: "The fee agreement has been accepted" };
    }),
  );
}

function serveAdvanced(serve: Serve, db: Db): void {
  serve(getAdvancedFeatures, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const own = await tx
        .selectFrom("gec_selling as g")
        .innerJoin("business_account as b", "b.business_account_id", "g.business_account_id")
        .select("g.record_uid")
        .where((eb) =>
          actor.business_account_id === null
            ? eb("b.business_account_uid", "=", record_uid ?? account ?? null)
            : eb("b.business_account_id", "=", actor.business_account_id),
        )
        .executeTakeFirst();
      const uid = own?.record_uid;
      if (uid === undefined) throw noSuchRecord();
      const row = await findRecord(tx, gecSellingKind, { actor, record_uid: uid, lock: false });
      return {
        ...(await frameOf(tx, gecSellingKind, row, actor)),
        is_enabled: row.status === "enabled",
        sell_limit_cents: row.sell_limit_cents,
        credit_usage_cents: await gecCreditUsed(tx, row.business_account_id),
      };
    }),
  );

  serve(moveAdvancedFeatures, ({ query, body, session, origin }) => {
    const { sell_limit_cents, ...command } = body;
    return runRecordCommand(db, gecSellingKind, {
      session,
      origin,
      account: query.account,
      body: command,
      payload: { sell_limit_cents },
    });
  });
}
