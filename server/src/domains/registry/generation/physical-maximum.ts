// The most that a plant can have generated on a day (certificates.md §3.7, ISS-007; rule R9: with the ratings that were approved).

/** A place's sun and an approved version's ratings for one local day. */
interface MaximumFacts {
  /** False: it runs by day and night, on wind, water or fuel. */
  readonly is_solar: boolean;
  /** Of the modules, Wp, null: not known, and of the inverters, W; both as approved. */
  readonly dc_wp: number | null;
  readonly ac_w: number;
  /** What a sensor in the plant measured, Wh/m²; null: there is none, or it was not there for all of the day. */
  readonly insolation_wh_m2: number | null;
  /** What level ground has under a clear sky (Haurwitz), Wh/m². */
  readonly clear_sky_wh_m2: number;
  /** Time that the sun is up, and time that the local day has, s. */
  readonly daylight_s: number;
  readonly day_s: number;
}

/** Above the yield at 1,000 W/m² and 25 °C: cool modules, and the error of a sensor. */
const SENSOR_MARGIN = 1.05;
/** A tilted plane gets more than level ground; at most so much more over a day between the 25th parallels. */
const TILT_MARGIN = 1.15;

/**
 * The most energy of the day, whole Wh: of what is not solar the rating for all of the day. Of a solar plant: modules × insolation × 1.05 where a sensor measured it, else modules × clear sky × 1.15 × 1.05;
 * never more than the inverters can give while the sun is up, which is all that is known without a rating of the modules.
 */
export function physicalMaximumWh(facts: MaximumFacts): number {
  const { is_solar, dc_wp, ac_w, insolation_wh_m2, clear_sky_wh_m2, daylight_s, day_s } = facts;
  if (!is_solar) return Math.round((ac_w * day_s) / 3600);
  const sun = insolation_wh_m2 ?? clear_sky_wh_m2 * TILT_MARGIN;
  const bySun = dc_wp === null ? Infinity : ((dc_wp * sun) / 1000) * SENSOR_MARGIN;
  const byInverters = (ac_w * daylight_s) / 3600;
  return Math.round(Math.min(bySun, byInverters));
}
