import { getMail, listMails, type Mail } from "@heliograph/contract/notices/mail";
import { ask } from "../../../platform/api.ts";

/** Mails on a page of their list. */
export const MAILS_PER_PAGE = 20;

/** What is looked for among mails. */
export interface MailView {
  readonly keyword: string;
  /** Null: every state. */
  readonly state: Mail["state"] | null;
  readonly page: number;
}

const STATES = ["queued", "sent", "outbox", "failed"] as const;

/** What the address asks for; what it cannot mean is as if it were not there. */
export function mailViewIn(address: URLSearchParams): MailView {
  const page = Number(address.get("page") ?? "1");
  return {
    keyword: (address.get("q") ?? "").slice(0, 100),
    state: STATES.find((one) => one === address.get("state")) ?? null,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** A page of mails as the view asks for them. */
export const mailsQuery = ({ keyword, state, page }: MailView) =>
  ask(listMails, {
    query: {
      page,
      page_size: MAILS_PER_PAGE,
      ...(state === null ? {} : { state }),
      ...(keyword === "" ? {} : { filter_by: keyword }),
    },
  });

/** One mail with its text. */
export const mailQuery = (mail_uid: string) => ask(getMail, { query: { mail_uid } });
