// What a report says, ready to be set: every figure as text in the language of the document.
import { localDay, type ReportBlock, type ReportBlockKind, type ReportLanguage } from "@heliograph/contract";
import { clockIn, writingOf, type BlockContent, type BlockSaid, type Writing } from "./block-parts.ts";
import { alarmBlock } from "./alarm-block.ts";
import { environmentBlock, keyFigures, lossBlock, performanceBars, productionBars } from "./energy-blocks.ts";
import {
  availabilityBlock,
  commentBlock,
  dayTable,
  eventBlock,
  nzeBlock,
  photoBlock,
} from "./record-blocks.ts";
import type { ReportFigures } from "./report-figures.sql.ts";
import { documentWords } from "./words/languages.ts";

/** Who a report is by. */
interface ReportBy {
  readonly account: string;
  /** #rrggbb. */
  readonly colour: string;
  /** Name of the picture; null: the initials stand in its place. */
  readonly logo: string | null;
  readonly product: string;
}

interface Making {
  readonly title: string;
  readonly lang: ReportLanguage;
  readonly blocks: readonly ReportBlock[];
  readonly by: ReportBy;
  /** Names of photos by file_uid; one that cannot be read is missing. */
  readonly pictures: ReadonlyMap<string, string>;
}

interface ProjectContent {
  readonly name: string;
  readonly period: string;
  readonly about: string;
  readonly blocks: readonly BlockContent[];
}

/** The data of the template. */
interface ReportContent extends ReportBy {
  readonly title: string;
  readonly author: string;
  readonly initials: string;
  readonly foot: string;
  readonly projects: readonly ProjectContent[];
}

/** What the report of the projects says; all figures are of the same days. */
export function reportContent(
  all: readonly [ReportFigures, ...ReportFigures[]],
  { title, lang, blocks, by, pictures }: Making,
): ReportContent & Record<string, unknown> {
  const [first] = all;
  const words = documentWords[lang];
  return {
    ...by,
    title,
    author: by.product,
    initials: initialsOf(by.account),
    foot: `${words.foot(clockIn(first.project.timezone, first.as_of))} · ${by.product}`,
    projects: all.map((figures) => projectContent(writingOf(figures, lang, pictures), blocks)),
  };
}

/** The blocks that have something to say of the figures, whatever the language. */
export function blocksWithData(figures: ReportFigures, blocks: readonly ReportBlock[]): ReportBlockKind[] {
  const writing = writingOf(figures, "en");
  return blocks.filter((block) => block.on && said(block, writing) !== null).map(({ kind }) => kind);
}

function projectContent(writing: Writing, blocks: readonly ReportBlock[]): ProjectContent {
  const { figures, words, number } = writing;
  const { project } = figures;
  const about = words.about(number(project.capacity_kwp, 1), project.timezone);
  return {
    name: project.name,
    period: periodName(figures, words),
    about: project.address === "" ? about : `${project.address} · ${about}`,
    blocks: blocks.filter(({ on }) => on).flatMap((block) => contentOf(block, writing) ?? []),
  };
}

/** The block; null: it has no data and is left out. */
function contentOf(block: ReportBlock, writing: Writing): BlockContent | null {
  const { words } = writing;
  const found = said(block, writing);
  const { kind } = block;
  const shared = { kind, title: words.titles[kind] };
  if (found !== null) return { ...shared, breakable: !WHOLE.includes(kind), ...found };
  return block.pinned
    ? { ...shared, breakable: false, note: "", parts: [{ type: "text", text: words.none[kind] }] }
    : null;
}

/** Blocks that stand on one page. */
const WHOLE: readonly ReportBlockKind[] = ["key_figures", "production", "performance", "environment"];

function said(block: ReportBlock, writing: Writing): BlockSaid | null {
  switch (block.kind) {
    case "cover":
      return { note: "", parts: [] };
    case "key_figures":
      return keyFigures(writing);
    case "production":
      return productionBars(block, writing);
    case "losses":
      return lossBlock(block, writing);
    case "performance":
      return performanceBars(writing);
    case "availability":
      return availabilityBlock(block, writing);
    case "table":
      return dayTable(writing);
    case "alarms":
      return alarmBlock(writing);
    case "comments":
      return commentBlock(writing);
    case "events":
      return eventBlock(writing);
    case "nze":
      return nzeBlock(writing);
    case "environment":
      return environmentBlock(writing);
    case "photos":
      return photoBlock(writing);
    default:
      return block satisfies never;
  }
}

/** A whole month by its name, other days by the first and the last. */
function periodName({ from_date, to_date }: ReportFigures, words: Writing["words"]): string {
  const month = from_date.slice(0, 7);
  const next = localDay("UTC", Date.parse(`${to_date}T00:00:00Z`) + 86_400_000);
  return from_date.endsWith("-01") && to_date.startsWith(month) && next.endsWith("-01")
    ? words.month(month.slice(0, 4), Number(month.slice(5)))
    : words.days(from_date, to_date);
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/u);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined];
  return letters
    .map((part) => Array.from(part ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
