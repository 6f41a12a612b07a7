// CO2 that a kWh of solar energy keeps the Vietnamese grid from emitting, by year.

interface Factor {
  readonly year: number;
  readonly kg_per_kwh: number;
  readonly source: string;
}

const DCC = "Viet Nam Department of Climate Change, emission factor of the national grid";
/** Official factors, oldest first, a year each without a hole. t CO2/MWh is kg CO2/kWh. */
const OFFICIAL: readonly [Factor, ...Factor[]] = [
  { year: 2014, kg_per_kwh: 0.6612, source: `${DCC} 2014` },
  { year: 2015, kg_per_kwh: 0.8154, source: `${DCC} 2015` },
  { year: 2016, kg_per_kwh: 0.9185, source: `${DCC} 2016` },
  { year: 2017, kg_per_kwh: 0.8649, source: `${DCC} 2017` },
  { year: 2018, kg_per_kwh: 0.913, source: `${DCC} 2018` },
  { year: 2019, kg_per_kwh: 0.8458, source: `${DCC} 2019` },
  { year: 2020, kg_per_kwh: 0.8041, source: `${DCC} 2020` },
  { year: 2021, kg_per_kwh: 0.7221, source: `${DCC} 2021` },
  { year: 2022, kg_per_kwh: 0.6766, source: `${DCC} 2022, letter 327/BDKH-PTCBT` },
  { year: 2023, kg_per_kwh: 0.6592, source: `${DCC} 2023` },
];

/**
 * The factor for energy produced in `year`: the latest official one not after it; the oldest for years before all.
 * `provisional` is true when none has been published for that very year, so that the figure may still change.
 */
export function emissionFactor(year: number): Factor & { readonly provisional: boolean } {
  const factor = OFFICIAL.findLast((official) => official.year <= year) ?? OFFICIAL[0];
  return { ...factor, provisional: factor.year !== year };
}

/** kg of CO2 that `energy_wh` produced in `year` avoids; null when the energy is not known. */
export function avoidedCo2Kg(energy_wh: number | null, year: number): number | null {
  return energy_wh === null ? null : (energy_wh / 1000) * emissionFactor(year).kg_per_kwh;
}

/** Every year that a day of the product may lie in, with its factor, kg/kWh: for sums in SQL. */
export function factorsByYear(): { years: number[]; kgPerKwh: number[] } {
  const years = Array.from({ length: 230 }, (_, index) => 1970 + index);
  return { years, kgPerKwh: years.map((year) => emissionFactor(year).kg_per_kwh) };
}
