// What a notice says, in the three languages: the same in the list, in a push and in a mail.
import { localDay, localMinutes, type AlarmKind, type NoticeLanguage } from "@heliograph/contract";
import { englishNotices } from "./en.ts";
import { vietnameseNotices } from "./vi.ts";
import type { NoticeWords, PlantKind } from "./words-of-language.ts";
import { chineseNotices } from "./zh.ts";

const WORDS: Readonly<Record<NoticeLanguage, NoticeWords>> = {
  en: englishNotices,
  vi: vietnameseNotices,
  zh: chineseNotices,
};

/** What is said of. */
export interface NoticeFacts {
  readonly kind: AlarmKind;
  readonly is_region: boolean;
  /** It is told because nobody has taken it. */
  readonly is_escalation: boolean;
  readonly alarms: number;
  readonly first_at: Date;
  readonly resolved_at: Date | null;
  /** The first of those it is about, and of how many. */
  readonly projects: readonly { readonly name: string; readonly timezone: string }[];
  readonly project_count: number;
}

/** So many projects are named, each in so many characters. */
const NAMED = 3;
const NAME_LENGTH = 80;

/** Title and body of a notice. Times are those of the first project's clocks. */
export function noticeText(language: NoticeLanguage, of: NoticeFacts): { title: string; body: string } {
  const words = WORDS[language];
  const isRegion = of.is_region && of.project_count > 1;
  const name = isRegion ? words.region(of.project_count) : kindName(words, of.kind);
  const timezone = of.projects[0]?.timezone ?? "UTC";
  const named = of.projects.slice(0, NAMED).map((project) => project.name.slice(0, NAME_LENGTH));
  const parts = [
    words.projects(named.join(", "), of.project_count - named.length),
    ...(of.alarms > 1 ? [words.alarms(of.alarms)] : []),
    words.since(noticeClock(timezone, of.first_at)),
    ...(of.resolved_at === null ? [] : [words.until(noticeClock(timezone, of.resolved_at))]),
  ];
  const cause = of.is_escalation ? words.escalated(name) : name;
  return { title: of.resolved_at === null ? cause : words.resolved(name), body: parts.join(" · ") };
}

/** What an alarm of the kind is called. */
export const alarmName = (language: NoticeLanguage, kind: AlarmKind): string =>
  kindName(WORDS[language], kind);

const kindName = ({ kinds, heater }: NoticeWords, kind: AlarmKind): string =>
  isHeater(kind) ? heater : kinds[kind];

/** What an alarm of a plant is called in a language. */
export const plantAlarmName = (language: NoticeLanguage, kind: PlantKind): string =>
  WORDS[language].kinds[kind];

const isHeater = (kind: AlarmKind): kind is Exclude<AlarmKind, PlantKind> => kind.startsWith("swh_");

const two = (part: number) => String(part).padStart(2, "0");

/** "14:02 23/11" by the zone's clocks. */
export function noticeClock(timezone: string, at: Date): string {
  const minutes = localMinutes(timezone, at.getTime());
  const [, month, day] = localDay(timezone, at.getTime()).split("-");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)} ${day}/${month}`;
}
