import { useEffect, useRef, useState } from "react";

/** True where a person asked for less motion. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * The number on its way from what was shown before to `target` (M60), from zero at first, within `ms`. Null is shown as null at
 * once; where less motion is asked for, so is every number.
 */
export function useCountUp(target: number | null, ms = 1200): number | null {
  const [shown, setShown] = useState<number | null>(() => (target === null || isStill() ? target : 0));
  const last = useRef(shown);
  useEffect(() => {
    const from = last.current ?? 0;
    const show = (value: number | null) => {
      last.current = value;
      setShown(value);
    };
    if (target === null || isStill() || from === target) {
      show(target);
      return undefined;
    }
    let began: number | null = null;
    let frame = requestAnimationFrame(function step(now: number) {
      began ??= now;
      const part = Math.min(1, (now - began) / ms);
      // It slows down towards its end.
      show(part === 1 ? target : from + (target - from) * (1 - (1 - part) ** 3));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, ms]);
  return shown;
}
