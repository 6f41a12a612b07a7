// What draws charts, with its library: fetched when the first chart is on the page, and there for all after it.
import { useEffect, useState } from "react";
import type * as Plot from "./Plot.tsx";

type Plots = typeof Plot;

let fetched: Plots | null = null;
let canvas: boolean | undefined;

/** True where the browser can draw. Where it cannot, charts are tables. */
export function canDraw(): boolean {
  canvas ??= document.createElement("canvas").getContext("2d") !== null;
  return canvas;
}

/**
 * The plots; null until they are fetched, and where nothing can be drawn. Throws while rendering when they cannot be
 * fetched. Not by React's lazy: what waits for that once is shown 300 ms later, however soon it is there.
 */
export function usePlots(): Plots | null {
  const [plots, setPlots] = useState(fetched);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    if (plots !== null || !canDraw()) return undefined;
    let gone = false;
    const come = async () => {
      try {
        fetched = await import("./Plot.tsx");
        if (!gone) setPlots(fetched);
      } catch (error) {
        if (!gone) setFailure(error instanceof Error ? error : new Error(String(error)));
      }
    };
    void come();
    return () => {
      gone = true;
    };
  }, [plots]);
  if (failure !== null) throw failure;
  return plots;
}
