// What mails say of the log of the certificate ledger: its head of a day, to whom it is evidence, and what is wrong, to who must act.
import { gmt8, type Day, type LogHead, type NoticeLanguage } from "@heliograph/contract";
import type { LatePublication, LedgerHold } from "../../registry/index.ts";
import { HEAD_WORDS } from "./head-words.ts";

interface MailOf {
  readonly language: NoticeLanguage;
  readonly product: string;
  /** Where the portal is reached; null: it is not stated, and there are no links. */
  readonly origin: string | null;
}

const LOCALES: Readonly<Record<NoticeLanguage, string>> = { vi: "vi-VN", en: "en-US", zh: "zh-CN" };
const numbers = (language: NoticeLanguage) => (value: number) =>
  new Intl.NumberFormat(LOCALES[language]).format(value);

interface Mail {
  readonly subject: string;
  readonly text: string;
}

const mail = (subject: string, lines: readonly string[]): Mail => ({
  subject,
  text: `${lines.join("\n")}\n`,
});

/** The head of the day, as a line that the checker reads. */
export function headMail({ language, product, origin }: MailOf, day: Day, head: LogHead): Mail {
  const words = HEAD_WORDS[language];
  return mail(words.subject(product, day), [
    words.head(numbers(language)(head.size), day),
    words.keep,
    "",
    JSON.stringify({ day, ...head }),
    "",
    words.compare("npm run ledger:verify -- --heads <file>"),
    ...(origin === null ? [] : [words.see, `${origin}/verify/supply`]),
    "",
    "-- ",
    words.why(product),
  ]);
}

/** Something that an operator must look at. */
export type LedgerAlarm =
  | { readonly kind: "missed"; readonly of: LatePublication }
  | { readonly kind: "held"; readonly of: LedgerHold }
  | { readonly kind: "faults"; readonly of: { readonly at: Date; readonly faults: number } };

/** What is wrong, and what to run. */
export function ledgerAlarmMail({ language, product }: Omit<MailOf, "origin">, alarm: LedgerAlarm): Mail {
  const words = HEAD_WORDS[language];
  const n = numbers(language);
  const [what, command] =
    alarm.kind === "missed"
      ? [words.missed(alarm.of.day, alarm.of.place, alarm.of.error), "docs/ledger.md"]
      : alarm.kind === "held"
        ? [words.held(n(alarm.of.size), n(alarm.of.log_size)), "npm run ledger:go-on"]
        : [words.faults(n(alarm.of.faults), gmt8(alarm.of.at)), "npm run ledger:verify"];
  return mail(words.alarm(product), [what, words.look(command), "", "-- ", words.whyOperator(product)]);
}
