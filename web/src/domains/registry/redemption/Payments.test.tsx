import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { REDEMPTION_ACCOUNT as ACCOUNT, UNPAID } from "../../../testing/redemption-fakes.ts";
import { openRedemption } from "../../../testing/redemption-record.tsx";
import { freshBrowser } from "../../../testing/test-kit.tsx";

freshBrowser();

test("INV-004, INV-006, INV-007: a report of a payment says all that is wrong with it, and is not sent", async () => {
  const user = userEvent.setup();
  await openRedemption("trader");
  const amount = await screen.findByLabelText("You transferred");
  await user.clear(amount);
  await user.click(screen.getByRole("button", { name: "Report EUR 0.00" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("INV-004 Enter the amount you transferred.");
  expect(alert.textContent).toContain("INV-006 Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.");
  await user.type(amount, "5.29");
  expect(alert.textContent).toContain("INV-007 The amount is more than the outstanding EUR 4.80.");
});

test("a record says who must act until when, and to whom money is no business shows no invoice", async () => {
  await openRedemption("issuer");
  expect(await screen.findByText("You pay the fee of EUR 4.80")).toBeTruthy();
  expect(screen.getByText("2026-11-13 23:59 (GMT+8)")).toBeTruthy();
  expect(screen.queryByText("Reference of the transfer")).toBeNull();
});

const PAY_TO = {
  bank_name: "Bank of the Delta",
  account_name: "Heliograph Ltd",
  account_number: "DE89370400440532013000",
  swift_code: "COBADEFFXXX",
};

test("the transfer's bank account stands beside its reference, each with a button that copies it", async () => {
  await openRedemption("trader", { invoices: [{ ...UNPAID, pay_to: PAY_TO }] });
  const where = within(await screen.findByRole("region", { name: "Transfer to" }));
  for (const value of [...Object.values(PAY_TO), UNPAID.reference]) {
    expect(where.getByText(value)).toBeTruthy();
  }
  expect(where.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Copy: Account holder",
    "Copy: IBAN or account number",
    "Copy: SWIFT code",
    "Copy: Bank",
    "Copy: Reference of the transfer",
  ]);
});

test("where the installation states no account for the currency, the page says whom to ask", async () => {
  await openRedemption("trader");
  const note = await screen.findByRole("note");
  expect(note.textContent).toMatch(
    /^No bank account is stated here for EUR\. Ask .+ where to transfer to\.$/,
  );
});

test("what credit paid, what is outstanding and what is left of credit is said, and what is typed beyond that is called credit", async () => {
  const user = userEvent.setup();
  await openRedemption("trader", {
    invoices: [{ ...UNPAID, credit_cents: 80 }],
    credits: [{ currency: "USD", cents: 140 }],
  });
  expect((await screen.findByText("Paid from the credit balance")).parentElement?.textContent).toContain(
    "EUR 0.80",
  );
  expect(screen.getByText("Outstanding").parentElement?.textContent).toContain("EUR 4.00");
  expect(
    screen.getByText("Credit balance: USD 1.40. It is taken for the next fee in its currency."),
  ).toBeTruthy();
  const amount = screen.getByLabelText("You transferred");
  expect(amount).toHaveProperty("value", "4");
  await user.clear(amount);
  await user.type(amount, "4.20");
  expect(
    screen.getByText("EUR 0.20 more than is outstanding: it becomes credit of the account."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Report EUR 4.20" })).toBeTruthy();
});

const turnOf = (by: "trader" | "platform_operator", is_you: boolean) => ({
  by,
  is_you,
  until: null,
  otherwise: null,
});

test.each([
  ["waiting_for_confirmation", "platform_operator", true, "You look for the money and confirm it"],
  ["waiting_for_confirmation", "platform_operator", false, "A platform operator looks for the money"],
  ["partial_paid", "trader", true, "You pay the fee of EUR 4.80"],
  [
    "partial_payment_follow_up",
    "platform_operator",
    true,
    "You extend the time to pay, or refund and cancel",
  ],
  [
    "partial_payment_follow_up",
    "platform_operator",
    false,
    "Two platform operators extend the time to pay, or refund and cancel",
  ],
] as const)("%s: who acts next, %s, is told so (%s: %s)", async (status, by, is_you, said) => {
  const next = turnOf("trader", status === "partial_paid" && is_you);
  const looked = status === "waiting_for_confirmation" ? { status: "waiting_for_confirmation" } : { next };
  await openRedemption("trader", {
    change: { status, next: turnOf(by, is_you) },
    invoices: [{ ...UNPAID, actions: [], ...looked }],
  });
  expect(await screen.findByText(said)).toBeTruthy();
});

test("R19: while a payment is looked for, who still has another invoice to pay is told so", async () => {
  await openRedemption("trader", {
    change: { status: "waiting_for_confirmation", next: turnOf("platform_operator", false) },
    invoices: [
      {
        ...UNPAID,
        status: "waiting_for_confirmation",
        actions: [],
        next: turnOf("platform_operator", false),
      },
      { ...UNPAID, record_uid: ACCOUNT, currency: "USD", total_cents: 1600 },
    ],
  });
  expect(
    await screen.findByText(
      "You still pay USD 16.00; a platform operator looks for the payment that was reported",
    ),
  ).toBeTruthy();
});
