// From energies by year to CO2 avoided, and to what that equals.
import {
  ESG_TILES,
  EQUIVALENTS,
  equivalentOf,
  type Answer,
  type EquivalentName,
  type EsgPeriod,
  type esg,
  type esgFactors,
} from "@heliograph/contract";
import { avoidedCo2Kg, emissionFactor, type GridFactors } from "../../kpi/index.ts";
import type { EsgEnergies, EsgYear } from "./esg.sql.ts";
import { inKilowattHours, inTonsOf } from "../project-figures.ts";

type Esg = Answer<typeof esg>;

/** The months from and to which a period reaches, YYYY-MM, and how it is written. */
interface EsgMonths {
  readonly period: EsgPeriod;
  readonly at: string | null;
  readonly from: string;
  readonly to: string;
}

/** The span of a period; without `at` the one that the day `today` is in. */
export function esgSpan(period: EsgPeriod, at: string | undefined, today: string): EsgMonths {
  if (period === "lifetime") return { period, at: null, from: "1970-01", to: "2199-12" };
  if (period === "year") {
    const year = at ?? today.slice(0, 4);
    return { period, at: year, from: `${year}-01`, to: `${year}-12` };
  }
  const month = at ?? today.slice(0, 7);
  return { period, at: month, from: month, to: month };
}

/** All that avoids CO2 in the year: what was produced and what was made unnecessary. */
const avoidingWh = (year: EsgYear) => sum([year.counted_wh, year.saved_wh]);
const sum = (values: readonly (number | null)[]) =>
  values.reduce((a, b) => (a === null || b === null ? (a ?? b) : a + b), null);

interface Avoided {
  readonly metter: number | null;
  readonly inverter: number | null;
  readonly heater: number | null;
  readonly counted: number | null;
}

/** Units of the named thing that the avoided kg of CO2 equal, by each source. */
const tile = (name: EquivalentName, avoided: Avoided) => {
  const of = (kg: number | null) => ({ value: equivalentOf(name, kg), unit: EQUIVALENTS[name].unit });
  return { metter: of(avoided.metter), inverter: of(avoided.inverter), counted: of(avoided.counted) };
};

/** The figures of the energies: what a year avoids is its energy times its factor, and the tiles are of the sum. */
export function esgFiguresOf(
  energies: EsgEnergies,
  factors: GridFactors,
  period: EsgPeriod,
): Omit<Esg, "project_info" | "period" | "at" | "today"> {
  const { by_meter, by_inverter, by_heater, unknown, known_from, years } = energies;
  const opening = period === "lifetime" ? energies.opening : null;
  const avoidedBy = (energy: (year: EsgYear) => number | null, before: number | null = null) =>
    sum([...years.map((year) => avoidedCo2Kg(factors, energy(year), year.year)), before]);
  const energyBy = (energy: (year: EsgYear) => number | null, before: number | null = null) =>
    inKilowattHours(sum([...years.map(energy), before]));
  const avoided: Avoided = {
    metter: avoidedBy((year) => year.meter_wh, opening?.meter_co2_kg),
    inverter: avoidedBy((year) => year.inverter_wh, opening?.inverter_co2_kg),
    heater: avoidedBy((year) => year.saved_wh),
    counted: avoidedBy(avoidingWh, opening?.counted_co2_kg),
  };
  return {
    known_from,
    projects: { metter: by_meter, inverter: by_inverter, heater: by_heater, unknown },
    production: {
      metter: energyBy((year) => year.meter_wh, opening?.meter_wh),
      inverter: energyBy((year) => year.inverter_wh, opening?.inverter_wh),
      counted: energyBy((year) => year.counted_wh, opening?.counted_wh),
    },
    opening:
      opening === null
        ? null
        : {
            production: inKilowattHours(opening.counted_wh),
            co2_reduction: inTonsOf(opening.counted_co2_kg),
            undated_projects: opening.undated,
            partly_known_projects: opening.partly_known,
          },
    energy_saving: energyBy((year) => year.saved_wh),
    co2_reduction: {
      metter_co2_reduction: inTonsOf(avoided.metter),
      inverter_co2_reduction: inTonsOf(avoided.inverter),
      heater_co2_reduction: inTonsOf(avoided.heater),
      co2_reduction: inTonsOf(avoided.counted),
    },
    years: years.map((year) => yearOf(year, factors)),
    ...tilesOf(avoided),
  };
}

function yearOf(of: EsgYear, factors: GridFactors): Esg["years"][number] {
  const { year, counted_wh, saved_wh } = of;
  const factor = emissionFactor(factors, year);
  return {
    year,
    production: inKilowattHours(counted_wh),
    energy_saving: inKilowattHours(saved_wh),
    factor: {
      value: factor?.kg_per_kwh ?? null,
      unit: "t/MWh",
      of_year: factor?.year ?? null,
      provisional: factor?.provisional ?? false,
    },
    co2_reduction: inTonsOf(avoidedCo2Kg(factors, avoidingWh(of), year)),
  };
}

function tilesOf(avoided: Avoided): Pick<Esg, "nature" | "urban" | "modal"> {
  const of = (name: EquivalentName) => tile(name, avoided);
  return {
    nature: {
      forest_ha: of("forest_ha"),
      land_waste_t: of("land_waste_t"),
      coal_burned_t: of("coal_burned_t").counted,
      trees: of("trees"),
    },
    urban: {
      car_diesel_km: of("car_diesel_km"),
      car_gas_km: of("car_gas_km"),
      bike_km: of("bike_km"),
      gas_cars: of("gas_cars"),
      motorbikes: of("motorbikes"),
      diesel_cars: of("diesel_cars"),
      coal_plants: of("coal_plants"),
      gas_plants: of("gas_plants"),
    },
    modal: { phones: of("phones"), wind_turbines: of("wind_turbines"), diesel_l: of("diesel_l") },
  };
}

/** Every factor that the figures are made by. */
export function esgFactorsOf(factors: GridFactors): Answer<typeof esgFactors> {
  return {
    grid: factors.map(({ year, kg_per_kwh, source, edition, provisional }) => ({
      year,
      factor: { value: kg_per_kwh, unit: "t/MWh" },
      source,
      edition,
      provisional,
    })),
    equivalents: [...ESG_TILES.nature, ...ESG_TILES.urban, ...ESG_TILES.modal].map((name) => {
      const { kg_per_unit, unit, source, edition } = EQUIVALENTS[name];
      return { name, kg_per_unit, unit, source, edition };
    }),
  };
}
