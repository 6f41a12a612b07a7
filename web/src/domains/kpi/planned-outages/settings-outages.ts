// A planned outage as it is typed: local days and times of the project, which the server is told as instants.
import type { z } from "zod";
import { offsetMinutes, type Day } from "@heliograph/contract/kernel/time";
import { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { kpiExplain } from "@heliograph/contract/monitoring/explain";
import {
  listPlannedOutages,
  OUTAGE_LIMITS,
  type addPlannedOutage,
} from "@heliograph/contract/kpi/planned-outages";

/** What another outage changes: the list, and what is computed without it. */
export const OF_OUTAGES = [listPlannedOutages, projectAvailability, kpiExplain];

export interface OutageDraft {
  readonly from_day: Day;
  /** HH:MM; "" while it is not typed. */
  readonly from_time: string;
  readonly to_day: Day;
  readonly to_time: string;
  /** "": the whole project. */
  readonly gateway_uid: string;
  readonly reason: string;
}
export type OutageFaults = Readonly<Partial<Record<"begin" | "end" | "reason", OutageFault>>>;
export type OutageFault = "outages.noTime" | "outages.order" | "outages.tooLong" | "outages.noReason";
type Body = z.input<typeof addPlannedOutage.body>;

/** What a new outage begins as: the working hours of the day. */
export const outageDraft = (today: Day): OutageDraft => ({
  from_day: today,
  from_time: "08:00",
  to_day: today,
  to_time: "12:00",
  gateway_uid: "",
  reason: "",
});

const DAY_MS = 86_400_000;

/** The instant (ms since 1970) at which clocks in the zone show the time; where they skip it, as long after midnight. */
export function localInstant(timezone: string, day: Day, time: string): number {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const guess = wall - offsetMinutes(timezone, wall) * 60_000;
  return wall - offsetMinutes(timezone, guess) * 60_000;
}

/** What the draft means, or what is wrong with it. */
export function outageOf(
  draft: OutageDraft,
  timezone: string,
): { outage: Omit<Body, "project_uid"> } | { faults: OutageFaults } {
  const faults: { -readonly [Part in keyof OutageFaults]: OutageFaults[Part] } = {};
  const instant = (day: Day, time: string) => (time === "" ? null : localInstant(timezone, day, time));
  const from = instant(draft.from_day, draft.from_time);
  const to = instant(draft.to_day, draft.to_time);
  if (from === null) faults.begin = "outages.noTime";
  if (to === null) faults.end = "outages.noTime";
  if (from !== null && to !== null && to <= from) faults.end = "outages.order";
  if (from !== null && to !== null && to - from > OUTAGE_LIMITS.days * DAY_MS) faults.end = "outages.tooLong";
  const reason = draft.reason.trim();
  if (reason === "") faults.reason = "outages.noReason";
  if (from === null || to === null || Object.keys(faults).length > 0) return { faults };
  return {
    outage: {
      from_at: new Date(from).toISOString(),
      to_at: new Date(to).toISOString(),
      reason,
      ...(draft.gateway_uid === "" ? {} : { gateway_uid: draft.gateway_uid }),
    },
  };
}
