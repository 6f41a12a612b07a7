import type { InvoiceItem } from "@heliograph/contract/settlement/payments";
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
  if (status === "approved") return payment(words, given, invoices);
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

function decision({ text }: RedemptionWords, { waits_for_manager, actions, next }: Redemption): NextWords {
  const otherwise = text("red.other.decision");
  if (waits_for_manager) {
    const isYou = actions.includes("countersign");
    return { isYou, what: text(isYou ? "red.next.youCountersign" : "red.next.managerConfirms"), otherwise };
  }
  const isYou = next?.is_you === true;
  return { isYou, what: text(isYou ? "red.next.youDecide" : "red.next.issuer"), otherwise };
}

function payment(words: RedemptionWords, given: Redemption, invoices: readonly InvoiceItem[]): NextWords {
  const { text } = words;
  const fees = feesText(words, given.fees);
  const otherwise = text("red.other.payment", { n: given.amount });
  if (fees === "") return { isYou: false, what: text("red.next.free") };
  const waiting = invoices.filter(({ status }) => status === "waiting_for_confirmation");
  const open = invoices.filter(({ status }) => status === "unpaid" || status === "partial_paid");
  if (open.length === 0 && waiting.length > 0) {
    const isYou = waiting.some(({ next }) => next?.is_you === true);
    return {
      isYou,
      what: text(isYou ? "red.next.youConfirmMoney" : "red.next.operatorConfirms"),
      otherwise: text("red.other.clock"),
    };
  }
  const isYou = given.next?.is_you === true;
  const due = open.length === 0 ? fees : feesText(words, open.map(outstandingOf));
  return { isYou, what: text(isYou ? "red.next.youPay" : "red.next.theyPay", { fees: due }), otherwise };
}

const outstandingOf = ({ currency, total_cents, confirmed_cents }: InvoiceItem) => ({
  currency,
  total_cents: total_cents - confirmed_cents,
});
