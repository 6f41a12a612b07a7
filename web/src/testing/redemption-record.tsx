// The page of one redemption for tests of what stands on it.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { moveRedemption, readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import { listRedemptionInvoices } from "@heliograph/contract/settlement/payments/payments";
import { RedemptionScreen } from "../domains/registry/redemption/RedemptionScreen.tsx";
import {
  REDEMPTION,
  REDEMPTION_ACCOUNT as ACCOUNT,
  REDEMPTION_RECORD as RECORD,
  UNPAID,
} from "./redemption-fakes.ts";
import { answer, fakeServer, renderAt, signedInAs } from "./test-kit.tsx";

/** A redemption, and an invoice of it, as the server answers. */
export type ShownRedemption = Answer<typeof readRedemption>;
type ShownInvoice = Answer<typeof listRedemptionInvoices>["invoices"][number];

/** The page of a redemption with its invoices, which issuers do not see; what it sends is what is returned. */
export async function openRedemption(
  seen: "trader" | "issuer",
  {
    change = {},
    invoices = [UNPAID],
    credits = [],
  }: {
    change?: Partial<ShownRedemption>;
    invoices?: ShownInvoice[];
    credits?: { currency: string; cents: number }[];
  } = {},
) {
  signedInAs("good");
  const received = fakeServer({
    "rehash/redemption": () => answer(readRedemption, { ...REDEMPTION, ...change }),
    "rehash/redemption/invoices": () =>
      answer(listRedemptionInvoices, { fees: [], credits, invoices: seen === "issuer" ? [] : invoices }),
    "rehash/redemptions/actions": () =>
      answer(moveRedemption, {
        record_uid: RECORD,
        number: REDEMPTION.number,
        status: "returned",
        version: 3,
        needs_second_person: false,
      }),
  });
  await renderAt(`/x?account=${ACCOUNT}&record=${RECORD}`, { "/x": <RedemptionScreen record={RECORD} /> });
  return received;
}
