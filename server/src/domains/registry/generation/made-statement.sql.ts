// A statement made of what the energy ledger says now (certificates.md §3.7): the sources of each day, what counts of it, and what
// the guards look at.
import { certifiesExportAlone, daysBetween, type Day, type GuardedDay } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { risesHash } from "./copied-readings.ts";
import { statementOf, type Statement, type StatementDay } from "./statement.ts";
import {
  countedUnits,
  isDaySettled,
  isMeasured,
  sceneOf,
  sitesOf,
  sourcesOf,
  type Period,
  type DeviceScene,
} from "./day-sources.sql.ts";
import { maximaOf } from "./maxima.sql.ts";
import { hashesElsewhere, keepHashes, quarterRises } from "./readings.sql.ts";
import type { BoundUnit, IssuedDevice } from "../issuance/registered-devices.sql.ts";

/** A day of the statement as it is stored and as guards look at it. */
export type MadeDay = StatementDay & Omit<GuardedDay, "accepted_wh">;

/** A day that was just made. */
interface FreshDay extends MadeDay {
  /** True: for each register that counts stands a device of the portal of which the ledger knows. */
  readonly is_measured: boolean;
}

export interface MadeStatement extends Omit<Statement, "days"> {
  readonly days: readonly FreshDay[];
  readonly units: readonly BoundUnit[];
  /** Those whose registers are in the figure, with what they are to it. */
  readonly counted: ReturnType<typeof countedUnits>;
  /** True: registers count electricity that never reached the grid. */
  readonly is_self_consumed: boolean;
  /** Hashes of the rises, by device of the portal. */
  readonly hashes: ReadonlyMap<number, ReadonlyMap<Day, string>>;
}

/** The statement of the period as the ledger has it. `declared`: Wh of files by day; `now_ms`: ms since 1970. */
export async function madeStatement(
  db: Db,
  device: IssuedDevice,
  period: Period,
  { declared, now_ms }: { declared: ReadonlyMap<Day, number>; now_ms: number },
): Promise<MadeStatement> {
  const scene = await sceneOf(db, device, period);
  const days = daysBetween(period.from_day, period.to_day);
  const sources = days.map((day) => sourcesOf(scene, day, declared));
  const of = { device: device.code, registry: device.registry, timezone: device.timezone, ...period };
  const { days: counted, ...statement } = statementOf(of, sources);
  const maxima = await maximaOf(db, device, days);
  const { hashes, copies } = await copiesOf(db, device, period, scene);
  return {
    ...statement,
    days: counted.map((day) => ({
      ...day,
      maximum_wh: maxima.get(day.day) ?? 0,
      is_settled: isDaySettled(scene, day.day, now_ms),
      is_measured: isMeasured(scene, day.day),
      is_copy: copies.has(day.day),
    })),
    units: scene.units,
    counted: countedUnits(scene, days),
    is_self_consumed:
      certifiesExportAlone(device.registry) &&
      days.some((day) => sitesOf(scene, day).some(({ basis }) => basis.kind === "production")),
    hashes,
  };
}

/** Keeps what tells copies of these readings. */
export async function keepStatementHashes(db: Db, { hashes }: Pick<MadeStatement, "hashes">): Promise<void> {
  for (const [device_id, days] of hashes) await keepHashes(db, device_id, days);
}

/** The hashes of the days of each meter's device, and the days whose readings equal those of another meter. What is taken off has none. */
async function copiesOf(db: Db, { timezone }: IssuedDevice, period: Period, scene: DeviceScene) {
  const hashes = new Map<number, ReadonlyMap<Day, string>>();
  const copies = new Set<Day>();
  const registers = daysBetween(period.from_day, period.to_day)
    .flatMap((day) => sitesOf(scene, day))
    .flatMap(({ basis }) => basis.registers);
  for (const { point, register, part } of registers) {
    const { device_id, project_id } = point;
    if (device_id === null || project_id === null || part === "taken_off" || hashes.has(device_id)) continue;
    const rises = await quarterRises(db, { device_id, project_id, register }, { ...period, timezone });
    const own = new Map(
      [...rises].flatMap(([day, list]) => {
        const hash = risesHash(list);
        return hash === null ? [] : [[day, hash] as const];
      }),
    );
    hashes.set(device_id, own);
    const elsewhere = await hashesElsewhere(db, device_id, [...own.values()]);
    for (const [day, hash] of own) if (elsewhere.has(hash)) copies.add(day);
  }
  return { hashes, copies };
}
