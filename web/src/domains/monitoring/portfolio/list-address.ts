// Whether a list shows rows or a map, and which bands of the map, in the address.
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { bandsIn, bandsText, switched } from "../map/radiation-bands.ts";

const SHOW = "view";
const BANDS_OFF = "off";

/** The bands that are switched off, in the address under `off`. */
export function useAddressedBands() {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get(BANDS_OFF);
  const off = useMemo(() => bandsIn(text), [text]);
  const toggle = (band: number) =>
    setParameters(
      (now) => {
        const next = new URLSearchParams(now);
        const left = bandsText(switched(bandsIn(now.get(BANDS_OFF)), band));
        if (left === "") next.delete(BANDS_OFF);
        else next.set(BANDS_OFF, left);
        return next;
      },
      { replace: true },
    );
  return { off, toggle };
}

/** Rows or map, in the address under `view`; rows are the rule and not written. */
export function useListMode() {
  const [parameters, setParameters] = useSearchParams();
  const mode: "rows" | "map" = parameters.get(SHOW) === "map" ? "map" : "rows";
  const choose = (next: "rows" | "map") =>
    setParameters(
      (now) => {
        const address = new URLSearchParams(now);
        address.delete(BANDS_OFF);
        if (next === "map") address.set(SHOW, next);
        else address.delete(SHOW);
        return address;
      },
      { replace: true },
    );
  return { mode, choose };
}
