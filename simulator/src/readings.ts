// What a device reports of an interval. "brief" is what a data logger keeps over days, "full" what it shows now.
import { INVERTER_STATE, type ReadingEntry } from "@heliograph/contract";
import type { Device } from "./fleet/devices.ts";
import type { Inverter, PvPlant, SwhPlant } from "./fleet/plant.ts";
import { chance } from "./physics/random.ts";
import { heaterErrors, LINE_OPEN, outletLineOpen } from "./heater-errors.ts";
import { stringVoltageV, threePhase } from "./physics/inverter.ts";
import { inverterCounterWh, SLOTS, type PlantModel } from "./plant-model.ts";
import { AC_CABLES, type PvDay } from "./pv-day.ts";
import { stringsAlive } from "./quirks.ts";
import type { SwhDay } from "./swh-day.ts";
import { tariffBand } from "./tariff-bands.ts";
import { energyAt, meanPower, segmentAt, STEP_S, type Track } from "./track.ts";

/** The seconds (from, to] of a local day. */
export interface Interval {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

export type Detail = "brief" | "full";
export type Report = Pick<ReadingEntry, "m" | "x">;

const whole = (value: number): number => Math.round(value) + 0;
const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;
const hundredth = (value: number): number => Math.round(value * 100) / 100 + 0;

/** A slow wander between -1 and 1 that differs from place to place: mains voltage, frequency. */
function wander(key: string, second: number): number {
  const start = 6.28 * chance(key);
  return (
    0.6 * Math.sin(second / 611 + start) +
    0.3 * Math.sin(second / 97 + 2 * start) +
    0.1 * Math.sin(second / 13)
  );
}

const stepOf = (interval: Interval): number =>
  Math.min(Math.max(Math.ceil(interval.to / STEP_S) - 1, 0), 287);

interface Scene<D, P> {
  readonly model: PlantModel;
  readonly plant: P;
  readonly simulated: D;
  readonly interval: Interval;
  readonly detail: Detail;
}
type PvScene = Scene<PvDay, PvPlant>;

const meanOf = (scene: Scene<PvDay | SwhDay, unknown>, track: Track): number =>
  meanPower(track, scene.simulated.starts, scene.interval.from, scene.interval.to);
const counterOf = (scene: Scene<PvDay | SwhDay, unknown>, slot: number, track: Track): number =>
  Math.floor(
    (scene.model.countersAt(scene.interval.day)[slot] ?? 0) +
      energyAt(track, scene.simulated.starts, scene.interval.to),
  );

const frequencyHz = (scene: PvScene): number => hundredth(50 + 0.045 * wander("grid", scene.interval.to));
const voltageV = (scene: PvScene, nominal: number): number =>
  tenth(nominal * (1.005 + 0.018 * wander(scene.plant.key, scene.interval.to)));
/** Inverters keep a power factor near 1; at little power their filters weigh more. */
const powerFactor = (share: number): number => (share > 0.05 ? 0.998 : 0.96);

function mpptList(scene: PvScene, index: number, inverter: Inverter, dcW: number): Report["x"] {
  const { plant, simulated } = scene;
  const step = stepOf(scene.interval);
  const cellC = simulated.weather.planes[inverter.plane]?.cellC[step] ?? 25;
  const fault = plant.quirks.stringFault;
  const dead = stringsAlive(plant, index, scene.interval.day) < 1 ? (fault?.mppt ?? 0) : 0;
  const strings = inverter.mppts * inverter.stringsPerMppt;
  const shares = Array.from({ length: strings }, (_, i) => {
    const broken = Math.floor(i / inverter.stringsPerMppt) + 1 === dead && i % inverter.stringsPerMppt === 0;
    return broken ? 0 : 1 + 0.04 * (chance(`${inverter.serial}|${i}`) - 0.5);
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  const mppt = Array.from({ length: inverter.mppts }, (_, m) => {
    const lift = 1 + 0.01 * (chance(`${inverter.serial}|mppt ${m}`) - 0.5);
    const volts = dcW > 0 ? stringVoltageV(inverter.modulesPerString, cellC) * lift : 0;
    const own = shares.slice(m * inverter.stringsPerMppt, (m + 1) * inverter.stringsPerMppt);
    const power = own.map((share) => (dcW * share) / total);
    const sum = power.reduce((all, part) => all + part, 0);
    return {
      mppt_id: m + 1,
      dc_voltage_v: tenth(volts),
      dc_current_a: volts > 0 ? hundredth(sum / volts) : 0,
      dc_power_w: whole(sum),
      strings: power.map((part, s) => ({
        string_id: s + 1,
        dc_current_a: volts > 0 ? hundredth(part / volts) : 0,
      })),
    };
  });
  return { mppt };
}

const FAULT_BITS = 1 << 7;

function inverterReport(scene: PvScene, index: number): Report | null {
  const { plant, simulated, interval, model, detail } = scene;
  const inverter = plant.inverters[index];
  const track = simulated.inverters[index];
  if (inverter === undefined || track === undefined) return null;
  // The end belongs to the segment before it.
  const k = segmentAt(simulated.starts, Math.max(interval.to - 1, 0));
  const acW = Math.max(meanOf(scene, track), 0);
  const share = acW / inverter.acNominalW;
  const dcW = acW * (simulated.dcPerAc[index]?.[k] ?? 0);
  const state = simulated.states[index]?.[k] ?? INVERTER_STATE.off;
  const ambientC = simulated.weather.ambientC[stepOf(interval)] ?? 25;
  const brief = {
    energy_total_wh: inverterCounterWh(model, index, interval.day, interval.to),
    ac_power_w: whole(acW),
    dc_power_w: whole(dcW),
    cabinet_temperature_c: tenth(ambientC + 3 + 22 * share),
    state,
  };
  if (detail === "brief") return { m: brief };
  const factor = powerFactor(share);
  const volts = voltageV(scene, inverter.lineVoltageV);
  const side = threePhase(acW, factor, volts);
  const cellC = simulated.weather.planes[inverter.plane]?.cellC[stepOf(interval)] ?? 25;
  const dcVolts = dcW > 0 ? stringVoltageV(inverter.modulesPerString, cellC) : 0;
  return {
    m: {
      ...brief,
      ac_apparent_power_va: whole(side.apparentVa),
      ac_reactive_power_var: whole(side.reactiveVar),
      ac_power_factor: acW > 0 ? factor : 1,
      // The mean of the phases, and the sum of their currents.
      ac_voltage_v: tenth(volts / Math.sqrt(3)),
      ac_current_a: tenth(3 * side.phaseCurrentA),
      ac_frequency_hz: frequencyHz(scene),
      dc_voltage_v: tenth(dcVolts),
      dc_current_a: dcVolts > 0 ? tenth(dcW / dcVolts) : 0,
      event_bits: state === INVERTER_STATE.fault ? FAULT_BITS : 0,
    },
    x: mpptList(scene, index, inverter, dcW),
  };
}

interface Behind {
  readonly powerW: number;
  readonly counterWh: number;
}

/** What the production meter of a gateway sees: the inverters behind it, less the cables. */
function behindGateway({ plant, simulated, interval, model }: PvScene, gateway: number): Behind {
  const midnight = model.countersAt(interval.day);
  let powerW = 0;
  let counterWh = 0;
  for (const [index, track] of simulated.inverters.entries()) {
    if (plant.inverters[index]?.gateway !== gateway) continue;
    powerW += meanPower(track, simulated.starts, interval.from, interval.to);
    counterWh += (midnight[index] ?? 0) + energyAt(track, simulated.starts, interval.to);
  }
  return { powerW: Math.max(powerW, 0) * AC_CABLES, counterWh: Math.floor(counterWh * AC_CABLES) };
}

/** Registers of peak, normal and off-peak production; together they are the counter. */
function registersOf(
  { plant, simulated, interval, model }: PvScene,
  gateway: number,
  counterWh: number,
): number[] {
  const { starts } = simulated;
  const k = segmentAt(starts, Math.max(interval.to - 1, 0));
  const band = tariffBand(interval.day, starts[k] ?? 0);
  let within = 0;
  for (const [index, track] of simulated.inverters.entries()) {
    if (plant.inverters[index]?.gateway !== gateway) continue;
    within += (energyAt(track, starts, interval.to) - (track.energy[k] ?? 0)) * AC_CABLES;
  }
  const midnight = model.countersAt(interval.day);
  const inverters = plant.inverters.length;
  const register = (slot: number, upTo: Float64Array | undefined, running: boolean): number =>
    Math.floor((midnight[slot] ?? 0) + (upTo?.[k] ?? 0) + (running ? within : 0));
  const bands = simulated.registers[gateway];
  const peak = register(SLOTS.peak(inverters, gateway), bands?.peak, band === "peak");
  const offPeak = register(SLOTS.offPeak(inverters, gateway), bands?.offPeak, band === "off_peak");
  return [peak, Math.max(counterWh - peak - offPeak, 0), offPeak];
}

/** Phase currents differ a little; the list a meter shows. */
function phases(key: string, currentA: number, voltage: number): NonNullable<Report["x"]>["phases"] {
  return (["a", "b", "c"] as const).map((phase) => ({
    phase,
    voltage_v: tenth((voltage / Math.sqrt(3)) * (1 + 0.006 * (chance(`${key}|${phase}`) - 0.5))),
    current_a: tenth(currentA * (1 + 0.05 * (chance(`${key}|${phase}|a`) - 0.5))),
  }));
}

const LINE_V = 400;

function electrical(scene: PvScene, powerW: number, factor: number): Report {
  const volts = voltageV(scene, LINE_V);
  const side = threePhase(powerW, factor, volts);
  return {
    m: {
      ac_apparent_power_va: whole(side.apparentVa),
      ac_reactive_power_var: whole(side.reactiveVar),
      ac_power_factor: factor,
      // The mean of the phases, and the sum of their currents.
      ac_voltage_v: tenth(volts / Math.sqrt(3)),
      ac_current_a: tenth(3 * side.phaseCurrentA),
      ac_frequency_hz: frequencyHz(scene),
    },
    x: { phases: phases(scene.plant.key, side.phaseCurrentA, volts) ?? [] },
  };
}

function productionReport(scene: PvScene, gateway: number): Report {
  const { powerW, counterWh } = behindGateway(scene, gateway);
  const brief = { energy_total_wh: counterWh, ac_power_w: whole(powerW) };
  if (scene.detail === "brief") return { m: brief };
  const { m, x } = electrical(scene, powerW, 0.997);
  const production_by_tariff_wh = registersOf(scene, gateway, counterWh);
  return { m: { ...brief, ...m }, x: { ...x, production_by_tariff_wh } };
}

function gridReport(scene: PvScene): Report {
  const { simulated, plant } = scene;
  const inverters = plant.inverters.length;
  const powerW = meanOf(scene, simulated.imported) - meanOf(scene, simulated.exported);
  const brief = {
    energy_import_wh: counterOf(scene, SLOTS.import(inverters), simulated.imported),
    energy_export_wh: counterOf(scene, SLOTS.export(inverters), simulated.exported),
    // Positive from the grid, negative into it.
    ac_power_w: whole(powerW),
  };
  if (scene.detail === "brief") return { m: brief };
  const { m, x } = electrical(scene, powerW, 0.96);
  return { m: { ...brief, ...m }, ...(x === undefined ? {} : { x }) };
}

function batteryReport(scene: PvScene): Report | null {
  const { simulated, plant, interval, detail } = scene;
  const { battery } = plant;
  if (battery === null) return null;
  const { soc, starts } = simulated;
  const k = segmentAt(starts, Math.max(interval.to - 1, 0));
  const into = (interval.to - (starts[k] ?? 0)) / ((starts[k + 1] ?? interval.to) - (starts[k] ?? 0));
  const level = (soc[k] ?? 0) + ((soc[k + 1] ?? 0) - (soc[k] ?? 0)) * into;
  const inverters = plant.inverters.length;
  const charge = meanOf(scene, simulated.charged);
  const discharge = meanOf(scene, simulated.discharged);
  const brief = {
    energy_charge_wh: counterOf(scene, SLOTS.charge(inverters), simulated.charged),
    energy_discharge_wh: counterOf(scene, SLOTS.discharge(inverters), simulated.discharged),
    soc_percent: tenth(level * 100),
    charge_power_w: whole(charge),
    discharge_power_w: whole(discharge),
    load_power_w: whole(meanOf(scene, simulated.load)),
  };
  if (detail === "brief") return { m: brief };
  const volts = battery.nominalV * (0.94 + 0.1 * level);
  const battery_current_a = tenth((charge - discharge) / volts);
  return { m: { ...brief, battery_voltage_v: tenth(volts), battery_current_a } };
}

/** A pyranometer: noise of 1 %, and in the dark an offset of up to 3 W/m2 that is cut off at 0. */
function sensorReading(key: string, interval: Interval, light: number): number {
  const roll = chance(`${key}|${interval.day}|${stepOf(interval)}`) - 0.5;
  return light > 1 ? whole(light * (1 + 0.02 * roll)) : Math.max(whole(6 * roll), 0);
}

function sensorReport(scene: Scene<PvDay | SwhDay, PvPlant | SwhPlant>): Report {
  const { weather, irradiance } = scene.simulated;
  const step = stepOf(scene.interval);
  const brief = {
    irradiance_w_m2: sensorReading(scene.plant.key, scene.interval, meanOf(scene, irradiance)),
    module_temperature_c: tenth(weather.planes[0]?.cellC[step] ?? 25),
    ambient_temperature_c: tenth(weather.ambientC[step] ?? 25),
  };
  return {
    m: scene.detail === "brief" ? brief : { ...brief, wind_speed_m_s: tenth(weather.windMS[step] ?? 0) },
  };
}

function controllerReport(scene: Scene<SwhDay, SwhPlant>): Report {
  const { simulated, interval, plant } = scene;
  const step = stepOf(interval);
  const flow = simulated.flowLH[step] ?? 0;
  const tankC = simulated.tankC[step] ?? 0;
  const m = {
    energy_total_wh: counterOf(scene, SLOTS.solar, simulated.solar),
    energy_import_wh: counterOf(scene, SLOTS.auxiliary, simulated.auxiliary),
    tank_temperature_c: tenth(tankC),
    collector_temperature_c: tenth(simulated.collectorC[step] ?? 0),
    inlet_temperature_c: tenth(tankC),
    outlet_temperature_c: outletLineOpen(plant, interval.day, interval.to)
      ? LINE_OPEN
      : tenth(simulated.outletC[step] ?? 0),
    ambient_temperature_c: tenth(simulated.weather.ambientC[step] ?? 0),
    flow_l_h: whole(flow),
  };
  const heating = meanOf(scene, simulated.auxiliary) > plant.heaterW / 2;
  const relays = [
    { relay: "RL1", on: flow > 0 },
    { relay: "RL2", on: heating },
  ];
  const x = { relays, errors: heaterErrors(plant, simulated, { step, second: interval.to }) };
  return scene.detail === "brief" ? { m, x } : { m: { ...m, ac_power_w: heating ? plant.heaterW : 0 }, x };
}

/** What a device reports of an interval of a day; null where it has nothing to report. */
export function report(model: PlantModel, device: Device, interval: Interval, detail: Detail): Report | null {
  const simulated = model.day(interval.day);
  const { plant } = model;
  if (simulated.type === "swh") {
    if (plant.type !== "swh") return null;
    const scene = { model, plant, simulated, interval, detail };
    return device.kind === "controller" ? controllerReport(scene) : sensorReport(scene);
  }
  if (plant.type !== "pv") return null;
  const scene = { model, plant, simulated, interval, detail };
  switch (device.kind) {
    case "inverter":
      return inverterReport(scene, device.index);
    case "production_meter":
      return productionReport(scene, device.index);
    case "grid_meter":
      return gridReport(scene);
    case "battery":
      return batteryReport(scene);
    case "irradiance_sensor":
      return sensorReport(scene);
    case "panel_sensor":
      return {
        m: { module_temperature_c: tenth(simulated.weather.planes[0]?.cellC[stepOf(interval)] ?? 25) },
      };
    case "controller":
    case "collector_sensor":
      break;
  }
  return null;
}
