// What a gateway with a meter at the grid does about zero export beside holding it: it takes the rule, drills when told, and reports its
// days and drills. Pure; what is kept over a restart is NzeMemory.
import { addDays, type CommandMessage, type EventsMessage } from "@heliograph/contract";
import { z } from "zod";
import { dayStartMs, type Plant, type PvPlant } from "../fleet/plant.ts";
import { FAILSAFE_AT_FIRST_W, nzeDayReport, type HoldsAt } from "./nze-day-report.ts";
import { drillEndMs, drillReport, type Drill } from "./nze-drill-report.ts";
import type { PvDay } from "../pv-day.ts";

/** What a gateway remembers of it. */
export const nzeMemory = z.object({
  /** The last day that it has reported; null: none yet. */
  told_day: z.string().nullable(),
  failsafe_w: z.number(),
  drills: z
    .array(z.object({ command_uid: z.string(), started_ms: z.number(), meter_out_s: z.number() }))
    .readonly(),
});
export type NzeMemory = z.infer<typeof nzeMemory>;

/** Of a gateway that has heard and told nothing. */
export const NZE_UNTOLD: NzeMemory = {
  told_day: null,
  failsafe_w: FAILSAFE_AT_FIRST_W,
  drills: [],
};

/** What a gateway remembers of days that it has not reported. */
const DAYS_KEPT = 31;
/** Days in one round: each is simulated for it. */
const DAYS_AT_ONCE = 3;

/** True for the plant's gateway that reads the meter at the grid. */
export const limitsExport = (plant: Plant, index: number): plant is PvPlant =>
  plant.type === "pv" && plant.gridMeter !== null && index === 0;

/** What it remembers after a command that it carried out at an instant (ms since 1970): the rule it took, the drill it began. */
export function nzeTaken(memory: NzeMemory, command: CommandMessage, now: number): NzeMemory {
  if (command.name === "nze_parameters") return { ...memory, failsafe_w: command.failsafe_w };
  if (command.name !== "nze_drill") return memory;
  const { command_uid, meter_out_s } = command;
  return { ...memory, drills: [...memory.drills, { command_uid, started_ms: now, meter_out_s }] };
}

/** What a report is made from. */
export interface Reporting {
  readonly plant: PvPlant;
  /** The plant's day. */
  readonly day: (date: string) => PvDay;
  /** What holds at a second of a day. */
  readonly holdsAt: (date: string) => HoldsAt;
  /** Production at an instant (ms since 1970), W. */
  readonly producedW: (atMs: number) => number;
  /** Its inverters take their time. */
  readonly slow: boolean;
  /** The day that is going on, and now. */
  readonly today: string;
  readonly now: number;
}

/** The events that are due: days that are over, a few at a time, and drills that are. */
export function nzeReports(
  memory: NzeMemory,
  of: Reporting,
): { readonly memory: NzeMemory; readonly events: EventsMessage["events"] } {
  const { plant, today, now, slow } = of;
  const events: EventsMessage["events"] = [];
  const first = addDays(today, -DAYS_KEPT);
  const after = memory.told_day === null ? first : addDays(memory.told_day, 1);
  let told_day = memory.told_day;
  let day = after < first ? first : after;
  for (let count = 0; day < today && count < DAYS_AT_ONCE; count += 1, day = addDays(day, 1)) {
    const detail = nzeDayReport(plant, of.day(day), of.holdsAt(day));
    if (detail !== null) {
      const at = dayStartMs(plant.site, addDays(day, 1));
      const text = `${detail.violations} exports above the limit`;
      events.push({ at, code: "nze.day", severity: "info", text, detail });
    }
    told_day = day;
  }
  const over = (drill: Drill) => drillEndMs(drill, slow) <= now;
  for (const drill of memory.drills.filter(over)) {
    const { failsafe_w: failsafeW } = memory;
    const detail = drillReport(drill, { beforeW: of.producedW(drill.started_ms), failsafeW, slow });
    events.push({ at: drillEndMs(drill, slow), code: "nze.drill", severity: "info", text: "", detail });
  }
  return {
    memory: { ...memory, told_day, drills: memory.drills.filter((drill) => !over(drill)) },
    events,
  };
}
