// Storage and the limit at the grid connection. Powers and energies in any one unit (W and Wh, or kW and kWh).

export interface BatteryRating {
  readonly capacity: number;
  readonly maxPower: number;
  /** Efficiency of each way, charging and discharging. */
  readonly eta: number;
  /** Shares of the capacity, 0 to 1. */
  readonly socMin: number;
  readonly socMax: number;
}

interface BatteryStep {
  readonly charge: number;
  readonly discharge: number;
  /** State of charge at the end of the step, 0 to 1. */
  readonly soc: number;
}

/**
 * What the battery does for `hours` with a surplus (positive) or deficit (negative) of power beside it: it takes what
 * it can of a surplus and covers what it can of a deficit, never both.
 */
export function batteryStep(rating: BatteryRating, soc: number, surplus: number, hours: number): BatteryStep {
  const { capacity, maxPower, eta, socMin, socMax } = rating;
  if (surplus >= 0) {
    const room = Math.max(((socMax - soc) * capacity) / (eta * hours), 0);
    const charge = Math.min(surplus, maxPower, room);
    return { charge, discharge: 0, soc: soc + (charge * eta * hours) / capacity };
  }
  const stored = Math.max(((soc - socMin) * capacity * eta) / hours, 0);
  const discharge = Math.min(-surplus, maxPower, stored);
  return { charge: 0, discharge, soc: soc - (discharge * hours) / (eta * capacity) };
}

interface GridFlow {
  readonly imported: number;
  readonly exported: number;
}

/** What crosses the meter: one direction at a time. P_load = P_pv + P_dis - P_chg + P_imp - P_exp. */
export function gridFlow(load: number, pv: number, charge = 0, discharge = 0): GridFlow {
  const net = load + charge - pv - discharge;
  return { imported: Math.max(net, 0), exported: Math.max(-net, 0) };
}

interface ZeroExport {
  readonly pv: number;
  readonly curtailed: number;
}

/** PV power that keeps the export at or below `limit`, which is negative where some import must remain. */
export function zeroExport(available: number, consumed: number, limit: number): ZeroExport {
  const pv = Math.max(Math.min(available, consumed + limit), 0);
  return { pv, curtailed: available - pv };
}
