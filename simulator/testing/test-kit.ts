// Reference values for the tests of the physics. Those of pvlib and of the models stand in ../shared/truth beside the
// repository; where that folder is missing the tests that need it are skipped and the values written in them remain.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { z } from "zod";

export const DEGREE = Math.PI / 180;
export const HO_CHI_MINH = [10.7769, 106.7009] as const;
export const HA_NOI = [21.0285, 105.8542] as const;

/** The instant (ms since 1970) of a local time "2024-03-20 12:00" in Viet Nam. */
export const at = (local: string): number => Date.parse(`${local.slice(0, 16).replace(" ", "T")}:00+07:00`);

/** The table of a truth file; null, and the test is skipped, where the folder is not there. */
function truth<S extends z.ZodType>(file: string, schema: S): z.output<S> | null {
  const path = fileURLToPath(new URL(`../../../shared/truth/${file}`, import.meta.url));
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}
const n = z.number();
const place = { lat: n, lon: n };

/** Vectors made with pvlib; null where the folder is missing. */
export const pv = truth(
  "physics_vectors.json",
  z.object({
    solar_position: z.array(
      z.object({
        ...place,
        local: z.string(),
        zenith: n,
        apparent_zenith: n,
        azimuth: n,
        eot_min: n,
        dni_extra: n,
      }),
    ),
    clearsky: z.array(
      z.object({
        local: z.string(),
        apparent_zenith: n,
        airmass: n.nullable(),
        airmass_abs: n.nullable(),
        linke_turbidity: n,
        altitude: n,
        haurwitz_ghi: n,
        ineichen: z.object({ ghi: n, dni: n, dhi: n }),
      }),
    ),
    sun_rise_set: z.array(
      z.object({
        site: z.string(),
        date: z.string(),
        sunrise: z.string(),
        transit: z.string(),
        sunset: z.string(),
      }),
    ),
    daily_clearsky: z.array(
      z.object({
        site: z.string(),
        date: z.string(),
        haurwitz_kwh_m2: n,
        ineichen_ghi_kwh_m2: n,
        dhi_kwh_m2: n,
      }),
    ),
    poa: z.array(
      z.object({
        tilt: n,
        surface_azimuth: n,
        ghi: n,
        dni: n,
        dhi: n,
        apparent_zenith: n,
        azimuth: n,
        dni_extra: n,
        aoi: n,
        isotropic: n,
        haydavies: n,
        ground: n,
        beam: n,
      }),
    ),
    erbs: z.array(z.object({ ghi: n, zenith: n, doy: n, dni_extra: n, dni: n, dhi: n })),
    cell_temperature: z.array(
      z.object({
        poa: n,
        tair: n,
        wind: n,
        faiman: n,
        noct_ross45: n,
        sapm_open_rack_glass_polymer: n,
        sapm_close_roof_glass_glass: n,
        pvsyst_freestanding: n,
        pvsyst_insulated: n,
      }),
    ),
    pvwatts_dc: z.array(z.object({ poa: n, tcell: n, pdc0: n, gamma: n, pdc: n })),
    pvwatts_inverter: z.array(z.object({ pdc: n, pdc0: n, eta_nom: n, pac: n })),
    haurwitz: z.array(z.object({ zenith: n, ghi: n })),
    airmass_kastenyoung: z.array(z.object({ zenith: n, am: n })),
    iam_ashrae_b005: z.array(z.object({ aoi: n, iam: n })),
    alt2pres: z.array(z.object({ alt: n, hpa: n })),
  }),
);

/** Vectors of battery, zero export and water heater; null where the folder is missing. */
export const model = truth(
  "model_vectors.json",
  z.object({
    battery: z.object({
      capacity_kwh: n,
      pmax_kw: n,
      eta_each_way: n,
      soc_min: n,
      soc_max: n,
      soc0: n,
      step_min: n,
      rows: z.array(z.object({ pv: n, load: n, charge: n, discharge: n, imp: n, exp: n, soc: n })),
    }),
    zero_export: z.array(
      z.object({ pv_available: n, load: n, export_limit: n, pv: n, curtailed: n, imp: n, exp: n }),
    ),
    swh_overnight: z.array(z.object({ T0: n, Ta: n, hours: n, T: n })),
    swh_collector: z.array(z.object({ G: n, Tm: n, Ta: n, eta: n, q_w: n })),
    swh_day: z.object({
      T_every_3h: z.array(z.tuple([n, n])),
      q_solar_kwh: n,
      q_loss_kwh: n,
      q_draw_kwh: n,
      T_end: n,
    }),
  }),
);

/** The sites of the vectors. */
export const SITES: Record<string, { lat: number; lon: number; alt: number; tl: number }> = {
  HoChiMinh: { lat: 10.7769, lon: 106.7009, alt: 10, tl: 3.9 },
  NinhThuan: { lat: 11.5675, lon: 108.9886, alt: 20, tl: 3.2 },
  DakLak: { lat: 12.6797, lon: 108.0378, alt: 500, tl: 3.6 },
  HaNoi: { lat: 21.0285, lon: 105.8542, alt: 15, tl: 4.6 },
};

/** Checks a value to half a unit of the last digit that the reference gives, and a rounding error of its own. */
export function near(got: number | null, want: number, digits: number): void {
  expect(Math.abs((got ?? Number.NaN) - want), `${got} against ${want}`).toBeLessThanOrEqual(
    0.501 * 10 ** -digits,
  );
}
