// One day of a PV plant: light to direct current, inverters, battery, load and the meter at the grid.
import { addDays, INVERTER_STATE } from "@heliograph/contract";
import { dayStartMs, type PvPlant } from "./fleet/plant.ts";
import { settingsAt, shareOf, type Order, type Settings } from "./orders.ts";
import { batteryStep, gridFlow, zeroExport, type BatteryRating } from "./physics/battery.ts";
import { dayLoad } from "./physics/load.ts";
import { pvwattsAc } from "./physics/inverter.ts";
import { pvwattsDc } from "./physics/module.ts";
import { random } from "./physics/random.ts";
import { outage, soilingLoss, stringsAlive } from "./quirks.ts";
import { tariffBandAt } from "./tariff-bands.ts";
import { DAY_S, newTrack, STEP_S, sumUp, type Track } from "./track.ts";
import { dayWeather, type Weather } from "./weather.ts";

/** Share of the inverters' energy that reaches the production meter through the AC cables. */
export const AC_CABLES = 0.992;
/** A zero-export controller leaves this share of the rating as import, so that it has room to react. */
const ZERO_EXPORT_MARGIN = 0.01;
/** Below this share of its DC rating an inverter sleeps. */
export const WAKE_SHARE = 0.005;
export const AGEING_PER_YEAR = 0.005;
const LOAD_SWAY = 0.012;
const SOC_MIN = 0.1;
const SOC_MAX = 0.98;

export interface PvDay {
  readonly type: "pv";
  readonly day: string;
  readonly weather: Weather;
  /** Second of the day at which each segment starts, and 86,400 at the end. */
  readonly starts: Float64Array;
  /** AC side, by inverter. */
  readonly inverters: readonly Track[];
  /** DC power for each watt on the AC side, by inverter and segment. */
  readonly dcPerAc: readonly Float64Array[];
  /** SunSpec 103 St, by inverter and segment. */
  readonly states: readonly Uint8Array[];
  readonly load: Track;
  readonly imported: Track;
  readonly exported: Track;
  readonly charged: Track;
  readonly discharged: Track;
  /** In the plane of the sensor, W/m2 and Wh/m2. */
  readonly irradiance: Track;
  /** Share 0 to 1 at each start and at the end; empty without a battery. */
  readonly soc: Float64Array;
  /** Metered production in hours of peak and off-peak tariff up to each start, Wh, by gateway. */
  readonly registers: readonly { readonly peak: Float64Array; readonly offPeak: Float64Array }[];
}

function cut(startMs: number, orders: readonly Order[]): Float64Array {
  const seconds = new Set<number>();
  for (let step = 0; step <= DAY_S / STEP_S; step += 1) seconds.add(step * STEP_S);
  for (const { atMs } of orders) {
    const second = Math.round((atMs - startMs) / 1000);
    if (second > 0 && second < DAY_S) seconds.add(second);
  }
  return Float64Array.from([...seconds].toSorted((a, b) => a - b));
}

/** What the inverters of a plant could give at each step of a day, before anybody limits them. */
interface Potential {
  readonly ac: readonly Float64Array[];
  readonly dc: readonly Float64Array[];
}

function potentialOf(plant: PvPlant, day: string, weather: Weather): Potential {
  const age = (Date.parse(day) - Date.parse(plant.commissionedOn)) / (365.25 * DAY_S * 1000);
  const remaining =
    (1 - plant.dcLoss) * (1 - soilingLoss(plant, day)) * (1 - AGEING_PER_YEAR * Math.max(age, 0));
  const ac: Float64Array[] = [];
  const dc: Float64Array[] = [];
  for (const [index, inverter] of plant.inverters.entries()) {
    const sky = weather.planes[inverter.plane];
    const nominal = inverter.dcCapacityWp * remaining * inverter.mismatch * stringsAlive(plant, index, day);
    const dcNominal = inverter.acNominalW / inverter.eta;
    const steps = weather.kc.length;
    const acOf = new Float64Array(steps);
    const dcOf = new Float64Array(steps);
    for (let i = 0; i < steps; i += 1) {
      const light = sky?.absorbed[i] ?? 0;
      if (light <= 0) continue;
      const made = pvwattsDc(light, sky?.cellC[i] ?? 25, { nominal, gamma: plant.gamma });
      if (made < WAKE_SHARE * dcNominal) continue;
      acOf[i] = pvwattsAc(made, dcNominal, inverter.eta);
      dcOf[i] = Math.min(made, dcNominal);
    }
    ac.push(acOf);
    dc.push(dcOf);
  }
  return { ac, dc };
}

interface Run {
  readonly plant: PvPlant;
  readonly out: PvDay;
  readonly potential: Potential;
  readonly load: Float64Array;
  readonly outages: readonly (readonly [number, number] | null)[];
}

function stateOf(run: Run, index: number, k: number, settings: Settings): number {
  const { out, potential } = run;
  const start = out.starts[k] ?? 0;
  const i = Math.floor(start / STEP_S);
  const span = run.outages[index];
  if (span && start >= span[0] && start < span[1]) return INVERTER_STATE.fault;
  const possible = potential.ac[index]?.[i] ?? 0;
  if (possible === 0) return INVERTER_STATE.sleeping;
  if (settings.connected[index] === false) return INVERTER_STATE.standby;
  const before = potential.ac[index]?.[i - 1] ?? 0;
  return before === 0 ? INVERTER_STATE.starting : INVERTER_STATE.mppt;
}

/** Runs the inverters in one segment; returns what the plant's meters see of them, W. */
function runInverters(run: Run, k: number, settings: Settings): number {
  const { plant, out, potential } = run;
  const i = Math.floor((out.starts[k] ?? 0) / STEP_S);
  let metered = 0;
  for (const [index, inverter] of plant.inverters.entries()) {
    const states = out.states[index];
    const track = out.inverters[index];
    if (states === undefined || track === undefined) continue;
    const state = stateOf(run, index, k, settings);
    states[k] = state;
    if (state !== INVERTER_STATE.mppt && state !== INVERTER_STATE.starting) continue;
    const possible = potential.ac[index]?.[i] ?? 0;
    const power = Math.min(possible, inverter.acNominalW * shareOf(settings, index));
    if (power < possible || possible >= inverter.acNominalW) states[k] = INVERTER_STATE.throttled;
    track.power[k] = power;
    metered += power * AC_CABLES;
  }
  return metered;
}

/** Turns all running inverters down by the same share. */
function throttle(out: PvDay, k: number, share: number): void {
  for (const [index, track] of out.inverters.entries()) {
    const power = track.power[k] ?? 0;
    const states = out.states[index];
    if (power === 0 || states === undefined) continue;
    track.power[k] = power * share;
    states[k] = INVERTER_STATE.throttled;
  }
}

/** Lets powers sway with sky and load, as far as no inverter passes its limit and the grid flow keeps its direction. */
function sway(run: Run, k: number, settings: Settings, pv: number): void {
  const { plant, out } = run;
  const i = Math.floor((out.starts[k] ?? 0) / STEP_S);
  const { kc } = out.weather;
  const unrest = Math.abs((kc[i] ?? 1) - (kc[i - 1] ?? kc[i] ?? 1));
  let sky = Math.min(0.004 + 0.25 * unrest, 0.06);
  for (const [index, inverter] of plant.inverters.entries()) {
    const power = out.inverters[index]?.power[k] ?? 0;
    if (power <= 0) continue;
    sky = Math.min(sky, Math.max((inverter.acNominalW * shareOf(settings, index)) / power - 1, 0));
  }
  const load = out.load.power[k] ?? 0;
  const net = (out.imported.power[k] ?? 0) - (out.exported.power[k] ?? 0);
  const depth = sky * pv + LOAD_SWAY * load;
  const room = depth === 0 ? 0 : Math.min((0.95 * Math.abs(net)) / depth, 1);
  const skyShare = sky * room;
  const loadShare = LOAD_SWAY * room;
  for (const track of out.inverters) track.skySway[k] = (track.power[k] ?? 0) * skyShare;
  out.irradiance.skySway[k] = (out.irradiance.power[k] ?? 0) * skyShare;
  out.load.loadSway[k] = load * loadShare;
  const side = net >= 0 ? out.imported : out.exported;
  const sign = net >= 0 ? 1 : -1;
  side.loadSway[k] = sign * load * loadShare;
  side.skySway[k] = -sign * pv * skyShare;
}

function batteryRating(plant: PvPlant): BatteryRating | null {
  const { battery } = plant;
  if (battery === null) return null;
  return {
    capacity: battery.capacityWh,
    maxPower: battery.maxPowerW,
    eta: 0.95,
    socMin: SOC_MIN,
    socMax: SOC_MAX,
  };
}

/** One segment: inverters, then the battery with what is over or missing, then the limit at the grid, then the meter. */
function runSegment(run: Run, k: number, settings: Settings, rating: BatteryRating | null): void {
  const { plant, out } = run;
  const start = out.starts[k] ?? 0;
  const i = Math.floor(start / STEP_S);
  const load = run.load[i] ?? 0;
  const possible = runInverters(run, k, settings);
  let pv = possible;
  let charge = 0;
  let discharge = 0;
  if (rating !== null) {
    const soc = out.soc[k] ?? SOC_MIN;
    // A segment that an order cut short behaves as the whole step would have, so that an order never changes the past.
    const wholeS = (i + 1) * STEP_S - start;
    const step = batteryStep(rating, soc, possible - load, wholeS / 3600);
    ({ charge, discharge } = step);
    out.soc[k + 1] = soc + ((step.soc - soc) * ((out.starts[k + 1] ?? DAY_S) - start)) / wholeS;
  }
  if (settings.zeroExport) {
    const margin = ZERO_EXPORT_MARGIN * Math.min(plant.capacityWp, load);
    pv = zeroExport(possible, load + charge, settings.exportLimitW - margin).pv;
    if (pv < possible) throttle(out, k, pv / possible);
  }
  const { imported, exported } = gridFlow(load, pv, charge, discharge);
  out.load.power[k] = load;
  out.charged.power[k] = charge;
  out.discharged.power[k] = discharge;
  out.imported.power[k] = imported;
  out.exported.power[k] = exported;
  out.irradiance.power[k] = out.weather.planes[0]?.poa[i] ?? 0;
  for (const [index, ratios] of out.dcPerAc.entries()) {
    const ac = run.potential.ac[index]?.[i] ?? 0;
    ratios[k] = ac > 0 ? (run.potential.dc[index]?.[i] ?? 0) / ac : 0;
  }
  sway(run, k, settings, pv);
}

function readRegisters(plant: PvPlant, out: PvDay): void {
  const bands = Array.from(out.starts.subarray(0, -1), (start) => tariffBandAt(out.day, start));
  for (const [gateway, { peak, offPeak }] of out.registers.entries()) {
    const behind = out.inverters.filter((_, index) => plant.inverters[index]?.gateway === gateway);
    for (const [k, band] of bands.entries()) {
      let energy = 0;
      if (band !== "normal") {
        for (const track of behind) {
          energy += ((track.energy[k + 1] ?? 0) - (track.energy[k] ?? 0)) * AC_CABLES;
        }
      }
      peak[k + 1] = (peak[k] ?? 0) + (band === "peak" ? energy : 0);
      offPeak[k + 1] = (offPeak[k] ?? 0) + (band === "off_peak" ? energy : 0);
    }
  }
}

function emptyDay(plant: PvPlant, day: string, orders: readonly Order[]): PvDay {
  const starts = cut(dayStartMs(plant.site, day), orders);
  const segments = starts.length - 1;
  return {
    type: "pv",
    day,
    weather: dayWeather(plant.key, plant.site, plant.planes, day),
    starts,
    inverters: plant.inverters.map(() => newTrack(segments, "sky")),
    dcPerAc: plant.inverters.map(() => new Float64Array(segments)),
    states: plant.inverters.map(() => new Uint8Array(segments)),
    load: newTrack(segments, "load"),
    imported: newTrack(segments, "both"),
    exported: newTrack(segments, "both"),
    charged: newTrack(segments, "never"),
    discharged: newTrack(segments, "never"),
    irradiance: newTrack(segments, "sky"),
    soc: new Float64Array(plant.battery === null ? 0 : segments + 1),
    registers: plant.gateways.map(() => ({
      peak: new Float64Array(segments + 1),
      offPeak: new Float64Array(segments + 1),
    })),
  };
}

/**
 * One local day of a PV plant under the orders given. The same arguments give the same day, whichever days were asked
 * for before. The battery starts where the day before would leave it had it begun empty: by night it always runs down.
 */
export function simulatePvDay(
  plant: PvPlant,
  day: string,
  orders: readonly Order[] = [],
  startSoc?: number,
): PvDay {
  const out = emptyDay(plant, day, orders);
  const rating = batteryRating(plant);
  if (rating !== null) {
    out.soc[0] = startSoc ?? simulatePvDay(plant, addDays(day, -1), orders, SOC_MIN).soc.at(-1) ?? SOC_MIN;
  }
  const run: Run = {
    plant,
    out,
    potential: potentialOf(plant, day, out.weather),
    load: dayLoad(plant.load, new Date(`${day}T00:00:00Z`).getUTCDay(), random(`${plant.key}|${day}|load`)),
    outages: plant.inverters.map((_, index) => outage(plant, index, day)),
  };
  const { startMs } = out.weather;
  const changing = orders.some(({ atMs }) => atMs > startMs && atMs < startMs + DAY_S * 1000);
  let settings = settingsAt(orders, startMs, plant);
  for (let k = 0; k < out.starts.length - 1; k += 1) {
    if (changing) settings = settingsAt(orders, startMs + (out.starts[k] ?? 0) * 1000, plant);
    runSegment(run, k, settings, rating);
  }
  const { load, imported, exported, charged, discharged, irradiance } = out;
  const tracks = [...out.inverters, load, imported, exported, charged, discharged, irradiance];
  for (const track of tracks) sumUp(track, out.starts);
  readRegisters(plant, out);
  return out;
}
