// What became of the light that fell on a plant's modules: what the simulator took away, by cause and inverter. It is the truth that
// the portal's figures are tested against; gateways never report it.
import { INVERTER_STATE } from "@heliograph/contract";
import type { PvPlant } from "./fleet/plant.ts";
import { dayStartMs } from "./fleet/plant.ts";
import { settingsAt, shareOf, type Order } from "./orders.ts";
import { pvwattsAc } from "./physics/inverter.ts";
import { AGEING_PER_YEAR, simulatePvDay, WAKE_SHARE, type PvDay } from "./pv-day.ts";
import { silences, soilingLoss, stringsAlive } from "./quirks.ts";
import { DAY_S, energyAt, STEP_S } from "./track.ts";

/** In the order in which they act, from the light to the grid. */
export const TAKERS = [
  /** Modules warmer than 25 °C; less than nothing where they are cooler. */
  "temperature",
  /** Light that the glass throws back. */
  "optics",
  "soiling",
  "ageing",
  /** Cables, nameplates and mismatch between module and inverter. */
  "wiring",
  "strings",
  /** Conversion to AC, and light too weak to wake the inverter. */
  "conversion",
  "clipping",
  "outage",
  /** Power limits and disconnection by command. */
  "orders",
  "zero_export",
] as const;
type Taker = (typeof TAKERS)[number];

/** Of one inverter and day, Wh. `base` less all that was taken is what it delivered. */
interface TakenAway {
  readonly base_wh: number;
  readonly taken_wh: Readonly<Record<Taker, number>>;
  readonly delivered_wh: number;
  /** Of what it delivered, the part that its gateway measured and lost: nothing was taken away, but nobody saw it. */
  readonly unseen_wh: number;
}

interface Step {
  readonly base: number;
  readonly parts: Record<Taker, number>;
  /** AC power before anybody limits it, W. */
  readonly possible: number;
}

/** What a step's light becomes on its way to the AC side of an inverter, W. */
function stepOf(plant: PvPlant, day: PvDay, index: number, i: number): Step {
  const parts = Object.fromEntries(TAKERS.map((name) => [name, 0])) as Record<Taker, number>; // all names are there
  const inverter = plant.inverters[index];
  const sky = inverter === undefined ? undefined : day.weather.planes[inverter.plane];
  const light = sky?.absorbed[i] ?? 0;
  const poa = sky?.poa[i] ?? 0;
  if (inverter === undefined || sky === undefined) return { base: 0, parts, possible: 0 };
  const base = (inverter.dcCapacityWp * poa) / 1000;
  const age = Math.max((Date.parse(day.day) - Date.parse(plant.commissionedOn)) / (365.25 * DAY_S * 1000), 0);
  const factors = [
    ["temperature", 1 + plant.gamma * ((sky.cellC[i] ?? 25) - 25)],
    ["optics", poa > 0 ? light / poa : 1],
    ["soiling", 1 - soilingLoss(plant, day.day)],
    ["ageing", 1 - AGEING_PER_YEAR * age],
    ["wiring", (1 - plant.dcLoss) * inverter.mismatch],
    ["strings", stringsAlive(plant, index, day.day)],
  ] as const;
  let left = base;
  for (const [name, factor] of factors) {
    parts[name] = left * (1 - factor);
    left *= factor;
  }
  const dcNominal = inverter.acNominalW / inverter.eta;
  const awake = light > 0 && left >= WAKE_SHARE * dcNominal;
  const possible = awake ? pvwattsAc(left, dcNominal, inverter.eta) : 0;
  const unclipped = awake ? Math.max(left * inverter.eta, possible) : 0;
  const isClipped = left > dcNominal;
  parts.clipping = isClipped ? unclipped - possible : 0;
  parts.conversion = left - (isClipped ? unclipped : possible);
  return { base, parts, possible };
}

/** What was taken from each inverter of the plant on a day, in their order. */
export function takenAway(plant: PvPlant, date: string, orders: readonly Order[] = []): TakenAway[] {
  const day = simulatePvDay(plant, date, orders);
  const startMs = dayStartMs(plant.site, date);
  return plant.inverters.map((inverter, index) => {
    const sums = Object.fromEntries(TAKERS.map((name) => [name, 0])) as Record<Taker, number>; // likewise
    let base_wh = 0;
    for (let k = 0; k + 1 < day.starts.length; k += 1) {
      const start = day.starts[k] ?? 0;
      const hours = ((day.starts[k + 1] ?? DAY_S) - start) / 3600;
      const { base, parts, possible } = stepOf(plant, day, index, Math.floor(start / STEP_S));
      const settings = settingsAt(orders, startMs + start * 1000, plant);
      const faulty = day.states[index]?.[k] === INVERTER_STATE.fault;
      const share = settings.connected[index] === true ? shareOf(settings, index) : 0;
      const allowed = Math.min(possible, inverter.acNominalW * share);
      parts.outage = faulty ? possible : 0;
      parts.orders = faulty ? 0 : possible - allowed;
      parts.zero_export = faulty ? 0 : allowed - (day.inverters[index]?.power[k] ?? 0);
      base_wh += base * hours;
      for (const name of TAKERS) sums[name] += parts[name] * hours;
    }
    const track = day.inverters[index];
    const upTo = (second: number): number => (track === undefined ? 0 : energyAt(track, day.starts, second));
    const unseen_wh = silences(plant, inverter.gateway, date)
      .filter(({ kept }) => !kept)
      .reduce((sum, { from, to }) => sum + upTo(Math.min(to, DAY_S)) - upTo(Math.max(from, 0)), 0);
    return { base_wh, taken_wh: sums, delivered_wh: upTo(DAY_S), unseen_wh };
  });
}
