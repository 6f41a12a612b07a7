import { offsetMinutes, timeZone } from "@heliograph/contract";
import { Problem } from "../../platform/problem.ts";

const two = (value: number) => String(value).padStart(2, "0");

/** The instant (ms since 1970) as ISO 8601 in whole seconds with the offset of the time zone, like 2026-02-03T10:00:00+07:00. */
export function zonedTime(timezone: string, atMs: number): string {
  const minutes = offsetMinutes(timezone, atMs);
  const local = new Date(atMs + minutes * 60_000).toISOString().slice(0, 19);
  const ahead = Math.abs(minutes);
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
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
