// What a digest says.
import { RESOLVED_CAUSES, type NoticeLanguage } from "@heliograph/contract";
import { alarmName, noticeClock } from "../notifications/words/notice-words.ts";
import type { RecordNews } from "../records/record-groups.sql.ts";
import { recordLines, recordTitle } from "../records/record-mail.ts";
import { RECORD_WORDS } from "../records/words/record-words.ts";
import { DIGEST_WORDS, type DigestWords } from "./digest-words.ts";
import type { DigestRow } from "./digest.sql.ts";

/** Of a part of the digest so many lines are written, the dearest first. */
const DIGEST_LINES = 30;
const NAME_LENGTH = 80;
const PARTS = ["fresh", "closed", "open"] as const;

/** What it tells of; the time from and until by the clocks of the zone. */
interface DigestFacts {
  readonly from_ms: number;
  readonly until_ms: number;
  readonly timezone: string;
  /** The dearest first. */
  readonly rows: readonly DigestRow[];
  /** What happened to records of the certificate workspace; null: nothing. */
  readonly records: RecordNews | null;
}

/** How many alarms opened, closed and are open. What opened and closed in the time of the digest counts in both. */
function digestCounts(rows: readonly DigestRow[]): { opened: number; closed: number; open: number } {
  const sum = (of: (row: DigestRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    opened: sum(({ opened }) => opened),
    closed: sum(({ part, alarms }) => (part === "closed" ? alarms : 0)),
    open: sum(({ part, alarms }) => (part === "closed" ? 0 : alarms)),
  };
}

/** Subject and text of the mail; null: there is nothing to say. `origin`: where the portal is reached; null: it is not stated. */
export function digestMail(
  language: NoticeLanguage,
  { from_ms, until_ms, timezone, rows, records }: DigestFacts,
  { product, origin }: { readonly product: string; readonly origin: string | null },
): { subject: string; text: string } | null {
  if (rows.length === 0 && records === null) return null;
  const words = DIGEST_WORDS[language];
  const alarms = rows.length === 0 ? null : alarmPart(language, rows, origin);
  const news = records && { language, news: records, timezone, origin };
  const text = [
    words.span(noticeClock(timezone, new Date(from_ms)), noticeClock(timezone, new Date(until_ms))),
    ...(alarms?.lines ?? [""]),
    ...(news === null ? [] : [RECORD_WORDS[language].inDigest, ...recordLines(news)]),
    "-- ",
    words.why(product),
  ];
  const counts = alarms?.counts ?? null;
  const told = news === null ? null : recordTitle(news);
  const subject =
    counts === null
      ? `${product}: ${told}`
      : [words.subject(product, counts), ...(told === null ? [] : [told])].join(" · ");
  return { subject, text: `${text.join("\n")}\n` };
}

/** What a digest says of alarms: their counts, and the lines. */
function alarmPart(
  language: NoticeLanguage,
  rows: readonly DigestRow[],
  origin: string | null,
): { counts: string; lines: string[] } {
  const words = DIGEST_WORDS[language];
  const { opened, closed, open } = digestCounts(rows);
  const counts = [words.opened(opened), words.closed(closed), words.open(open)].join(" · ");
  const sections = PARTS.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    const lines = own.slice(0, DIGEST_LINES).map((row) => `- ${lineOf(language, words, row)}`);
    const rest = own.length - lines.length;
    return own.length === 0 ? [] : [words.parts[part], ...lines, ...(rest > 0 ? [words.more(rest)] : []), ""];
  });
  const lines = [
    [counts, ...costs(words, sumOf(rows))].join(" · "),
    "",
    ...sections,
    ...(origin === null ? [] : [words.see, `${origin}/alarms`, ""]),
  ];
  return { counts, lines };
}

function lineOf(language: NoticeLanguage, words: DigestWords, row: DigestRow): string {
  const first = noticeClock(row.timezone, row.first_at);
  const cause = RESOLVED_CAUSES.find((one) => one === row.cause);
  return [
    `${row.project.slice(0, NAME_LENGTH)}: ${alarmName(language, row.kind)}`,
    ...(row.alarms > 1 ? [words.alarms(row.alarms)] : []),
    row.closed_at === null ? words.since(first) : `${first} – ${noticeClock(row.timezone, row.closed_at)}`,
    ...(row.verdict === null ? [] : [words.verdicts[row.verdict]]),
    ...(cause === undefined ? [] : [words.causes[cause]]),
    ...costs(words, row),
  ].join(" · ");
}

type Cost = Pick<DigestRow, "least_vnd" | "most_vnd" | "lost_vnd">;

const sumOf = (rows: readonly DigestRow[]): Cost => {
  const sum = (field: keyof Cost) => rows.reduce((total, row) => total + row[field], 0);
  return { least_vnd: sum("least_vnd"), most_vnd: sum("most_vnd"), lost_vnd: sum("lost_vnd") };
};

/** What it costs an hour and has cost; what costs nothing is not named. */
function costs(words: DigestWords, { least_vnd, most_vnd, lost_vnd }: Cost): string[] {
  const number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 0 });
  const [least, most, lost] = [least_vnd, most_vnd, lost_vnd].map((vnd) => number.format(vnd));
  const range = least === most ? `${most} VND` : `${least}–${most} VND`;
  return [
    ...(most_vnd >= 0.5 ? [words.anHour(range)] : []),
    ...(lost_vnd >= 0.5 ? [words.lost(`${lost} VND`)] : []),
  ];
}
