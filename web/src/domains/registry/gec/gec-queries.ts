import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  GEC_REDEMPTION_ORDERS,
  GEC_REDEMPTION_TABS,
  listGecRedemptions,
  readGecRedemption,
} from "@heliograph/contract/registry/gec/gec-redemptions";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { queryOf, useRecordListView, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const GEC_STATES = GEC_REDEMPTION_TABS.filter((tab) => tab !== "all");

/** A page of redemptions of green certificates. */
export const gecRedemptionsQuery = (
  account: string | undefined,
  view: StatePart<(typeof GEC_REDEMPTION_ORDERS)[number], (typeof GEC_STATES)[number]>,
  items_page: number,
) =>
  ask(listGecRedemptions, {
    query: { ...actingAs(account), ...queryOf(view, items_page) },
  });

/** One redemption. */
export const gecRedemptionQuery = (account: string | undefined, record_uid: string) =>
  ask(readGecRedemption, { query: { ...actingAs(account), record_uid } });

/** A redemption as its page has it. */
export type GecRedemption = Answer<typeof readGecRedemption>;

/** What the address chooses of the list, and how to change it. */
export const useGecView = () => useRecordListView(GEC_REDEMPTION_ORDERS, GEC_STATES);
