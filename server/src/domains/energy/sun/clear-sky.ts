// How much of the sun reaches the ground under a clear sky: what weighs the hours of a gap.

/**
 * Irradiance in W/m² on level ground under a clear sky for the cosine of the zenith angle; 0 when the sun is down.
 * Source: Haurwitz (1945), Journal of Meteorology 2, 154-166.
 */
export function clearSkyIrradiance(cosZ: number): number {
  return cosZ <= 0 ? 0 : 1098 * cosZ * Math.exp(-0.059 / cosZ);
}
