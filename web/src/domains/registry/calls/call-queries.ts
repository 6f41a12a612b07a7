import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  CALL_ORDERS,
  CALL_TABS,
  listRegistryCalls,
  readRegistryCall,
} from "@heliograph/contract/registry/calls/calls";
import { listRegistryConnections } from "@heliograph/contract/registry/calls/connections";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import { useRecordListView, type ListPart } from "../../../platform/rec/lists/use-list-view.ts";

/** Rows on a page of the list. */
export const CALLS_PER_PAGE = 20;

/** Which calls the list can be narrowed to. */
export const CALL_STATES = CALL_TABS.filter((tab) => tab !== "all");

/** The part of a query that says for whom the person acts; issuers and platform operators act for nobody. */
export const callerOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of calls to other registries. */
export const callsQuery = (
  account: string | undefined,
  {
    tab,
    search,
    page,
    sort,
  }: ListPart<(typeof CALL_ORDERS)[number]> & {
    readonly tab: (typeof CALL_STATES)[number] | null;
  },
  items_page = CALLS_PER_PAGE,
) =>
  ask(listRegistryCalls, {
    query: { ...callerOf(account), tab: tab ?? "all", search, page, items_page, ...orderOf(sort) },
  });

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

/** What the address chooses of the list, and how to change it. */
export const useCallView = () => useRecordListView(CALL_ORDERS, CALL_STATES);
