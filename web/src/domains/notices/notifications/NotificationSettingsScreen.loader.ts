import type { Load } from "../../../platform/loading.ts";
import { preferencesQuery } from "./preference-queries.ts";

/** Starts how the account wants to be notified. */
export const load: Load = (start) => {
  void start(preferencesQuery());
};
