// A statement made of what the energy ledger says now (certificates.md §3.7): the sources of each day, what counts of it, and what
// the guards look at.
import { daysBetween, type Day, type GuardedDay } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { clearSkyIrradiance, daylightSeconds, spanOfDay, sunElevationDeg } from "../../energy/index.ts";
import { risesHash } from "../generation/copied-readings.ts";
import type { DaySources, RegisterDay } from "../generation/day-energy.ts";
import { physicalMaximumWh } from "../generation/physical-maximum.ts";
import { isSettled } from "../generation/settled.ts";
import { statementOf, type Statement, type StatementDay } from "../generation/statement.ts";
import {
  deviceLedgers,
  hashesElsewhere,
  hasStorage,
  insolationDays,
  keepHashes,
  ledgerDays,
  meterFindings,
  quarterRises,
  type DeviceLedger,
  type LedgerDay,
} from "./readings.sql.ts";
import { boundUnits, type BoundUnit, type IssuedDevice } from "./registered-devices.sql.ts";

/** Local days of a device, both included. */
export interface Period {
  readonly from_day: Day;
  readonly to_day: Day;
}

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
  const units = await boundUnits(db, device, period);
  const scene = await sceneOf(db, device, period, units);
  const days = daysBetween(period.from_day, period.to_day);
  const sources = days.map((day) => sourcesOf(scene, day, declared));
  const of = { device: device.code, registry: device.registry, timezone: device.timezone, ...period };
  const { days: counted, ...statement } = statementOf(of, sources);
  const maxima = await maximaOf(db, device, days);
  const { hashes, copies } = await copiesOf(db, device, period, units);
  return {
    ...statement,
    days: counted.map((day) => ({
      ...day,
      maximum_wh: maxima.get(day.day) ?? 0,
      is_settled: scene.registersOf(day.day).length === 0 || isDaySettled(scene, day.day, now_ms),
      is_measured: isMeasured(scene, day.day),
      is_copy: copies.has(day.day),
    })),
    units,
    is_self_consumed: registerUnits(units).some(({ register }) => register !== "export"),
    hashes,
  };
}

/** Keeps what tells copies of these readings. */
export async function keepStatementHashes(db: Db, { hashes }: Pick<MadeStatement, "hashes">): Promise<void> {
  for (const [device_id, days] of hashes) await keepHashes(db, device_id, days);
}

interface Scene {
  readonly days: ReadonlyMap<string, LedgerDay>;
  readonly ledgers: ReadonlyMap<number, DeviceLedger>;
  /** The units whose registers count on the day, and the inverters that may stand in. */
  readonly registersOf: (day: Day) => readonly BoundUnit[];
  readonly invertersOf: (day: Day) => readonly BoundUnit[];
  readonly findings: readonly { unit_id: number; kind: string; day: Day }[];
  readonly has_storage: boolean;
}

/** What counts: the main meters, and where the device has none, its inverters (R3). */
function registerUnits(units: readonly BoundUnit[]): readonly BoundUnit[] {
  const main = units.filter(({ role, sign }) => role === "main" && sign !== 0);
  return main.length > 0 ? main : units.filter(({ role, sign }) => role === "inverter" && sign !== 0);
}

async function sceneOf(
  db: Db,
  device: IssuedDevice,
  period: Period,
  units: readonly BoundUnit[],
): Promise<Scene> {
  const bound = units.filter((unit) => unit.device_id !== null);
  const span = {
    ...period,
    timezone: device.timezone,
    devices: [...new Set(bound.map(({ device_id }) => device_id ?? 0))],
    projects: [...new Set(bound.map(({ project_id }) => project_id ?? 0))],
  };
  const rows = await ledgerDays(db, span);
  const counting = registerUnits(units);
  return {
    days: new Map(rows.map((row) => [`${row.device_id} ${row.day}`, row])),
    ledgers: await deviceLedgers(db, span),
    registersOf: (day) => onDay(counting, day),
    invertersOf: (day) =>
      onDay(
        units.filter(({ role }) => role === "inverter"),
        day,
      ),
    findings: await meterFindings(
      db,
      units.map(({ unit_id }) => unit_id),
    ),
    has_storage:
      device.project_id !== null &&
      counting.some(({ register }) => register === "export") &&
      (await hasStorage(db, device.project_id)),
  };
}

/** The units that belong to the device on the day, each with the device of the portal that stands for it then, or none. */
function onDay(units: readonly BoundUnit[], day: Day): BoundUnit[] {
  const own = units.filter(({ from_day, to_day }) => from_day <= day && (to_day === null || day <= to_day));
  return [...Map.groupBy(own, ({ unit_id }) => unit_id).values()].flatMap((rows) => {
    const bound = rows.find((row) => isBoundOn(row, day));
    const [any] = rows;
    return bound ?? (any === undefined ? [] : { ...any, device_id: null, project_id: null });
  });
}

const isBoundOn = ({ bound_from, bound_to }: BoundUnit, day: Day): boolean =>
  bound_from !== null && bound_from <= day && (bound_to === null || day <= bound_to);

const dayOf = ({ days }: Scene, { device_id }: BoundUnit, day: Day): LedgerDay | undefined =>
  days.get(`${device_id ?? 0} ${day}`);

function sourcesOf(scene: Scene, day: Day, declared: ReadonlyMap<Day, number>): DaySources {
  const registers = scene.registersOf(day);
  const inverters = scene.invertersOf(day);
  return {
    day,
    registers: registers.map((unit) => registerDay(unit, dayOf(scene, unit, day))),
    inverter_wh: productionOf(scene, inverters, day),
    is_meter_dead: isDead(scene, registers, day),
    has_storage: scene.has_storage,
    declared_wh: declared.get(day) ?? null,
  };
}

function registerDay({ sign, register }: BoundUnit, row: LedgerDay | undefined): RegisterDay {
  return {
    sign: sign === -1 ? -1 : 1,
    wh: row?.wh[register] ?? null,
    estimated_wh: row?.estimated[register] ?? 0,
    integrated_wh: row?.integrated[register] ?? 0,
    covered_s: row?.covered_s ?? 0,
    expected_s: row?.expected_s ?? 1,
    is_imported: row?.is_imported ?? false,
  };
}

function productionOf(scene: Scene, inverters: readonly BoundUnit[], day: Day): number | null {
  let sum = 0;
  for (const unit of inverters) {
    const wh = dayOf(scene, unit, day)?.wh.production ?? null;
    if (wh === null) return null;
    sum += wh;
  }
  return inverters.length === 0 ? null : sum;
}

const isDead = ({ findings }: Scene, registers: readonly BoundUnit[], day: Day): boolean =>
  registers.some(({ unit_id }) =>
    findings.some((one) => one.unit_id === unit_id && one.kind === "dead" && one.day <= day),
  );

/** The units that tell the energy of the day: those that count, or, their meter being dead, the inverters. */
function askedUnits(scene: Scene, day: Day): readonly BoundUnit[] {
  const registers = scene.registersOf(day);
  return isDead(scene, registers, day) ? scene.invertersOf(day) : registers;
}

function isMeasured(scene: Scene, day: Day): boolean {
  const asked = askedUnits(scene, day);
  const isKnown = (device_id: number | null) =>
    (scene.ledgers.get(device_id ?? 0)?.closed_day ?? null) !== null;
  return asked.length > 0 && asked.every(({ device_id }) => isKnown(device_id));
}

/** Settled where each of those units is. */
function isDaySettled(scene: Scene, day: Day, now_ms: number): boolean {
  return askedUnits(scene, day).every((unit) => {
    const ledger = scene.ledgers.get(unit.device_id ?? 0);
    // A unit that nothing measures has nothing that could change: its days are missing.
    if (ledger === undefined) return true;
    const register = unit.role === "inverter" ? "production" : unit.register;
    const confirmed = scene.findings.filter((one) => one.unit_id === unit.unit_id && one.kind === "replaced");
    const resets = ledger.resets
      .filter((reset) => reset.register === register)
      .map((reset) => ({
        ...reset,
        is_confirmed: confirmed.some((one) => reset.from_day <= one.day && one.day <= reset.to_day),
      }));
    const { closed_day, counted, waiting_from } = ledger;
    return isSettled(day, { closed_day, counted_day: counted[register], waiting_from, resets }, now_ms);
  });
}

const QUARTER_H = 0.25;

/** The most that each day can have, Wh. */
async function maximaOf(
  db: Db,
  device: IssuedDevice,
  days: readonly Day[],
): Promise<ReadonlyMap<Day, number>> {
  const [from_day, to_day] = [days[0], days.at(-1)];
  if (from_day === undefined || to_day === undefined) return new Map();
  const { project_id, latitude, longitude, timezone, capacity_w: ac_w, dc_wp } = device;
  const measured = project_id === null ? null : await insolationDays(db, { project_id, from_day, to_day });
  return new Map(
    days.map((day) => {
      const insolation_wh_m2 = measured?.get(day) ?? null;
      const { start, end } = spanOfDay(timezone, day);
      if (latitude === null || longitude === null) {
        const daylight_s = (end - start) / 1000;
        return [
          day,
          physicalMaximumWh({ dc_wp: null, ac_w, insolation_wh_m2, clear_sky_wh_m2: 0, daylight_s }),
        ];
      }
      const place = { latitude, longitude };
      let clear_sky_wh_m2 = 0;
      for (let at = start; at < end; at += 900_000) {
        const cosZ = Math.sin((sunElevationDeg(place, at + 450_000) * Math.PI) / 180);
        clear_sky_wh_m2 += clearSkyIrradiance(cosZ) * QUARTER_H;
      }
      const daylight_s = daylightSeconds(place, { day, start, end });
      return [day, physicalMaximumWh({ dc_wp, ac_w, insolation_wh_m2, clear_sky_wh_m2, daylight_s })];
    }),
  );
}

/** The hashes of the days of each register's device, and the days whose readings equal those of another meter. */
async function copiesOf(db: Db, { timezone }: IssuedDevice, period: Period, units: readonly BoundUnit[]) {
  const hashes = new Map<number, ReadonlyMap<Day, string>>();
  const copies = new Set<Day>();
  for (const { device_id, project_id, register } of registerUnits(units)) {
    if (device_id === null || project_id === null) continue;
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
