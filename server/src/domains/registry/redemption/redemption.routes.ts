import {
  listRedeemable,
  listRedemptions,
  moveRedemption,
  previewRedemption,
  RANGES_MAX,
  readRedemption,
  submitRedemption,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { mustBeConfirmed } from "../../identity/index.ts";
import {
  TRADERS,
  actorFor,
  actorOf,
  asActor,
  auditRecord,
  createdAnswer,
  findRecord,
  frameOf,
  once,
  recordBegan,
  runRecordCommand,
  type Actor,
  type CalledBy,
} from "../../parties/index.ts";
import { judged } from "./claim.sql.ts";
import { correctionOf } from "./correction.sql.ts";
import { rangesOf, reserveFor } from "./postings.sql.ts";
import { redeemableProducts } from "./redeemable.sql.ts";
import { followFees, mustHold, redemptionKind } from "./redemption-kind.sql.ts";
import { returnsOf } from "./returns.sql.ts";
import {
  feesOfRedemption,
  insertRedemption,
  redemptionDetail,
  redemptionPage,
  shownRange,
} from "./redemption.sql.ts";

const REDEEMING = { action: "redeeming certificates", by: TRADERS } as const;

/** Serves redemptions: to the people of an account, and to issuers and platform operators. */
export function redemptionRoutes(serve: Serve, db: Db): void {
  serve(listRedeemable, ({ query: { account }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => ({
      items: await redeemableProducts(tx, actor.business_account_id ?? 0),
    })),
  );

  serve(previewRedemption, ({ query: { account }, body, session }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, REDEEMING);
      const { ranges, available, taken, fees, faults, needs_countersign } = await judged(tx, actor, body);
      return {
        available,
        redeemable: ranges.slice(0, RANGES_MAX).map(shownRange),
        redeemable_count: ranges.length,
        taken: taken.map(shownRange),
        fees: [...fees],
        errors: [...faults],
        needs_countersign,
      };
    }),
  );

  serve(listRedemptions, ({ query: { account, ...asked }, session }) =>
    asActor(db, { session, account }, (tx, actor) => redemptionPage(tx, actor, asked)),
  );

  serve(readRedemption, ({ query: { account, record_uid }, session }) =>
    asActor(db, { session, account }, async (tx, actor) => {
      const row = await findRecord(tx, redemptionKind, { actor, record_uid, lock: false });
      const { devices, company_name, statement, replaced_statements } = await redemptionDetail(tx, row);
      return {
        ...row,
        ...(await frameOf(tx, redemptionKind, row, actor)),
        devices,
        company_name: row.business_account_id === actor.business_account_id ? null : company_name,
        completed_at: row.completed_at?.toISOString() ?? null,
        acknowledged: [...row.acknowledged],
        ranges: (await rangesOf(tx, row.number)).map(shownRange),
        fees: await feesOfRedemption(tx, row.redemption_id),
        waits_for_manager:
          row.status === "in_progress" && row.needs_countersign && row.countersigned_at === null,
        returns: await returnsOf(tx, row.redemption_id),
        statement,
        replaced_statements,
        correction: await correctionOf(tx, row, actor),
      };
    }),
  );

  serveChanges(serve, db);
}

function serveChanges(serve: Serve, db: Db): void {
  serve(submitRedemption, ({ query: { account }, body: { key, ...claim }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const actor = await actorFor(tx, session, account, REDEEMING);
      await mustBeConfirmed(tx, session);
      const command = { command: "redemption.submit", key, request: { account, claim } };
      return once(tx, actor, command, () => beginRedemption(tx, actor, claim, { session, origin }));
    }),
  );

  serve(moveRedemption, async ({ query: { account }, body, session, origin }) => {
    const { claim, marks, answers, correction, ...command } = body;
    try {
      return await runRecordCommand(db, redemptionKind, {
        session,
        origin,
        account,
        body: command,
        payload: { claim, marks, answers, correction },
      });
    } catch (error) {
      throw error instanceof GuardRefusal && error.code === "GEN-422"
        ? await asFinal(db, error, { session, account, record_uid: body.record_uid })
        : error;
    }
  });
}

/**
 * Begins the redemption that the actor's account claims: its certificates are reserved, its rates are those of today. Refuses with every guard that
 * fails (RED-001 to RED-009) at once.
 */
export async function beginRedemption(
  tx: Tx,
  actor: Actor,
  claim: Parameters<typeof judged>[2],
  by: CalledBy,
) {
  // Redemptions of an account follow each other, so that each sees what the one before has left (rule R18).
  await tx
    .selectFrom("business_account")
    .select("business_account_id")
    .where("business_account_id", "=", actor.business_account_id ?? 0)
    .forNoKeyUpdate()
    .execute();
  const { taken, fees, faults, needs_countersign } = await judged(tx, actor, claim);
  mustHold(faults);
  const row = await insertRedemption(tx, actor, claim, { taken, fees, needs_countersign });
  await reserveFor(tx, row, actor.account_id, taken);
  await recordBegan(tx, redemptionKind, row, { actor, action: "submit", payload: claim });
  await followFees(tx, row);
  await auditRecord(tx, by, { subject: row.number, detail: { action: "submit", status: row.status } });
  return createdAnswer(row);
}

/** What is said of a redemption that is completed (RED-020); of any other the refusal as it is. */
async function asFinal(
  db: Db,
  refusal: GuardRefusal,
  { session, account, record_uid }: { session: Session; account: string | undefined; record_uid: string },
): Promise<GuardRefusal> {
  const actor = await actorOf(db, session, account);
  const { status } = await findRecord(db, redemptionKind, { actor, record_uid, lock: false });
  if (status !== "completed") return refusal;
  return new GuardRefusal(422, [{ code: "RED-020", message: "A completed redemption cannot be changed." }]);
}
