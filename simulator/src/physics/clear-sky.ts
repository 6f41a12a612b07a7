// Irradiance under a cloudless sky, and its split into beam and diffuse. Zenith angles in degrees, irradiance in W/m2.

const DEGREE = Math.PI / 180;

export interface Irradiance {
  /** Global, on the horizontal. */
  readonly ghi: number;
  /** Direct, normal to the sun. */
  readonly dni: number;
  /** Diffuse, on the horizontal. */
  readonly dhi: number;
}

const DARK: Irradiance = { ghi: 0, dni: 0, dhi: 0 };

/** Clear-sky global irradiance (Haurwitz 1945); 0 below the horizon. */
export function haurwitzWM2(zenith: number): number {
  const cosZ = Math.cos(zenith * DEGREE);
  return cosZ <= 0 ? 0 : 1098 * cosZ * Math.exp(-0.059 / cosZ);
}

/** Air mass relative to a sun in the zenith (Kasten and Young 1989); null below the horizon. */
export function relativeAirMass(zenith: number): number | null {
  if (zenith > 90) return null;
  return 1 / (Math.cos(zenith * DEGREE) + 0.50572 * (96.07995 - zenith) ** -1.6364);
}

/** Mean air pressure in Pa at a height in metres above the sea (standard atmosphere). */
export function pressurePa(altitudeM: number): number {
  return 100 * ((44_331.514 - altitudeM) / 11_880.516) ** (1 / 0.1902632);
}

interface ClearSkyPlace {
  readonly altitudeM: number;
  /** Linke turbidity at air mass 2: about 2 very clean, 3 to 5 in Viet Nam. */
  readonly linkeTurbidity: number;
}

interface ClearSkySun {
  /** With refraction. */
  readonly apparentZenith: number;
  /** Air mass corrected for pressure. */
  readonly absoluteAirMass: number;
  readonly extraterrestrialWM2: number;
}

/** Clear-sky irradiance (Ineichen and Perez 2002, without enhancement, in the form of pvlib). */
export function ineichen(sun: ClearSkySun, place: ClearSkyPlace): Irradiance {
  const { altitudeM: alt, linkeTurbidity: tl } = place;
  const { absoluteAirMass: am, extraterrestrialWM2: e0 } = sun;
  const cosZ = Math.max(Math.cos(sun.apparentZenith * DEGREE), 0);
  if (cosZ === 0) return DARK;
  const fh1 = Math.exp(-alt / 8000);
  const fh2 = Math.exp(-alt / 1250);
  const cg1 = 5.09e-5 * alt + 0.868;
  const cg2 = 3.92e-5 * alt + 0.0387;
  const ghi = Math.max(cg1 * e0 * cosZ * Math.exp(-cg2 * am * (fh1 + fh2 * (tl - 1))), 0);
  const beam = e0 * Math.max((0.664 + 0.163 / fh1) * Math.exp(-0.09 * am * (tl - 1)), 0);
  const bound = (ghi * Math.max(1 - (0.1 - 0.2 * Math.exp(-tl)) / (0.1 + 0.882 / fh1), 0)) / cosZ;
  const dni = Math.min(beam, bound);
  return { ghi, dni, dhi: ghi - dni * cosZ };
}

/**
 * Beam and diffuse behind a measured global irradiance (Erbs, Klein and Duffie 1982). From 87 degrees of zenith on
 * everything is diffuse, because a small error of the angle would make any beam.
 */
export function erbs(ghi: number, zenith: number, extraterrestrialWM2: number): Irradiance {
  const cosZ = Math.cos(zenith * DEGREE);
  if (ghi <= 0 || cosZ <= 0) return DARK;
  if (zenith >= 87) return { ghi, dni: 0, dhi: ghi };
  const kt = Math.min(ghi / (extraterrestrialWM2 * cosZ), 1);
  const fraction =
    kt <= 0.22
      ? 1 - 0.09 * kt
      : kt <= 0.8
        ? 0.9511 - 0.1604 * kt + 4.388 * kt ** 2 - 16.638 * kt ** 3 + 12.336 * kt ** 4
        : 0.165;
  const dhi = ghi * fraction;
  return { ghi, dni: (ghi - dhi) / cosZ, dhi };
}
