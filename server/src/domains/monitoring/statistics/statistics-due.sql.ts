// What was due in the bins of statistics: of a project's production, and of each of its devices.
import { daysBetween, type TimeRange } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { turns } from "../../../platform/turns.ts";
import { BIN_MS } from "../../energy/index.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { dueFacts, productionDueByDay, productionDueByQuarter } from "../data-quality/production-due.sql.ts";
import {
  dueBy,
  dueSeconds,
  spannedDevices,
  type Due,
  type ProductionDay,
} from "../data-quality/production-due.ts";
import { deviceDayKey, dueBins, quarterDays } from "../data-quality/quality-due.ts";
import { gridBinOf, hasTimes, spanOf, type Grid } from "./statistics-bins.ts";
import type { DueByBin } from "./statistics.ts";

/** A range with the days of it on which anything was produced, as they are now. */
interface ProducedRange {
  readonly range: TimeRange;
  readonly days: readonly ProductionDay[];
  readonly nowMs: number;
}

/** What was due of the production in each bin, and what of that came. */
export async function productionDue(
  tx: Tx,
  access: ProjectAccess,
  { range, grid, ...of }: ProducedRange & { grid: Grid },
): Promise<DueByBin> {
  const due =
    grid.starts_ms.length === 0
      ? dueBy(await productionDueByDay(tx, access, range, of), ({ day }) => gridBinOf(grid, day))
      : dueBy(await productionDueByQuarter(tx, access, range, { ...grid.span, ...of }), ({ at_ms }) =>
          gridBinOf(grid, at_ms),
        );
  due.delete(-1);
  return due;
}

/** What was due of the production in the whole range, and what of that came; undefined: nothing was due. */
export async function productionDueInAll(
  tx: Tx,
  access: ProjectAccess,
  { range, ...of }: ProducedRange,
): Promise<Due | undefined> {
  const due = hasTimes(range)
    ? await productionDueByQuarter(tx, access, range, { ...spanOf(access.timezone, range), ...of })
    : await productionDueByDay(tx, access, range, of);
  return dueBy<Due, "all">(due, () => "all").get("all");
}

/** The seconds in which data of each device were due in each bin, by its id. */
export async function devicesDue(
  tx: Tx,
  access: ProjectAccess,
  { range, grid }: { range: TimeRange; grid: Grid },
  nowMs: number,
): Promise<Map<number, number[]>> {
  const facts = await dueFacts(tx, access, range, nowMs);
  const turn = turns();
  const due = new Map<number, number[]>();
  const days = daysBetween(range.from_date, range.to_date);
  const places = days.map((day) => gridBinOf(grid, day));
  const seconds = dueSeconds(facts);
  const quarters =
    grid.starts_ms.length === 0 ? [] : quarterDays(facts.place, range.from_date, range.to_date);
  const binAt = new Map(quarters.flatMap(({ bins }) => bins.map(({ at }) => [at, gridBinOf(grid, at)])));
  for (const device of spannedDevices(facts)) {
    const own = grid.bins.map(() => 0);
    const add = (bin: number, s: number) => {
      if (bin >= 0) own[bin] = (own[bin] ?? 0) + s;
    };
    await turn();
    if (grid.starts_ms.length === 0) {
      for (const [index, day] of days.entries()) add(places[index] ?? -1, seconds(device, day));
    } else {
      for (const day of quarters) {
        if (facts.reported.has(deviceDayKey(device.device_id, day.day))) continue;
        for (const at of dueBins(device.asset_type, day, device.due)) add(binAt.get(at) ?? -1, BIN_MS / 1000);
      }
    }
    due.set(device.device_id, own);
  }
  return due;
}
