// The dry run of an import from the browser: telemetry reads the files and counts, and here is what would follow.
import { addDays, localDay } from "@heliograph/contract";
import type { FileStore } from "../../../platform/files.ts";
import { does, type Work } from "../../../platform/jobs/jobs.ts";
import { turns } from "../../../platform/turns.ts";
import { runTrial, tryImportTask, type TrialFigures } from "../../telemetry/index.ts";
import type { Db } from "../../../platform/db.ts";
import { importTrial, type Trial } from "./import-trial.ts";
import { trialFacts } from "./import-trial.sql.ts";

/** The work on dry runs; `store` keeps the files. */
export const trialWork = (store: FileStore): readonly Work[] => [
  does(tryImportTask, ({ import_id }, at) =>
    runTrial(at, store, import_id, (projectId) => figuresIn(at.db, projectId)),
  ),
];

async function figuresIn(db: Db, projectId: number): Promise<TrialFigures> {
  const { facts, devices } = await trialFacts(db, projectId);
  const { sink, report } = importTrial(devices, facts, turns());
  return { sink, report: async () => figuresOf(report(), facts.timezone) };
}

/** Events listed of many. */
const LISTED = 50;

function figuresOf(trial: Trial, timezone: string): Awaited<ReturnType<TrialFigures["report"]>> {
  const inverters = trial.devices.filter(({ assetType }) => assetType === "solar_inverter");
  const counting = new Set(inverters.length > 0 ? inverters : trial.devices);
  const months = new Map<string, number>();
  const days = new Set<string>();
  for (const device of trial.devices) {
    for (const [day, { production }] of device.days) {
      for (const one of day.length === 7 ? daysOfMonth(day) : [day]) days.add(one);
      if (production === undefined || !counting.has(device)) continue;
      months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + production);
    }
  }
  const ordered = [...months].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    months: ordered.map(([month, wh]) => ({ month, wh })),
    sum_wh: ordered.reduce((sum, [, wh]) => sum + wh, 0),
    days: days.size,
    is_partial: trial.isPartial,
    devices: trial.devices.toSorted(bySerial).map(({ serial, assetType, readings, isNew, isRated }) => ({
      serial,
      asset_type: assetType,
      readings,
      is_new: isNew,
      is_rated: isRated,
    })),
    events: trial.devices
      .flatMap(({ serial, events }) =>
        events
          .filter(({ kind }) => kind !== "gap")
          .map(({ kind, at }) => ({
            serial,
            kind,
            at: new Date(at).toISOString(),
            month: localDay(timezone, at).slice(0, 7),
          })),
      )
      .slice(0, LISTED),
    above_power: trial.devices.flatMap(({ serial, abovePower: above }) =>
      above === null
        ? []
        : [{ serial, count: above.count, at: new Date(above.at).toISOString(), power_w: above.powerW }],
    ),
  };
}

const bySerial = (a: { serial: string }, b: { serial: string }) =>
  a.serial.localeCompare(b.serial, "en", { numeric: true });

function daysOfMonth(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}
