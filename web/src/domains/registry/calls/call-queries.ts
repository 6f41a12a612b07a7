import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  CALL_ORDERS,
  CALL_TABS,
  listRegistryCalls,
  readRegistryCall,
} from "@heliograph/contract/registry/calls/calls";
import { listRegistryConnections } from "@heliograph/contract/registry/calls/connections";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { queryOf, useRecordListView, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";

/** Which calls the list can be narrowed to. */
export const CALL_STATES = CALL_TABS.filter((tab) => tab !== "all");

/** A page of calls to other registries. */
export const callsQuery = (
  account: string | undefined,
  view: StatePart<(typeof CALL_ORDERS)[number], (typeof CALL_STATES)[number]>,
  items_page: number,
) =>
  ask(listRegistryCalls, {
    query: { ...actingAs(account), ...queryOf(view, items_page) },
  });

/** Calls of one redemption, the newest first. */
export const callsOfQuery = (account: string | undefined, redemption_uid: string) =>
  ask(listRegistryCalls, { query: { ...actingAs(account), redemption_uid } });

/** One call. */
export const callQuery = (account: string | undefined, record_uid: string) =>
  ask(readRegistryCall, { query: { ...actingAs(account), record_uid } });

/** Connections to other registries. */
export const connectionsQuery = () => ask(listRegistryConnections, {});

/** A call as its page has it. */
export type RegistryCall = Answer<typeof readRegistryCall>;

/** What the address chooses of the list, and how to change it. */
export const useCallView = () => useRecordListView(CALL_ORDERS, CALL_STATES);
