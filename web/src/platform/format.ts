// Numbers, units and dates as people read them. Conversion from base units happens here and nowhere else.
import { localDay, localMinutes } from "@heliograph/contract/kernel/time";
import { useMemo } from "react";
import { LOCALES, type Lang } from "../ui/tokens/tokens.ts";
import { useLang } from "./i18n.tsx";

/** Shown where a value is missing: never zero, never blank. */
export const MISSING = "–";
const MINUS = "\u2212";

/** A number in two parts, so that the suffix can be set smaller; `suffix` is "" below a thousand. */
interface Abbreviated {
  readonly number: string;
  readonly suffix: "" | "K" | "M" | "B";
}
type Missing = null | undefined;

/** The formats of one language. Every function shows MISSING for null, undefined and what is not finite. */
export interface Format {
  readonly lang: Lang;
  /** With `digits` decimals always. */
  readonly number: (value: number | Missing, digits?: number) => string;
  /** K, M and B with at most `digits` decimals, trailing zeros cut (M41). */
  readonly abbreviated: (value: number | Missing, digits?: number) => Abbreviated;
  /** Tons of CO2: as abbreviated, with the digits that a small plant's have, so that they never read zero. */
  readonly tons: (value: number | Missing) => Abbreviated;
  /** The same as one text. */
  readonly shortTons: (value: number | Missing) => string;
  /** Tons of CO2 in full: two decimals (M60), and more where less would hide a small plant's. */
  readonly allTons: (value: number | Missing) => string;
  /** The same as one text. */
  readonly short: (value: number | Missing, digits?: number) => string;
  /** W shown as kW: 1 decimal below 10,000 kW, else none (M43, M272). */
  readonly powerKw: (watts: number | Missing) => string;
  /** Wh shown as kWh with `digits` decimals. */
  readonly energyKwh: (wattHours: number | Missing, digits?: number) => string;
  readonly percent: (value: number | Missing, digits?: number) => string;
  /** A calendar day YYYY-MM-DD as the language writes it (M185). */
  readonly day: (day: string | Missing) => string;
  /** A month YYYY-MM as the language writes it (M185). */
  readonly month: (month: string | Missing) => string;
  /** Clock time, 24 hours, of an instant in a time zone; with seconds when asked. */
  readonly clock: (atMs: number | Missing, timezone: string, seconds?: boolean) => string;
  /** Day and clock time of an instant in a time zone. */
  readonly dateTime: (atMs: number | Missing, timezone: string) => string;
}

const STEPS: readonly (readonly [number, Abbreviated["suffix"]])[] = [
  [1, ""],
  [1e3, "K"],
  [1e6, "M"],
  [1e9, "B"],
];

/** Base units that are shown by the thousand, on every screen alike (M43, M277). */
const BY_THE_THOUSAND: Readonly<Record<string, string>> = { W: "kW", Wh: "kWh", VA: "kVA", var: "kvar" };

/** The unit in which values of a base unit are shown: W as kW, Wh as kWh; areas with their sign (Wh/m²). */
export const shownUnit = (unit: string): string => BY_THE_THOUSAND[unit] ?? unit.replace("m2", "m²");

/** A value of a base unit in the unit in which it is shown; null stays null. */
export const inShownUnit = (value: number | Missing, unit: string): number | null =>
  unit in BY_THE_THOUSAND ? kilo(value) : (value ?? null);

/** Decimals with which tons show two figures or more: two, from a tenth down three to six. */
export const tonsDigits = (value: number | Missing): number => {
  const size = Math.abs(value ?? 0);
  return size === 0 || size >= 1 ? 2 : Math.min(6, Math.max(3, Math.ceil(-Math.log10(size)) + 1));
};

/** W in kW and Wh in kWh; null stays null. */
export const kilo = (base: number | Missing): number | null =>
  base === null || base === undefined ? null : base / 1000;

/** Days of the week start on Monday for vi and zh and on Sunday for en (M268): 1 or 0. */
export const firstWeekday = (lang: Lang): 0 | 1 => (lang === "en" ? 0 : 1);

/** Minutes and seconds that have passed, as mm:ss; hours run on in the minutes. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Returns the formats of a language. */
export function formatOf(lang: Lang): Format {
  const number = (value: number | Missing, digits = 0) => decimal(lang, value, [digits, digits]);
  const abbreviated = (value: number | Missing, digits = 2) => abbreviate(lang, value, digits);
  const day = (text: string | Missing) => reorder(lang, text);
  const tons = (value: number | Missing): Abbreviated =>
    isMissing(value) || value === 0 || Math.abs(value) >= 10
      ? abbreviated(value)
      : { number: decimal(lang, value, [0, tonsDigits(value)]), suffix: "" };
  return {
    lang,
    number,
    abbreviated,
    tons,
    shortTons: (value) => tons(value).number + tons(value).suffix,
    allTons: (value) => number(value, tonsDigits(value)),
    short: (value, digits) => {
      const short = abbreviated(value, digits);
      return short.number + short.suffix;
    },
    powerKw: (watts) => {
      const kw = kilo(watts);
      return number(kw, kw !== null && Math.abs(kw) >= 10_000 ? 0 : 1);
    },
    energyKwh: (wattHours, digits = 0) => number(kilo(wattHours), digits),
    percent: (value, digits = 1) => (isMissing(value) ? MISSING : `${number(value, digits)}%`),
    day,
    month: day,
    clock: (atMs, timezone, seconds = false) => clockText(atMs, timezone, seconds),
    dateTime: (atMs, timezone) =>
      isMissing(atMs) ? MISSING : `${day(localDay(timezone, atMs))} ${clockText(atMs, timezone, false)}`,
  };
}

/** The formats of the language in use. */
export function useFormat(): Format {
  const lang = useLang();
  return useMemo(() => formatOf(lang), [lang]);
}

const isMissing = (value: number | Missing): value is Missing =>
  value === null || value === undefined || !Number.isFinite(value);

const made = new Map<string, Intl.NumberFormat>();

function decimal(lang: Lang, value: number | Missing, [min, max]: readonly [number, number]): string {
  if (isMissing(value)) return MISSING;
  const key = `${lang} ${min} ${max}`;
  const format =
    made.get(key) ??
    new Intl.NumberFormat(LOCALES[lang], { minimumFractionDigits: min, maximumFractionDigits: max });
  made.set(key, format);
  // A value that rounds to zero has no sign.
  return format
    .format(value)
    .replace(/^-(?=[0.,]+$)/, "")
    .replace("-", MINUS);
}

function abbreviate(lang: Lang, value: number | Missing, digits: number): Abbreviated {
  if (isMissing(value)) return { number: MISSING, suffix: "" };
  const size = Math.abs(value);
  const at = STEPS.findLastIndex(([from]) => size >= from || from === 1);
  const rounded = Number((size / (STEPS[at]?.[0] ?? 1)).toFixed(at === 0 ? Math.min(digits, 1) : digits));
  // What rounds up to a thousand is one of the next step: 999,996 is 1M, not 1,000K.
  const step = STEPS[rounded >= 1000 ? at + 1 : at] ?? STEPS.at(-1);
  const [divisor, suffix] = step ?? [1, ""];
  return {
    number: decimal(lang, value / divisor, [0, suffix === "" ? Math.min(digits, 1) : digits]),
    suffix,
  };
}

/** 2026-03-31 as 31-03-2026 and 2026-03 as 03-2026 for Vietnamese; the others read it as it is. */
function reorder(lang: Lang, text: string | Missing): string {
  if (text === null || text === undefined || text === "") return MISSING;
  return lang === "vi" ? text.split("-").toReversed().join("-") : text;
}

function clockText(atMs: number | Missing, timezone: string, seconds: boolean): string {
  if (isMissing(atMs)) return MISSING;
  const minutes = localMinutes(timezone, atMs);
  // Clocks of all zones show the same second.
  const second = new Date(atMs).getUTCSeconds();
  return [Math.floor(minutes / 60), minutes % 60, ...(seconds ? [second] : [])]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
