// A planned outage as it is typed: local days and times of the project, which the server is told as instants.
import { instantAt, type Day } from "@heliograph/contract/kernel/time";
import { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { kpiExplain } from "@heliograph/contract/monitoring/explain";
import { listPlannedOutages, OUTAGE_LIMITS } from "@heliograph/contract/kpi/planned-outages";

/** What another outage changes: the list, and what is computed without it. */
export const OF_OUTAGES = [listPlannedOutages, projectAvailability, kpiExplain];

/** What is typed; a type and no interface, as forms are of any fields. */
export type OutageFields = {
  readonly from_day: Day;
  /** HH:MM; null while it is not typed. */
  readonly from_time: string | null;
  readonly to_day: Day;
  readonly to_time: string | null;
  /** "": the whole project. */
  readonly gateway_uid: string;
  readonly reason: string;
};
type OutageFault = "outages.noTime" | "outages.order" | "outages.tooLong";

/** What a new outage begins as: the working hours of the day. */
export const outageFields = (today: Day): OutageFields => ({
  from_day: today,
  from_time: "08:00",
  to_day: today,
  to_time: "12:00",
  gateway_uid: "",
  reason: "",
});

const DAY_MS = 86_400_000;

/** The instant (ms since 1970) at which clocks in the zone show the time HH:MM. */
export function localInstant(timezone: string, day: Day, time: string): number {
  return instantAt(timezone, day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));
}

/** Beginning and end as instants (ms since 1970), null for one without a time. */
function endsOf(fields: OutageFields, timezone: string) {
  const instant = (day: Day, time: string | null) =>
    time === null ? null : localInstant(timezone, day, time);
  return { from: instant(fields.from_day, fields.from_time), to: instant(fields.to_day, fields.to_time) };
}

/** The body of addPlannedOutage that the fields mean, without its project, for the schema of the contract to judge. */
export function outageBody(fields: OutageFields, timezone: string) {
  const { from, to } = endsOf(fields, timezone);
  return {
    from_at: from === null ? undefined : new Date(from).toISOString(),
    to_at: to === null ? undefined : new Date(to).toISOString(),
    reason: fields.reason,
    ...(fields.gateway_uid === "" ? {} : { gateway_uid: fields.gateway_uid }),
  };
}

/** Which rule of the contract an end breaks that was found wrong; undefined: another. */
export function outageFault(
  fields: OutageFields,
  timezone: string,
  end: "from" | "to",
): OutageFault | undefined {
  const { from, to } = endsOf(fields, timezone);
  if ((end === "from" ? from : to) === null) return "outages.noTime";
  if (end === "from" || from === null || to === null) return undefined;
  if (to <= from) return "outages.order";
  return to - from > OUTAGE_LIMITS.days * DAY_MS ? "outages.tooLong" : undefined;
}
