// Where the light of a plant's local day went, inverter by inverter, in whole watt-hours that close.
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
import { lossesOfQuarter, type Losses, type Shortfall } from "./loss-quarter.ts";
import { isNothing, lossRowOf, type LossRow, type QuarterOfPart } from "./loss-row.ts";

/** A plant's capacity is shared by the modules that its inverters state, else by their ratings. */
export const MODULES_FIRST = ["dc_capacity_wp", "ac_nominal_w"] as const;

/**
 * The rows of a day, by inverter (by production meter where there are none) and price. Where no light is measured it is told by the
 * energy of the inverters, and nothing is lost.
 */
export function lossRowsOfDay(day: ComputedDay, plant: KpiPlant, price: DayPrice): LossRow[] {
  const { span } = day.paired;
  return quartersOfDay(day, plant, price).flatMap(({ part, quarters, prices }) =>
    [...new Set(prices)].flatMap((vnd_per_kwh) => {
      const own = quarters.filter(({ at }) => prices[at] === vnd_per_kwh);
      const row = lossRowOf(own, { ...span, device_id: part.device.device_id, vnd_per_kwh });
      return isNothing(row) ? [] : [row];
    }),
  );
}

/** What became of the light of an inverter's quarter hour, Wh. */
export interface LossQuarter {
  readonly device_id: number;
  /** Ms since 1970, its begin. */
  readonly from_ms: number;
  /** Price in it, decimal text. */
  readonly vnd_per_kwh: string;
  readonly expected: number;
  readonly base: number;
  readonly measured: number;
  readonly taken: Losses["taken"];
  /** Its light was measured, so that something can be said of it. */
  readonly is_known: boolean;
}

/** The quarter hours of the day's rows, one by one. */
export function lossQuartersOfDay(day: ComputedDay, plant: KpiPlant, price: DayPrice): LossQuarter[] {
  return quartersOfDay(day, plant, price).flatMap(({ part, quarters, prices }) =>
    quarters.map(({ at, expected, base, measured, taken, light, is_day }) => ({
      device_id: part.device.device_id,
      from_ms: day.paired.span.from_ms + at * QUARTER_MS,
      vnd_per_kwh: prices[at] ?? "0",
      expected,
      base,
      measured,
      taken,
      is_known: light.is_measured && is_day,
    })),
  );
}

/** A day that was computed from its quarter hours. */
export type ComputedDay = SettledDay & { readonly paired: PairedDay };

/** The prices of a day's quarter hours. */
interface DayPrice {
  readonly price: Price;
  readonly clock: (atMs: number) => { minutes: number; weekday: number };
}

/** The day's inverters (its production meter where there are none) with their quarter hours, and the price of each of these. */
function quartersOfDay({ paired, kpi, facts }: ComputedDay, plant: KpiPlant, price: DayPrice) {
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
  return parts.map((part, index) => {
    const light = lights.get(part.device.gateway_id) ?? [];
    return { part, quarters: quartersOfPart(part, { light, conduct: conduct[index], facts }), prices };
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
): QuarterOfPart[] {
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
