import { localDay, localMinutes, offsetMinutes, timeZone } from "@heliograph/contract";
import { Problem } from "../../platform/problem.ts";

/** Hours, minutes and seconds as clocks write them. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));
const clock = (minutes: number) => `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}`;

/** The instant (ms since 1970) as ISO 8601 in whole seconds with the offset of the time zone, like 2026-02-03T10:00:00+07:00. */
export function zonedTime(timezone: string, atMs: number): string {
  const ahead = offsetMinutes(timezone, atMs);
  const seconds = TWO_DIGITS[new Date(atMs).getUTCSeconds()];
  const offset = `${ahead < 0 ? "-" : "+"}${clock(Math.abs(ahead))}`;
  return `${localDay(timezone, atMs)}T${clock(localMinutes(timezone, atMs))}:${seconds}${offset}`;
}

/**
 * The time zone that the caller's `timezone` header names (M203); UTC when there is none. It is for clocks of the caller:
 * days of a project are always those of the project's own zone. Refuses `request.invalid` for what is no zone.
 */
export function callersTimezone(header: string | undefined): string {
  const { success, data, error } = timeZone.safeParse(header ?? "UTC");
  if (success) return data;
  throw new Problem(400, "request.invalid", "The request is not valid", {
    "header.timezone": error.issues[0]?.message ?? "",
  });
}
