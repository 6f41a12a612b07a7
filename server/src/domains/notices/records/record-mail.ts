// What a mail and a push say of records.
import { RECORD_PAGES, recordPlace, type NoticeLanguage } from "@heliograph/contract";
import { noticeClock } from "../notifications/words/notice-words.ts";
import type { GroupedRecord, RecordGroup, RecordNews } from "./record-groups.sql.ts";
import { eventName, kindName, RECORD_WORDS } from "./words/record-words.ts";

/** Time limits of records are stated in GMT+8. */
const GMT_PLUS_8_MS = 8 * 3_600_000;
const REASON_LENGTH = 300;

interface MailOf {
  readonly language: NoticeLanguage;
  readonly news: RecordNews;
  /** Zone of the times of what happened. */
  readonly timezone: string;
  /** Where the portal is reached; null: it is not stated, and there are no links. */
  readonly origin: string | null;
}

/** In one line what it is about: the one thing that happened, or how many did and how many wait. */
export function recordTitle({ language, news }: Pick<MailOf, "language" | "news">): string {
  const words = RECORD_WORDS[language];
  const [group] = news.groups;
  const [record] = group?.records ?? [];
  if (news.count > 1 || group === undefined || record === undefined) {
    return words.subjectOfMany(news.count, news.waiting);
  }
  const prefix = group.demonstration ? `${words.demonstration} · ` : "";
  const { entity } = group;
  return `${prefix}${kindName(language, entity)} ${record.number}: ${eventName(language, group)}`;
}

/** Subject and text of the mail. */
export function recordMail(of: MailOf, product: string): { subject: string; text: string } {
  const words = RECORD_WORDS[of.language];
  const lines = [...recordLines(of), "-- ", words.why(product)];
  return { subject: `${product}: ${recordTitle(of)}`, text: `${lines.join("\n")}\n` };
}

/** What happened, by the part in which the person is told, what waits in front; each part ends with an empty line and where all of it is seen. */
export function recordLines(of: MailOf): string[] {
  const words = RECORD_WORDS[of.language];
  const parts = Map.groupBy(of.news.groups, ({ account, scope }) => `${account} ${scope}`);
  const lines = [...parts.values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    const [waiting, happened] = [groups.filter(({ waits }) => waits), groups.filter(({ waits }) => !waits)];
    return [
      partName(of.language, first),
      ...(waiting.length === 0 ? [] : [words.waits, ...waiting.flatMap((group) => groupLines(of, group))]),
      ...(happened.length === 0
        ? []
        : [words.happened, ...happened.flatMap((group) => groupLines(of, group))]),
      ...(of.origin === null ? [] : [words.see, addressOf(of.origin, first, RECORD_PAGES.notices)]),
      "",
    ];
  });
  return of.news.more === 0 ? lines : [...lines, words.moreEvents(of.news.more), ""];
}

function partName(language: NoticeLanguage, { company_name, scope }: RecordGroup): string {
  const words = RECORD_WORDS[language];
  if (company_name !== null) return company_name;
  return scope === null
    ? words.platformOperator
    : words.issuerOf(scope.replace(/^IREC/, "I-REC").replace(/-(?=[A-Z]{2}$)/, " "));
}

/** A group in a line, and below it the first of its records; a group of one is one line, with its reason and address. */
function groupLines(of: MailOf, group: RecordGroup): string[] {
  const words = RECORD_WORDS[of.language];
  const what = `${kindName(of.language, group.entity)}: ${eventName(of.language, group)}`;
  const head = group.demonstration ? `${words.demonstration} · ${what}` : what;
  const [only] = group.records;
  if (group.count === 1 && only !== undefined) {
    return [`- ${head} · ${recordLine(of, only)}`, ...below(of, group, only)];
  }
  const rest = group.count - group.records.length;
  return [
    `- ${head} · ${words.records(group.count)}`,
    ...group.records.flatMap((record) => [`  ${recordLine(of, record)}`, ...below(of, group, record)]),
    ...(rest > 0 ? [`  ${words.more(rest)}`] : []),
  ];
}

function recordLine({ language, timezone }: MailOf, { number, title, at, due_at }: GroupedRecord): string {
  const words = RECORD_WORDS[language];
  return [
    title === "" ? number : `${number} · ${title}`,
    noticeClock(timezone, new Date(at)),
    ...(due_at === null ? [] : [words.until(limitText(due_at))]),
  ].join(" · ");
}

/** "2026-11-23 23:59", in GMT+8. */
const limitText = (due_at: string): string =>
  new Date(Date.parse(due_at) + GMT_PLUS_8_MS).toISOString().slice(0, 16).replace("T", " ");

function below({ language, origin }: MailOf, group: RecordGroup, record: GroupedRecord): string[] {
  const reason = record.reason?.replaceAll(/\s+/g, " ").slice(0, REASON_LENGTH);
  const { path, query } = recordPlace(record, group.account === null);
  return [
    ...(reason === undefined ? [] : [`  ${RECORD_WORDS[language].reason(reason)}`]),
    ...(origin === null ? [] : [`  ${addressOf(origin, group, path, query)}`]),
  ];
}

/** The address of a page for the account for which the person is told. */
function addressOf(
  origin: string,
  { account }: Pick<RecordGroup, "account">,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams({ ...(account === null ? {} : { account }), ...query }).toString();
  return `${origin}${path}${search === "" ? "" : `?${search}`}`;
}

/** What a push says, and where a click leads: to the one record, or to all that happened. */
export function recordPush(of: Omit<MailOf, "origin">): { title: string; body: string; url: string } {
  const [group] = of.news.groups;
  const [record] = group?.records ?? [];
  const parts = [...new Set(of.news.groups.map((one) => partName(of.language, one)))];
  const what = of.news.count === 1 && record !== undefined ? recordLine({ ...of, origin: null }, record) : "";
  const place =
    of.news.count === 1 && group !== undefined && record !== undefined
      ? recordPlace(record, group.account === null)
      : { path: RECORD_PAGES.notices, query: {} };
  return {
    title: recordTitle(of),
    body: [what, parts.join(", ")].filter((part) => part !== "").join(" · "),
    url: addressOf("", group ?? { account: null }, place.path, place.query),
  };
}
