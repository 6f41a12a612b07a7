// A plant over all its days: simulated days as they are needed, and what its counters stood at on each midnight.
import { addDays } from "@heliograph/contract";
import { daysInto, type Plant, type PvPlant } from "./fleet/plant.ts";
import type { Order } from "./orders.ts";
import { simulatePvDay, type PvDay } from "./pv-day.ts";
import { glitches, RESET_S } from "./quirks.ts";
import { simulateSwhDay, type SwhDay } from "./swh-day.ts";
import { energyAt } from "./track.ts";

type PlantDay = PvDay | SwhDay;

/** Counters are estimated up to the start of this day and summed from the simulation from it on. */
const COUNTERS_FROM = "2026-07-01";
const DAYS_KEPT = 4;
const YEAR_MS = 365.25 * 86_400_000;
const NONSENSE_SHARE = 0.4;

/** Simulates one local day of any plant. Pure: the same arguments give the same day. */
export function simulateDay(plant: Plant, day: string, orders: readonly Order[] = []): PlantDay {
  return plant.type === "pv" ? simulatePvDay(plant, day, orders) : simulateSwhDay(plant, day, orders);
}

/** Where each counter of a plant stands in its list of counters. */
export const SLOTS = {
  import: (inverters: number): number => inverters,
  export: (inverters: number): number => inverters + 1,
  charge: (inverters: number): number => inverters + 2,
  discharge: (inverters: number): number => inverters + 3,
  peak: (inverters: number, gateway: number): number => inverters + 4 + 2 * gateway,
  offPeak: (inverters: number, gateway: number): number => inverters + 5 + 2 * gateway,
  solar: 0,
  auxiliary: 1,
} as const;

/** What each counter of a plant gained in a day, Wh, by SLOTS. */
export function dayTotals(plantDay: PlantDay): Float64Array {
  if (plantDay.type === "swh") {
    return Float64Array.of(plantDay.solar.energy.at(-1) ?? 0, plantDay.auxiliary.energy.at(-1) ?? 0);
  }
  const { imported, exported, charged, discharged } = plantDay;
  const tracks = [...plantDay.inverters, imported, exported, charged, discharged];
  const registers = plantDay.registers.flatMap(({ peak, offPeak }) => [
    peak.at(-1) ?? 0,
    offPeak.at(-1) ?? 0,
  ]);
  return Float64Array.from([...tracks.map((track) => track.energy.at(-1) ?? 0), ...registers]);
}

function firstCounters(plant: Plant): Float64Array {
  const years = Math.max((Date.parse(COUNTERS_FROM) - Date.parse(plant.commissionedOn)) / YEAR_MS, 0);
  if (plant.type === "swh") {
    return Float64Array.of(plant.collector.areaM2 * 650_000 * years, plant.heaterW * 120 * years);
  }
  const made = plant.inverters.map(
    ({ dcCapacityWp }) => dcCapacityWp * plant.site.climate.yearlyHours * years,
  );
  const consumed = plant.load.peakW * 0.5 * 8760 * years;
  const stored = (plant.battery?.capacityWh ?? 0) * 290 * years;
  // A roof feeds the grid on free days; what a park makes is nearly all for the grid.
  const surplus = made.reduce((sum, wh) => sum + wh, 0) * 0.98 - consumed;
  const exported = plant.runNze ? 0 : Math.max(plant.capacityWp * 160 * years, surplus);
  const registers = plant.gateways.flatMap((_, gateway) => {
    const behind = plant.inverters.reduce(
      (sum, inverter, index) => sum + (inverter.gateway === gateway ? (made[index] ?? 0) : 0),
      0,
    );
    return [behind * 0.28, behind * 0.002];
  });
  return Float64Array.from(
    [...made, consumed * 0.62, exported, stored, stored * 0.9, ...registers],
    Math.round,
  );
}

export interface PlantModel {
  readonly plant: Plant;
  /** The simulated day, under the orders known now. */
  readonly day: (day: string) => PlantDay;
  /** What the counters stood at as the local day began, by SLOTS. Rising from day to day. */
  readonly countersAt: (day: string) => Float64Array;
  /** Takes an order that is in force from its instant on; the days from then on are simulated anew. */
  readonly obey: (order: Order) => void;
  readonly orders: () => readonly Order[];
}

/** The model of a plant. Days and counters do not depend on the order in which they are asked for. */
export function plantModel(plant: Plant, known: readonly Order[] = []): PlantModel {
  let orders = [...known];
  const days = new Map<string, PlantDay>();
  const midnights = new Map<string, Float64Array>([[COUNTERS_FROM, firstCounters(plant)]]);
  let newest = COUNTERS_FROM;
  let oldest = COUNTERS_FROM;

  const day = (date: string): PlantDay => {
    const made = days.get(date);
    if (made !== undefined) return made;
    const simulated = simulateDay(plant, date, orders);
    const first = days.keys().next().value;
    if (days.size >= DAYS_KEPT && first !== undefined) days.delete(first);
    days.set(date, simulated);
    return simulated;
  };
  const countersAt = (date: string): Float64Array => {
    while (newest < date) {
      const before = midnights.get(newest) ?? new Float64Array();
      const gained = dayTotals(simulateDay(plant, newest, orders));
      newest = addDays(newest, 1);
      midnights.set(
        newest,
        before.map((value, slot) => value + (gained[slot] ?? 0)),
      );
    }
    while (oldest > date) {
      const after = midnights.get(oldest) ?? new Float64Array();
      oldest = addDays(oldest, -1);
      const gained = dayTotals(simulateDay(plant, oldest, orders));
      midnights.set(
        oldest,
        after.map((value, slot) => value - (gained[slot] ?? 0)),
      );
    }
    return midnights.get(date) ?? new Float64Array();
  };
  const obey = (order: Order): void => {
    orders = [...orders, order].toSorted((a, b) => a.atMs - b.atMs);
    days.clear();
  };
  return { plant, day, countersAt, obey, orders: () => orders };
}

/** The lifetime counter of an inverter as it shows it at a second of a day, Wh, whole: with board changes and nonsense. */
export function inverterCounterWh(model: PlantModel, index: number, date: string, second: number): number {
  const at = (day: string, when: number): number => {
    const simulated = model.day(day);
    const track = simulated.type === "pv" ? simulated.inverters[index] : undefined;
    const base = model.countersAt(day)[index] ?? 0;
    return base + (track === undefined ? 0 : energyAt(track, simulated.starts, when));
  };
  // Only PV plants have inverters.
  const plant = model.plant as PvPlant;
  let value = at(date, second);
  const reset = plant.quirks.counterReset;
  if (reset?.inverter === index) {
    const into = daysInto(reset, date);
    const since = into === 0 && second < RESET_S ? reset.everyDays : into;
    value -= at(addDays(date, -since), RESET_S);
  }
  return Math.floor(value * (glitches(plant, index, date, second) ? NONSENSE_SHARE : 1));
}
