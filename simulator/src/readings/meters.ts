// What meters report: the production meter of a gateway, and the meter at the grid connection.
import { threePhase } from "../physics/inverter.ts";
import { chance } from "../physics/random.ts";
import { SLOTS } from "../plant-model.ts";
import { AC_CABLES } from "../pv-day.ts";
import { tariffBandAt } from "../tariff-bands.ts";
import { energyAt, meanPower, segmentAt } from "../track.ts";
import {
  counterOf,
  frequencyHz,
  meanPowerOf,
  saidSettings,
  tenth,
  voltageV,
  whole,
  type PvScene,
  type Report,
} from "./scene.ts";

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
  const band = tariffBandAt(interval.day, starts[k] ?? 0);
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

/** What the production meter of the gateway of that index reports. */
export function productionReport(scene: PvScene, gateway: number): Report {
  const { powerW, counterWh } = behindGateway(scene, gateway);
  const brief = { energy_total_wh: counterWh, ac_power_w: whole(powerW) };
  if (scene.detail === "brief") return { m: brief };
  const { m, x } = electrical(scene, powerW, 0.997);
  const production_by_tariff_wh = registersOf(scene, gateway, counterWh);
  return { m: { ...brief, ...m }, x: { ...x, production_by_tariff_wh } };
}

/** What the meter at the grid connection reports. */
export function gridReport(scene: PvScene): Report {
  const { simulated, plant } = scene;
  const inverters = plant.inverters.length;
  const powerW = meanPowerOf(scene, simulated.imported) - meanPowerOf(scene, simulated.exported);
  const brief = {
    energy_import_wh: counterOf(scene, SLOTS.import(inverters), simulated.imported),
    energy_export_wh: counterOf(scene, SLOTS.export(inverters), simulated.exported),
    // Positive from the grid, negative into it.
    ac_power_w: whole(powerW),
  };
  if (scene.detail === "brief") return { m: brief };
  const { m, x } = electrical(scene, powerW, 0.96);
  const { zeroExport, exportLimitW } = saidSettings(scene);
  const bound = zeroExport ? { nze_on: 1, export_limit_w: whole(exportLimitW) } : { nze_on: 0 };
  return { m: { ...brief, ...m, ...bound }, ...(x === undefined ? {} : { x }) };
}
