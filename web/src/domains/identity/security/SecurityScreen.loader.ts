import type { Load } from "../../../platform/loading.ts";
import { securityQuery, sessionsQuery } from "./security-queries.ts";

/** Starts how the account is signed in to, and where it is signed in. */
export const load: Load = (start) => {
  void start(securityQuery());
  void start(sessionsQuery());
};
