import {
  listIssuableDevices,
  listIssuances,
  readIssuance,
} from "@heliograph/contract/registry/issuance/issuance";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { IssuanceView } from "./issuance-view.ts";

/** Rows on a page of the list. */
export const ISSUANCES_PER_PAGE = 10;

/** The part of a query that says for whom the person acts; issuers act for nobody. */
export const actingIn = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of the list. */
export const issuancesQuery = (
  account: string | undefined,
  view: IssuanceView,
  page_size = ISSUANCES_PER_PAGE,
) =>
  ask(listIssuances, {
    query: {
      ...actingIn(account),
      tab: view.tab ?? "all",
      ...(view.search === "" ? {} : { search: view.search }),
      page: view.page,
      page_size,
      ...orderOf(view.sort),
    },
  });

/** One request. */
export const issuanceQuery = (account: string | undefined, record_uid: string) =>
  ask(readIssuance, { query: { ...actingIn(account), record_uid } });

/** Devices that a request may be begun for. */
export const issuableDevicesQuery = (account: string | undefined) =>
  ask(listIssuableDevices, { query: actingIn(account) });
