import type { Answer, Call } from "@heliograph/contract/kernel/endpoint";
import { listRecipients } from "@heliograph/contract/parties/recipients";
import {
  listRedeemable,
  listRedemptions,
  previewRedemption,
  readRedemption,
} from "@heliograph/contract/registry/redemption/redemptions";
import { isDue } from "@heliograph/contract/registry/redemption/redemption-life";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { RedemptionView } from "./redemption-view.ts";

/** Rows on a page of the list. */
export const REDEMPTIONS_PER_PAGE = 20;
/** How often what the server does by itself is asked for while it is awaited, ms. */
const SOON_MS = 2000;

/** The part of a query that says for whom the person acts; issuers and platform operators act for nobody. */
export const redeemerOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of redemptions. */
export const redemptionsQuery = (
  account: string | undefined,
  { tab, search, sort, page }: RedemptionView,
  items_page = REDEMPTIONS_PER_PAGE,
) =>
  ask(listRedemptions, {
    query: {
      ...redeemerOf(account),
      tab: tab ?? "all",
      search,
      page,
      items_page,
      ...orderOf(sort),
    },
  });

/** A redemption as its page has it. */
export type Redemption = Answer<typeof readRedemption>;

/** One redemption; asked again while its statement is made, or while it completes because nothing is to be paid. */
export const redemptionQuery = (account: string | undefined, record_uid: string) => ({
  ...ask(readRedemption, { query: { ...redeemerOf(account), record_uid } }),
  refetchInterval: ({ state }: { state: { data: Redemption | undefined } }) =>
    state.data !== undefined && isSettling(state.data) ? SOON_MS : (false as const),
});

const isSettling = ({ status, fees, statement }: Redemption): boolean =>
  statement?.state === "proof_pending" ||
  (isDue(status) && fees.every(({ total_cents }) => total_cents === 0));

/** Fees and invoices of a redemption; asked again while invoices are awaited. */
export const invoicesQuery = (account: string | undefined, record_uid: string, awaited: boolean) => ({
  ...ask(listRedemptionInvoices, { query: { ...redeemerOf(account), record_uid } }),
  refetchInterval: ({ state }: { state: { data: Answer<typeof listRedemptionInvoices> | undefined } }) =>
    awaited && state.data?.invoices.length === 0 ? SOON_MS : (false as const),
});

/** What the account can redeem. */
export const redeemableQuery = (account: string) => ask(listRedeemable, { query: { account } });

/** What submitting the claim would take, cost and break. */
export const previewQuery = (account: string, body: Call<typeof previewRedemption>["body"]) =>
  ask(previewRedemption, { query: { account }, body });

/** For whom the account redeems. */
export const recipientsQuery = (account: string) => ask(listRecipients, { query: { account } });
