// The regions in which the fleet has plants. Twelve figures each, January to December.

export interface Climate {
  readonly name: string;
  /** Mean temperature of the air, degrees Celsius. */
  readonly meanC: readonly number[];
  /** Half the difference between day and night, K. */
  readonly swingK: number;
  /** 0 dry season, 1 wet season. */
  readonly wetness: readonly number[];
  /** Linke turbidity. */
  readonly turbidity: readonly number[];
  /** Cold water from the mains, degrees Celsius. */
  readonly mainsC: readonly number[];
  readonly windMS: number;
  /** Full-load hours of a plant in a year: for what its counters counted before the simulated days. */
  readonly yearlyHours: number;
}

// Shape of the year fitted to NSRDB 2019 clear-sky irradiance at 12.52 N 109.03 E; its mean is that of the coast.
const TURBIDITY = [3.35, 3.2, 4.2, 3.7, 4.1, 3.6, 3.6, 3.65, 3.8, 3.8, 3.75, 3.4] as const;
const TURBIDITY_MEAN = TURBIDITY.reduce((sum, value) => sum + value, 0) / 12;
const turbidity = (mean: number): number[] => TURBIDITY.map((value) => (value * mean) / TURBIDITY_MEAN);

export const CLIMATES = {
  south: {
    name: "south",
    meanC: [26.5, 27.3, 28.6, 29.9, 29.4, 28.6, 28.2, 28.1, 27.8, 27.5, 27.2, 26.5],
    swingK: 4.4,
    wetness: [0.1, 0.05, 0.1, 0.3, 0.7, 0.8, 0.85, 0.85, 0.95, 0.9, 0.6, 0.3],
    turbidity: turbidity(3.9),
    mainsC: [25, 25.5, 26.5, 27, 27, 26.5, 26.5, 26.5, 26.5, 26, 25.5, 25],
    windMS: 2.6,
    yearlyHours: 1380,
  },
  southCoast: {
    name: "southCoast",
    meanC: [25.2, 25.8, 27.2, 28.7, 29.2, 29, 28.7, 28.6, 27.9, 27, 26.3, 25.4],
    swingK: 3.8,
    wetness: [0.2, 0.05, 0.05, 0.1, 0.35, 0.4, 0.4, 0.45, 0.7, 0.85, 0.8, 0.5],
    turbidity: turbidity(TURBIDITY_MEAN),
    mainsC: [24.5, 25, 26, 27, 27.5, 27.5, 27, 27, 26.5, 26, 25.5, 25],
    windMS: 4.2,
    yearlyHours: 1380,
  },
  highland: {
    name: "highland",
    meanC: [21.2, 22.8, 24.8, 26.3, 26, 25, 24.4, 24.2, 23.9, 23.4, 22.4, 21.1],
    swingK: 5,
    wetness: [0.1, 0.05, 0.1, 0.4, 0.75, 0.8, 0.85, 0.9, 0.9, 0.7, 0.45, 0.2],
    turbidity: turbidity(3.6),
    mainsC: [21, 22, 23, 24, 24, 24, 23.5, 23.5, 23, 23, 22, 21],
    windMS: 3.2,
    yearlyHours: 1380,
  },
  centre: {
    name: "centre",
    meanC: [21.7, 22.6, 24.4, 26.8, 28.7, 29.6, 29.4, 29.1, 27.6, 26, 24.4, 22],
    swingK: 3.9,
    wetness: [0.6, 0.4, 0.3, 0.2, 0.2, 0.15, 0.15, 0.3, 0.7, 0.95, 1, 0.9],
    turbidity: turbidity(4.1),
    mainsC: [22, 22.5, 23.5, 25, 26.5, 27.5, 27.5, 27, 26.5, 25, 24, 22.5],
    windMS: 2.9,
    yearlyHours: 1380,
  },
  north: {
    name: "north",
    meanC: [16.7, 18.1, 20.6, 24.3, 27.9, 29.7, 29.8, 29.2, 27.9, 25.4, 21.9, 18.2],
    swingK: 3.6,
    wetness: [0.95, 1, 1, 0.85, 0.6, 0.6, 0.55, 0.6, 0.5, 0.45, 0.5, 0.65],
    turbidity: turbidity(4.6),
    mainsC: [17, 18, 20, 22.5, 25, 27, 28, 28, 27, 25, 22, 18.5],
    windMS: 2.3,
    yearlyHours: 1380,
  },
  yangtze: {
    name: "yangtze",
    meanC: [4.6, 6.4, 10.5, 16.2, 21.3, 25, 29, 28.5, 24.4, 18.8, 12.7, 6.8],
    swingK: 4.2,
    wetness: [0.5, 0.5, 0.55, 0.5, 0.5, 0.65, 0.4, 0.4, 0.45, 0.35, 0.4, 0.4],
    turbidity: turbidity(4.6),
    mainsC: [8, 8, 11, 15, 20, 24, 27, 28, 25, 20, 15, 10],
    windMS: 2.8,
    yearlyHours: 1080,
  },
  wheatbelt: {
    name: "wheatbelt",
    meanC: [25.5, 25.4, 23, 19.2, 15, 12.2, 11, 11.3, 13, 16.2, 20, 23.2],
    swingK: 7.5,
    wetness: [0.08, 0.08, 0.1, 0.25, 0.45, 0.6, 0.65, 0.6, 0.45, 0.25, 0.15, 0.08],
    turbidity: turbidity(3.1),
    mainsC: [22, 22, 21, 18, 15, 13, 12, 12, 14, 16, 19, 21],
    windMS: 3.6,
    yearlyHours: 1650,
  },
  alentejo: {
    name: "alentejo",
    meanC: [9.5, 10.6, 12.8, 14.3, 17.5, 21.6, 24.4, 24.5, 22.2, 17.8, 13, 10.2],
    swingK: 6,
    wetness: [0.55, 0.5, 0.45, 0.4, 0.3, 0.1, 0.05, 0.05, 0.2, 0.4, 0.5, 0.55],
    turbidity: turbidity(3.2),
    mainsC: [11, 11, 12, 14, 16, 19, 21, 22, 21, 18, 14, 12],
    windMS: 3.1,
    yearlyHours: 1560,
  },
  atacama: {
    name: "atacama",
    meanC: [20.5, 20.3, 19, 16.8, 14.7, 13.2, 12.8, 13.7, 14.9, 16.4, 17.9, 19.5],
    swingK: 8,
    wetness: [0.02, 0.02, 0.02, 0.02, 0.05, 0.08, 0.06, 0.05, 0.03, 0.02, 0.02, 0.02],
    turbidity: turbidity(2.6),
    mainsC: [18, 18, 17, 16, 15, 14, 13, 13, 14, 15, 16, 17],
    windMS: 3.8,
    yearlyHours: 1920,
  },
  centralValley: {
    name: "centralValley",
    meanC: [8.5, 11, 13.6, 16.6, 21, 25.2, 28.5, 27.8, 24.9, 19, 12.5, 8.3],
    swingK: 7.5,
    wetness: [0.6, 0.5, 0.4, 0.25, 0.1, 0.03, 0.01, 0.01, 0.05, 0.15, 0.4, 0.6],
    turbidity: turbidity(3),
    mainsC: [11, 12, 14, 16, 19, 22, 24, 24, 22, 19, 15, 12],
    windMS: 2.4,
    yearlyHours: 1640,
  },
} as const satisfies Record<string, Climate>;

/** The figure of a twelve-month list in force on a day, turning from one month's middle to the next. */
export function ofSeason(monthly: readonly number[], day: string): number {
  const month = Number(day.slice(5, 7)) - 1;
  const into = (Number(day.slice(8, 10)) - 15.5) / 30.5;
  const other = (month + (into < 0 ? 11 : 1)) % 12;
  const here = monthly[month] ?? 0;
  return here + ((monthly[other] ?? here) - here) * Math.abs(into);
}
