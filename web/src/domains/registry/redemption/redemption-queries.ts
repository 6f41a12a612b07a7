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
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { queryOf } from "../../../platform/rec/lists/use-list-view.ts";
import type { RedemptionView } from "./redemption-view.ts";

/** How often what the server does by itself is asked for while it is awaited, ms. */
const SOON_MS = 2000;

/** A page of redemptions. */
export const redemptionsQuery = (account: string | undefined, view: RedemptionView, items_page: number) =>
  ask(listRedemptions, { query: { ...actingAs(account), ...queryOf(view, items_page) } });

/** A redemption as its page has it. */
export type Redemption = Answer<typeof readRedemption>;

/** One redemption; asked again while its statement is made, or while it completes because nothing is to be paid. */
export const redemptionQuery = (account: string | undefined, record_uid: string) => ({
  ...ask(readRedemption, { query: { ...actingAs(account), record_uid } }),
  refetchInterval: ({ state }: { state: { data: Redemption | undefined } }) =>
    state.data !== undefined && isSettling(state.data) ? SOON_MS : (false as const),
});

const isSettling = ({ status, fees, statement }: Redemption): boolean =>
  statement?.state === "proof_pending" ||
  (isDue(status) && fees.every(({ total_cents }) => total_cents === 0));

/** Fees and invoices of a redemption; asked again while invoices are awaited. */
export const invoicesQuery = (account: string | undefined, record_uid: string, awaited: boolean) => ({
  ...ask(listRedemptionInvoices, { query: { ...actingAs(account), record_uid } }),
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
