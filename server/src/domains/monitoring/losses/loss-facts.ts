// What stands beside the steps of a waterfall: the light they began with, and how much of the time is known.
import { addDays, type Answer, type Day, type LossEnergies, type lossWaterfall } from "@heliograph/contract";
import { MODULES_FIRST, ratingWeights, type KpiProject, type LossRow } from "../../kpi/index.ts";
import type { StatedRatings } from "./losses.sql.ts";

type Waterfall = Answer<typeof lossWaterfall>;

/** From this share of its quarter hours on a day counts as complete (IEC 61724-1 practice, as for ratios). */
const COMPLETE_FROM = 0.9;

/** Light, temperature, κ and hours of the rows together; `ratings` are those of all devices that the plant's light is shared by. */
export function lightOf(
  rows: readonly LossRow[],
  energies: LossEnergies,
  { project, ratings }: { project: KpiProject; ratings: readonly StatedRatings[] },
): Pick<
  Waterfall,
  | "capacity_wp"
  | "insolation_wh_m2"
  | "temperature_c"
  | "gamma_percent_per_c"
  | "kappa"
  | "ac_nominal_w"
  | "quarter_hours"
  | "gap_expected_wh"
  | "pending_wh"
  | "estimated_base_wh"
  | "commanded"
> {
  const sum = (of: (row: LossRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const { gamma_per_c } = project.plant;
  const own = new Set(rows.map(({ device_id }) => device_id));
  const weights = ratingWeights(ratings, MODULES_FIRST);
  const all = weights.reduce((total, weight) => total + weight, 0);
  const mine = weights.reduce(
    (total, weight, at) => total + (own.has(ratings[at]?.device_id ?? 0) ? weight : 0),
    0,
  );
  const capacity_wp = all === 0 ? 0 : Math.round((project.plant.capacity_wp * mine) / all);
  const warm = energies.base - energies.temperature;
  return {
    capacity_wp,
    insolation_wh_m2: capacity_wp > 0 ? (energies.base * 1000) / capacity_wp : 0,
    // Σ base · γ(T − 25) is what temperature took: γ is one for the plant.
    temperature_c:
      energies.base > 0 && gamma_per_c !== 0 ? 25 - energies.temperature / energies.base / gamma_per_c : null,
    gamma_percent_per_c: project.terms.gamma_percent_per_c,
    kappa: warm > 0 ? 1 - energies.usual / warm : null,
    ac_nominal_w: ratings
      .filter(({ device_id }) => own.has(device_id))
      .reduce<number | null>(
        (total, { ac_nominal_w }) => (total === null || ac_nominal_w === null ? null : total + ac_nominal_w),
        0,
      ),
    quarter_hours: {
      zero_export: sum((row) => row.zero_export_quarters),
      clipping: sum((row) => row.clipping_quarters),
      outage: sum((row) => row.outage_quarters),
      communication: sum((row) => row.communication_quarters),
      daylight: sum((row) => row.daylight_quarters),
      known: sum((row) => row.known_quarters),
    },
    gap_expected_wh: sum((row) => row.gap_expected_wh),
    pending_wh: sum((row) => row.pending_wh),
    estimated_base_wh: sum((row) => row.estimated_base_wh),
    commanded: {
      energy_wh: sum((row) => row.commanded_wh),
      cost_vnd: Math.round(sum((row) => (row.commanded_wh * Number(row.vnd_per_kwh)) / 1000)),
      quarter_hours: sum((row) => row.commanded_quarters),
    },
  };
}

/** Days, in order and in stretches, of which less than nine tenths of the daylight are known. */
export function incompleteDays(
  rows: readonly Pick<LossRow, "day" | "daylight_quarters" | "known_quarters">[],
): { from_date: Day; to_date: Day }[] {
  const found: { from_date: Day; to_date: Day }[] = [];
  const days = [...Map.groupBy(rows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [day, own] of days) {
    const daylight = own.reduce((sum, row) => sum + row.daylight_quarters, 0);
    const known = own.reduce((sum, row) => sum + row.known_quarters, 0);
    if (known >= COMPLETE_FROM * daylight) continue;
    const last = found.at(-1);
    if (last !== undefined && addDays(last.to_date, 1) === day) last.to_date = day;
    else found.push({ from_date: day, to_date: day });
  }
  return found;
}
