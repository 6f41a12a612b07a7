import { listCredits, listRedemptionInvoices, outstandingOf, type InvoiceItem } from "@heliograph/contract";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, memberOf } from "../../../../testing/registry/record-kit.ts";
import { PAY_TO, redeemers } from "../../../../testing/registry/redemption-kit.ts";

type At = Awaited<ReturnType<typeof redeemers>>;

/** The one invoice of a redemption that is approved. */
async function invoiceOf(at: At, amount: number): Promise<{ record_uid: string; invoice: InvoiceItem }> {
  const { record_uid } = await at.approved(amount);
  const [invoice] = await at.invoices(record_uid);
  if (invoice === undefined) throw new Error("There is no invoice");
  return { record_uid, invoice };
}

const creditsSeen = async ({ api, own, trader }: At) =>
  (await api(listCredits, { token: trader.token, query: { account: own.account } })).body;

const pay = async (at: At, invoice: InvoiceItem, received_cents: number) => {
  const { body } = await at.report(invoice);
  return at.answer(body, "confirm", { received_cents });
};

test("what is paid too much is credit of the account in that currency, which pays the next fee first, and comes back when that redemption ends", async () => {
  const at = await redeemers([{ quantity: 300 }]);
  // 40 MWh of one's own cost USD 16.00.
  const { invoice } = await invoiceOf(at, 40);
  expect((await pay(at, invoice, 1740)).body.status).toBe("paid");
  expect((await creditsSeen(at)).credits).toEqual([{ currency: "USD", cents: 140 }]);

  const next = await invoiceOf(at, 40);
  expect(next.invoice).toMatchObject({ status: "unpaid", credit_cents: 140, confirmed_cents: 0 });
  expect(outstandingOf(next.invoice)).toBe(1460);
  expect((await creditsSeen(at)).credits).toEqual([]);
  const over = await at.report(next.invoice, { amount_cents: 1607 });
  expect(over.body.message).toBe("The amount is more than the outstanding USD 14.60.");
  const cancelled = await at.move(at.manager, await at.read(next.record_uid), "cancel_unpaid", {
    reason: "Nobody needs it any more",
  });
  expect(cancelled.body.status).toBe("cancelled");
  await at.settle(next.record_uid);
  await at.settle(next.record_uid);
  const { credits, entries } = await creditsSeen(at);
  expect(credits).toEqual([{ currency: "USD", cents: 140 }]);
  expect(entries.map(({ cents, reason }: { cents: number; reason: string }) => `${reason} ${cents}`)).toEqual(
    ["returned 140", "applied -140", "overpaid 140"],
  );
  expect(entries[0]).toMatchObject({ currency: "USD", invoice: next.invoice.number });
});

test("a fee that credit covers is paid at once, and completes its redemption", async () => {
  const at = await redeemers([{ quantity: 300 }]);
  const { invoice } = await invoiceOf(at, 100);
  // The bank says what came, whatever was reported.
  await pay(at, invoice, 4000 + 1600);
  const next = await invoiceOf(at, 40);
  expect(next.invoice).toMatchObject({ status: "paid", credit_cents: 1600, confirmed_cents: 0 });
  expect((await at.read(next.record_uid)).status).toBe("completed");
});

test("INV-008: all of an invoice is confirmed with what is outstanding at least, and what was reported is taken where nobody says more", async () => {
  const at = await redeemers([{ quantity: 300 }]);
  const { invoice } = await invoiceOf(at, 40);
  const { body: sent } = await at.report(invoice, { amount_cents: 1500 });
  for (const more of [{}, { received_cents: 1599 }]) {
    const { status, body } = await at.answer(sent, "confirm", more);
    expect([status, body.code, body.message]).toEqual([
      422,
      "INV-008",
      "Enter what was received: USD 16.00 at least, or confirm a part.",
    ]);
  }
  const { body: part } = await at.answer(sent, "confirm_part", { received_cents: 1500 });
  const { body: rest } = await at.report(
    { ...invoice, ...part, confirmed_cents: 1500 },
    { amount_cents: 110 },
  );
  expect((await at.answer(rest, "confirm")).body.status).toBe("paid");
  expect((await creditsSeen(at)).credits).toEqual([{ currency: "USD", cents: 10 }]);
});

test("credit is its account's alone, and operators see it beside the invoice, an issuer not", async () => {
  const at = await redeemers([{ quantity: 300 }]);
  const { record_uid, invoice } = await invoiceOf(at, 40);
  await pay(at, invoice, 1700);
  const other = await company(at.db, "Another");
  const theirs = await memberOf(at.db, other);
  const credits = (token: string, account: string) => at.api(listCredits, { token, query: { account } });
  expect((await credits(theirs.token, other.account)).body).toEqual({ credits: [], entries: [] });
  expect((await credits(theirs.token, at.own.account)).status).toBe(404);
  const beside = async (token: string) =>
    (await at.api(listRedemptionInvoices, { token, query: { record_uid } })).body.credits;
  expect(await beside(at.operator.token)).toEqual([{ currency: "USD", cents: 100 }]);
  expect(await beside(at.issuer.token)).toEqual([]);
});

test("an invoice names the bank account that the installation states for its currency, and none where it states none", async () => {
  const at = await redeemers([
    { quantity: 60, channel: "exchange" },
    { quantity: 40, channel: "issued", month: "2025-11" },
  ]);
  const { record_uid } = await at.approved(100);
  const [eur, usd] = await at.invoices(record_uid);
  expect([eur?.pay_to, usd?.pay_to]).toEqual([PAY_TO.EUR, null]);
});

/** What happens to one redemption of 40 MWh: what the bank received of its fee in turn, in cents, and how it ends when it is not paid. */
const story = fc.record({
  receipts: fc.array(fc.integer({ min: 1, max: 2500 }), { maxLength: 3 }),
  ends: fc.constantFrom("refund", "cancel", "rests"),
});

async function lived(
  at: At,
  { receipts, ends }: { receipts: readonly number[]; ends: string },
): Promise<void> {
  const { record_uid } = await at.approved(40);
  for (const received_cents of receipts) {
    const [invoice] = await at.invoices(record_uid);
    if (invoice === undefined || !invoice.actions.includes("report")) break;
    const { body } = await at.report(invoice);
    const action = received_cents >= outstandingOf(invoice) ? "confirm" : "confirm_part";
    expect((await at.answer(body, action, { received_cents })).status).toBe(200);
  }
  const record = await at.read(record_uid);
  const reason = "It is not needed any more";
  if (record.actions.includes("cancel_unpaid") && ends !== "rests") {
    if (ends === "cancel") await at.move(at.manager, record, "cancel_unpaid", { reason });
    else {
      await at.move(at.operator, record, "refund", { reason });
      await at.move({ ...at.second, isOperator: true } as never, record, "refund", { reason });
    }
  }
  await at.settle(record_uid);
}

test(
  "whatever is paid, in parts or too much, and however redemptions end, each cent that came is on an invoice or was credit, and the balance is the sum of its entries",
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 4 }), async (stories) => {
        const at = await redeemers([{ quantity: 160 }]);
        for (const one of stories) await lived(at, one);
        const { rows } = await sql<Record<string, number | boolean>>`
          select coalesce((select sum(confirmed_cents) from payment_claim where state = 'confirmed'), 0)::int8 as came,
            sum(confirmed_cents)::int8 as on_invoices, sum(credit_cents)::int8 as by_credit,
            coalesce((select sum(cents) from credit_entry where reason = 'overpaid'), 0)::int8 as overpaid,
            coalesce((select -sum(cents) from credit_entry where reason = 'applied'), 0)::int8 as applied,
            coalesce((select sum(cents) from credit_entry where reason = 'returned'), 0)::int8 as returned,
            sum(credit_cents) filter (where d.status = 'cancelled')::int8 as credit_of_ended,
            coalesce((select sum(cents) from credit_entry), 0)::int8 as entries,
            coalesce((select sum(cents) from credit_balance), 0)::int8 as balance,
            bool_and((i.status = 'paid') = (i.confirmed_cents + i.credit_cents = i.total_cents)) as paid_is_whole,
            bool_and(d.status <> 'completed' or i.status = 'paid') as completed_is_paid,
            bool_and(d.status <> 'cancelled' or i.refunded_cents = i.confirmed_cents) as ended_is_refunded
          from invoice i join redemption d using (redemption_id)`.execute(at.db);
        const [sums] = rows;
        expect(sums).toMatchObject({ paid_is_whole: true, completed_is_paid: true, ended_is_refunded: true });
        expect(sums?.["came"]).toBe(Number(sums?.["on_invoices"]) + Number(sums?.["overpaid"]));
        expect(sums?.["by_credit"]).toBe(sums?.["applied"]);
        expect(sums?.["returned"]).toBe(sums?.["credit_of_ended"] ?? 0);
        expect(sums?.["balance"]).toBe(sums?.["entries"]);
        expect(Number(sums?.["balance"])).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 12 },
    );
  },
);

test("credit is never overdrawn, and what was written of it is never changed, whoever asks the database", async () => {
  const at = await redeemers([{ quantity: 300 }]);
  const { invoice } = await invoiceOf(at, 40);
  await pay(at, invoice, 1700);
  const entry = sql`select business_account_id, currency, -101, 'applied', invoice_id from credit_entry`;
  await expect(
    sql`insert into credit_entry (business_account_id, currency, cents, reason, invoice_id) ${entry}`.execute(
      at.db,
    ),
  ).rejects.toThrow("credit_not_overdrawn");
  await expect(sql`update credit_entry set cents = 1`.execute(at.db)).rejects.toThrow("never changed");
  await expect(sql`delete from credit_entry`.execute(at.db)).rejects.toThrow("never changed");
});
