import { useEffect, useState } from "react";

/** The value once it has not changed for so many ms; at first the value as it is. Values are compared as JSON. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  const now = JSON.stringify(value);
  useEffect(() => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- what was written a line above
    const timer = setTimeout(() => setSettled(JSON.parse(now) as T), pauseMs);
    return () => clearTimeout(timer);
  }, [now, pauseMs]);
  return settled;
}
