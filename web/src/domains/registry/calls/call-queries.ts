import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { CALL_TABS, listRegistryCalls, readRegistryCall } from "@heliograph/contract/registry/calls/calls";
import { listRegistryConnections } from "@heliograph/contract/registry/calls/connections";
import { ask } from "../../../platform/api.ts";
import { useRecView } from "../../../platform/rec/acting.ts";

/** Rows on a page of the list. */
export const CALLS_PER_PAGE = 20;

type CallTab = (typeof CALL_TABS)[number];

/** The part of a query that says for whom the person acts; issuers and platform operators act for nobody. */
export const callerOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of calls to other registries. */
export const callsQuery = (account: string | undefined, { tab, page }: { tab: CallTab; page: number }) =>
  ask(listRegistryCalls, { query: { ...callerOf(account), tab, page, items_page: CALLS_PER_PAGE } });

/** Calls of one redemption, the newest first. */
export const callsOfQuery = (account: string | undefined, redemption_uid: string) =>
  ask(listRegistryCalls, { query: { ...callerOf(account), redemption_uid } });

/** One call. */
export const callQuery = (account: string | undefined, record_uid: string) =>
  ask(readRegistryCall, { query: { ...callerOf(account), record_uid } });

/** Connections to other registries. */
export const connectionsQuery = () => ask(listRegistryConnections, {});

/** A call as its page has it. */
export type RegistryCall = Answer<typeof readRegistryCall>;

/** What the address chooses of the list, and how to change it; another tab begins with its first page. */
export function useCallView() {
  const { search, change } = useRecView();
  const page = Number.parseInt(search.get("page") ?? "1", 10);
  return {
    tab: CALL_TABS.find((one) => one === search.get("status")) ?? ("all" as const),
    page: page >= 1 && page <= 1_000_000 ? page : 1,
    showTab: (next: CallTab) => change({ status: next === "all" ? undefined : next, page: undefined }),
    showPage: (next: number) => change({ page: next === 1 ? undefined : String(next) }),
  };
}
