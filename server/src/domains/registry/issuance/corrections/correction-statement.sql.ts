// The statement of a correction: of each day what the readings say beyond what was accepted before it (rules R6, R8, R9).
import { createHash } from "node:crypto";
import type { Day, GuardedDay } from "@heliograph/contract";
import type { Db } from "../../../../platform/db.ts";
import { acceptedDays, reservedBy } from "../generation-ledger.sql.ts";
import { frozenDays, frozenStatement, type IssuanceRow } from "../issuance.sql.ts";
import type { MadeDay, MadeStatement } from "../../generation/made-statement.sql.ts";
import type { IssuedDevice } from "../registered-devices.sql.ts";

interface Correction {
  /** All days of the request that is corrected, each with the difference. */
  readonly made: MadeStatement;
  /** The days that it changes, as guards look at them. */
  readonly changed: readonly GuardedDay[];
  /** What the readings say of those days, Wh. */
  readonly metered_wh: number;
}

/**
 * The correction as the readings are now; one that waits for its issuer is the one that was submitted, with a hash that nothing was
 * submitted with where the readings of its days have changed since. `current`: the statement of its days made anew.
 */
export async function correctionStatement(
  db: Db,
  row: IssuanceRow,
  device: IssuedDevice,
  current: MadeStatement,
): Promise<Correction> {
  const accepted = await acceptedDays(db, device, row);
  const frozen = await frozenDays(db, row);
  // What it reserved is among what was accepted.
  const holds = (await reservedBy(db, row)) > 0;
  const own = new Map(holds ? frozen.map(({ day, wh }) => [day, wh ?? 0]) : []);
  const totalOf = (day: Day) => (accepted.get(day)?.metered_wh ?? 0) + (accepted.get(day)?.declared_wh ?? 0);
  const before = (day: Day) => totalOf(day) - (own.get(day) ?? 0);
  const isFollowing = row.status === "draft" || row.status === "to_resubmit";
  const submitted = new Map(frozen.map(({ day, wh }) => [day, wh ?? 0]));
  const days = current.days.map((day) => {
    const more = day.is_settled && day.is_measured ? Math.max(0, (day.wh ?? 0) - before(day.day)) : 0;
    const wh = isFollowing ? more : (submitted.get(day.day) ?? 0);
    return { ...day, wh, source: "import" as const, evidence: "C" as const };
  });
  const changed = days.filter(({ wh }) => wh > 0).map((day) => ({ ...day, accepted_wh: before(day.day) }));
  const now = new Map(current.days.map(({ day, wh }) => [day, wh ?? 0]));
  const hasMoved = !isFollowing && changed.some(({ day }) => now.get(day) !== totalOf(day));
  const wh = changed.reduce((sum, day) => sum + (day.wh ?? 0), 0);
  const hash = isFollowing ? hashOf(row, days) : (await frozenStatement(db, row))?.hash;
  return {
    made: {
      ...current,
      days,
      wh,
      declared_wh: wh,
      evidence: wh > 0 ? "C" : null,
      hash: hasMoved || hash === undefined ? current.hash : hash,
    },
    changed,
    metered_wh: changed.reduce((sum, { day }) => sum + (now.get(day) ?? 0), 0),
  };
}

const hashOf = ({ number }: IssuanceRow, days: readonly MadeDay[]): string =>
  createHash("sha256")
    .update(`${number} ${JSON.stringify(days.map(({ day, wh }) => [day, wh]))}`)
    .digest("hex");
