// Heat of solar water heaters, and what it saves.

/** Energy that a litre of water takes up a degree, Wh/(L·K): density times heat capacity near 50 °C. */
const WATER_WH_PER_L_K = 1.163;

interface CollectorInterval {
  readonly hours: number;
  readonly flow_l_h: number | null;
  readonly inlet_temperature_c: number | null;
  readonly outlet_temperature_c: number | null;
}

/**
 * Heat that the collector delivered, Wh: Σ V̇ · 1.163 · (T_out − T_in) · τ over the intervals where all three are known.
 * Heat lost through the collector at night counts negative. Null when no interval is complete.
 * Source: ISO 24194:2022, measured collector output.
 */
export function collectorHeatWh(intervals: readonly CollectorInterval[]): number | null {
  let sumWh: number | null = null;
  for (const { hours, flow_l_h, inlet_temperature_c, outlet_temperature_c } of intervals) {
    if (flow_l_h === null || inlet_temperature_c === null || outlet_temperature_c === null) continue;
    sumWh = (sumWh ?? 0) + flow_l_h * WATER_WH_PER_L_K * (outlet_temperature_c - inlet_temperature_c) * hours;
  }
  return sumWh;
}

/** Heat that warms `volume_l` of water by `rise_k`, Wh; the estimate where there is no flow meter. */
export function tankHeatWh(volume_l: number, rise_k: number): number {
  return volume_l * WATER_WH_PER_L_K * rise_k;
}

/** Solar share of the heat used, in [0, 1]; null when none was used. */
export function solarFraction(solar_wh: number, auxiliary_wh: number): number | null {
  return solar_wh + auxiliary_wh <= 0 ? null : solar_wh / (solar_wh + auxiliary_wh);
}

/** Efficiency of the electric heater that the solar heat stands in for, where a project states none. */
const REFERENCE_HEATER_EFFICIENCY = 0.95;

/** Electricity that solar heat saves, Wh: what the reference heater would have drawn. */
export function savedElectricityWh(
  solar_wh: number,
  efficiency: number = REFERENCE_HEATER_EFFICIENCY,
): number {
  if (!(efficiency > 0)) throw new RangeError(`efficiency must be positive, got ${efficiency}`);
  return Math.max(0, solar_wh) / efficiency;
}

/** What of a controller's reading tells heat. Null: not measured. */
export interface HeatReading {
  /** End of the interval, ms since 1970. */
  readonly at_ms: number;
  readonly interval_s: number;
  readonly flow_l_h: number | null;
  readonly inlet_temperature_c: number | null;
  readonly outlet_temperature_c: number | null;
  readonly tank_temperature_c: number | null;
  /** Power of the electric heater. */
  readonly ac_power_w: number | null;
}

/** Heat that arrived up to an instant (ms since 1970). */
export interface HeatPiece {
  readonly at_ms: number;
  readonly wh: number;
}

const MS_PER_HOUR = 3_600_000;

/** Heat of each reading with flow and both temperatures, over what no reading before it covers; readings in order of time. */
export function flowPieces(readings: readonly HeatReading[]): HeatPiece[] {
  return readings.flatMap((reading, index) => {
    const before = readings[index - 1]?.at_ms ?? -Infinity;
    const hours = Math.min(reading.interval_s * 1000, reading.at_ms - before) / MS_PER_HOUR;
    const wh = collectorHeatWh([{ ...reading, hours }]);
    return wh === null ? [] : [{ at_ms: reading.at_ms, wh }];
  });
}

/** A tank's temperature must rise by so much before it counts: sensors show tenths and waver by a few, K. */
const RISE_K = 0.5;
/** Over a longer hole nobody knows what warmed the tank. */
const HOLE_MS = MS_PER_HOUR;

/**
 * Heat by the tank's warming while the sun is up and the electric heater is off; readings in order of time. An estimate:
 * what was drawn meanwhile is missing. Falls count nothing, and a rise counts from the lowest point before it.
 */
export function tankPieces(
  readings: readonly HeatReading[],
  volume_l: number,
  isDaylight: (at_ms: number) => boolean,
): HeatPiece[] {
  const pieces: HeatPiece[] = [];
  let low: number | null = null;
  let high: number | null = null;
  let before = -Infinity;
  for (const { at_ms, tank_temperature_c: now, ac_power_w } of readings) {
    if (now === null) continue;
    const apart = at_ms - before > HOLE_MS || (ac_power_w ?? 0) > 0 || !isDaylight(at_ms);
    before = at_ms;
    if (low === null || apart || (high === null && now < low) || (high !== null && high - now >= RISE_K)) {
      low = now;
      high = null;
    } else if (now - low >= RISE_K && now > (high ?? low)) {
      pieces.push({ at_ms, wh: tankHeatWh(volume_l, now - (high ?? low)) });
      high = now;
    }
  }
  return pieces;
}

/** The parts that count, scaled so that they add up to `total`; empty when nothing is left to share. */
export function scaledTo(pieces: readonly HeatPiece[], total: number): HeatPiece[] {
  const gains = pieces.filter(({ wh }) => wh > 0);
  const sum = gains.reduce((wh, piece) => wh + piece.wh, 0);
  return sum <= 0 || total <= 0 ? [] : gains.map(({ at_ms, wh }) => ({ at_ms, wh: (wh * total) / sum }));
}
