// An inverter: efficiency and clipping, the split over its MPPT trackers, and what stands at its AC terminals.

/**
 * AC power (PVWatts v5, Dobos 2014) from DC power. `dcNominal` is the DC power at which the AC side reaches its rating
 * of dcNominal x etaNominal; beyond it the output is clipped. Any unit of power, the answer has the same. Never negative.
 */
export function pvwattsAc(dc: number, dcNominal: number, etaNominal: number): number {
  if (dc <= 0) return 0;
  const zeta = dc / dcNominal;
  const eta = (etaNominal / 0.9637) * (-0.0162 * zeta - 0.0059 / zeta + 0.9858);
  return Math.max(Math.min(eta * dc, dcNominal * etaNominal), 0);
}

/** MPP voltage of `modules` in series: it falls by 0.27 % a degree above 25 (mono PERC data sheets). */
export function stringVoltageV(modules: number, cellC: number, moduleVmpV = 41.7): number {
  return modules * moduleVmpV * (1 - 0.0027 * (cellC - 25));
}

interface AcSide {
  readonly apparentVa: number;
  readonly reactiveVar: number;
  /** Of each phase. */
  readonly phaseCurrentA: number;
}

/** Apparent and reactive power and the current of each phase of a balanced three-phase machine; all 0 at no power. */
export function threePhase(powerW: number, powerFactor: number, lineVoltageV: number): AcSide {
  const apparentVa = Math.abs(powerW) / powerFactor;
  return {
    apparentVa,
    reactiveVar: Math.sqrt(Math.max(apparentVa ** 2 - powerW ** 2, 0)),
    phaseCurrentA: apparentVa / (Math.sqrt(3) * lineVoltageV),
  };
}
