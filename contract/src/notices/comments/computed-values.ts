// Figures that a comment names and the product fills in: "{{pr|month|2026-10}}".
import { z } from "zod";
import { addDays, type Day } from "../../kernel/time.ts";

/** Figures that comments can name (M227); `metter_production` is what the meters counted, misspelt as on the wire. */
export const COMPUTED_PARAMS = [
  "inverter_production",
  "metter_production",
  "pr",
  "availability",
  "co2_reduction",
  "saving_cost",
  "insolation",
] as const;
export const COMPUTED_PERIODS = ["day", "month", "year"] as const;

/** A figure and the time that it is of. */
export interface ComputedChip {
  readonly calc_param_name: (typeof COMPUTED_PARAMS)[number];
  readonly calc_type: (typeof COMPUTED_PERIODS)[number];
  /** YYYY-MM-DD, YYYY-MM or YYYY, by the project's calendar. */
  readonly calc_time: string;
}

const CHIP = /\{\{([^{}]*)\}\}/g;
const LENGTHS = { day: 10, month: 7, year: 4 } as const;

const isOneOf = <W extends string>(list: readonly W[], word: string | undefined): word is W =>
  (list as readonly (string | undefined)[]).includes(word);

/** The first and the last day of a time; null: it is no such day, month or year of 2000 to 2199. */
export function chipDays({
  calc_type,
  calc_time,
}: Pick<ComputedChip, "calc_type" | "calc_time">): { readonly from_date: Day; readonly to_date: Day } | null {
  if (calc_time.length !== LENGTHS[calc_type]) return null;
  const from_date = `${calc_time}${calc_type === "year" ? "-01-01" : calc_type === "month" ? "-01" : ""}`;
  if (!z.iso.date().safeParse(from_date).success || from_date < "2000" || from_date >= "2200") return null;
  if (calc_type === "day") return { from_date, to_date: from_date };
  const year = Number(from_date.slice(0, 4));
  const month = calc_type === "year" ? 12 : Number(from_date.slice(5, 7));
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
  return { from_date, to_date: addDays(next, -1) };
}

function chipOf(inner: string): ComputedChip | null {
  const [calc_param_name, calc_type, calc_time = "", ...more] = inner.split("|");
  if (more.length > 0 || !isOneOf(COMPUTED_PARAMS, calc_param_name)) return null;
  if (!isOneOf(COMPUTED_PERIODS, calc_type) || chipDays({ calc_type, calc_time }) === null) return null;
  return { calc_param_name, calc_type, calc_time };
}

/** How a chip is written in a comment. */
export const chipText = ({ calc_param_name, calc_type, calc_time }: ComputedChip): string =>
  `{{${calc_param_name}|${calc_type}|${calc_time}}}`;

/** A comment in its parts, in order: plain text, and what stands in double braces; `chip` is null where that names no figure. */
export function commentParts(
  contents: string,
): readonly (string | { readonly written: string; readonly chip: ComputedChip | null })[] {
  const parts: (string | { written: string; chip: ComputedChip | null })[] = [];
  let end = 0;
  for (const match of contents.matchAll(CHIP)) {
    if (match.index > end) parts.push(contents.slice(end, match.index));
    parts.push({ written: match[0], chip: chipOf(match[1] ?? "") });
    end = match.index + match[0].length;
  }
  if (end < contents.length) parts.push(contents.slice(end));
  return parts;
}

/** The figures that a comment names, each once, in the order of their first place. */
export function chipsOf(contents: string): readonly ComputedChip[] {
  const chips = new Map<string, ComputedChip>();
  for (const part of commentParts(contents)) {
    if (typeof part !== "string" && part.chip !== null) chips.set(part.written, part.chip);
  }
  return [...chips.values()];
}

/** What in double braces names no figure, as written; empty: all do. */
export const strayChips = (contents: string): readonly string[] =>
  commentParts(contents).flatMap((part) =>
    typeof part !== "string" && part.chip === null ? [part.written] : [],
  );
