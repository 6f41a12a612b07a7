// Irradiance on a tilted module. Angles in degrees, azimuths clockwise from north, irradiance in W/m2.
import type { Irradiance } from "./clear-sky.ts";

const DEGREE = Math.PI / 180;

export interface Plane {
  readonly tilt: number;
  readonly azimuth: number;
}

/** Cosine of the angle between the sun and the normal of the plane; 0 when the sun is behind it. */
export function cosIncidence(zenith: number, sunAzimuth: number, plane: Plane): number {
  const z = zenith * DEGREE;
  const tilt = plane.tilt * DEGREE;
  const cos =
    Math.cos(z) * Math.cos(tilt) +
    Math.sin(z) * Math.sin(tilt) * Math.cos((sunAzimuth - plane.azimuth) * DEGREE);
  return Math.max(cos, 0);
}

interface PlaneIrradiance {
  readonly beam: number;
  readonly sky: number;
  readonly ground: number;
}

const GROUND_ALBEDO = 0.2;

/** Light reflected by the ground onto the plane. */
export function groundWM2(ghi: number, tilt: number, albedo = GROUND_ALBEDO): number {
  return (ghi * albedo * (1 - Math.cos(tilt * DEGREE))) / 2;
}

/** Beam, sky and ground parts on the plane with an isotropic sky (Liu and Jordan 1963). */
export function isotropic(light: Irradiance, cosAoi: number, tilt: number): PlaneIrradiance {
  return {
    beam: light.dni * cosAoi,
    sky: (light.dhi * (1 + Math.cos(tilt * DEGREE))) / 2,
    ground: groundWM2(light.ghi, tilt),
  };
}

interface HayDaviesSun {
  readonly cosAoi: number;
  readonly zenith: number;
  readonly extraterrestrialWM2: number;
}

/** Beam, sky and ground parts with a brighter sky around the sun (Hay and Davies 1980). */
export function hayDavies(light: Irradiance, sun: HayDaviesSun, tilt: number): PlaneIrradiance {
  const a = light.dni / sun.extraterrestrialWM2;
  const rb = sun.cosAoi / Math.max(Math.cos(sun.zenith * DEGREE), 0.01745);
  return {
    beam: light.dni * sun.cosAoi,
    sky: light.dhi * (a * rb + ((1 - a) * (1 + Math.cos(tilt * DEGREE))) / 2),
    ground: groundWM2(light.ghi, tilt),
  };
}

/** Share of the beam that the cover glass lets through (ASHRAE 93, b = 0.05); 0 from 90 degrees on. */
export function incidenceModifier(cosAoi: number, b = 0.05): number {
  return cosAoi <= 0 ? 0 : Math.max(1 - b * (1 / cosAoi - 1), 0);
}
