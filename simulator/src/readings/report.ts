// What a device reports of an interval.
import type { Device } from "../fleet/devices.ts";
import { dayStartMs, type PvPlant, type SwhPlant } from "../fleet/plant.ts";
import { heaterErrors, LINE_OPEN, outletLineOpen } from "../heater-errors.ts";
import { relayAt, type Relay } from "../orders.ts";
import { chance } from "../physics/random.ts";
import { SLOTS, type PlantModel } from "../plant-model.ts";
import type { PvDay } from "../pv-day.ts";
import type { SwhDay } from "../swh-day.ts";
import { segmentAt } from "../track.ts";
import { inverterReport } from "./inverter.ts";
import { gridReport, productionReport } from "./meters.ts";
import {
  counterOf,
  meanPowerOf,
  stepOf,
  tenth,
  whole,
  type Detail,
  type Interval,
  type PvScene,
  type Report,
  type Scene,
} from "./scene.ts";

function batteryReport(scene: PvScene): Report | null {
  const { simulated, plant, interval, detail } = scene;
  const { battery } = plant;
  if (battery === null) return null;
  const { soc, starts } = simulated;
  const k = segmentAt(starts, Math.max(interval.to - 1, 0));
  const into = (interval.to - (starts[k] ?? 0)) / ((starts[k + 1] ?? interval.to) - (starts[k] ?? 0));
  const level = (soc[k] ?? 0) + ((soc[k + 1] ?? 0) - (soc[k] ?? 0)) * into;
  const inverters = plant.inverters.length;
  const charge = meanPowerOf(scene, simulated.charged);
  const discharge = meanPowerOf(scene, simulated.discharged);
  const brief = {
    energy_charge_wh: counterOf(scene, SLOTS.charge(inverters), simulated.charged),
    energy_discharge_wh: counterOf(scene, SLOTS.discharge(inverters), simulated.discharged),
    soc_percent: tenth(level * 100),
    charge_power_w: whole(charge),
    discharge_power_w: whole(discharge),
    load_power_w: whole(meanPowerOf(scene, simulated.load)),
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
    irradiance_w_m2: sensorReading(scene.plant.key, scene.interval, meanPowerOf(scene, irradiance)),
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
  const atMs = dayStartMs(plant.site, interval.day) + interval.to * 1000;
  const ruled = simulated.relays[step] ?? { RL1: false, RL2: false };
  const isOn = (relay: Relay): boolean => relayAt(scene.model.orders(), atMs, relay) ?? ruled[relay];
  const heating = isOn("RL2");
  const relays = [
    { relay: "RL1", on: isOn("RL1") },
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
