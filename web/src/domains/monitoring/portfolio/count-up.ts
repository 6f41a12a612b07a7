import { useEffect, useRef, useState } from "react";
import { useMedia } from "../../../ui/layout/media.ts";

const DURATION_MS = 1200;
const easeOut = (share: number) => 1 - (1 - share) ** 3;
const STILL = "(prefers-reduced-motion: reduce)";

/**
 * A number on its way to `target` (M60): from 0 when it first appears, else from what was shown. At once where motion is
 * not wanted; null, not known, is null at once.
 */
export function useCountUp(target: number | null): number | null {
  const still = useMedia(STILL);
  const [shown, setShown] = useState(0);
  const from = useRef(0);
  useEffect(() => {
    if (target === null || still) {
      from.current = target ?? 0;
      return undefined;
    }
    const begin = from.current;
    let frame = 0;
    let begun: number | null = null;
    const step = (now: number) => {
      begun ??= now;
      const share = Math.min(1, (now - begun) / DURATION_MS);
      from.current = share === 1 ? target : begin + (target - begin) * easeOut(share);
      setShown(from.current);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target, still]);
  return target === null || still ? target : shown;
}

/** True where a person asked for less motion. */
export const isStill = (): boolean => matchMedia(STILL).matches;
