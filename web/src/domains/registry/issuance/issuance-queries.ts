import {
  listIssuableDevices,
  listIssuances,
  readIssuance,
  type IssuanceTab,
} from "@heliograph/contract/registry/issuance/issuance";
import { ask } from "../../../platform/api.ts";

/** Rows on a page of the list. */
export const ISSUANCES_PER_PAGE = 10;

/** The part of a query that says for whom the person acts; issuers act for nobody. */
export const actingIn = (account: string | undefined) => (account === undefined ? {} : { account });

/** Columns that the server sorts by. */
export const ISSUANCE_ORDERS = ["number", "device", "from_day", "quantity"] as const;

export interface IssuanceView {
  readonly tab: IssuanceTab;
  readonly search: string;
  readonly page: number;
  readonly by: (typeof ISSUANCE_ORDERS)[number];
  readonly down: boolean;
}

/** A page of the list. */
export const issuancesQuery = (
  account: string | undefined,
  view: IssuanceView,
  page_size = ISSUANCES_PER_PAGE,
) =>
  ask(listIssuances, {
    query: {
      ...actingIn(account),
      tab: view.tab,
      ...(view.search === "" ? {} : { search: view.search }),
      page: view.page,
      page_size,
      order_by: view.by,
      order_type: view.down ? "desc" : "asc",
    },
  });

/** One request. */
export const issuanceQuery = (account: string | undefined, record_uid: string) =>
  ask(readIssuance, { query: { ...actingIn(account), record_uid } });

/** Devices that a request may be begun for. */
export const issuableDevicesQuery = (account: string | undefined) =>
  ask(listIssuableDevices, { query: actingIn(account) });
