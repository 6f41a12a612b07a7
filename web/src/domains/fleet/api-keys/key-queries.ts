import { listApiKeys } from "@heliograph/contract/fleet/api-keys";
import { ask } from "../../../platform/api.ts";

/** The API keys of the account. */
export const keysQuery = () => ask(listApiKeys, {});
