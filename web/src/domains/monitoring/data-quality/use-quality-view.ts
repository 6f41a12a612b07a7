import { localDay } from "@heliograph/contract/kernel/time";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { qualityViewIn, withQuality, type QualityView } from "./quality-view.ts";

const HALF_MINUTE = 30_000;

/** What the address asks for on the clocks of the zone, its present day, and how to change it without leaving a step behind. */
export function useQualityView(timezone: string) {
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => qualityViewIn(address, today), [address, today]);
  const change = useCallback(
    (part: Partial<QualityView>) =>
      setAddress((now) => withQuality(now, part), { replace: true, preventScrollReset: true }),
    [setAddress],
  );
  return { view, today, change };
}
