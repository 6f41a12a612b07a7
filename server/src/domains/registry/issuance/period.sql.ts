// Other days for a request, and what it holds of them.
import type { Tx } from "../../../platform/db.ts";
import { claimUnits, settleClaims } from "./claims.sql.ts";
import { requestDevice, requestState } from "./issuance-facts.sql.ts";
import {
  beginIssuance,
  mustBeOpenTo,
  refreeze,
  type IssuanceEffect,
  type IssuancePayload,
} from "./issuance-record.sql.ts";
import { guardRefusal, mustPass } from "./issuance-refusals.sql.ts";
import type { IssuanceRow } from "./issuance.sql.ts";
import { giveBack, reserve } from "./reserved.sql.ts";

/** Days that a request has at most. */
const DAYS_MAX = 366;

/** The request with its other days, and from which day on the rest of those before becomes a draft; refuses with ISS-001 and ISS-002 what is no period. */
async function asked(
  tx: Tx,
  row: IssuanceRow,
  { from_day = row.from_day, to_day = row.to_day, rest_from_day }: IssuancePayload,
) {
  const { timezone: tz } = await requestDevice(tx, row);
  const refuse = (field: string) => {
    const message = `The period must be whole days, start before end and end before today (${tz}).`;
    return guardRefusal("ISS-001", message, `body.${field}`, { tz });
  };
  if (from_day > to_day) throw refuse("to_day");
  if (rest_from_day !== undefined && (rest_from_day <= to_day || rest_from_day > row.to_day)) {
    throw refuse("rest_from_day");
  }
  if (Date.parse(to_day) - Date.parse(from_day) >= DAYS_MAX * 86_400_000) {
    const message = "The period must lie in one calendar year.";
    throw guardRefusal("ISS-002", message, "body.to_day", { part: "year" });
  }
  return { ...row, from_day, to_day };
}

async function write(tx: Tx, { issuance_id, from_day, to_day }: IssuanceRow): Promise<void> {
  await tx.updateTable("issuance").set({ from_day, to_day }).where("issuance_id", "=", issuance_id).execute();
}

/** The days from there to the end that the request had become a draft of their own. */
const split: IssuanceEffect = async (tx, row, { payload: { rest_from_day: from_day }, actor }) => {
  if (from_day === undefined) return;
  const device = await requestDevice(tx, row);
  await refreeze(tx, await beginIssuance(tx, device, { from_day, to_day: row.to_day }, actor));
};

/** A draft has other days. */
export const setPeriod: IssuanceEffect = async (tx, row, context) => {
  mustBeOpenTo(row, "set_period");
  const changed = await asked(tx, row, context.payload);
  await write(tx, changed);
  await refreeze(tx, changed);
  await split(tx, row, context);
};

/** A request that was referred back has other days: it lets go of those it had and holds these. */
export const amendPeriod: IssuanceEffect = async (tx, row, context) => {
  mustBeOpenTo(row, "amend_period");
  const changed = await asked(tx, row, context.payload);
  await write(tx, changed);
  await followHeld(tx, changed, async (version) => {
    await settleClaims(tx, row, "released");
    await claimDays(tx, { ...changed, statement_version: version });
  });
  await split(tx, row, context);
};

/** Freezes the statement of a request that holds its days anew, and reserves what that counts instead of what it did before. */
export async function followHeld(
  tx: Tx,
  row: IssuanceRow,
  held: (version: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await giveBack(tx, row);
  const state = await refreeze(tx, row);
  await held(state.version);
  await reserve(tx, { ...row, statement_version: state.version }, state);
}

/** Claims the days of the request for it. Refuses with ISS-003 and all else that fails, where another one holds some of them. */
export async function claimDays(tx: Tx, row: IssuanceRow): Promise<void> {
  const { made, device } = await requestState(tx, row);
  const units = [...new Set(made.units.map(({ unit_id }) => unit_id))];
  const { from_day, to_day } = row;
  if (await claimUnits(tx, row, { from_day, to_day, units, timezone: device.timezone })) return;
  // The request that was faster is committed now.
  mustPass((await requestState(tx, row)).checks, ["failed"]);
  throw guardRefusal("GEN-409", "Another request was submitted meanwhile. Try again.", undefined, {}, 409);
}
