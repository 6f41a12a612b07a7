// A PV module: how warm it gets and the DC power it gives. Irradiance in W/m2, temperatures in degrees Celsius, wind in m/s.

interface ModuleWeather {
  readonly poa: number;
  readonly ambientC: number;
  readonly windMS: number;
}

/** Cell temperature (Faiman 2008) with the usual coefficients of an open rack. */
export function faimanC({ poa, ambientC, windMS }: ModuleWeather): number {
  return ambientC + poa / (25 + 6.84 * windMS);
}

/** Cell temperature from the nominal operating cell temperature of the data sheet (Ross 1976). */
export function noctC(poa: number, ambientC: number, noct = 45): number {
  return ambientC + (poa * (noct - 20)) / 800;
}

interface SandiaMounting {
  readonly a: number;
  readonly b: number;
  readonly deltaC: number;
}

/** Sandia's mountings (King, Boyson and Kratochvil 2004). */
export const SANDIA_MOUNTINGS = {
  openRackGlassPolymer: { a: -3.56, b: -0.075, deltaC: 3 },
  closeRoofGlassGlass: { a: -2.98, b: -0.0471, deltaC: 1 },
} as const satisfies Record<string, SandiaMounting>;

/** Cell temperature (Sandia array performance model, 2004). */
export function sandiaC(weather: ModuleWeather, mounting: SandiaMounting): number {
  const back = weather.poa * Math.exp(mounting.a + mounting.b * weather.windMS) + weather.ambientC;
  return back + (weather.poa / 1000) * mounting.deltaC;
}

/** Cell temperature as PVsyst has it; `lossWM2K` is 29 for free-standing modules and 15 for insulated backs. */
export function pvsystC(poa: number, ambientC: number, lossWM2K = 29): number {
  return ambientC + (poa * 0.9 * (1 - 0.1)) / lossWM2K;
}

interface ModuleRating {
  /** DC power at 1000 W/m2 and 25 degrees; any unit of power, the answer has the same. */
  readonly nominal: number;
  /** Change of power by degree, negative: -0.0035 for mono PERC. */
  readonly gamma: number;
}

/** DC power of a module or array (PVWatts v5, Dobos 2014), before system losses. */
export function pvwattsDc(poa: number, cellC: number, rating: ModuleRating): number {
  return (poa / 1000) * rating.nominal * (1 + rating.gamma * (cellC - 25));
}

/** PVWatts v5 losses in percent: soiling, shading, snow, mismatch, wiring, connections, induced, nameplate, age, availability. */
const PVWATTS_LOSSES = [2, 3, 0, 2, 2, 0.5, 1.5, 1, 0, 3] as const;

/** Several losses in percent, one after the other, as one loss in percent. */
export function combinedLossPercent(losses: readonly number[] = PVWATTS_LOSSES): number {
  return 100 * (1 - losses.reduce((left, loss) => left * (1 - loss / 100), 1));
}
