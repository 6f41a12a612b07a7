// What a project, or all of an account's, kept out of the air, and what that equals (M60 to M64).
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { EQUIVALENTS, type EquivalentName } from "./equivalents.ts";
import { co2Figures } from "../project-figures.ts";
import { inKwh, inTons, measured } from "../../kernel/units.ts";

const esgPeriod = z.enum(["lifetime", "year", "month"]);
export type EsgPeriod = z.output<typeof esgPeriod>;

/** M61, M62 and M63: which tiles stand on which side, in their order. The third are the modal's alone. */
export const ESG_TILES = {
  nature: ["forest_ha", "land_waste_t", "coal_burned_t", "trees"],
  urban: [
    "car_diesel_km",
    "car_gas_km",
    "bike_km",
    "gas_cars",
    "motorbikes",
    "diesel_cars",
    "coal_plants",
    "gas_plants",
  ],
  modal: ["phones", "wind_turbines", "diesel_l"],
} as const satisfies Record<string, readonly EquivalentName[]>;

/**
 * M64: by the meters, by the inverters, and `counted`, which a tile shows: project by project and day by day the meters' where
 * there are any, else the inverters', else what a water heater saved. For a project whose meters were there from the beginning
 * that is its meter entry, and without meters its inverter entry.
 */
const tileOf = (name: EquivalentName) => {
  const value = measured(EQUIVALENTS[name].unit);
  return z.object({ metter: value, inverter: value, counted: value });
};

/** What `at` of a period has to look like. */
const AT = { lifetime: /^$/, year: /^\d{4}$/, month: /^\d{4}-(?:0[1-9]|1[0-2])$/ } as const;
const within = (at: string) => at >= "1970" && at < "2200";

export const esg = endpoint({
  name: "esg",
  method: "GET",
  path: "project/esg",
  summary: "CO2 avoided by a project or by all of the caller's, and what it equals",
  query: z
    .object({
      /** Left out: all projects of the caller, water heaters with them. */
      project_uid: z.uuid().optional(),
      period: esgPeriod.default("lifetime"),
      /** YYYY of a year, YYYY-MM of a month; left out: the one that today is in. */
      at: z.string().max(7).optional(),
    })
    .refine(({ period, at }) => at === undefined || (AT[period].test(at) && within(at)), {
      path: ["at"],
      error: "Must be YYYY for a year and YYYY-MM for a month, in 1970 to 2199, and is not for a lifetime",
    }),
  answer: z.object({
    /** Null: all projects. */
    project_info: z.object({ project_uid: z.uuid(), project_ssoc_name: z.string() }).nullable(),
    period: esgPeriod,
    /** Null for a lifetime. */
    at: z.string().nullable(),
    /** The project's day; of all projects, that of the caller's zone. */
    today: z.iso.date(),
    /** First month of which anything is known, YYYY-MM; null: nothing is. */
    known_from: z.string().nullable(),
    /** How many projects count by which source; those that know nothing of the period avoid nothing that could be told. */
    projects: z.object({ metter: z.int(), inverter: z.int(), heater: z.int(), unknown: z.int() }),
    production: z.object({ metter: inKwh, inverter: inKwh, counted: inKwh }),
    /**
     * Of a lifetime: what the counters that count had counted before their first readings, which is in the sums and in no
     * year; null for other periods.
     */
    opening: z
      .object({
        production: inKwh,
        co2_reduction: inTons,
        /** Projects whose opening avoids nothing that could be told: when they were commissioned is not known. */
        undated_projects: z.int(),
        /** Projects whose totals are known from their first reading on only. */
        partly_known_projects: z.int(),
      })
      .nullable(),
    /** Electricity that water heaters made unnecessary, of the projects that count by it; it is no production. */
    energy_saving: inKwh,
    co2_reduction: co2Figures.extend({ heater_co2_reduction: inTons, co2_reduction: inTons }),
    /** What the CO2 is the sum of: each year's energy, produced and saved, times its factor. Oldest first. */
    years: z.array(
      z.object({
        year: z.int(),
        production: inKwh,
        energy_saving: inKwh,
        /** Value null: no factor is known. `provisional`: the official factor of that year is not out yet. */
        factor: measured("t/MWh").extend({ of_year: z.int().nullable(), provisional: z.boolean() }),
        co2_reduction: inTons,
      }),
    ),
    nature: z.object({
      forest_ha: tileOf("forest_ha"),
      land_waste_t: tileOf("land_waste_t"),
      /** M64: a plain value, counted as the others are. */
      coal_burned_t: measured(EQUIVALENTS.coal_burned_t.unit),
      trees: tileOf("trees"),
    }),
    urban: z.object({
      car_diesel_km: tileOf("car_diesel_km"),
      car_gas_km: tileOf("car_gas_km"),
      bike_km: tileOf("bike_km"),
      gas_cars: tileOf("gas_cars"),
      motorbikes: tileOf("motorbikes"),
      diesel_cars: tileOf("diesel_cars"),
      coal_plants: tileOf("coal_plants"),
      gas_plants: tileOf("gas_plants"),
    }),
    modal: z.object({
      phones: tileOf("phones"),
      wind_turbines: tileOf("wind_turbines"),
      diesel_l: tileOf("diesel_l"),
    }),
  }),
  refusals: ["project.not_found"],
});

export const esgFactors = endpoint({
  name: "esgFactors",
  method: "GET",
  path: "project/esg/factors",
  summary: "The factors that figures of CO2 are made by, with their sources",
  answer: z.object({
    /** Of the grid, oldest first. A year without one counts by the latest before it. */
    grid: z.array(
      z.object({
        year: z.int(),
        factor: measured("t/MWh"),
        source: z.string(),
        edition: z.string(),
        provisional: z.boolean(),
      }),
    ),
    /** An amount of CO2 divided by `kg_per_unit` is the number of units it equals. In the order of ESG_TILES. */
    equivalents: z.array(
      z.object({
        name: z.enum([...ESG_TILES.nature, ...ESG_TILES.urban, ...ESG_TILES.modal]),
        kg_per_unit: z.number(),
        unit: z.string(),
        source: z.string(),
        edition: z.string(),
      }),
    ),
  }),
});
