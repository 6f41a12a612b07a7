// What the devices of an alarm gave and should have given, quarter hour by quarter hour, and what a silence was.
import { gapVerdict, isUpPower, type GapVerdict } from "../availability/availability.ts";
import { ratingWeights } from "../availability/availability-day.ts";
import { expectedEnergyWh, INITIAL_KAPPA } from "../ratios/curtailed-energy.ts";
import { QUARTER_HOURS, QUARTER_MS } from "../ratios/kpi-quarters.ts";
import { clearSkyAt, type CostDevice, type CostPlant } from "./alarm-cost.ts";

/** Energy of a device in a quarter hour that begins at the instant (ms since 1970). */
export interface DeviceQuarter {
  readonly device_id: number;
  readonly at_ms: number;
  readonly energy_wh: number | null;
  readonly covered_s: number;
}

/** What a plant's sensors say of a quarter hour. */
export interface LightQuarter {
  readonly at_ms: number;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
}

interface CourseQuarter {
  readonly at_ms: number;
  /** Null: not known. */
  readonly own_wh: number | null;
  /** True where the devices reported that they produce. */
  readonly own_produces: boolean;
  readonly expected_wh: number | null;
  readonly by: "siblings" | "light" | "clear_sky" | null;
}

interface CourseFacts {
  readonly plant: Pick<CostPlant, "latitude" | "longitude" | "capacity_wp" | "gamma_per_c" | "devices">;
  readonly own: readonly Pick<CostDevice, "device_id">[];
  readonly rows: readonly DeviceQuarter[];
  readonly light: readonly LightQuarter[];
}

/** A quarter hour counts as reported from this many covered seconds on: half of it. */
const MEASURED_S = 450;
/** So long before and after it the sky tells how clear it was in a stretch of which nothing else is known. */
const AROUND_MS = 2 * 3_600_000;

/**
 * The quarter hours of the span, instants in ms since 1970. Expected is what siblings that produced gave, by rating; else what the
 * light lets expect; else what a clear sky gives, as dimmed as it was in the two hours before and after.
 */
export function courseOf(
  facts: CourseFacts,
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): CourseQuarter[] {
  const first = Math.floor(from_ms / QUARTER_MS) * QUARTER_MS;
  const bins = Array.from(
    { length: Math.max(0, Math.ceil((to_ms - first) / QUARTER_MS)) },
    (_, index) => first + index * QUARTER_MS,
  );
  const byTime = Map.groupBy(facts.rows, ({ at_ms }) => at_ms);
  const light = new Map(facts.light.map((one) => [one.at_ms, one]));
  const known = bins.map((at_ms) => quarterOf(facts, { at_ms, rows: byTime.get(at_ms) ?? [], light }));
  const clearness = clearnessAround(facts, byTime, { from_ms: first, to_ms });
  return known.map((quarter) => {
    if (quarter.expected_wh !== null || clearness === null) return quarter;
    const expected_wh = clearness * clearSkyAt(facts.plant, quarter.at_ms + QUARTER_MS / 2);
    return { ...quarter, expected_wh, by: "clear_sky" };
  });
}

function ownOf(facts: CourseFacts, rows: readonly DeviceQuarter[]) {
  const ids = new Set(facts.own.map(({ device_id }) => device_id));
  const own = rows.filter(({ device_id }) => ids.has(device_id));
  const energies = own.flatMap(({ energy_wh }) => energy_wh ?? []);
  const isMeasured = own.length > 0 && own.every(({ covered_s }) => covered_s >= MEASURED_S);
  return { wh: energies.length === 0 ? null : energies.reduce((a, b) => a + b, 0), isMeasured };
}

function quarterOf(
  facts: CourseFacts,
  of: {
    readonly at_ms: number;
    readonly rows: readonly DeviceQuarter[];
    readonly light: ReadonlyMap<number, LightQuarter>;
  },
): CourseQuarter {
  const { plant, own } = facts;
  const weights = ratingWeights(plant.devices);
  const rows = new Map(of.rows.map((row) => [row.device_id, row]));
  let [ownWeight, all, wh, weight] = [0, 0, 0, 0];
  plant.devices.forEach(({ device_id, ac_nominal_w }, at) => {
    const rating = weights[at] ?? 0;
    all += rating;
    if (own.some((device) => device.device_id === device_id)) {
      ownWeight += rating;
      return;
    }
    const row = rows.get(device_id);
    const energy = row?.energy_wh ?? null;
    if (row === undefined || energy === null || row.covered_s < MEASURED_S) return;
    if (!isUpPower(energy / QUARTER_HOURS, ac_nominal_w)) return;
    wh += energy;
    weight += rating;
  });
  const mine = ownOf(facts, of.rows);
  const rated = plant.devices.find(({ device_id }) => own.some((device) => device.device_id === device_id));
  const shown = {
    at_ms: of.at_ms,
    own_wh: mine.wh,
    own_produces:
      mine.isMeasured &&
      isUpPower((mine.wh ?? 0) / QUARTER_HOURS, own.length === 1 ? (rated?.ac_nominal_w ?? null) : null),
  };
  if (weight > 0) return { ...shown, expected_wh: (wh / weight) * ownWeight, by: "siblings" };
  const sun = of.light.get(of.at_ms);
  if (sun === undefined || sun.irradiance_w_m2 === null) return { ...shown, expected_wh: null, by: null };
  const share = {
    capacity_wp: all === 0 ? 0 : (plant.capacity_wp * ownWeight) / all,
    gamma_per_c: plant.gamma_per_c,
    ac_nominal_w: null,
  };
  const interval = { ...sun, hours: QUARTER_HOURS, energy_wh: null };
  return { ...shown, expected_wh: expectedEnergyWh(interval, share, INITIAL_KAPPA), by: "light" };
}

/** Wh in a quarter hour for each W/m² of a clear sky, by what the devices reported around the span; null: nothing. */
function clearnessAround(
  facts: CourseFacts,
  byTime: ReadonlyMap<number, readonly DeviceQuarter[]>,
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): number | null {
  let [energy, sky] = [0, 0];
  for (const [at_ms, rows] of byTime) {
    const isBefore = at_ms < from_ms && at_ms >= from_ms - AROUND_MS;
    const isAfter = at_ms >= to_ms && at_ms < to_ms + AROUND_MS;
    const own = isBefore || isAfter ? ownOf(facts, rows) : null;
    if (own === null || own.wh === null || !own.isMeasured) continue;
    energy += own.wh;
    sky += clearSkyAt(facts.plant, at_ms + QUARTER_MS / 2);
  }
  return sky <= 0 ? null : energy / sky;
}

/**
 * What a silence was, by what the counters gained over it. `isBack`: the counters are known beyond its end, so that a quarter hour without
 * energy is one in which nothing was produced.
 */
export function silenceVerdict(
  course: readonly CourseQuarter[],
  isBack: boolean,
): { verdict: GapVerdict; produced_wh: number | null; expected_wh: number } {
  const expected_wh = course.reduce((sum, quarter) => sum + (quarter.expected_wh ?? 0), 0);
  const produced_wh = isBack ? course.reduce((sum, quarter) => sum + (quarter.own_wh ?? 0), 0) : null;
  return { verdict: gapVerdict(produced_wh, expected_wh).verdict, produced_wh, expected_wh };
}
