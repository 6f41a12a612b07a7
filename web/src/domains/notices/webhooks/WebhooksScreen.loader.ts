import type { Load } from "../../../platform/loading.ts";
import { webhooksQuery } from "./webhook-queries.ts";

/** Starts the account's webhooks. */
export const load: Load = (start) => start(webhooksQuery());
