// κ over the irradiance: inverters and glass give less of weak light, so that what free mornings teach holds for noon only along a curve.
import type { PairedInterval } from "./performance-ratio.ts";

/** Share of the corrected reference energy that a plant gives: the same at any light, or by irradiance in W/m². */
export type Kappa = number | ((irradiance_w_m2: number) => number);

/** Coefficients of κ(G) = level + slope · G/1000 + weak · 100/G. */
export type KappaCurve = readonly [level: number, slope: number, weak: number];

/**
 * What a curve is fitted to: Σ R·g^n for n of −2 to 2 and Σ E·g^n for n of −1 to 1, where R is the reference energy at the
 * module temperature, E the energy, both Wh, and g = G/1000.
 */
export type KappaMoments = readonly [number, number, number, number, number, number, number, number];

/** Below this insolation of free quarter hours, Wh/m², there is no curve: about three days of sun. */
const LEAST_INSOLATION = 15_000;
/** A curve is believed as far as it stays between these shares of κ. */
const BELIEVED = { from: 0.5, to: 1.12 } as const;

/** Moments of the quarter hours; those without energy or light, or darker than `least` (W/m²), are left out. */
export function kappaMoments(
  intervals: readonly PairedInterval[],
  reference: (interval: PairedInterval) => number,
  least: number,
): KappaMoments {
  const sums: [number, number, number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const interval of intervals) {
    const { energy_wh, irradiance_w_m2 } = interval;
    if (energy_wh === null || irradiance_w_m2 === null || irradiance_w_m2 < least) continue;
    const g = irradiance_w_m2 / 1000;
    const wh = reference(interval);
    sums[0] += wh / (g * g);
    sums[1] += wh / g;
    sums[2] += wh;
    sums[3] += wh * g;
    sums[4] += wh * g * g;
    sums[5] += energy_wh / g;
    sums[6] += energy_wh;
    sums[7] += energy_wh * g;
  }
  return sums;
}

/**
 * The curve that comes nearest to the energies, each quarter hour weighed by its reference energy (least squares); null while there is
 * too little sun to fit one, or all of it is alike. `insolation_wh_m2` is that of the quarter hours.
 */
export function fittedCurve(days: readonly KappaMoments[], insolation_wh_m2: number): KappaCurve | null {
  if (insolation_wh_m2 < LEAST_INSOLATION) return null;
  const [a, b, c, d, e, x, y, z] = days.reduce<number[]>(
    (sum, one) => sum.map((value, at) => value + (one[at] ?? 0)),
    [0, 0, 0, 0, 0, 0, 0, 0],
  ) as unknown as KappaMoments; // as many as there are moments
  return solved(
    [
      [c, d, 0.1 * b],
      [d, e, 0.1 * c],
      [0.1 * b, 0.1 * c, 0.01 * a],
    ],
    [y, z, 0.1 * x],
  );
}

type Row = readonly [number, number, number];

/** The solution of three equations by Cramer's rule; null where they say the same. */
function solved(rows: readonly [Row, Row, Row], right: Row): KappaCurve | null {
  const whole = determinant(rows);
  const size = rows[0][0] * rows[1][1] * rows[2][2];
  if (!(Math.abs(whole) > 1e-6 * size)) return null;
  const [one, two, three] = [0, 1, 2].map((column) => {
    const replaced = rows.map((row, at) =>
      row.map((value, index) => (index === column ? (right[at] ?? 0) : value)),
    ) as unknown as readonly [Row, Row, Row]; // three rows of three
    return determinant(replaced) / whole;
  });
  return [one ?? 0, two ?? 0, three ?? 0];
}

const determinant = ([[a, b, c], [d, e, f], [g, h, i]]: readonly [Row, Row, Row]): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/**
 * κ by irradiance: `kappa` bent as the curve is bent about its own κ, `inside`. Without a curve the number itself. Never far from κ,
 * whatever the curve says of light that it has not seen.
 */
export function kappaAlong(kappa: number, curve: KappaCurve | null, inside: number = kappa): Kappa {
  if (curve === null) return kappa;
  const [level, slope, weak] = curve;
  return (irradiance_w_m2) => {
    const light = Math.max(20, irradiance_w_m2);
    const share = (level + (slope * light) / 1000 + (weak * 100) / light) / inside;
    return kappa * Math.min(BELIEVED.to, Math.max(BELIEVED.from, share));
  };
}

/** κ at an irradiance in W/m². */
export const kappaAt = (kappa: Kappa, irradiance_w_m2: number): number =>
  typeof kappa === "number" ? kappa : kappa(irradiance_w_m2);
