// Heat of solar water heaters, and what it saves.

/** Energy that a litre of water takes up a degree, Wh/(L·K): density times heat capacity near 50 °C. */
const WATER_WH_PER_L_K = 1.163;

export interface CollectorInterval {
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
export const REFERENCE_HEATER_EFFICIENCY = 0.95;

/** Electricity that solar heat saves, Wh: what the reference heater would have drawn. */
export function savedElectricityWh(
  solar_wh: number,
  efficiency: number = REFERENCE_HEATER_EFFICIENCY,
): number {
  if (!(efficiency > 0)) throw new RangeError(`efficiency must be positive, got ${efficiency}`);
  return Math.max(0, solar_wh) / efficiency;
}
