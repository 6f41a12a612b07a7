// The minutes of a proof as a file.
import { csvText, localDay, localMinutes, type ProofLanguage } from "@heliograph/contract";
import type { GridMinute } from "./minutes.ts";
import { proofWords } from "./words/languages.ts";

const MINUTES_HEAD = [
  "minute_local",
  "minute_utc",
  "grid_w",
  "largest_export_w",
  "over_limit_wh",
  "limit_w",
  "zero_export",
  "measured_s",
];

const two = (value: number) => String(value).padStart(2, "0");

/** "2026-11-12 11:42:10" by the clocks of the zone. */
export function localClock(timezone: string, ms: number): string {
  const minutes = localMinutes(timezone, ms);
  const seconds = Math.floor(ms / 1000) % 60;
  return `${localDay(timezone, ms)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}`;
}

const rounded = (value: number | null, digits: number) =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

/** The CSV of the minutes as its bytes are kept; numbers as the spreadsheets of the language read them. */
export function minutesCsv(minutes: Iterable<GridMinute>, timezone: string, lang: ProofLanguage): string {
  const rows = Array.from(minutes, (one) => [
    localClock(timezone, one.from_ms),
    new Date(one.from_ms).toISOString(),
    rounded(one.grid_w, 1),
    rounded(one.largest_export_w, 1),
    rounded(one.over_limit_wh, 4),
    one.limit_w,
    one.is_on === null ? null : Number(one.is_on),
    rounded(one.measured_s, 3),
  ]);
  return csvText(MINUTES_HEAD, rows, lang);
}

/** What a file is named by. */
interface NamedBy {
  readonly gateway: string;
  readonly from_day: string;
  readonly to_day: string;
}

/** What a file of the proof is called: the words of the language, the gateway and the days. */
export function proofName(facts: NamedBy, lang: ProofLanguage, ending: "pdf" | "csv"): string {
  const gateway = facts.gateway.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${proofWords[lang].file}-${gateway}-${facts.from_day}-${facts.to_day}.${ending}`;
}
