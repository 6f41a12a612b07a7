// The weather of a project from what its sensors said last and from where the sun stands.
import { localDay, type Answer, type weatherWidget } from "@heliograph/contract";
import { contactLimitSeconds } from "../../kpi/index.ts";
import { SUNRISE_ELEVATION_DEG, sunElevationDeg, sunTimes } from "../../energy/index.ts";
import { zonedTime } from "../zoned-time.ts";

type Weather = Answer<typeof weatherWidget>;

/** What a device of the project said last; nulls: nothing of that kind. */
export interface SensorRow {
  readonly ts: Date;
  readonly interval_s: number;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly ambient_temperature_c: number | null;
  readonly wind_speed_m_s: number | null;
}
type Sensed = "irradiance_w_m2" | "module_temperature_c" | "ambient_temperature_c" | "wind_speed_m_s";

interface Site {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

/** The weather at the site at the instant. */
export function weatherOf(site: Site, rows: readonly SensorRow[], nowMs: number): Weather {
  const { timezone } = site;
  const times = sunTimes(site, localDay(timezone, nowMs));
  const elevation = sunElevationDeg(site, nowMs);
  const zoned = (ms: number | null) => (ms === null ? null : zonedTime(timezone, ms));
  return {
    current_time: zonedTime(timezone, nowMs),
    timezone,
    irradiance: { ...sensed(rows, "irradiance_w_m2", nowMs), unit: "W/m2" },
    panel_temperature: { ...sensed(rows, "module_temperature_c", nowMs), unit: "°C" },
    ambient_temperature: { ...sensed(rows, "ambient_temperature_c", nowMs), unit: "°C" },
    wind_speed: { ...sensed(rows, "wind_speed_m_s", nowMs), unit: "m/s" },
    sun: {
      is_up: elevation >= SUNRISE_ELEVATION_DEG,
      elevation: { value: elevation, unit: "°" },
      highest_elevation: { value: times.highest_deg, unit: "°" },
      solar_noon: zonedTime(timezone, times.noon_ms),
      sunrise: zoned(times.sunrise_ms),
      sunset: zoned(times.sunset_ms),
    },
  };
}

/** The mean of those in contact, else the newest value of one that is not. */
function sensed(rows: readonly SensorRow[], quantity: Sensed, nowMs: number) {
  const reporting = rows
    .flatMap(({ ts, interval_s, [quantity]: value }) =>
      value === null
        ? []
        : [{ value, ms: ts.getTime(), live: nowMs - ts.getTime() <= contactLimitSeconds(interval_s) * 1000 }],
    )
    .toSorted((a, b) => b.ms - a.ms);
  const live = reporting.filter((one) => one.live);
  const used = live.length > 0 ? live : reporting.slice(0, 1);
  const [newest] = used;
  if (newest === undefined) return { value: null, at: null, live: false };
  const value = used.reduce((sum, one) => sum + one.value, 0) / used.length;
  return { value, at: new Date(newest.ms).toISOString(), live: newest.live };
}
