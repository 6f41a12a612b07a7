// What the time is where a project stands.
import { localDay } from "@heliograph/contract/kernel/time";
import { useNow } from "../../../platform/clock.ts";

/** The time now, renewed twice a minute, and the calendar day that it is in the project's zone. */
export function useProjectTime(timezone: string): { nowMs: number; today: string } {
  const nowMs = useNow(30_000);
  return { nowMs, today: localDay(timezone, nowMs) };
}
