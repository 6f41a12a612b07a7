// What the owner of a webhook is written when it was switched off.
import type { MailLanguage } from "@heliograph/contract";

interface Stopped {
  readonly product: string;
  readonly name: string;
  readonly host: string;
  readonly days: number;
}

const WORDS: Readonly<Record<MailLanguage, (of: Stopped) => { subject: string; text: string }>> = {
  vi: ({ product, name, host, days }) => ({
    subject: `${product}: webhook ${name} đã bị tắt`,
    text: `Webhook ${name} (${host}) không nhận được gì trong ${days} ngày, nên đã bị tắt.\n\nHãy sửa máy nhận, rồi bật lại webhook trong phần cài đặt. Nhật ký ở đó cho biết máy nhận đã trả lời gì.\n`,
  }),
  en: ({ product, name, host, days }) => ({
    subject: `${product}: the webhook ${name} was switched off`,
    text: `Nothing has arrived at the webhook ${name} (${host}) for ${days} days, so it was switched off.\n\nMend the receiver, then switch the webhook on again in the settings. The log there says what the receiver answered.\n`,
  }),
  zh: ({ product, name, host, days }) => ({
    subject: `${product}：Webhook ${name} 已停用`,
    text: `Webhook ${name}（${host}）连续 ${days} 天未收到任何内容，因此已停用。\n\n请修复接收端，然后在设置中重新启用。那里的日志会显示接收端的回应。\n`,
  }),
};

/** The mail in the language. */
export function stoppedMail(of: Stopped, language: MailLanguage) {
  return { language, ...WORDS[language](of) };
}
