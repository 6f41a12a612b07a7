// Correction of the beneficiary of a completed redemption (rule R44): an issuer and an operator ask for the same, within a day, once.
import {
  correctableUntil,
  correctionFaults,
  gmt8,
  redemptionLife,
  type BeneficiaryWords,
  type GuardError,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { addJob } from "../../../platform/jobs/jobs.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Actor, EffectResult } from "../../parties/index.ts";
import { postEntry } from "../ledger/post.sql.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";
import { statementTask } from "./redemption.jobs.ts";
import { retirement } from "./retirement.sql.ts";

const normal = ({ beneficiary_name, beneficiary_address }: BeneficiaryWords): BeneficiaryWords => ({
  beneficiary_name: beneficiary_name.normalize("NFC"),
  beneficiary_address: beneficiary_address.normalize("NFC"),
});

/** Refuses what neither of two persons may ask for. */
export async function mustBeCorrectable(
  tx: Tx,
  row: RedemptionRecord,
  { actor, correction }: { actor: Actor; correction: BeneficiaryWords | undefined },
): Promise<void> {
  const faults = await faultsOf(tx, row, { at: actor.at, correction });
  const [first, ...more] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...more]);
}

async function faultsOf(
  tx: Tx,
  row: RedemptionRecord,
  { at, correction }: { at: Date; correction: BeneficiaryWords | undefined },
): Promise<GuardError[]> {
  // In any other state the life cycle refuses.
  if (row.completed_at === null) return [];
  const faults: GuardError[] = [];
  const until = correctableUntil(row.completed_at);
  if (at > until) {
    const time = gmt8(until);
    const message = `The beneficiary could be corrected until ${time}.`;
    faults.push({ code: "RED-022", message, params: { time } });
  }
  if (await isCorrected(tx, row)) {
    faults.push({ code: "RED-023", message: "The beneficiary was corrected before; it can be once." });
  }
  // Without words nothing is corrected.
  return [...faults, ...correctionFaults(row, correction ?? row)];
}

const isCorrected = async (db: Db, { number }: Pick<RedemptionRecord, "number">): Promise<boolean> =>
  (await db
    .selectFrom("journal_entry")
    .select("entry_id")
    .where("reference", "=", number)
    .where("type", "=", "correction")
    .executeTakeFirst()) !== undefined;

/** Corrects the redemption, once both have asked: the journal says the new words of the same certificates, and a statement replaces the one that was in force. */
export async function correctBeneficiary(
  tx: Tx,
  row: RedemptionRecord,
  { actor, correction }: { actor: Actor; correction: BeneficiaryWords | undefined },
): Promise<EffectResult> {
  await mustBeOfBoth(tx, row, actor);
  const next = { ...row, ...(correction === undefined ? {} : normal(correction)) };
  const retired = await tx
    .selectFrom("journal_entry")
    .select(["leaf", sql<boolean>`(public_part::jsonb -> 'record') ? 'produced'`.as("says_days")])
    .where("reference", "=", row.number)
    .where("type", "=", "retire")
    .executeTakeFirstOrThrow();
  const replaces = { leaf: retired.leaf.toString("hex"), says_days: retired.says_days };
  const { key, record, note } = await retirement(tx, next, replaces);
  const { entry_id } = await postEntry(tx, {
    type: "correction",
    actor_id: actor.account_id,
    key: row.record_uid,
    reference: row.number,
    record,
    note,
    reverses: null,
    moves: [],
    batches: [],
  });
  const { beneficiary_name, beneficiary_address, redemption_id } = next;
  await tx
    .updateTable("redemption")
    .set({ beneficiary_name, beneficiary_address })
    .where("redemption_id", "=", redemption_id)
    .execute();
  const { statement_id } = await tx
    .insertInto("redemption_statement")
    .values({ redemption_id, key, entry_id })
    .returning("statement_id")
    .executeTakeFirstOrThrow();
  await addJob(tx, statementTask, { statement_id });
  return { entry_id };
}

/** Of the two persons one is an issuer and the other an operator; nobody is both at a time (rule R26). */
async function mustBeOfBoth(tx: Tx, row: RedemptionRecord, actor: Actor): Promise<void> {
  const other = actor.roles.includes("issuer") ? "operator" : "issuer";
  const { rows } = await sql<{ is_of_both: boolean }>`
    select exists (select from role_grant g where g.class = ${other} and g.valid @> now() and g.account_id = (
      select first_person from four_eyes where entity = ${redemptionLife.entity} and record_uid = ${row.record_uid}
        and action = 'correct' and done_at is not null order by four_eyes_id desc limit 1)) as is_of_both`.execute(
    tx,
  );
  if (rows[0]?.is_of_both === true) return;
  const message = "An issuer and a platform operator must ask for the same.";
  throw new GuardRefusal(403, [{ code: "RED-024", message }]);
}

/** Until when the redemption's beneficiary may be corrected; null: it cannot be. */
export async function correctionOf(
  db: Db,
  row: RedemptionRecord,
  { at }: Pick<Actor, "at">,
): Promise<{ until: string } | null> {
  if (row.completed_at === null) return null;
  const until = correctableUntil(row.completed_at);
  if (at > until || (await isCorrected(db, row))) return null;
  return { until: until.toISOString() };
}
