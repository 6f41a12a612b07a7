// Times that a redemption went back, with what was marked and answered.
import {
  redemptionReturn,
  type RedemptionAnswer,
  type RedemptionMark,
  type RedemptionReturn,
  type RedemptionWordsSaid,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { RedemptionRecord } from "./redemption-rows.ts";

/** What the redemption says of whom it is for and what for. */
export const wordsOf = (row: RedemptionWordsSaid): RedemptionWordsSaid => ({
  beneficiary_name: row.beneficiary_name,
  beneficiary_registration_number: row.beneficiary_registration_number,
  is_natural_person: row.is_natural_person,
  beneficiary_country: row.beneficiary_country,
  beneficiary_address: row.beneficiary_address,
  redeems_for: row.redeems_for,
  period_from: row.period_from,
  period_to: row.period_to,
  purpose: row.purpose,
});

/** Writes down that the redemption goes back with these marks on what it says. */
export async function noteReturn(
  tx: Tx,
  row: RedemptionRecord,
  marks: readonly RedemptionMark[],
): Promise<void> {
  await tx
    .insertInto("redemption_return")
    .values({
      redemption_id: row.redemption_id,
      words: JSON.stringify(wordsOf(row)),
      marks: JSON.stringify(marks),
    })
    .execute();
}

/** Writes down what the account answers to the last return, if there was one. */
export async function noteAnswers(
  tx: Tx,
  { redemption_id }: RedemptionRecord,
  answers: readonly RedemptionAnswer[],
): Promise<void> {
  await sql`
    update redemption_return set answers = ${JSON.stringify(answers)}::jsonb where redemption_return_id =
      (select max(redemption_return_id) from redemption_return where redemption_id = ${redemption_id})`.execute(
    tx,
  );
}

/** Times that an answer shows at most, the last. */
const SHOWN = 50;

/** Each time that the redemption went back, the oldest first. */
export async function returnsOf(db: Db, redemption_id: number): Promise<RedemptionReturn[]> {
  const rows = await db
    .selectFrom("redemption_return")
    .select(["returned_at", "words", "marks", "answers"])
    .where("redemption_id", "=", redemption_id)
    .orderBy("redemption_return_id", "desc")
    .limit(SHOWN)
    .execute();
  return rows
    .map(({ returned_at, ...row }) =>
      redemptionReturn.parse({ ...row, returned_at: returned_at.toISOString() }),
    )
    .toReversed();
}
