// What a request reserves of the generation ledger, and gives back (rules R6 and R33).
import type { Tx } from "../../../platform/db.ts";
import {
  acceptedDays,
  lockAccounts,
  postGeneration,
  vintageOf,
  writeAccepted,
} from "./generation-ledger.sql.ts";
import { requestDevice, type RequestState } from "./issuance-facts.sql.ts";
import { frozenStatement, splitDay, type IssuanceRow } from "./issuance.sql.ts";

const sum = (
  rows: readonly { metered_wh: number; declared_wh: number }[],
  of: "metered_wh" | "declared_wh",
): number => rows.reduce((total, one) => total + one[of], 0);

/** Books what the statement counts as accepted, and reserves it: the change since the days were accepted before, if they were (R6). */
export async function reserve(tx: Tx, row: IssuanceRow, { device, made }: RequestState): Promise<void> {
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  if (row.corrects !== null) {
    // What a correction found was booked when it was found.
    const posting = { unclaimed_wh: -made.wh, reserved_wh: made.wh };
    await postGeneration(tx, { generation_account_id, type: "accept", issuance_id, ...posting });
    return;
  }
  const before = [...(await acceptedDays(tx, device, row)).values()];
  const days = made.days.filter(({ wh }) => wh !== null).map(splitDay);
  const gone = before.filter(({ day }) => !days.some((one) => one.day === day));
  const was = sum(before, "metered_wh") + sum(before, "declared_wh");
  await postGeneration(tx, {
    generation_account_id,
    type: "accept",
    issuance_id,
    metered_wh: sum(days, "metered_wh") - sum(before, "metered_wh"),
    declared_wh: sum(days, "declared_wh") - sum(before, "declared_wh"),
    unclaimed_wh: -was,
    reserved_wh: made.wh,
  });
  const zero = gone.map(({ day }) => ({ day, metered_wh: 0, declared_wh: 0 }));
  await writeAccepted(tx, device, { generation_account_id, issuance_id, statement_version }, [
    ...days,
    ...zero,
  ]);
}

/** Gives back what the request reserved. */
export async function giveBack(tx: Tx, row: IssuanceRow): Promise<void> {
  const device = await requestDevice(tx, row);
  const frozen = await frozenStatement(tx, row);
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const wh = frozen?.wh ?? 0;
  await postGeneration(tx, {
    generation_account_id: own.generation_account_id,
    type: "release",
    issuance_id: row.issuance_id,
    reserved_wh: -wh,
    unclaimed_wh: wh,
  });
}
