// Where the light of a plant's local day went, inverter by inverter, in whole watt-hours that close.
import { roundedParts } from "@heliograph/contract";
import {
  conductOfDay,
  ratedDevices,
  ratingWeights,
  type DeviceConduct,
} from "../availability/availability-day.ts";
import { lightOfGateway } from "../ratios/array-light.ts";
import { expectedEnergyWh, INITIAL_KAPPA, isClipped, type LimitedPlant } from "../ratios/curtailed-energy.ts";
import type { Kappa } from "../ratios/kappa-curve.ts";
import { kappaCurve } from "../ratios/kappa-sums.ts";
import type { PairedDay, SettledDay } from "../ratios/key-figures.ts";
import type { DayPairs } from "../ratios/kpi-day.ts";
import type { KpiPlant } from "../ratios/kpi-plant.ts";
import { QUARTER_HOURS, QUARTER_MS, quartersOf, type DeviceQuarters } from "../ratios/kpi-quarters.ts";
import type { UnitDay } from "../ratios/kpi-units.ts";
import { priceAt, type Price } from "../saving/cost-saving.ts";
import { heldByCommand } from "../ratios/commanded-limits.ts";
import { withoutHoles, type SunQuarter } from "./light-without-holes.ts";
import { INVERTER_STEPS, lossesOfQuarter, type Losses, type Shortfall } from "./loss-quarter.ts";

/** A plant's capacity is shared by the modules that its inverters state, else by their ratings. */
export const MODULES_FIRST = ["dc_capacity_wp", "ac_nominal_w"] as const;

/** What is kept of one inverter, local day and price; energies in whole Wh: `base_wh` less all steps is `measured_wh`. */
export interface LossRow {
  readonly day: string;
  readonly device_id: number;
  /** Price of the quarter hours in it, decimal text. */
  readonly vnd_per_kwh: string;
  readonly base_wh: number;
  readonly temperature_wh: number;
  readonly zero_export_wh: number;
  readonly clipping_wh: number;
  readonly outage_wh: number;
  readonly communication_wh: number;
  readonly usual_wh: number;
  readonly unexplained_wh: number;
  readonly measured_wh: number;
  /** Of base_wh, what no sensor measured: it follows from the energy of the inverters. */
  readonly estimated_base_wh: number;
  /** Of communication_wh, what may still prove to be produced: the counter is not back. */
  readonly pending_wh: number;
  /** Of zero_export_wh, what power limits and disconnections took that the portal commanded. */
  readonly commanded_wh: number;
  /** What was expected over the gaps of communication. */
  readonly gap_expected_wh: number;
  /** Quarter hours of each cause. */
  readonly zero_export_quarters: number;
  /** Of zero_export_quarters, those of commands. */
  readonly commanded_quarters: number;
  readonly clipping_quarters: number;
  readonly outage_quarters: number;
  readonly communication_quarters: number;
  /** Quarter hours by day, and those of them of which light and energy are known. */
  readonly daylight_quarters: number;
  readonly known_quarters: number;
  /** Stretches of outage: from and to in ms since 1970, and what was lost, Wh. */
  readonly outages: readonly (readonly [from_ms: number, to_ms: number, wh: number])[];
}

/** A quarter hour of a device with what took its light. */
interface Quarter extends Losses {
  readonly at: number;
  readonly shortfall: Shortfall;
  readonly light: SunQuarter;
  readonly is_pending: boolean;
  readonly expected: number;
  readonly is_day: boolean;
  readonly is_known: boolean;
}

/**
 * The rows of a day, by inverter (by production meter where there are none) and price. Where no light is measured it is told by the
 * energy of the inverters, and nothing is lost.
 */
export function lossRowsOfDay(
  { paired, kpi, facts }: SettledDay & { readonly paired: PairedDay },
  plant: KpiPlant,
  price: { readonly price: Price; readonly clock: (atMs: number) => { minutes: number; weekday: number } },
): LossRow[] {
  const { devices, span } = paired;
  const rated = ratedDevices(devices);
  const conduct = conductOfDay(rated, facts);
  const parts = partsOf(rated, { pairs: paired.pairs, units: kpi.units, plant });
  const lights = new Map(
    [...new Set(rated.map(({ gateway_id }) => gateway_id))].map((gateway_id) => {
      const measured = lightOfGateway(devices, gateway_id);
      return [gateway_id, withoutHoles(measured, { gateway_id, parts, quarters: quartersOf(span) })];
    }),
  );
  const prices = Array.from({ length: quartersOf(span) }, (_, at) =>
    String(priceAt(price.price, price.clock(span.from_ms + at * QUARTER_MS))),
  );
  return parts.flatMap((part, index) => {
    const light = lights.get(part.device.gateway_id) ?? [];
    const quarters = quartersOfPart(part, { light, conduct: conduct[index], facts });
    return [...new Set(prices)].flatMap((vnd_per_kwh) => {
      const own = quarters.filter(({ at }) => prices[at] === vnd_per_kwh);
      const row = rowOf(own, { day: span.day, from_ms: span.from_ms, part, vnd_per_kwh });
      return isNothing(row) ? [] : [row];
    });
  });
}

/** True where the part of the plant is the device's gateway, or all of the plant. */
const isOf = ({ gateway_id }: { gateway_id: number | null }, device: DeviceQuarters) =>
  (gateway_id ?? device.gateway_id) === device.gateway_id;

/** The devices with their shares of the plant's capacity. Where a gateway states another one, κ is what makes up for it. */
function partsOf(
  rated: readonly DeviceQuarters[],
  { pairs, units, plant }: { pairs: DayPairs; units: readonly UnitDay[]; plant: KpiPlant },
): PlantPart[] {
  const weights = ratingWeights(rated, MODULES_FIRST);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const capacities = weights.map((weight) => (plant.capacity_wp * weight) / whole);
  return rated.map((device, index) => {
    const found = units.find((unit) => isOf(unit, device));
    const unit = pairs.units.find((one) => isOf(one, device));
    const behind = rated.reduce(
      (sum, other, at) => sum + (unit === undefined || isOf(unit, other) ? (capacities[at] ?? 0) : 0),
      0,
    );
    const stated = unit?.plant.capacity_wp ?? behind;
    return {
      device,
      kappa: found === undefined ? INITIAL_KAPPA : kappaCurve(found, "inverters", stated / behind),
      plant: {
        capacity_wp: capacities[index] ?? 0,
        gamma_per_c: plant.gamma_per_c,
        ac_nominal_w: device.ac_nominal_w,
      },
      temperature: (unit?.intervals ?? pairs.intervals).map(
        ({ module_temperature_c }) => module_temperature_c,
      ),
    };
  });
}

/** A device with what it has of the plant. */
interface PlantPart {
  readonly device: DeviceQuarters;
  readonly kappa: Kappa;
  readonly plant: LimitedPlant;
  readonly temperature: readonly (number | null)[];
}

function quartersOfPart(
  { device, kappa, plant }: PlantPart,
  of: {
    light: readonly SunQuarter[];
    conduct: DeviceConduct | undefined;
    facts: SettledDay["facts"];
  },
): Quarter[] {
  const { pairs } = of.facts;
  const intervals = of.light.map(({ irradiance_w_m2, module_temperature_c }, at) => ({
    hours: QUARTER_HOURS,
    energy_wh: device.energy_wh[at] ?? null,
    irradiance_w_m2,
    module_temperature_c,
  }));
  const expected = intervals.map((interval) => expectedEnergyWh(interval, plant, kappa) ?? 0);
  return intervals.map((interval, at) => {
    const gap = of.conduct?.gaps.find(({ from, to }) => from <= at && at < to);
    const shortfall = (): Shortfall => {
      if ((expected[at] ?? 0) <= 0) return null;
      if (gap?.verdict === "outage" || of.conduct?.down[at] === true) return { cause: "outage" };
      if (heldByCommand(device, at, expected[at] ?? 0)) return { cause: "zero_export", by_command: true };
      if (of.facts.limited(device, at)) return { cause: "zero_export" };
      if (isClipped(interval, plant.ac_nominal_w)) return { cause: "clipping" };
      // Light that the counters told has been counted.
      if (gap === undefined || of.light[at]?.is_measured !== true) return null;
      const due = expected.slice(gap.from, gap.to).reduce((sum, wh) => sum + wh, 0);
      return { cause: "communication", counted: Math.min(1, Math.max(0, (gap.gained_wh ?? 0) / due)) };
    };
    const found = shortfall();
    return {
      ...lossesOfQuarter(interval, plant, kappa, found),
      at,
      shortfall: found,
      light: of.light[at] ?? NO_LIGHT,
      is_pending: found?.cause === "communication" && gap?.gained_wh === null,
      expected: expected[at] ?? 0,
      is_day: pairs.looked_at[at] === true,
      is_known:
        interval.energy_wh !== null && of.light[at]?.is_measured === true && pairs.looked_at[at] === true,
    };
  });
}

const NO_LIGHT: SunQuarter = { irradiance_w_m2: null, module_temperature_c: null, is_measured: false };

const isCommanded = ({ shortfall }: Quarter): boolean =>
  shortfall?.cause === "zero_export" && shortfall.by_command === true;

const isNothing = (row: LossRow) => row.base_wh === 0 && row.measured_wh === 0 && row.daylight_quarters === 0;

function rowOf(
  quarters: readonly Quarter[],
  of: { day: string; from_ms: number; part: PlantPart; vnd_per_kwh: string },
): LossRow {
  const sum = (value: (quarter: Quarter) => number) =>
    quarters.reduce((total, quarter) => total + value(quarter), 0);
  const count = (isSo: (quarter: Quarter) => boolean) => quarters.filter(isSo).length;
  const base_wh = Math.round(sum(({ base }) => base));
  const measured_wh = Math.round(sum(({ measured }) => measured));
  const parts = roundedParts(
    INVERTER_STEPS.map((step) => sum(({ taken }) => taken[step])),
    base_wh - measured_wh,
  );
  const part = (step: (typeof INVERTER_STEPS)[number]) => parts[INVERTER_STEPS.indexOf(step)] ?? 0;
  const because = (cause: string) => (quarter: Quarter) => quarter.shortfall?.cause === cause;
  const commanded = sum((quarter) => (isCommanded(quarter) ? quarter.taken.zero_export : 0));
  return {
    day: of.day,
    device_id: of.part.device.device_id,
    vnd_per_kwh: of.vnd_per_kwh,
    base_wh,
    temperature_wh: part("temperature"),
    zero_export_wh: part("zero_export"),
    clipping_wh: part("clipping"),
    outage_wh: part("outage"),
    communication_wh: part("communication"),
    usual_wh: part("usual"),
    unexplained_wh: part("unexplained"),
    measured_wh,
    estimated_base_wh: Math.round(sum(({ base, light }) => (light.is_measured ? 0 : base))),
    pending_wh: Math.round(sum(({ taken, is_pending }) => (is_pending ? taken.communication : 0))),
    commanded_wh: Math.min(Math.round(commanded), part("zero_export")),
    gap_expected_wh: Math.round(sum((quarter) => (because("communication")(quarter) ? quarter.expected : 0))),
    zero_export_quarters: count(because("zero_export")),
    commanded_quarters: count(isCommanded),
    clipping_quarters: count(because("clipping")),
    outage_quarters: count(because("outage")),
    communication_quarters: count(because("communication")),
    daylight_quarters: count(({ is_day }) => is_day),
    known_quarters: count(({ is_known }) => is_known),
    outages: stretches(quarters.filter(because("outage")), of.from_ms),
  };
}

/** Quarter hours in order as stretches without holes. */
function stretches(quarters: readonly Quarter[], fromMs: number): LossRow["outages"] {
  const found: { from: number; to: number; wh: number }[] = [];
  for (const { at, taken } of quarters) {
    const last = found.at(-1);
    if (last?.to === at) Object.assign(last, { to: at + 1, wh: last.wh + taken.outage });
    else found.push({ from: at, to: at + 1, wh: taken.outage });
  }
  return found.map(({ from, to, wh }) => [
    fromMs + from * QUARTER_MS,
    fromMs + to * QUARTER_MS,
    Math.round(wh),
  ]);
}
