// CO2 that a kWh of solar energy keeps the national grid from emitting, by year.

/** What the grid emitted for a kWh in one year, as it was published. */
interface GridFactor {
  readonly year: number;
  readonly kg_per_kwh: number;
  readonly source: string;
  readonly edition: string;
  /** True: preliminary, its publisher will replace it. */
  readonly provisional: boolean;
}

/** Published factors, oldest first, one a year; years may be missing. */
export type GridFactors = readonly GridFactor[];

/**
 * The factor for energy produced in `year`: the latest published one not after it; the oldest for years before all; null
 * when there is none at all. `provisional` is true as well when none has been published for that very year, so that the
 * figure may still change.
 */
export function emissionFactor(factors: GridFactors, year: number): GridFactor | null {
  const factor = factors.findLast((published) => published.year <= year) ?? factors[0];
  return factor === undefined ? null : { ...factor, provisional: factor.provisional || factor.year !== year };
}

/** kg of CO2 that `energy_wh` produced in `year` avoids; null when the energy or the factor is not known. */
export function avoidedCo2Kg(factors: GridFactors, energy_wh: number | null, year: number): number | null {
  const factor = emissionFactor(factors, year);
  return energy_wh === null || factor === null ? null : (energy_wh / 1000) * factor.kg_per_kwh;
}

/** True when the CO2 of that year may still change because its factor may. */
export const isProvisional = (factors: GridFactors, year: number): boolean =>
  emissionFactor(factors, year)?.provisional ?? false;

/** Every year that a day of the product may lie in, with its factor, kg/kWh (null: none known): for sums in SQL. */
export function factorsByYear(factors: GridFactors): { years: number[]; kgPerKwh: (number | null)[] } {
  const years = Array.from({ length: 230 }, (_, index) => 1970 + index);
  return { years, kgPerKwh: years.map((year) => emissionFactor(factors, year)?.kg_per_kwh ?? null) };
}
