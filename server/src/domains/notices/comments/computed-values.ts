import { chipDays, localDay, type ComputedChip, type ComputedValue } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { KPI_VERSION } from "../../kpi/index.ts";
import { explanationOf, totalsOfRange } from "../../monitoring/index.ts";

/**
 * The figure of the project as the statistics, and for ratios their explanation, show it. Of a time that is going on it is up to
 * now; of one that has not begun null.
 */
export async function computedValue(
  tx: Tx,
  access: ProjectAccess,
  chip: ComputedChip,
  now_ms: number,
): Promise<ComputedValue> {
  const range = chipDays(chip);
  const today = localDay(access.timezone, now_ms);
  const of = { ...chip, version: KPI_VERSION, computed_at: new Date(now_ms).toISOString() };
  if (range === null || range.from_date > today) {
    return { ...of, value: null, unit: UNITS[chip.calc_param_name] };
  }
  const until = { from_date: range.from_date, to_date: range.to_date > today ? today : range.to_date };
  return { ...of, ...(await figureOf(tx, access, { chip, until }, now_ms)) };
}

const UNITS = {
  inverter_production: "kWh",
  metter_production: "kWh",
  pr: "%",
  availability: "%",
  co2_reduction: "t",
  saving_cost: "VND",
  insolation: "Wh/m2",
} as const satisfies Record<ComputedChip["calc_param_name"], ComputedValue["unit"]>;

const RATIOS = { pr: "performance_ratio", availability: "availability" } as const;

async function figureOf(
  tx: Tx,
  access: ProjectAccess,
  { chip, until }: { chip: ComputedChip; until: { from_date: string; to_date: string } },
  now_ms: number,
): Promise<Pick<ComputedValue, "value" | "unit">> {
  const { calc_param_name: name } = chip;
  if (name === "pr" || name === "availability") {
    const { value } = await explanationOf(
      tx,
      access,
      { kpi: RATIOS[name], scope: "range", ...until },
      now_ms,
    );
    return { value, unit: UNITS[name] };
  }
  const totals = await totalsOfRange(tx, access, until, now_ms);
  switch (name) {
    case "inverter_production":
    case "metter_production":
    case "co2_reduction":
    case "insolation":
      return totals[name];
    case "saving_cost":
      return totals.cost_saving;
    default:
      return name satisfies never;
  }
}
