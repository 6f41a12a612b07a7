// What is known of a request when its guards are asked: its device, the statement as it is now, what is over, and who else holds its days.
import {
  issuanceChecks,
  localDay,
  mintable,
  type IssuanceCheck,
  type IssuanceFacts,
  type OtherRequest,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { whOf, type Piece } from "../generation/pieces.ts";
import { othersThatHold } from "./claims.sql.ts";
import { correctionStatement } from "./corrections/correction-statement.sql.ts";
import { overOf, vintageOf } from "./generation-ledger.sql.ts";
import { firstSubmission } from "./submissions.sql.ts";
import {
  acceptedGuards,
  declaredDays,
  frozenStatement,
  type FrozenStatement,
  type IssuanceRow,
} from "./issuance.sql.ts";
import { madeStatement, type MadeStatement } from "../generation/made-statement.sql.ts";
import { issuedDevices, type IssuedDevice } from "./registered-devices.sql.ts";
import { suspendedBecause } from "./suspension.sql.ts";

export interface RequestState {
  readonly device: IssuedDevice;
  readonly made: MadeStatement;
  readonly frozen: FrozenStatement | undefined;
  readonly carried: readonly Piece[];
  readonly debt_wh: number;
  readonly others: readonly OtherRequest[];
  readonly checks: readonly IssuanceCheck[];
  /** Certificates that it would make. */
  readonly quantity: number;
  /** Why nothing is issued of its days; null: something may be. */
  readonly suspended_because: string | null;
}

/** The device of a request. */
export async function requestDevice(
  db: Db,
  { registered_device_id }: Pick<IssuanceRow, "registered_device_id">,
): Promise<IssuedDevice> {
  const [device] = await issuedDevices(db, { registered_device_id });
  if (device === undefined) throw new Error("The request's device is gone");
  return device;
}

/**
 * The request as everything stands now, its statement made anew, and every guard. `is_approval`: the statement must also equal the one
 * that was submitted (R7); the guards that an issuer accepted pass then.
 */
export async function requestState(
  db: Db,
  row: IssuanceRow,
  { is_approval = false }: { is_approval?: boolean } = {},
): Promise<RequestState> {
  const device = await requestDevice(db, row);
  const now_ms = await nowOf(db);
  const declared = await declaredDays(db, row.issuance_id);
  const current = await madeStatement(db, device, row, { declared, now_ms });
  const correction = row.corrects === null ? null : await correctionStatement(db, row, device, current);
  const made = correction?.made ?? current;
  const frozen = await frozenStatement(db, row);
  const over = await overOf(db, device, vintageOf(row.from_day));
  const units = [...new Set(made.units.map(({ unit_id }) => unit_id))];
  const others = await othersThatHold(db, row, { ...row, units, timezone: device.timezone });
  const facts: IssuanceFacts = {
    registry: device.registry,
    country: device.country,
    timezone: device.timezone,
    today: localDay(device.timezone, now_ms),
    submitted: await submittedOn(db, row, device),
    from_day: row.from_day,
    to_day: row.to_day,
    registered_from: device.registered_on > device.valid_from ? device.registered_on : device.valid_from,
    registered_to: device.valid_to,
    others,
    days: correction?.changed ?? made.days.map((day) => ({ ...day, accepted_wh: 0 })),
    metered_wh: correction?.metered_wh ?? current.wh,
    certified_wh: correction === null ? 0 : correction.metered_wh - made.wh,
    carry_wh: whOf(over.carried),
    debt_wh: over.debt_wh,
    is_self_consumed: made.is_self_consumed,
    has_changed: is_approval && frozen?.hash !== made.hash,
  };
  const accepted = await acceptedGuards(db, row.issuance_id);
  const checks = issuanceChecks(facts).map((check) =>
    check.outcome === "decide" && accepted.has(check.code) ? { ...check, outcome: "passed" as const } : check,
  );
  const { quantity } = mintable(facts);
  const suspended_because = await suspendedBecause(db, device, row);
  return { device, made, frozen, ...over, others, checks, quantity, suspended_because };
}

/** When the request was handed in first, by the device's calendar, and for which days; null: it never was. */
async function submittedOn(
  db: Db,
  row: IssuanceRow,
  { timezone }: IssuedDevice,
): Promise<IssuanceFacts["submitted"]> {
  const first = await firstSubmission(db, row);
  if (first === undefined) return null;
  const { submitted_at, from_day, to_day } = first;
  return { on: localDay(timezone, submitted_at.getTime()), from_day, to_day };
}

/** The database's time, ms since 1970. */
export async function nowOf(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select (date_part('epoch', now()) * 1000)::int8 as ms`.execute(
    db,
  );
  return rows[0]?.ms ?? 0;
}

/** Codes of all that stops a request now: a suspension, and the checks that fail. */
export const stoppedBy = ({
  checks,
  suspended_because,
}: Pick<RequestState, "checks" | "suspended_because">): string[] => [
  ...(suspended_because === null ? [] : ["ORD-007"]),
  ...failedCodes(checks),
];

/** Codes of the checks that stop a request. */
export const failedCodes = (checks: readonly IssuanceCheck[]): string[] =>
  checks.filter(({ outcome }) => outcome === "failed").map(({ code }) => code);
