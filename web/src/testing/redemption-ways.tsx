// Ways to each action on a redemption and its invoices, all of which the server refuses.
import { readRedemption } from "@heliograph/contract/registry/redemption/redemptions";
import {
  listRedemptionInvoices,
  uploadPaymentProof,
} from "@heliograph/contract/settlement/payments/payments";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { RedemptionScreen } from "../domains/registry/redemption/RedemptionScreen.tsx";
import { fakeSecurity } from "./parties-fakes.ts";
import { REDEMPTION, REDEMPTION_ACCOUNT, REDEMPTION_RECORD, UNPAID } from "./redemption-fakes.ts";
import { answer, fakeServer, renderAt, signedInAs } from "./test-kit.tsx";

interface Opened {
  readonly refused: () => Response;
  readonly change?: Partial<typeof REDEMPTION>;
  readonly invoice?: Partial<typeof UNPAID>;
  readonly lang?: "en" | "vi" | "zh";
  /** Until when the person has proved who it is; null: the password is asked for. */
  readonly confirmed_until?: string | null;
}

/** The page of a redemption whose every action, and every word on its invoice, is refused. */
async function open({ refused, change = {}, invoice = {}, lang = "en", ...proof }: Opened) {
  signedInAs("good");
  const received = fakeServer({
    "auth/security": () => fakeSecurity(proof),
    "rehash/redemption": () => answer(readRedemption, { ...REDEMPTION, ...change }),
    "rehash/redemption/invoices": () =>
      answer(listRedemptionInvoices, {
        fees: [],
        credits: [],
        invoices: [{ ...UNPAID, actions: [], ...invoice }],
      }),
    "rehash/payment-proofs": () => answer(uploadPaymentProof, { proof_uid: REDEMPTION_RECORD }),
    "rehash/redemptions/actions": refused,
    "rehash/invoices/actions": refused,
  });
  await renderAt(
    `/x?account=${REDEMPTION_ACCOUNT}&record=${REDEMPTION_RECORD}`,
    { "/x": <RedemptionScreen record={REDEMPTION_RECORD} /> },
    lang,
  );
  return received;
}

const press = async (name: string | RegExp) =>
  userEvent.click((await screen.findAllByRole("button", { name }))[0] as HTMLElement);

/** What the checks of the page say of a code. */
export const shownRule = async (code: string) => (await screen.findByText(code)).closest("p")?.textContent;

/** An issuer corrects the beneficiary to these words. */
async function corrects(refused: Opened["refused"], words: Readonly<Record<string, string>>) {
  const change = {
    status: "completed",
    completed_at: "2026-10-30T03:02:57Z",
    actions: ["correct"],
    correction: { until: "2026-10-31T03:02:57Z", asked: null },
  };
  await open({ refused, change: change as never });
  await press("Correct the beneficiary");
  const asked = within(await screen.findByRole("dialog"));
  for (const [label, typed] of Object.entries(words)) {
    const field = asked.getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, typed);
  }
  await userEvent.click(asked.getByRole("button", { name: "Correct the beneficiary" }));
}

/** Gives a reason in the window of this title, and sends it. */
async function giveReason(title: string) {
  const asked = within(await screen.findByRole("dialog", { name: title }));
  await userEvent.type(asked.getByLabelText("Reason"), "It is not needed any more");
  await userEvent.click(asked.getByRole("button", { name: title }));
}

const LOOKED_FOR = {
  status: "waiting_for_confirmation",
  actions: ["confirm", "confirm_part", "decline"],
} as never;

/** What opens the way to each action, and what presses it. */
export const REDEMPTION_WAYS = {
  approve: async (refused: Opened["refused"], more: Pick<Opened, "lang" | "confirmed_until"> = {}) => {
    const change = { status: "in_progress", actions: ["approve"] } as never;
    const received = await open({ refused, change, ...more });
    await press(/60 MWh/);
    return received;
  },
  cancel: async (refused: Opened["refused"]) => {
    await open({ refused, change: { actions: ["cancel_unpaid"] } as never });
    await press("Cancel redemption");
    await giveReason("Cancel redemption");
  },
  refund: async (refused: Opened["refused"]) => {
    await open({ refused, change: { status: "retiring", actions: ["refund"] } as never });
    await press("Refund and cancel");
    await giveReason("Refund and cancel");
  },
  countersign: async (refused: Opened["refused"]) => {
    const change = { status: "in_progress", actions: ["countersign"], waits_for_manager: true };
    await open({ refused, change: change as never });
    await press("Confirm 60 MWh");
  },
  return: async (refused: Opened["refused"]) => {
    await open({ refused, change: { status: "in_progress", actions: ["return"] } as never });
    await press("Mark: Purpose");
    await userEvent.type(screen.getByLabelText("What is wrong with: Purpose"), "Of which site?");
    await press("Return (1)");
    await giveReason("Return");
  },
  resubmit: async (refused: Opened["refused"]) => {
    await open({ refused, change: { status: "to_resubmit", actions: ["resubmit"] } as never });
    await press("Submit again");
  },
  correct: (refused: Opened["refused"]) => corrects(refused, { Address: "19 Harbour Street" }),
  correctNothing: (refused: Opened["refused"]) => corrects(refused, {}),
  correctName: (refused: Opened["refused"]) => corrects(refused, { "Beneficiary Name": "Hanoi Steel Works" }),
  report: async (refused: Opened["refused"]) => {
    await open({ refused, invoice: { actions: ["report"] } });
    const proof = new File(["%PDF-"], "transfer.pdf", { type: "application/pdf" });
    await userEvent.upload(await screen.findByLabelText("Proof of payment"), proof);
    await screen.findByText("transfer.pdf");
    await press("Report EUR 4.80");
  },
  confirmPart: async (refused: Opened["refused"]) => {
    await open({ refused, invoice: LOOKED_FOR });
    const received = await screen.findByLabelText("Received");
    await userEvent.clear(received);
    await userEvent.type(received, "1.00");
    await press("Confirm a part: EUR 1.00");
  },
  confirm: async (refused: Opened["refused"]) => {
    await open({ refused, invoice: LOOKED_FOR });
    await press("Confirm that EUR 4.80 came");
  },
} as const;
