// What stands in the fields of a performance contract, the terms that they mean, and which rule a field breaks.
import type { PerformanceTerms } from "@heliograph/contract/kpi/contract-terms";

interface Range {
  readonly least: number;
  readonly most: number;
}

const RATIO: Range = { least: 1, most: 120 };

/** The limits of the contract, by the path of the field in the body. */
export const TERM_RANGES = {
  guaranteed_year_percent: RATIO,
  degradation_percent_per_year: { least: 0, most: 10 },
  pvsyst_year_percent: RATIO,
  "status_from_percent.normal": RATIO,
  "status_from_percent.warning": RATIO,
  "status_from_percent.minor": RATIO,
  "status_from_percent.major": RATIO,
  gamma_percent_per_c: { least: -2, most: 0 },
  min_completeness_percent: { least: 0, most: 100 },
  min_insolation_wh_m2: { least: 0, most: 10_000 },
  pair_from_w_m2: { least: 0, most: 1000 },
  rated_from_w_m2: { least: 0, most: 1000 },
} as const satisfies Readonly<Record<string, Range>>;
export type TermField = keyof typeof TERM_RANGES;
export type MonthTable = "guaranteed_month_percent" | "pvsyst_month_percent";

/** Limits of performance ratio by status, the best first. */
export const STATUSES = ["normal", "warning", "minor", "major"] as const;

type Typed<T> = { readonly [Key in keyof T]: T[Key] extends number ? number | null : T[Key] };
/** What is typed: null is nothing, NaN no number. The months are twelve, January first. */
export type TermsFields = Omit<Typed<PerformanceTerms>, MonthTable | "status_from_percent"> &
  Record<MonthTable, readonly (number | null)[]> & {
    readonly status_from_percent: Typed<PerformanceTerms["status_from_percent"]>;
  };

const NO_MONTHS: readonly null[] = Array.from({ length: 12 }, () => null);

/** What the fields show of the terms. */
export const termsFields = (terms: PerformanceTerms): TermsFields => ({
  ...terms,
  guaranteed_month_percent: terms.guaranteed_month_percent ?? NO_MONTHS,
  pvsyst_month_percent: terms.pvsyst_month_percent ?? NO_MONTHS,
});

const noneOf = (months: readonly (number | null)[]) => months.every((month) => month === null);

/** The body of setPerformanceContract that the fields mean, for the schema of the contract to judge. */
export const termsBody = (project_uid: string, fields: TermsFields) => ({
  project_uid,
  ...fields,
  guaranteed_month_percent: noneOf(fields.guaranteed_month_percent) ? null : fields.guaranteed_month_percent,
  pvsyst_month_percent: noneOf(fields.pvsyst_month_percent) ? null : fields.pvsyst_month_percent,
});

/**
 * What is wrong with a field. range: no number from `least` to `most`. whole: some months are filled in and some not.
 * falling: not below the limit of the better status.
 */
export type TermFault =
  | { readonly rule: "range"; readonly least: number; readonly most: number }
  | { readonly rule: "whole" }
  | { readonly rule: "falling" };

/** What is typed, and whether the contract finds something wrong at a path of the body. */
interface JudgedTerms {
  readonly values: TermsFields;
  readonly faultOf: (path: string) => string | undefined;
}

/** What is wrong with one of the numbers. */
export function termFault({ values, faultOf }: JudgedTerms, field: TermField): TermFault | undefined {
  if (faultOf(field) !== undefined) return { rule: "range", ...TERM_RANGES[field] };
  const at = STATUSES.findIndex((status) => field === `status_from_percent.${status}`);
  const [better, own] = [STATUSES[at - 1], STATUSES[at]];
  if (better === undefined || own === undefined) return undefined;
  const limits = values.status_from_percent;
  const rises = faultOf("status_from_percent") !== undefined && (limits[own] ?? 0) >= (limits[better] ?? 0);
  return rises ? { rule: "falling" } : undefined;
}

/** What is wrong with a month, January 0; an empty one is a fault of its table. */
export function monthFault(judged: JudgedTerms, table: MonthTable, month: number): TermFault | undefined {
  const wrong = judged.values[table][month] !== null && judged.faultOf(`${table}.${month}`) !== undefined;
  return wrong ? { rule: "range", ...RATIO } : undefined;
}

/** What is wrong with twelve months together. */
export function tableFault({ values, faultOf }: JudgedTerms, table: MonthTable): TermFault | undefined {
  const hole = values[table].some((month, at) => month === null && faultOf(`${table}.${at}`) !== undefined);
  return hole ? { rule: "whole" } : undefined;
}

/** The twelve texts of a row or column copied from a spreadsheet; null when it is anything else. */
export function twelveOf(pasted: string): readonly string[] | null {
  const parts = pasted
    .trim()
    .split(/[\t\r\n;]+/)
    .map((part) => part.trim());
  return parts.length === 12 ? parts : null;
}
