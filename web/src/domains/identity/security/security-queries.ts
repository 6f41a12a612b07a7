import { getSecurity, listSessions } from "@heliograph/contract/identity/security";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ask } from "../../../platform/api.ts";

/** How the account is signed in to. */
export type Security = Answer<typeof getSecurity>;
/** A session of the account. */
export type OpenSession = Answer<typeof listSessions>["items"][number];

export const securityQuery = () => ask(getSecurity, {});
export const sessionsQuery = () => ask(listSessions, {});
