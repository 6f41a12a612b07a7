// What a mail about a notice says.
import type { NoticeLanguage } from "@heliograph/contract";
import { noticeText, type NoticeFacts } from "./notice-words.ts";

/** So many projects are listed. */
const LISTED = 20;

interface MailWords {
  readonly projects: string;
  readonly more: (count: number) => string;
  readonly see: string;
  readonly why: (product: string) => string;
}

const WORDS: Readonly<Record<NoticeLanguage, MailWords>> = {
  vi: {
    projects: "Dự án:",
    more: (count) => `và ${count} dự án khác`,
    see: "Xem cảnh báo:",
    why: (product) =>
      `Bạn nhận thư này vì tài khoản ${product} của bạn nhận thông báo qua e-mail. Có thể tắt trong phần thông báo của cổng.`,
  },
  en: {
    projects: "Projects:",
    more: (count) => `and ${count} more`,
    see: "See the alarms:",
    why: (product) =>
      `You get this because your ${product} account is notified by e-mail. You can turn that off under notifications in the portal.`,
  },
  zh: {
    projects: "项目：",
    more: (count) => `以及另外 ${count} 个项目`,
    see: "查看告警：",
    why: (product) => `您收到此邮件是因为您的 ${product} 账户开启了邮件通知。可在门户的通知设置中关闭。`,
  },
};

/** Subject and text of the mail. `origin`: where the portal is reached; null: that is not stated, and there is no link. */
export function alarmMail(
  language: NoticeLanguage,
  of: NoticeFacts,
  { product, origin }: { product: string; origin: string | null },
): { subject: string; text: string } {
  const words = WORDS[language];
  const { title, body } = noticeText(language, of);
  const listed = of.projects.slice(0, LISTED).map(({ name }) => `- ${name}`);
  const rest = of.project_count - listed.length;
  const parts = [
    title,
    body,
    "",
    ...(of.project_count > 1 ? [words.projects, ...listed, ...(rest > 0 ? [words.more(rest)] : []), ""] : []),
    ...(origin === null ? [] : [words.see, `${origin}/alarms`, ""]),
    "-- ",
    words.why(product),
  ];
  const [first] = of.projects;
  const where = of.project_count === 1 && first !== undefined ? ` – ${first.name}` : "";
  return { subject: `${product}: ${title}${where}`, text: `${parts.join("\n")}\n` };
}
