import { storedLang } from "../../../platform/i18n.tsx";
import type { Load } from "../../../platform/loading.ts";
import { noticesQuery, noticeViewIn } from "./record-notice-queries.ts";

/** Starts the page of the list that the address names, where it names the account. */
export const load: Load = (start, { search }) => {
  const account = search.get("account");
  return account === null ? undefined : start(noticesQuery(account, storedLang(), noticeViewIn(search)));
};
