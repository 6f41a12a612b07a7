// What stands in the fields of a tariff, and what is wrong with it.
import type { listTariffs, Tariff } from "@heliograph/contract/fleet/projects";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { Day } from "@heliograph/contract/kernel/time";
import type { Lang } from "../../../ui/tokens/tokens.ts";
import { fieldText, numberIn } from "../projects/settings-number.ts";

export type TariffItem = Answer<typeof listTariffs>["items"][number];

/** A tariff of this day holds from the beginning: it is what a project is made with. */
export const ALWAYS: Day = "1970-01-01";
/** The greatest price that the contract takes, VND/kWh. */
export const MOST_VND = 99_999_999;
export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

export interface BandDraft {
  readonly from: string;
  /** 00:00 ends the day. */
  readonly to: string;
  /** ISO 8601: 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  readonly price: string;
}

export interface TariffDraft {
  readonly valid_from: Day;
  readonly price: string;
  readonly exported: string;
  readonly bands: readonly BandDraft[];
}

/** price: no price from 0 to MOST_VND. order: does not end later than it begins. days: holds on no day. */
export type TariffFault = "price" | "order" | "days";
/** Faults by field: price, exported, and band.0, band.1 … */
export type TariffFaults = Readonly<Record<string, TariffFault>>;

/** The fields of a tariff, or empty ones from the day on. */
export function tariffDraft(given: TariffItem | Day, lang: Lang): TariffDraft {
  if (typeof given === "string") return { valid_from: given, price: "", exported: "0", bands: [] };
  const text = (price: string) => fieldText(Number(price), lang);
  return {
    valid_from: given.valid_from,
    price: text(given.vnd_per_kwh),
    exported: text(given.export_vnd_per_kwh),
    bands: given.bands.map(({ from, to, days, vnd_per_kwh }) => ({
      from,
      to: to === "24:00" ? "00:00" : to,
      days,
      price: text(vnd_per_kwh),
    })),
  };
}

/** The tariff that the fields mean, or what is wrong with them */
export function tariffOf(
  draft: TariffDraft,
  lang: Lang,
): { readonly tariff: Tariff & { valid_from: Day } } | { readonly faults: TariffFaults } {
  const faults: Record<string, TariffFault> = {};
  const priced = (key: string, text: string): string => {
    const value = numberIn(text, lang);
    if (value !== null && value >= 0 && value <= MOST_VND) return String(Number(value.toFixed(4)));
    faults[key] ??= "price";
    return "0";
  };
  const vnd_per_kwh = priced("price", draft.price);
  const export_vnd_per_kwh = priced("exported", draft.exported);
  const bands = draft.bands.map((band, at) => {
    const key = `band.${at}`;
    const to = band.to === "00:00" ? "24:00" : band.to;
    if (band.from === "" || band.to === "" || band.from >= to) faults[key] = "order";
    else if (band.days.length === 0) faults[key] = "days";
    return {
      from: band.from,
      to,
      days: band.days.toSorted((a, b) => a - b),
      vnd_per_kwh: priced(key, band.price),
    };
  });
  if (Object.keys(faults).length > 0) return { faults };
  return { tariff: { valid_from: draft.valid_from, vnd_per_kwh, export_vnd_per_kwh, bands } };
}

/** The tariff that holds on the day, of tariffs the latest first; undefined before the first. */
export const tariffOn = (items: readonly TariffItem[], day: Day): TariffItem | undefined =>
  items.find(({ valid_from }) => valid_from <= day);
