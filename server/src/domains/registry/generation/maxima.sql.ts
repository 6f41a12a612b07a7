// The most that days of a registered device can have, by its approved ratings and the sun over its place (ISS-007).
import type { Day } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { clearSkyIrradiance, daylightSeconds, spanOfDay, sunElevationDeg } from "../../energy/index.ts";
import { physicalMaximumWh } from "./physical-maximum.ts";
import { insolationDays } from "./readings.sql.ts";
import type { IssuedDevice } from "../issuance/registered-devices.sql.ts";

const QUARTER_MS = 900_000;
const QUARTER_H = 0.25;

/** What a clear sky gives level ground, Wh/m², and how long the sun is up, s. */
interface SunOfDay {
  readonly clear_sky_wh_m2: number;
  readonly daylight_s: number;
}

/** The most that each of the days can have, Wh. */
export async function maximaOf(
  db: Db,
  device: IssuedDevice,
  days: readonly Day[],
): Promise<ReadonlyMap<Day, number>> {
  const [from_day, to_day] = [days[0], days.at(-1)];
  if (from_day === undefined || to_day === undefined) return new Map();
  const { project_id, timezone, capacity_w: ac_w, is_photovoltaic: is_solar } = device;
  const measured =
    project_id === null || !is_solar ? null : await insolationDays(db, { project_id, from_day, to_day });
  return new Map(
    days.map((day) => {
      const span = spanOfDay(timezone, day);
      const day_s = (span.end - span.start) / 1000;
      const sun = is_solar ? sunOver(device, day, span) : null;
      const facts = {
        is_solar,
        // Without a place nothing is known of the sun but that it may shine all day.
        dc_wp: sun === null ? null : device.dc_wp,
        ac_w,
        insolation_wh_m2: measured?.get(day) ?? null,
        clear_sky_wh_m2: sun?.clear_sky_wh_m2 ?? 0,
        daylight_s: sun?.daylight_s ?? day_s,
        day_s,
      };
      return [day, physicalMaximumWh(facts)];
    }),
  );
}

/** Null: the place is not known. `start`, `end`: ms since 1970. */
function sunOver(
  { latitude, longitude }: Pick<IssuedDevice, "latitude" | "longitude">,
  day: Day,
  { start, end }: { readonly start: number; readonly end: number },
): SunOfDay | null {
  if (latitude === null || longitude === null) return null;
  const place = { latitude, longitude };
  let clear_sky_wh_m2 = 0;
  for (let at = start; at < end; at += QUARTER_MS) {
    const cosZ = Math.sin((sunElevationDeg(place, at + QUARTER_MS / 2) * Math.PI) / 180);
    clear_sky_wh_m2 += clearSkyIrradiance(cosZ) * QUARTER_H;
  }
  return { clear_sky_wh_m2, daylight_s: daylightSeconds(place, { day, start, end }) };
}
