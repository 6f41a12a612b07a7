// What a person chose to see in the power chart, and how the address says it.
import { type Day, localDay } from "@heliograph/contract/kernel/time";
import { isDay } from "../../../../ui/controls/dates/days.ts";

export const POWER_MODES = ["pv-power", "nze", "load", "radiation"] as const;
/** M160. */
export type PowerMode = (typeof POWER_MODES)[number];
export type PowerSide = "ac" | "dc";
export const GROUPINGS = ["total", "device", "belink"] as const;
/** The whole plant, every inverter, or every gateway (Belink). */
export type Grouping = (typeof GROUPINGS)[number];

export interface PowerView {
  readonly mode: PowerMode;
  readonly quantity: PowerSide;
  readonly grouping: Grouping;
  /** A day of the project's calendar; null: today, whichever that is. */
  readonly day: Day | null;
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text);

/** The text where it is a calendar day, YYYY-MM-DD; else null. */
export const dayIn = (text: string | null): Day | null => (text !== null && isDay(text) ? text : null);

/** The modes that can be chosen: import, export and load need `runNze` (M160). */
export function modesOf(runNze: boolean): readonly PowerMode[] {
  return POWER_MODES.filter((mode) => runNze || mode === "pv-power" || mode === "radiation");
}

/** Choosing a mode: load is always AC and the whole plant (M160). */
export function withMode(view: PowerView, mode: PowerMode): PowerView {
  return mode === "load" ? { ...view, mode, quantity: "ac", grouping: "total" } : { ...view, mode };
}

/**
 * The view that the address asks for. What it does not say, or says wrongly, is as on a first visit; so is a mode that
 * the project does not have.
 */
export function viewIn(address: URLSearchParams, runNze: boolean): PowerView {
  const requested = oneOf(POWER_MODES, address.get("power"));
  const mode = requested !== undefined && modesOf(runNze).includes(requested) ? requested : "pv-power";
  return withMode(
    {
      mode,
      quantity: address.get("quantity") === "dc" ? "dc" : "ac",
      grouping: oneOf(GROUPINGS, address.get("group")) ?? "total",
      day: dayIn(address.get("day")),
    },
    mode,
  );
}

/** The day that is shown where the address asks for none: today, or the one on which the plant fell silent (null: it did not). */
export const usualDay = (today: Day, timezone: string, silentSinceMs: number | null): Day =>
  silentSinceMs === null ? today : localDay(timezone, silentSinceMs);

/** The day that is shown: the one asked for; the usual where none is, or one that has not come yet. */
export const dayToShow = (asked: Day | null, usual: Day, today: Day): Day =>
  asked === null || asked > today ? usual : asked;

/** The address with the view in it; what is as on a first visit is left out, and other parameters stay. */
export function withPowerView(address: URLSearchParams, view: PowerView): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null, usual: string | null) =>
    value === null || value === usual ? next.delete(name) : next.set(name, value);
  put("power", view.mode, "pv-power");
  put("quantity", view.quantity, "ac");
  put("group", view.grouping, "total");
  put("day", view.day, null);
  return next;
}
