// What the weather of a project is answered in tests.
import type { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import type { z } from "zod";

const of = <U extends string>(value: number | null, unit: U) => ({ value, unit });

/** Weather by sensors that are in contact and know no wind. */
export function weatherAnswer(over: Partial<z.input<typeof weatherWidget.answer>> = {}) {
  const live = { at: "2026-11-21T06:40:00.000Z", live: true };
  return {
    current_time: "2026-11-21T13:40:00+07:00",
    timezone: "Asia/Ho_Chi_Minh",
    irradiance: { ...of(812, "W/m2"), ...live },
    panel_temperature: { ...of(47.13, "°C"), ...live },
    ambient_temperature: { ...of(31.2, "°C"), ...live },
    wind_speed: { ...of(null, "m/s"), at: null, live: false },
    sun: {
      is_up: true,
      elevation: of(47.6, "°"),
      highest_elevation: of(59, "°"),
      solar_noon: "2026-11-21T11:38:31+07:00",
      sunrise: "2026-11-21T05:49:02+07:00",
      sunset: "2026-11-21T17:28:10+07:00",
    },
    ...over,
  };
}
