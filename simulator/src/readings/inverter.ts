// What an inverter reports, with its MPPT trackers and strings.
import { INVERTER_STATE } from "@heliograph/contract";
import type { Inverter } from "../fleet/plant.ts";
import { stringVoltageV, threePhase } from "../physics/inverter.ts";
import { chance } from "../physics/random.ts";
import { inverterCounterWh } from "../plant-model.ts";
import { misreads, stringsAlive } from "../quirks.ts";
import { segmentAt } from "../track.ts";
import {
  frequencyHz,
  hundredth,
  meanPowerOf,
  powerFactor,
  saidSettings,
  stepOf,
  tenth,
  voltageV,
  whole,
  type PvScene,
  type Report,
} from "./scene.ts";

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
/** What a register without its scale says: tenths of a degree taken for degrees, and more. */
const BROKEN_REGISTER_C = 6553.5;

/** What the inverter of that index reports; null: the plant has none. */
export function inverterReport(scene: PvScene, index: number): Report | null {
  const { plant, simulated, interval, model, detail } = scene;
  const inverter = plant.inverters[index];
  const track = simulated.inverters[index];
  if (inverter === undefined || track === undefined) return null;
  // The end belongs to the segment before it.
  const k = segmentAt(simulated.starts, Math.max(interval.to - 1, 0));
  const acW = Math.max(meanPowerOf(scene, track), 0);
  const share = acW / inverter.acNominalW;
  const dcW = acW * (simulated.dcPerAc[index]?.[k] ?? 0);
  const state = simulated.states[index]?.[k] ?? INVERTER_STATE.off;
  const ambientC = simulated.weather.ambientC[stepOf(interval)] ?? 25;
  const brief = {
    energy_total_wh: inverterCounterWh(model, index, interval.day, interval.to),
    ac_power_w: whole(acW),
    dc_power_w: whole(dcW),
    cabinet_temperature_c: misreads(plant, index, interval.day, interval.to)
      ? BROKEN_REGISTER_C
      : tenth(ambientC + 3 + 22 * share),
    state,
  };
  if (detail === "brief") return { m: brief };
  if (detail === "strings") return { m: brief, x: mpptList(scene, index, inverter, dcW) };
  const limit = saidSettings(scene).limits[index] ?? { share: 1, source: 0 };
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
      power_limit_w: whole(limit.share * inverter.acNominalW),
      power_limit_source: limit.source,
    },
    x: mpptList(scene, index, inverter, dcW),
  };
}
