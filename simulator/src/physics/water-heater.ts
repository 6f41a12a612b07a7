// A solar water heater: collector and store. Temperatures in degrees Celsius, irradiance in W/m2, powers in W.

/** Heat capacity of water, J/(kg K). */
export const WATER_J_KG_K = 4186;

export interface Collector {
  readonly areaM2: number;
  readonly eta0: number;
  /** W/(m2 K) */
  readonly a1: number;
  /** W/(m2 K2) */
  readonly a2: number;
}

/** Typical curves (ISO 9806): a flat plate and an evacuated tube. */
export const COLLECTOR_CURVES = {
  flatPlate: { eta0: 0.78, a1: 3.8, a2: 0.015 },
  evacuatedTube: { eta0: 0.72, a1: 1.6, a2: 0.007 },
} as const;

/** Efficiency of the collector at a mean fluid temperature (ISO 9806); 0 where it would lose heat. */
export function collectorEfficiency(collector: Collector, irradiance: number, warmerByK: number): number {
  if (irradiance <= 0) return 0;
  const { eta0, a1, a2 } = collector;
  return Math.max(eta0 - (a1 * warmerByK) / irradiance - (a2 * warmerByK ** 2) / irradiance, 0);
}

/** Heat the collector gives, W. */
export function collectorHeatW(collector: Collector, irradiance: number, warmerByK: number): number {
  return collector.areaM2 * collectorEfficiency(collector, irradiance, warmerByK) * irradiance;
}

/** By how many kelvins an idle collector stands above the air: where its efficiency reaches 0. */
export function stagnationK(collector: Collector, irradiance: number): number {
  const { eta0, a1, a2 } = collector;
  return irradiance <= 0 ? 0 : (-a1 + Math.sqrt(a1 ** 2 + 4 * a2 * eta0 * irradiance)) / (2 * a2);
}

interface Tank {
  readonly massKg: number;
  /** Loss to the air, W/K. */
  readonly lossWK: number;
}

interface TankStep {
  readonly seconds: number;
  readonly ambientC: number;
  readonly mainsC: number;
  readonly solarW: number;
  readonly auxiliaryW: number;
  /** Hot water drawn in the step and replaced from the mains, kg. */
  readonly drawKg: number;
}

interface TankResult {
  readonly temperatureC: number;
  readonly lossWh: number;
  readonly drawWh: number;
}

/** A fully mixed tank one step on: M c dT/dt = solar + auxiliary - UA (T - Ta) - draw c (T - Tmains). */
export function tankStep(tank: Tank, temperatureC: number, step: TankStep): TankResult {
  const lossJ = tank.lossWK * (temperatureC - step.ambientC) * step.seconds;
  const drawJ = step.drawKg * WATER_J_KG_K * (temperatureC - step.mainsC);
  const gainJ = (step.solarW + step.auxiliaryW) * step.seconds;
  return {
    temperatureC: temperatureC + (gainJ - lossJ - drawJ) / (tank.massKg * WATER_J_KG_K),
    lossWh: lossJ / 3600,
    drawWh: drawJ / 3600,
  };
}

/** Temperature of an untouched tank after some hours: exponential decay to the air (ISO 9459-2 night loss). */
export function tankAtRestC(tank: Tank, startC: number, ambientC: number, hours: number): number {
  const rate = (tank.lossWK * hours * 3600) / (tank.massKg * WATER_J_KG_K);
  return ambientC + (startC - ambientC) * Math.exp(-rate);
}

/** Energy that warms `litres` of water from one temperature to another, Wh. */
export function heatWh(litres: number, fromC: number, toC: number): number {
  return (litres * WATER_J_KG_K * (toC - fromC)) / 3600;
}
