// What stands in the fields of a tariff, and the tariff that they mean.
import type { listTariffs } from "@heliograph/contract/fleet/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { Day } from "@heliograph/contract/kernel/time";

export type TariffItem = Answer<typeof listTariffs>["items"][number];

/** A tariff of this day holds from the beginning: it is what a project is made with. */
export const ALWAYS: Day = "1970-01-01";
/** The greatest price that the contract takes, VND/kWh. */
export const MOST_VND = 99_999_999;
export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

export interface BandFields {
  /** HH:MM; null: not typed yet. */
  readonly from: string | null;
  /** 00:00 ends the day. */
  readonly to: string | null;
  /** ISO 8601: 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  /** VND/kWh; null: nothing is typed, NaN: no number. */
  readonly vnd_per_kwh: number | null;
}

/** What is typed; a type and no interface, as forms are of any fields. */
export type TariffFields = {
  readonly valid_from: Day;
  readonly vnd_per_kwh: number | null;
  readonly export_vnd_per_kwh: number | null;
  readonly bands: readonly BandFields[];
};

/** The fields of a tariff, or empty ones from the day on. */
export function tariffFields(given: TariffItem | Day): TariffFields {
  if (typeof given === "string") {
    return { valid_from: given, vnd_per_kwh: null, export_vnd_per_kwh: 0, bands: [] };
  }
  return {
    valid_from: given.valid_from,
    vnd_per_kwh: Number(given.vnd_per_kwh),
    export_vnd_per_kwh: Number(given.export_vnd_per_kwh),
    bands: given.bands.map(({ from, to, days, vnd_per_kwh }) => ({
      from,
      to: to === "24:00" ? "00:00" : to,
      days,
      vnd_per_kwh: Number(vnd_per_kwh),
    })),
  };
}

/** The body of setTariff that the fields mean, for the schema of the contract to judge. */
export const tariffBody = (project_uid: string, { bands, ...fields }: TariffFields) => ({
  project_uid,
  ...fields,
  bands: bands.map(({ to, days, ...band }) => ({
    ...band,
    to: to === "00:00" ? "24:00" : to,
    days: days.toSorted((a, b) => a - b),
  })),
});

/** The tariff that holds on the day, of tariffs the latest first; undefined before the first. */
export const tariffOn = (items: readonly TariffItem[], day: Day): TariffItem | undefined =>
  items.find(({ valid_from }) => valid_from <= day);
