// One day of a solar water heater: collector, pump, tank, draws and the electric heater behind them.
import { addDays } from "@heliograph/contract";
import { ofSeason } from "./fleet/climate.ts";
import { dayStartMs, type SwhPlant } from "./fleet/plant.ts";
import { relayAt, type Order, type Relay } from "./orders.ts";
import { random } from "./physics/random.ts";
import { collectorHeatW, stagnationK, tankStep, WATER_J_KG_K } from "./physics/water-heater.ts";
import { DAY_S, newTrack, STEP_S, sumUp, type Track } from "./track.ts";
import { dayWeather, type Weather } from "./weather.ts";

const STEPS = DAY_S / STEP_S;
const PLANE = { tilt: 15, azimuth: 180 };
/** Pump rule seen in recordings of RESOL controllers: on and off differences of collector to tank, K. */
const PUMP_ON_K = 10.3;
const PUMP_OFF_K = 7.3;
/** Flow the pump aims at: this much warmer out than in. */
const PUMP_TARGET_K = 10;
const FLOW_MAX_L_H_M2 = 50;
const HEATER_ON_C = 48;
const HEATER_OFF_C = 54;
const HEATER_FROM_HOUR = 16;
const HEATER_TO_HOUR = 21;
const TANK_MAX_C = 90;
/** Days that a tank is run before the day asked for: its water has been drawn several times by then. */
const RUN_IN_DAYS = 5;
/** Share of a day's draws in each hour: mornings and evenings. */
const DRAWS = [
  0, 0, 0, 0, 0.01, 0.05, 0.1, 0.09, 0.05, 0.03, 0.03, 0.04, 0.05, 0.03, 0.02, 0.02, 0.03, 0.07, 0.12, 0.12,
  0.08, 0.04, 0.02, 0,
] as const;

export interface SwhDay {
  readonly type: "swh";
  readonly day: string;
  readonly weather: Weather;
  readonly starts: Float64Array;
  /** Heat from the collector into the tank. */
  readonly solar: Track;
  /** Electricity of the heater. */
  readonly auxiliary: Track;
  readonly irradiance: Track;
  /** At the end of each step. */
  readonly tankC: Float64Array;
  readonly collectorC: Float64Array;
  readonly outletC: Float64Array;
  readonly flowLH: Float64Array;
  /** In each step. */
  readonly relays: { readonly RL1: boolean; readonly RL2: boolean }[];
}

/** How orders hold the relays; null: by the controller's own rule. */
type Relays = Readonly<Record<Relay, boolean | null>>;

interface Water {
  tankC: number;
  collectorC: number;
  pump: boolean;
  heater: boolean;
}

function pumpFlowLH(plant: SwhPlant, heatW: number): number {
  const most = FLOW_MAX_L_H_M2 * plant.collector.areaM2;
  const wanted = (heatW * 3600) / (WATER_J_KG_K * PUMP_TARGET_K);
  return Math.min(Math.max(wanted, 0.3 * most), most);
}

function runStep(
  plant: SwhPlant,
  out: SwhDay,
  water: Water,
  { i, drawKg, held }: { i: number; drawKg: number; held: Relays },
): void {
  water.pump = held.RL1 ?? water.pump;
  const light = out.irradiance.power[i] ?? 0;
  const ambientC = out.weather.ambientC[i] ?? 25;
  // A pump that is held on in the dark moves no heat that its meter would count.
  const heatW = water.pump
    ? Math.max(collectorHeatW(plant.collector, light, water.tankC + 3 - ambientC), 0)
    : 0;
  const flowLH = water.pump ? pumpFlowLH(plant, heatW) : 0;
  const riseK = flowLH > 0 ? (heatW * 3600) / (flowLH * WATER_J_KG_K) : 0;
  if (water.pump) {
    water.collectorC = water.tankC + riseK;
  } else {
    const idle = Math.min(ambientC + stagnationK(plant.collector, light), 160);
    water.collectorC += (idle - water.collectorC) * 0.35;
  }
  const hour = i / 12;
  const evening = hour >= HEATER_FROM_HOUR && hour < HEATER_TO_HOUR;
  water.heater = evening && water.tankC < (water.heater ? HEATER_OFF_C : HEATER_ON_C);
  water.heater = held.RL2 ?? water.heater;
  const auxiliaryW = water.heater ? plant.heaterW : 0;
  out.solar.power[i] = heatW;
  out.auxiliary.power[i] = auxiliaryW;
  const mainsC = ofSeason(plant.site.climate.mainsC, out.day);
  water.tankC = tankStep({ massKg: plant.tankLitres, lossWK: plant.tankLossWK }, water.tankC, {
    seconds: STEP_S,
    ambientC,
    mainsC,
    solarW: heatW,
    auxiliaryW,
    drawKg,
  }).temperatureC;
  out.tankC[i] = water.tankC;
  out.collectorC[i] = water.collectorC;
  out.outletC[i] = water.pump ? water.collectorC : water.tankC - 1.5;
  out.flowLH[i] = flowLH;
  out.relays.push({ RL1: flowLH > 0 || held.RL1 === true, RL2: water.heater });
  const warmer = water.collectorC - water.tankC;
  water.pump = water.tankC < TANK_MAX_C && warmer > (water.pump ? PUMP_OFF_K : PUMP_ON_K);
}

// The run-in of one day needs the weather of the days before it: the last ones are kept.
const cache = new Map<string, Weather>();
const KEPT_DAYS = 48;

function weatherFor(plant: SwhPlant, day: string): Weather {
  const name = `${plant.key}|${day}`;
  const known = cache.get(name);
  if (known !== undefined) return known;
  const weather = dayWeather(plant.key, plant.site, [PLANE], day);
  const oldest = cache.keys().next().value;
  if (cache.size >= KEPT_DAYS && oldest !== undefined) cache.delete(oldest);
  cache.set(name, weather);
  return weather;
}

function runDay(
  plant: SwhPlant,
  { day, orders }: { day: string; orders: readonly Order[] },
  water: Water,
): SwhDay {
  const startMs = dayStartMs(plant.site, day);
  const weather = weatherFor(plant, day);
  const out: SwhDay = {
    type: "swh",
    day,
    weather,
    starts: Float64Array.from({ length: STEPS + 1 }, (_, i) => i * STEP_S),
    solar: newTrack(STEPS, "never"),
    auxiliary: newTrack(STEPS, "never"),
    irradiance: newTrack(STEPS, "sky"),
    tankC: new Float64Array(STEPS),
    collectorC: new Float64Array(STEPS),
    outletC: new Float64Array(STEPS),
    flowLH: new Float64Array(STEPS),
    relays: [],
  };
  const draw = random(`${plant.key}|${day}|draws`);
  const litres = plant.drawLitres * (0.8 + 0.4 * draw.uniform());
  for (let i = 0; i < STEPS; i += 1) {
    const light = weather.planes[0]?.poa[i] ?? 0;
    out.irradiance.power[i] = light;
    out.irradiance.skySway[i] = light * 0.004;
    // Two draws of a few minutes in three, of a size that makes the hour's share.
    const drawing = draw.uniform() < 0.4 ? (litres * (DRAWS[Math.floor(i / 12)] ?? 0)) / (12 * 0.4) : 0;
    const at = startMs + i * STEP_S * 1000;
    const held = { RL1: relayAt(orders, at, "RL1"), RL2: relayAt(orders, at, "RL2") };
    runStep(plant, out, water, { i, drawKg: drawing, held });
  }
  for (const track of [out.solar, out.auxiliary, out.irradiance]) sumUp(track, out.starts);
  return out;
}

/**
 * One local day of a solar water heater under the orders given; the tank is run in over the days before, so every day stands on its
 * own. Pump and heater follow an order at the next step of five minutes; what the relays say follows at once (readings/report.ts).
 */
export function simulateSwhDay(plant: SwhPlant, day: string, orders: readonly Order[] = []): SwhDay {
  const relays = orders.filter(({ kind }) => kind === "relay");
  const water: Water = { tankC: 50, collectorC: 30, pump: false, heater: false };
  for (let back = RUN_IN_DAYS; back > 0; back -= 1) {
    runDay(plant, { day: addDays(day, -back), orders: relays }, water);
  }
  return runDay(plant, { day, orders: relays }, water);
}
