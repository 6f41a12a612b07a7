// What stands in the fields of a performance contract, and what is wrong with it.
import type { PerformanceTerms } from "@heliograph/contract/kpi/contract-terms";
import type { Lang } from "../../../ui/tokens/tokens.ts";
import { fieldText, numberIn } from "../../fleet/index.ts";

interface Range {
  readonly least: number;
  readonly most: number;
  /** May be left empty. */
  readonly optional?: true;
}

const RATIO: Range = { least: 1, most: 120 };

/** The limits of the contract; the fields stand in this order. */
export const TERM_FIELDS = {
  guaranteed_year_percent: { ...RATIO, optional: true },
  degradation_percent_per_year: { least: 0, most: 10 },
  pvsyst_year_percent: { ...RATIO, optional: true },
  normal: RATIO,
  warning: RATIO,
  minor: RATIO,
  major: RATIO,
  gamma_percent_per_c: { least: -2, most: 0 },
  min_completeness_percent: { least: 0, most: 100 },
  min_insolation_wh_m2: { least: 0, most: 10_000 },
  pair_from_w_m2: { least: 0, most: 1000 },
  rated_from_w_m2: { least: 0, most: 1000 },
} as const satisfies Readonly<Record<string, Range>>;
export type TermField = keyof typeof TERM_FIELDS;
export type MonthTable = "guaranteed_month_percent" | "pvsyst_month_percent";

/** Limits of performance ratio by status, the best first. */
export const STATUS_FIELDS = ["normal", "warning", "minor", "major"] as const;

export interface TermsDraft {
  readonly starts_on: string | null;
  readonly fields: Readonly<Record<TermField, string>>;
  /** Twelve texts each, January first. */
  readonly months: Readonly<Record<MonthTable, readonly string[]>>;
}

/**
 * What is wrong with a field. range: no number from `least` to `most`. whole: some months are filled in and some not.
 * falling: not below the limit of the better status.
 */
export type TermFault =
  | { readonly rule: "range"; readonly least: number; readonly most: number }
  | { readonly rule: "whole" }
  | { readonly rule: "falling" };

/** Faults by field; a month's key is its table, a point and its number from 0, `whole` has the table's. */
export type TermFaults = Readonly<Record<string, TermFault>>;

/** What the fields show of the terms. */
export function draftOf(terms: PerformanceTerms, lang: Lang): TermsDraft {
  const flat = { ...terms, ...terms.status_from_percent };
  const texts = (months: readonly number[] | null) =>
    Array.from({ length: 12 }, (_, month) => fieldText(months?.[month] ?? null, lang));
  const names = Object.keys(TERM_FIELDS) as TermField[]; // the keys of the table are its type
  return {
    starts_on: terms.starts_on,
    // One text for each of the names.
    fields: Object.fromEntries(names.map((name) => [name, fieldText(flat[name], lang)])) as Record<
      TermField,
      string
    >,
    months: {
      guaranteed_month_percent: texts(terms.guaranteed_month_percent),
      pvsyst_month_percent: texts(terms.pvsyst_month_percent),
    },
  };
}

/** The terms that the fields mean, or what is wrong with them, by field. */
export function termsOf(
  draft: TermsDraft,
  lang: Lang,
): { readonly terms: PerformanceTerms; readonly faults: null } | { readonly faults: TermFaults } {
  const faults: Record<string, TermFault> = {};
  const ranged = (key: string, text: string, range: Range): number | null => {
    const value = numberIn(text, lang);
    if (value === null && range.optional) return null;
    if (value === null || !(value >= range.least && value <= range.most)) {
      faults[key] = { rule: "range", least: range.least, most: range.most };
      return 0;
    }
    return value;
  };
  const number = (field: TermField) => ranged(field, draft.fields[field], TERM_FIELDS[field]) ?? 0;
  const table = (name: MonthTable): number[] | null => {
    const texts = draft.months[name];
    const empty = texts.filter((text) => text.trim() === "").length;
    if (empty === 12) return null;
    if (empty > 0) faults[name] = { rule: "whole" };
    return texts.map((text, month) => ranged(`${name}.${month}`, text, { ...RATIO, optional: true }) ?? 0);
  };
  const optional = (field: "guaranteed_year_percent" | "pvsyst_year_percent") =>
    ranged(field, draft.fields[field], TERM_FIELDS[field]);
  const terms: PerformanceTerms = {
    starts_on: draft.starts_on,
    degradation_percent_per_year: number("degradation_percent_per_year"),
    guaranteed_year_percent: optional("guaranteed_year_percent"),
    guaranteed_month_percent: table("guaranteed_month_percent"),
    pvsyst_year_percent: optional("pvsyst_year_percent"),
    pvsyst_month_percent: table("pvsyst_month_percent"),
    gamma_percent_per_c: number("gamma_percent_per_c"),
    rated_from_w_m2: number("rated_from_w_m2"),
    pair_from_w_m2: number("pair_from_w_m2"),
    min_completeness_percent: number("min_completeness_percent"),
    min_insolation_wh_m2: number("min_insolation_wh_m2"),
    status_from_percent: {
      normal: number("normal"),
      warning: number("warning"),
      minor: number("minor"),
      major: number("major"),
    },
  };
  for (const [at, field] of STATUS_FIELDS.entries()) {
    const better = STATUS_FIELDS[at - 1];
    if (better === undefined || faults[field] !== undefined || faults[better] !== undefined) continue;
    const limits = terms.status_from_percent;
    if (limits[field] >= limits[better]) faults[field] = { rule: "falling" };
  }
  return Object.keys(faults).length === 0 ? { terms, faults: null } : { faults };
}
