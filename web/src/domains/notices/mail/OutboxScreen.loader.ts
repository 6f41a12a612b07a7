import type { Load } from "../../../platform/loading.ts";
import { accountQuery } from "../../identity/index.ts";
import { mailsQuery, mailViewIn } from "./mail-queries.ts";

/** Starts the mails that the address asks for, where the account is one that may see them. */
export const load: Load = async (start, { search }) => {
  const account = await start(accountQuery());
  if (account?.kind === "platform_operator") void start(mailsQuery(mailViewIn(search)));
};
