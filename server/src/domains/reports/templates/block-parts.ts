// What the blocks of a report are made of, and how their numbers are written.
import {
  localDay,
  localMinutes,
  type ReportBlock,
  type ReportBlockKind,
  type ReportLanguage,
} from "@heliograph/contract";
import type { ReportFigures } from "./report-figures.sql.ts";
import { documentWords } from "./words/languages.ts";
import type { DocumentWords } from "./words/words-of-language.ts";

export type Ink = "measured" | "physics" | "chosen" | "repair" | "estimated" | "brand" | "bad";

interface FiguresPart {
  readonly type: "figures";
  readonly items: readonly { readonly label: string; readonly value: string; readonly note: string }[];
}
interface Bar {
  /** Of the axis, 0 to 1; null: nothing is known. */
  readonly share: number | null;
  readonly ink: Ink;
  /** A stroke over the bar; null: none. */
  readonly line: number | null;
  /** Null: not every bar has one. */
  readonly label: string | null;
}
interface BarsPart {
  readonly type: "bars";
  readonly bars: readonly Bar[];
  readonly axis: readonly { readonly share: number; readonly label: string }[];
  readonly alt: string;
}
export interface TablePart {
  readonly type: "table";
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly ("auto" | "fill")[];
  /** So many columns stand at the left. */
  readonly left: number;
  /** First cell of the row of sums; null: there is none. */
  readonly sum: string | null;
}
interface WaterfallPart {
  readonly type: "waterfall";
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly label: string;
    readonly from: number;
    readonly to: number;
    readonly ink: Ink;
    readonly outlined: boolean;
    readonly strong: boolean;
    readonly figures: readonly string[];
  }[];
  readonly equation: string;
  readonly alt: string;
}
interface NotesPart {
  readonly type: "notes";
  readonly items: readonly {
    readonly when: string;
    readonly title: string;
    readonly text: string;
    readonly by: string;
  }[];
}
interface ImagesPart {
  readonly type: "images";
  readonly items: readonly { readonly path: string; readonly caption: string }[];
}
interface TextPart {
  readonly type: "text";
  readonly text: string;
}
export type BlockPart =
  | FiguresPart
  | BarsPart
  | TablePart
  | WaterfallPart
  | NotesPart
  | ImagesPart
  | TextPart;

/** What a block shows; null: it has no data. */
export interface BlockSaid {
  readonly note: string;
  readonly parts: readonly BlockPart[];
}

/** A block as the template sets it. */
export interface BlockContent extends BlockSaid {
  readonly kind: ReportBlockKind;
  readonly title: string;
  readonly breakable: boolean;
}

/** What a block is written with. */
export interface Writing {
  readonly figures: ReportFigures;
  readonly words: DocumentWords;
  readonly lang: ReportLanguage;
  readonly number: NumberText;
  /** An instant (ISO) by the clocks of the project: "2026-11-12 11:42". */
  readonly clock: (instant: string) => string;
  /** Names under which pictures stand, by file_uid; one that cannot be read is missing. */
  readonly pictures: ReadonlyMap<string, string>;
}

export type BlockOf<K extends ReportBlockKind> = Extract<ReportBlock, { kind: K }>;

type NumberText = (value: number | null, digits: number) => string;

/** What is written for what nobody knows. */
export const NOT_KNOWN = "–";

/** What blocks of the figures are written with in the language. */
export function writingOf(
  figures: ReportFigures,
  lang: ReportLanguage,
  pictures: Writing["pictures"] = new Map(),
): Writing {
  const words = documentWords[lang];
  return {
    figures,
    words,
    lang,
    number: numberIn(words.locale),
    clock: (instant) => clockIn(figures.project.timezone, instant),
    pictures,
  };
}

const two = (value: number) => String(value).padStart(2, "0");

/** The instant (ISO) by the clocks of the zone, to the minute. */
export function clockIn(timezone: string, instant: string): string {
  const ms = Date.parse(instant);
  const minutes = localMinutes(timezone, ms);
  return `${localDay(timezone, ms)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const numberIn =
  (locale: string): NumberText =>
  (value, digits) =>
    value === null
      ? NOT_KNOWN
      : new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        })
          .format(value)
          .replace("-", "−");

/** A number with its unit; what is not known has none. */
export const withUnit = (text: string, unit: string): string =>
  text === NOT_KNOWN ? text : `${text} ${unit}`;

const AXIS_STEPS = [1, 2, 2.5, 5, 10];

/** Marks of an axis from 0 that reaches over the value, four or five of them at round numbers, and its end. */
export function axisTo(highest: number): { readonly top: number; readonly marks: readonly number[] } {
  if (!(highest > 0)) return { top: 1, marks: [0] };
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = power * (AXIS_STEPS.find((one) => one * power * 4 >= highest) ?? 10);
  const count = Math.ceil(highest / step - 1e-9);
  return { top: step * count, marks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}

/** Days of the month, each so far apart that about ten stand under a chart. */
export function dayLabels(days: readonly string[]): readonly (string | null)[] {
  const every = Math.max(1, Math.ceil(days.length / 10));
  const long = days.length > 62;
  return days.map((day, at) => (at % every === 0 ? day.slice(long ? 5 : 8) : null));
}
