import { isDue } from "@heliograph/contract/registry/redemption/redemption-life";
import { outstandingOf } from "@heliograph/contract/settlement/payments/payment-rules";
import type { InvoiceItem } from "@heliograph/contract/settlement/payments/payments";
import type { Redemption } from "./redemption-queries.ts";
import type { RedemptionWords } from "./redemption-words.ts";

/** What a line says of who must act next, and what follows from it. */
interface NextWords {
  readonly isYou: boolean;
  readonly what: string;
  readonly otherwise?: string;
}

/** What a redemption's fees come to: "EUR 4.80 + USD 16.00". Those of nothing are left out. */
export const feesText = (
  { money }: Pick<RedemptionWords, "money">,
  fees: readonly { total_cents: number; currency: string }[],
): string => {
  const sums = new Map<string, number>();
  for (const { currency, total_cents } of fees) {
    sums.set(currency, (sums.get(currency) ?? 0) + total_cents);
  }
  return [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => money(cents, currency))
    .join(" + ");
};

/** Who must act next on a redemption, until nothing more is to be done; the reason why it ended where it has one. */
export function nextWords(
  words: RedemptionWords,
  given: Redemption,
  invoices: readonly InvoiceItem[],
): NextWords {
  const { text } = words;
  const { status, next, actions, timeline } = given;
  const reason = timeline.at(-1)?.reason;
  const because = reason === null || reason === undefined ? {} : { otherwise: reason };
  if (status === "in_progress") return decision(words, given);
  if (isDue(status)) return payment(words, given, invoices);
  if (status === "retiring") return { isYou: false, what: text("red.next.retiring") };
  if (status === "returned") {
    return { isYou: next?.is_you === true, what: text(`red.next.${isYours(actions)}Answer`), ...because };
  }
  if (status === "completed") {
    const what = text("red.next.completed", { n: given.amount, name: given.beneficiary_name });
    return { isYou: false, what };
  }
  const otherwise = text("red.other.back");
  return {
    isYou: false,
    what: text(status === "rejected" ? "red.next.rejected" : "red.next.cancelled"),
    otherwise: reason === null || reason === undefined ? otherwise : `${reason} ${otherwise}`,
  };
}

const isYours = (actions: readonly string[]) => (actions.includes("resubmit") ? "you" : "they");

function decision({ text }: RedemptionWords, { waits_for_manager, next }: Redemption): NextWords {
  const otherwise = text("red.other.decision");
  const isYou = next?.is_you === true;
  if (waits_for_manager) {
    return { isYou, what: text(isYou ? "red.next.youCountersign" : "red.next.managerConfirms"), otherwise };
  }
  return { isYou, what: text(isYou ? "red.next.youDecide" : "red.next.issuer"), otherwise };
}

function payment(words: RedemptionWords, given: Redemption, invoices: readonly InvoiceItem[]): NextWords {
  const { text } = words;
  const { status, amount } = given;
  const isYou = given.next?.is_you === true;
  const open = invoices.filter((invoice) => invoice.status === "unpaid" || invoice.status === "partial_paid");
  const fees = feesText(words, open.length === 0 ? given.fees : open.map(owed));
  if (feesText(words, given.fees) === "") return { isYou: false, what: text("red.next.free") };
  if (status === "waiting_for_confirmation") {
    const otherwise = text("red.other.clock");
    if (isYou) return { isYou, what: text("red.next.youConfirmMoney"), otherwise };
    // What is not reported yet is still to be paid.
    if (open.some(({ next }) => next?.is_you === true)) {
      return { isYou: true, what: text("red.next.youPayMeanwhile", { fees }), otherwise };
    }
    return { isYou, what: text("red.next.operatorConfirms"), otherwise };
  }
  if (status === "partial_payment_follow_up") {
    const what = text(isYou ? "red.next.youFollowUp" : "red.next.operatorFollowsUp");
    return { isYou, what, otherwise: text("red.other.followUp", { fees }) };
  }
  const otherwise = text(status === "partial_paid" ? "red.other.rest" : "red.other.payment", { n: amount });
  return { isYou, what: text(isYou ? "red.next.youPay" : "red.next.theyPay", { fees }), otherwise };
}

const owed = (invoice: InvoiceItem) => ({
  currency: invoice.currency,
  total_cents: outstandingOf(invoice),
});
