// Alarms of days that gave too little, from what each day says.
import type { AlarmSeverity } from "@heliograph/contract";
import type { AlarmCause } from "./alarm-rules.ts";
import { alarmKey, type PastAlarm } from "./alarm-replay.ts";

/** What a day says of a plant or a device that could be judged: null, it gave enough. */
export interface DayVerdict extends Pick<PastAlarm, "kind" | "gateway_id" | "device_id"> {
  readonly day: string;
  readonly short: { readonly severity: AlarmSeverity; readonly cause: AlarmCause } | null;
}

/**
 * The alarms that the verdicts tell: each from the first day that fell short to the midnight after the next that did not;
 * days that could not be judged change nothing. Verdicts are in order of their days; `startOf` a day, ms since 1970, and the
 * one `after` it.
 */
export function alarmsOfDays(
  verdicts: readonly DayVerdict[],
  { startOf, after }: { startOf: (day: string) => number; after: (day: string) => string },
): PastAlarm[] {
  return [...Map.groupBy(verdicts, alarmKey).values()].flatMap((own) => {
    const past: PastAlarm[] = [];
    let open: PastAlarm | null = null;
    for (const { day, short, kind, gateway_id, device_id } of own) {
      if (short !== null) {
        const started_ms: number = open?.started_ms ?? startOf(day);
        open = { kind, gateway_id, device_id, ...short, started_ms, ended_ms: null };
      } else if (open !== null) {
        past.push({ ...open, ended_ms: startOf(after(day)) });
        open = null;
      }
    }
    return open === null ? past : [...past, open];
  });
}
