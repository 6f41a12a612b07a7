// What a plant's counters had counted before their first readings: the part of a total that no day holds.
// Source: docs/decisions/0068-total-means-lifetime.md.
import { avoidedCo2Kg, type GridFactors } from "../co2/emission-factors.ts";

/** A device that counts production, and where its counter began. */
export interface DeviceOpening {
  readonly asset_type: "electric_meter" | "solar_inverter";
  /** Local day of the counter's first reading; null: it has no counter. */
  readonly opened_on: string | null;
  /** Count at that reading, less what was integrated from power before it, Wh; null: it has no counter. */
  readonly opening_wh: number | null;
  /** What a device that this one replaced had counted, as its owner tells; null: nothing was told. */
  readonly energy_before_wh: number | null;
  /** Energy of it is known at all. */
  readonly measured: boolean;
}

/** What else the openings of a project are judged by. */
interface OpeningTerms {
  /** Calendar day; null: not known. */
  readonly commissioned_on: string | null;
  readonly factors: GridFactors;
  /** The first known tariff's price. */
  readonly vnd_per_kwh: number;
  /** The first day of which energy is known counts by production meters. */
  readonly isMetered: boolean;
}

/** What the openings add to the totals of a project. Nulls: no such counter, or when it was produced is not known. */
export interface OpeningSums {
  readonly opening_meter_wh: number | null;
  readonly opening_inverter_wh: number | null;
  /** Of the devices that counted first. */
  readonly opening_counted_wh: number | null;
  readonly opening_meter_co2_kg: number | null;
  readonly opening_inverter_co2_kg: number | null;
  readonly opening_counted_co2_kg: number | null;
  readonly opening_saving_vnd: number | null;
  /** The energy of every such device is known since it began. */
  readonly meter_lifetime: boolean;
  readonly inverter_lifetime: boolean;
  readonly counted_lifetime: boolean;
  /** CO2 and saving hold the openings; false: when they were produced is not known. */
  readonly opening_avoids: boolean;
}

/** Wh that a device had produced before its first reading here; null: nobody can tell. */
export function producedBeforeWh({ opening_wh, energy_before_wh }: DeviceOpening): number | null {
  return opening_wh === null && energy_before_wh === null
    ? null
    : Math.max(0, opening_wh ?? 0) + (energy_before_wh ?? 0);
}

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The shares, by year, of what was produced evenly from one calendar day to another; all of it in the year of `to` where that is not later. */
export function sharesByYear(from: string, to: string): { year: number; share: number }[] {
  const [since, until] = [startOf(from), startOf(to)];
  const last = Number(to.slice(0, 4));
  if (since >= until) return [{ year: last, share: 1 }];
  const first = Number(from.slice(0, 4));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    const begin = Math.max(since, startOf(`${year}-01-01`));
    const end = Math.min(until, startOf(`${year + 1}-01-01`));
    return { year, share: (end - begin) / (until - since) };
  }).filter(({ share }) => share > 0);
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null);

/** CO2 that a device's opening avoided, kg, each year by its factor; null: when it was produced is not known, or nothing was. */
function avoidedKg(device: DeviceOpening, { commissioned_on, factors }: OpeningTerms): number | null {
  const wh = producedBeforeWh(device);
  if (wh === null || commissioned_on === null) return null;
  const shares = sharesByYear(commissioned_on, device.opened_on ?? commissioned_on);
  return sum(shares.map(({ year, share }) => avoidedCo2Kg(factors, wh * share, year)));
}

/** What the openings of a project's devices add to its totals. */
export function openingSums(devices: readonly DeviceOpening[], terms: OpeningTerms): OpeningSums {
  const of = (type: DeviceOpening["asset_type"]) =>
    sumsOf(
      devices.filter(({ asset_type }) => asset_type === type),
      terms,
    );
  const [meter, inverter] = [of("electric_meter"), of("solar_inverter")];
  const counted = terms.isMetered ? meter : inverter;
  const avoids = terms.commissioned_on !== null;
  return {
    opening_meter_wh: meter.wh,
    opening_inverter_wh: inverter.wh,
    opening_counted_wh: counted.wh,
    opening_meter_co2_kg: meter.co2_kg,
    opening_inverter_co2_kg: inverter.co2_kg,
    opening_counted_co2_kg: counted.co2_kg,
    opening_saving_vnd: !avoids || counted.wh === null ? null : (counted.wh / 1000) * terms.vnd_per_kwh,
    meter_lifetime: meter.isLifetime,
    inverter_lifetime: inverter.isLifetime,
    counted_lifetime: counted.isLifetime,
    opening_avoids: avoids,
  };
}

function sumsOf(kind: readonly DeviceOpening[], terms: OpeningTerms) {
  const isKnown = (device: DeviceOpening) => producedBeforeWh(device) !== null;
  return {
    wh: sum(kind.map(producedBeforeWh)),
    co2_kg: sum(kind.map((device) => avoidedKg(device, terms))),
    isLifetime: kind.some(isKnown) && kind.every((device) => !device.measured || isKnown(device)),
  };
}
