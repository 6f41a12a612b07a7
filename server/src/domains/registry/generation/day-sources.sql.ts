// What the energy ledger says of the days of a registered device, by the registers of its basis of measurement (rules R3 and R5).
import { measurementBasis, type BasisPart, type Day, type MeasurementBasis } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { DaySources, RegisterDay } from "./day-energy.ts";
import { isSettled } from "./settled.ts";
import {
  deviceLedgers,
  ledgerDays,
  meterFindings,
  type DeviceLedger,
  type LedgerDay,
} from "./readings.sql.ts";
import { boundUnits, type BoundUnit, type IssuedDevice } from "../issuance/registered-devices.sql.ts";

/** Local days of a device, both included. */
export interface Period {
  readonly from_day: Day;
  readonly to_day: Day;
}

/** The units of a device in a period, and all that is known of their days. */
export interface DeviceScene {
  readonly device: Pick<IssuedDevice, "registry" | "project_id">;
  readonly units: readonly BoundUnit[];
  readonly days: ReadonlyMap<string, LedgerDay>;
  readonly ledgers: ReadonlyMap<number, DeviceLedger>;
  readonly findings: readonly { readonly unit_id: number; readonly kind: string; readonly day: Day }[];
}

/** What counts at one place on a day, and the inverters that may stand in for a dead meter. */
interface Site {
  readonly basis: MeasurementBasis<BoundUnit>;
  readonly inverters: readonly BoundUnit[];
}

/** Reads what the ledger has of the device's units in the period. */
export async function sceneOf(db: Db, device: IssuedDevice, period: Period): Promise<DeviceScene> {
  const units = await boundUnits(db, device, period);
  const bound = units.filter((unit) => unit.device_id !== null);
  const span = {
    ...period,
    timezone: device.timezone,
    devices: [...new Set(bound.map(({ device_id }) => device_id ?? 0))],
    projects: [...new Set(bound.map(({ project_id }) => project_id ?? 0))],
  };
  const rows = await ledgerDays(db, span);
  const ids = units.map(({ unit_id }) => unit_id);
  return {
    device,
    units,
    days: new Map(rows.map((row) => [`${row.device_id} ${row.day}`, row])),
    ledgers: await deviceLedgers(db, span),
    findings: await meterFindings(db, ids),
  };
}

/** The places that have a register that counts on the day: that of the device's plant, of a group one for each plant. */
export function sitesOf({ units, device }: DeviceScene, day: Day): Site[] {
  const places = Map.groupBy(onDay(units, day), ({ project_id }) => project_id ?? device.project_id);
  return [...places.values()].flatMap((points) => {
    const basis = measurementBasis(device.registry, points);
    const inverters = points.filter(({ role }) => role === "inverter");
    return basis.registers.some(({ part }) => part === "counts") ? [{ basis, inverters }] : [];
  });
}

/** The units whose registers are in the figure of some of the days, each with what they are to it. */
export function countedUnits(
  scene: DeviceScene,
  days: readonly Day[],
): { unit: BoundUnit; parts: BasisPart[] }[] {
  const found = new Map<number, { unit: BoundUnit; parts: Set<BasisPart> }>();
  for (const { basis } of days.flatMap((day) => sitesOf(scene, day))) {
    for (const { point, part } of basis.registers) {
      const { parts } = found.get(point.unit_id) ?? { parts: new Set() };
      found.set(point.unit_id, { unit: point, parts: parts.add(part) });
    }
  }
  return [...found.values()].map(({ unit, parts }) => ({ unit, parts: [...parts] }));
}

/** The units that belong to the device on the day, each with the device of the portal that stands for it then, or none. */
function onDay(units: readonly BoundUnit[], day: Day): BoundUnit[] {
  const own = units.filter(({ from_day, to_day }) => from_day <= day && (to_day === null || day <= to_day));
  return [...Map.groupBy(own, ({ unit_id }) => unit_id).values()].flatMap((rows) => {
    const bound = rows.find((row) => isBoundOn(row, day));
    const [any] = rows;
    // A unit stays where it was: its place misses what it would have told.
    return bound ?? (any === undefined ? [] : { ...any, device_id: null });
  });
}

const isBoundOn = ({ bound_from, bound_to }: BoundUnit, day: Day): boolean =>
  bound_from !== null && bound_from <= day && (bound_to === null || day <= bound_to);

const dayOf = ({ days }: DeviceScene, { device_id }: BoundUnit, day: Day): LedgerDay | undefined =>
  days.get(`${device_id ?? 0} ${day}`);

/** What the registers said of the day. `declared`: Wh of files by day. */
export function sourcesOf(scene: DeviceScene, day: Day, declared: ReadonlyMap<Day, number>): DaySources {
  const sites = sitesOf(scene, day).map((site) => ({
    registers: site.basis.registers.map(({ point, register }) =>
      registerDay(register, dayOf(scene, point, day)),
    ),
    inverter_wh: productionOf(scene, site.inverters, day),
    is_meter_dead: isDead(scene, site, day),
  }));
  return { day, sites, declared_wh: declared.get(day) ?? null };
}

function registerDay(register: RegisterDay["register"], known: LedgerDay | undefined): RegisterDay {
  return {
    register,
    wh: known?.wh[register] ?? null,
    estimated_wh: known?.estimated[register] ?? 0,
    integrated_wh: known?.integrated[register] ?? 0,
    covered_s: known?.covered_s ?? 0,
    expected_s: known?.expected_s ?? 1,
    is_imported: known?.is_imported ?? false,
  };
}

function productionOf(scene: DeviceScene, inverters: readonly BoundUnit[], day: Day): number | null {
  let sum = 0;
  for (const unit of inverters) {
    const wh = dayOf(scene, unit, day)?.wh.production ?? null;
    if (wh === null) return null;
    sum += wh;
  }
  return inverters.length === 0 ? null : sum;
}

/** Inverters stand in for a meter of generation alone: what was exported or drawn nothing else tells. */
const isDead = ({ findings }: DeviceScene, { basis }: Site, day: Day): boolean =>
  basis.registers.some(
    ({ point, register }) =>
      register === "production" &&
      findings.some((one) => one.unit_id === point.unit_id && one.kind === "dead" && one.day <= day),
  );

type Asked = Pick<Site["basis"]["registers"][number], "point" | "register">;

/** The registers that tell the energy of the day at a place: those that count, or, a meter of generation being dead, the inverters in its place. */
function askedRegisters(scene: DeviceScene, site: Site, day: Day): readonly Asked[] {
  const { registers } = site.basis;
  if (!isDead(scene, site, day)) return registers;
  return [
    ...registers.filter(({ register }) => register !== "production"),
    ...site.inverters.map((point) => ({ point, register: "production" as const })),
  ];
}

/** True: for each register that tells the day's energy stands a device of the portal of which the ledger knows. */
export function isMeasured(scene: DeviceScene, day: Day): boolean {
  const asked = sitesOf(scene, day).flatMap((site) => askedRegisters(scene, site, day));
  const isKnown = (device_id: number | null) =>
    (scene.ledgers.get(device_id ?? 0)?.closed_day ?? null) !== null;
  return asked.length > 0 && asked.every(({ point }) => isKnown(point.device_id));
}

/** Settled where each of those registers is; a day without any is. */
export function isDaySettled(scene: DeviceScene, day: Day, now_ms: number): boolean {
  return sitesOf(scene, day).every((site) =>
    askedRegisters(scene, site, day).every((asked) => isRegisterSettled(scene, asked, { day, now_ms })),
  );
}

function isRegisterSettled(
  { ledgers, findings }: DeviceScene,
  { point, register }: Asked,
  { day, now_ms }: { readonly day: Day; readonly now_ms: number },
): boolean {
  const ledger = ledgers.get(point.device_id ?? 0);
  // A unit that nothing measures has nothing that could change: its days are missing.
  if (ledger === undefined) return true;
  const confirmed = findings.filter((one) => one.unit_id === point.unit_id && one.kind === "replaced");
  const resets = ledger.resets
    .filter((reset) => reset.register === register)
    .map((reset) => ({
      ...reset,
      is_confirmed: confirmed.some((one) => reset.from_day <= one.day && one.day <= reset.to_day),
    }));
  const { closed_day, counted, waiting_from } = ledger;
  return isSettled(day, { closed_day, counted_day: counted[register], waiting_from, resets }, now_ms);
}
