// How the list writes the figures of a device.
import { localDay } from "@heliograph/contract/kernel/time";
import type { DeviceRow } from "@heliograph/contract/monitoring/devices/device-list";
import { inShownUnit, shownUnit } from "../../../platform/format.ts";
import type { Words } from "../words.ts";

interface Written {
  readonly number: string;
  readonly unit: string;
}

/** The newest value: power in kW, irradiance in W/m², temperature in °C. */
export function liveFigure({ live }: Pick<DeviceRow, "live">, { format }: Words): Written {
  const digits = live.unit === "W/m2" ? 0 : 1;
  return { number: format.number(inShownUnit(live.value, live.unit), digits), unit: shownUnit(live.unit) };
}

/** What was counted today: energy in kWh, insolation in Wh/m². */
export function todayFigure({ today }: Pick<DeviceRow, "today">, { format }: Words): Written {
  return { number: format.number(today.value, today.unit === "Wh/m2" ? 0 : 1), unit: shownUnit(today.unit) };
}

/** When the instant was, in the project's zone: the clock alone on its day `today`, with `seconds` when asked. */
export function whenOf(
  ts: string,
  at: { readonly timezone: string; readonly today: string; readonly seconds?: boolean },
  { format }: Words,
): string {
  const ms = Date.parse(ts);
  return localDay(at.timezone, ms) === at.today
    ? format.clock(ms, at.timezone, at.seconds)
    : format.dateTime(ms, at.timezone);
}
