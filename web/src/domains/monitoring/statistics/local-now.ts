import { localDay, localMinutes } from "@heliograph/contract/kernel/time";
import type { LocalNow } from "@heliograph/contract/monitoring/statistics/statistics-range";
import { useMemo } from "react";
import { useNow } from "../../../platform/clock.ts";

const HALF_MINUTE = 30_000;

/** Day and minute of the day on the clocks of the zone, renewed twice a minute; the same object within a minute. */
export function useLocalNow(timezone: string): LocalNow {
  const nowMs = useNow(HALF_MINUTE);
  const today = localDay(timezone, nowMs);
  const minutes = localMinutes(timezone, nowMs);
  return useMemo(() => ({ today, minutes }), [today, minutes]);
}
