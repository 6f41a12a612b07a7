// What an issuer asks for of a request, and what differs since it was submitted.
import {
  ISSUANCE_ITEMS,
  issuanceReferFaults,
  issuanceResubmitFaults,
  type GuardError,
  type IssuanceAnswer,
  type IssuanceItem,
  type IssuanceRecord,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { IssuanceEffect } from "./issuance-record.sql.ts";
import { frozenDays, type IssuanceRow } from "./issuance.sql.ts";
import type { MadeDay } from "../generation/made-statement.sql.ts";
import { documentHashes, markSubmission, submissionsOf, type Submission } from "./submissions.sql.ts";

/** The issuer asks for something: ISS-019 where nothing is marked. */
export const refer: IssuanceEffect = async (tx, row, { payload: { marks = [] } }) => {
  refuse(issuanceReferFaults(marks));
  await markSubmission(tx, row, marks);
};

/** Refuses with ISS-020 while something that was asked for is neither changed nor answered. `days`: as the readings are now. */
export async function mustHaveAnswered(
  tx: Tx,
  row: IssuanceRow,
  days: readonly MadeDay[],
  answers: readonly IssuanceAnswer[],
): Promise<void> {
  const last = (await submissionsOf(tx, row)).at(-1);
  if (last === undefined) return;
  refuse(issuanceResubmitFaults(last.marks, await changedSince(tx, row, last, days), answers));
}

function refuse([first, ...others]: readonly GuardError[]): void {
  if (first !== undefined) throw new GuardRefusal(422, [first, ...others]);
}

/** What differs from the submission. */
async function changedSince(
  db: Db,
  row: IssuanceRow,
  was: Submission,
  days: readonly MadeDay[],
): Promise<IssuanceItem[]> {
  const before = new Map(
    (await frozenDays(db, { ...row, statement_version: was.statement_version })).map((day) => [day.day, day]),
  );
  const hashes = await documentHashes(db, row);
  const hasChanged: Readonly<Record<IssuanceItem, boolean>> = {
    period: was.from_day !== row.from_day || was.to_day !== row.to_day,
    // Days that it had then and has now.
    readings: days.some((day) => {
      const then = before.get(day.day);
      return then !== undefined && (then.meter_wh !== day.meter_wh || then.inverter_wh !== day.inverter_wh);
    }),
    evidence: hashes.toSorted().join(" ") !== was.evidence.toSorted().join(" "),
  };
  return ISSUANCE_ITEMS.filter((item) => hasChanged[item]);
}

/** What was asked for last, and what differs since, as the page shows it; null: nothing was. */
export async function reviewOf(
  db: Db,
  row: IssuanceRow,
  days: readonly MadeDay[],
): Promise<IssuanceRecord["review"]> {
  const all = await submissionsOf(db, row);
  const asked = all.findLastIndex(({ marks }) => marks.length > 0);
  const was = all[asked];
  if (was === undefined) return null;
  const { marks, from_day, to_day } = was;
  const answers = all[asked + 1]?.answers ?? [];
  return {
    marks: [...marks],
    answers: [...answers],
    changed: await changedSince(db, row, was, days),
    from_day,
    to_day,
  };
}
