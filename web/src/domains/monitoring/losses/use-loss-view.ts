import { localDay } from "@heliograph/contract/kernel/time";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useNow } from "../../../platform/clock.ts";
import { lossViewIn, withLosses, type LossView } from "./losses-view.ts";

const HALF_MINUTE = 30_000;

/** What the address asks for on the clocks of the zone, and how to change it without leaving a step behind. */
export function useLossView(timezone: string) {
  const today = localDay(timezone, useNow(HALF_MINUTE));
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => lossViewIn(address, today), [address, today]);
  const change = useCallback(
    (part: Partial<LossView>) =>
      setAddress((now) => withLosses(now, lossViewIn(now, today), part), {
        replace: true,
        preventScrollReset: true,
      }),
    [setAddress, today],
  );
  return { view, today, change };
}
