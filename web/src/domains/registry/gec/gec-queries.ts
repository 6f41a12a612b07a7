import type { Answer } from "@heliograph/contract/kernel/endpoint";
import {
  GEC_REDEMPTION_ORDERS,
  GEC_REDEMPTION_TABS,
  listGecRedemptions,
  readGecRedemption,
} from "@heliograph/contract/registry/gec/gec-redemptions";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import { useRecordListView, type ListPart } from "../../../platform/rec/lists/use-list-view.ts";

/** Rows on a page of the list. */
export const GEC_PER_PAGE = 20;

/** States that the list can be narrowed to. */
export const GEC_STATES = GEC_REDEMPTION_TABS.filter((tab) => tab !== "all");

/** The part of a query that says for whom the person acts; platform operators act for nobody. */
export const gecActorOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of redemptions of green certificates. */
export const gecRedemptionsQuery = (
  account: string | undefined,
  {
    tab,
    search,
    page,
    sort,
  }: ListPart<(typeof GEC_REDEMPTION_ORDERS)[number]> & {
    readonly tab: (typeof GEC_STATES)[number] | null;
  },
  items_page = GEC_PER_PAGE,
) =>
  ask(listGecRedemptions, {
    query: { ...gecActorOf(account), tab: tab ?? "all", search, page, items_page, ...orderOf(sort) },
  });

/** One redemption. */
export const gecRedemptionQuery = (account: string | undefined, record_uid: string) =>
  ask(readGecRedemption, { query: { ...gecActorOf(account), record_uid } });

/** A redemption as its page has it. */
export type GecRedemption = Answer<typeof readGecRedemption>;

/** What the address chooses of the list, and how to change it. */
export const useGecView = () => useRecordListView(GEC_REDEMPTION_ORDERS, GEC_STATES);
