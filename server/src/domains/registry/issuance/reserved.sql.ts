// What a request reserves of the generation ledger, and gives back (rules R6 and R33).
import type { Tx } from "../../../platform/db.ts";
import { queueAgain } from "./corrections/changed-days.sql.ts";
import {
  acceptedDays,
  lockAccounts,
  postGeneration,
  reservedBy,
  vintageOf,
  writeAccepted,
  type AcceptedDay,
} from "./generation-ledger.sql.ts";
import { requestDevice, type RequestState } from "./issuance-facts.sql.ts";
import { frozenDays, splitDay, type IssuanceRow } from "./issuance.sql.ts";
import type { IssuedDevice } from "./registered-devices.sql.ts";

const sum = (
  rows: readonly { metered_wh: number; declared_wh: number }[],
  of: "metered_wh" | "declared_wh",
): number => rows.reduce((total, one) => total + one[of], 0);

/** Books what the statement counts as accepted, and reserves it: the change since the days were accepted before, if they were (R6). */
export async function reserve(tx: Tx, row: IssuanceRow, { device, made }: RequestState): Promise<void> {
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  const account = { generation_account_id, issuance_id };
  if (row.corrects !== null) {
    await postGeneration(tx, { ...account, type: "accept", declared_wh: made.wh, reserved_wh: made.wh });
    const days = await declaredMore(tx, row, device, { days: made.days, sign: 1 });
    await writeAccepted(tx, device, { ...account, statement_version }, days);
    return;
  }
  const before = [...(await acceptedDays(tx, device, row)).values()];
  const days = made.days.filter(({ wh }) => wh !== null).map(splitDay);
  const gone = before.filter(({ day }) => !days.some((one) => one.day === day));
  const was = sum(before, "metered_wh") + sum(before, "declared_wh");
  await postGeneration(tx, {
    ...account,
    type: "accept",
    metered_wh: sum(days, "metered_wh") - sum(before, "metered_wh"),
    declared_wh: sum(days, "declared_wh") - sum(before, "declared_wh"),
    unclaimed_wh: -was,
    reserved_wh: made.wh,
  });
  const zero = gone.map(({ day }) => ({ day, metered_wh: 0, declared_wh: 0 }));
  await writeAccepted(tx, device, { ...account, statement_version }, [...days, ...zero]);
}

/** What is accepted of the days that a correction changes, with its differences (`days`; `sign` 1) or without them (-1). */
async function declaredMore(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  {
    days,
    sign,
  }: {
    readonly days: readonly { readonly day: string; readonly wh: number | null }[];
    readonly sign: 1 | -1;
  },
): Promise<AcceptedDay[]> {
  const accepted = await acceptedDays(tx, device, row);
  return days.flatMap(({ day, wh }) => {
    if (wh === null || wh === 0) return [];
    const { metered_wh = 0, declared_wh = 0 } = accepted.get(day) ?? {};
    return [{ day, metered_wh, declared_wh: declared_wh + sign * wh }];
  });
}

/**
 * Gives back what the request reserved. Of a correction nothing stays accepted, and its days are compared again; days of others stay
 * accepted and unclaimed until the next request for them. Nothing happens where nothing is reserved.
 */
export async function giveBack(tx: Tx, row: IssuanceRow): Promise<void> {
  const device = await requestDevice(tx, row);
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  const wh = await reservedBy(tx, row);
  if (wh === 0) return;
  const account = { generation_account_id, issuance_id };
  if (row.corrects === null) {
    await postGeneration(tx, { ...account, type: "release", reserved_wh: -wh, unclaimed_wh: wh });
    return;
  }
  await postGeneration(tx, { ...account, type: "release", reserved_wh: -wh, declared_wh: -wh });
  const days = await declaredMore(tx, row, device, { days: await frozenDays(tx, row), sign: -1 });
  await writeAccepted(tx, device, { ...account, statement_version }, days);
  await queueAgain(
    tx,
    row,
    days.map(({ day }) => day),
  );
}
