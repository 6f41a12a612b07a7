// What zero export held back on a day, in energy and at the price of its hours.
import { localMinutes } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { keyOfDay } from "../heat/heat-days.sql.ts";
import { DEFAULT_PRICE, priceAt } from "../saving/cost-saving.ts";
import { pricesOf } from "../saving/prices.sql.ts";
import { expectedEnergyWh } from "./curtailed-energy.ts";
import { computedDays, kpiDays } from "./kpi-days.sql.ts";
import type { KpiProject } from "./kpi-rows.sql.ts";
import { QUARTER_MS } from "./kpi-quarters.ts";

/** Energy that a plant could have given and did not, and what it was worth. */
interface HeldBack {
  readonly wh: number;
  /** At the tariff of the quarter hours in which it was held back. */
  readonly vnd: number;
}

/**
 * What zero export held back of the project on a local day: `curtailed_wh` of the day's key figures, over the quarter hours in which the
 * limit was binding by what each fell short. Null: not computed, as where the plant does not run zero export.
 */
export async function heldBackOn(
  db: Db,
  project: KpiProject,
  day: string,
  nowMs: number,
): Promise<HeldBack | null> {
  const { project_id, timezone } = project;
  const [kept] = await kpiDays(db, project, { from: day, to: day }, nowMs);
  const wh = kept?.curtailed_wh ?? null;
  if (wh === null || wh === 0) return wh === null ? null : { wh, vnd: 0 };
  const [computed] = await computedDays(db, project, [day], nowMs);
  if (computed === undefined) return null;
  const shares = sharesOf(computed);
  const price =
    (await pricesOf(db, [{ project_id, day }])).get(keyOfDay({ project_id, day })) ?? DEFAULT_PRICE;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const vnd = shares.reduce((sum, share, at) => {
    const minutes = localMinutes(timezone, computed.paired.span.from_ms + at * QUARTER_MS);
    return sum + ((share * wh) / 1000) * priceAt(price, { minutes, weekday });
  }, 0);
  return { wh, vnd };
}

/** For each quarter hour its share of what was held back, 0 to 1; they add up to 1. */
function sharesOf({ kpi, limited, paired }: Awaited<ReturnType<typeof computedDays>>[number]): number[] {
  const short = limited.map(() => 0);
  for (const { gateway_id, plant, intervals } of paired.pairs.units) {
    const unit = kpi.units.find((one) => one.gateway_id === gateway_id);
    const whole = intervals.map((interval) => expectedEnergyWh(interval, plant, 1) ?? 0);
    const all = whole.reduce((a, b) => a + b, 0);
    const kappa = all > 0 ? Math.min(1, (unit?.expected_wh ?? 0) / all) : 0;
    for (const [at, wh] of whole.entries()) {
      if (limited[at] !== true) continue;
      short[at] = (short[at] ?? 0) + Math.max(0, kappa * wh - (intervals[at]?.energy_wh ?? 0));
    }
  }
  const sum = short.reduce((a, b) => a + b, 0);
  const bound = limited.filter(Boolean).length;
  return short.map((wh, at) => (sum > 0 ? wh / sum : limited[at] === true ? 1 / bound : 0));
}
