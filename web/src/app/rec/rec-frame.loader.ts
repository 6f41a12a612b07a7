// What the frame of the certificate pages asks the server first. No other page loads it.
import { newsQuery } from "../../domains/notices/records/record-notice-queries.ts";
import { accountQuery } from "../../domains/identity/index.ts";
import { seatsQuery } from "../../domains/parties/seats-queries.ts";
import { waitingQuery } from "../../domains/registry/index.ts";
import { configQuery } from "../../platform/app-config.ts";
import { storedLang } from "../../platform/i18n.tsx";
import type { Load } from "../../platform/loading.ts";

/** Starts who is signed in and in what part, and what waits for the account that the address names. */
export const load: Load = (start, { search }) => {
  void start(accountQuery());
  void start(seatsQuery());
  const account = search.get("account");
  if (account !== null) {
    void start(waitingQuery(account));
    void start(newsQuery(account, storedLang()));
  }
  return start(configQuery());
};
