import { randomUUID } from "node:crypto";
import {
  downloadPaymentProof,
  listRedemptionInvoices,
  moveInvoice,
  uploadPaymentProof,
  type InvoiceItem,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { heldRanges } from "../../../../testing/registry/ledger-db-kit.ts";
import { company, memberOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../../registry/index.ts";

const BOTH = [
  { quantity: 60, channel: "exchange" },
  { quantity: 40, channel: "issued", month: "2025-11" },
] as const;

/** A redemption of 60 from the exchange and 40 issued, approved; its two invoices. */
async function owing() {
  const at = await redeemers(BOTH);
  const record = await at.approved(100);
  const [eur, usd] = await at.invoices(record.record_uid);
  if (eur === undefined || usd === undefined) throw new Error("There are no two invoices");
  return { ...at, record, eur, usd };
}

const states = async ({ db }: Pick<Awaited<ReturnType<typeof owing>>, "db">) => {
  const { rows } = await sql<{ currency: string; invoice: string; fee: string; closed: boolean }>`
    select i.currency, i.status as invoice, f.status as fee, f.closed_at is not null as closed
    from invoice i join fee f using (invoice_id) order by 1`.execute(db);
  return rows.map(
    ({ currency, invoice, fee, closed }) => `${currency} ${invoice} ${fee}${closed ? " closed" : ""}`,
  );
};

/** Makes the redemption's time to pay pass. */
const timePasses = async ({ db }: Pick<Awaited<ReturnType<typeof owing>>, "db">) => {
  await sql`update record_deadline set due_at = now() - interval '1 minute' where entity = 'redemption'`.execute(
    db,
  );
  await runDue(db, registryKinds);
};

test("R19, R38: 60 from the exchange and 40 issued are two invoices, EUR 4.80 and USD 16.00, and the last confirmed one completes", async () => {
  const at = await owing();
  const { record, eur, usd, report, answer, read, db } = at;
  expect([eur, usd].map(({ currency, total_cents }) => [currency, total_cents])).toEqual([
    ["EUR", 480],
    ["USD", 1600],
  ]);
  expect(eur.reference).toMatch(/^RD\d{10}$/);
  expect(await states(at)).toEqual(["EUR unpaid unpaid", "USD unpaid unpaid"]);
  const { body: sentEur } = await report(eur);
  expect(sentEur.status).toBe("waiting_for_confirmation");
  expect((await answer(sentEur, "confirm")).body.status).toBe("paid");
  expect((await read(record.record_uid)).status).toBe("approved");
  const { body: sentUsd } = await report(usd);
  expect((await answer(sentUsd, "confirm")).body.status).toBe("paid");
  const done = await read(record.record_uid);
  expect(done).toMatchObject({ status: "completed", statement: { state: "proof_pending" } });
  expect(await heldRanges(db)).toEqual(["1–60 nobody retired", "1–40 nobody retired"]);
  expect(
    await db.selectFrom("journal_entry").select("entry_id").where("type", "=", "retire").execute(),
  ).toHaveLength(1);
});

test("R28: an operator says that money came only with a fresh proof of who one is, and that it did not without", async () => {
  const { db, eur, usd, report, answer } = await owing();
  const [{ body: first }, { body: second }] = [await report(eur), await report(usd)];
  await sql`update account set password_hash = 'x'`.execute(db);
  const refused = [
    await answer(first, "confirm"),
    await answer(second, "confirm_part", { received_cents: 100 }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([403, "confirmation.required"]);
  }
  const declined = await answer(first, "decline", { reason: "No such transfer came." });
  expect(declined.body.status).toBe("unpaid");
});

test("RED-020: a completed redemption cannot be changed", async () => {
  const { record, eur, usd, report, answer, read, move, manager, issuer } = await owing();
  for (const invoice of [eur, usd]) await answer((await report(invoice)).body, "confirm");
  const done = await read(record.record_uid);
  for (const [who, action, more] of [
    [manager, "cancel_unpaid", {}],
    [issuer, "return", { reason: "another brewery" }],
  ] as const) {
    const { status, body } = await move(who, done, action, more);
    expect([status, body.code, body.message]).toEqual([
      422,
      "RED-020",
      "A completed redemption cannot be changed.",
    ]);
  }
});

test("a redemption of hydropower has fees of nothing, which are paid at once and complete it when it is approved", async () => {
  const at = await redeemers([{ quantity: 30, fuel: "ES300" }]);
  const record = await at.approved(30, { fuel: "ES300" });
  expect((await at.read(record.record_uid)).status).toBe("completed");
  const rows = await at.db.selectFrom("fee").select(["status", "total_cents", "invoice_id"]).execute();
  expect(rows).toEqual([{ status: "paid", total_cents: 0, invoice_id: null }]);
});

test("INV-004 to INV-007: a report names its amount, its currency, no more than is outstanding, and has a proof", async () => {
  const { eur, report } = await owing();
  const messages = async (more: object) =>
    (await report(eur, more)).body.errors?.map(({ message }: { message: string }) => message);
  expect(await messages({ amount_cents: 0 })).toEqual(["Enter the amount you transferred."]);
  expect(await messages({ currency: "USD" })).toEqual(["This invoice is in EUR."]);
  expect(await messages({ proof_uid: null })).toEqual([
    "Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.",
  ]);
  expect(await messages({ proof_uid: randomUUID() })).toEqual(["There is no such proof of payment."]);
  expect(await messages({ amount_cents: 529 })).toEqual([
    "The amount is more than the outstanding EUR 4.80.",
  ]);
  expect(await messages({ amount_cents: -1, currency: "USD", proof_uid: null })).toHaveLength(3);
  expect((await report(eur, { amount_cents: 528 })).status).toBe(200);
});

test("INV-006: a proof is a PDF, JPG or PNG by its content, and only its own people and operators open it", async () => {
  const { db, api, own, eur, usd, trader, viewer, issuer, operator, proof } = await owing();
  const upload = (name: string, file: Buffer, token = trader.token) =>
    api(uploadPaymentProof, {
      token,
      query: { account: own.account, record_uid: eur.record_uid, name },
      file,
    });
  for (const [name, bytes] of [
    ["a.pdf", "no pdf"],
    ["a.exe", "%PDF-1.7"],
    ["a.png", "%PDF-1.7"],
  ] as const) {
    expect((await upload(name, Buffer.from(bytes))).body.code).toBe("INV-006");
  }
  expect((await upload("a.pdf", Buffer.alloc(10 * 1024 * 1024 + 1))).body.code).toBe("file.too_large");
  expect((await upload("a.pdf", Buffer.from("%PDF-1.7"), viewer.token)).status).toBe(403);
  const proof_uid = await proof(usd);
  const open = (token: string, query: object) =>
    api(downloadPaymentProof, { token, query: { ...query, proof_uid } });
  expect(Buffer.from((await open(trader.token, { account: own.account })).bytes).toString()).toBe(
    "%PDF-1.7 a transfer",
  );
  expect((await open(operator.token, {})).status).toBe(200);
  const other = await company(db, "Another");
  const theirs = await memberOf(db, other);
  expect((await open(theirs.token, { account: other.account })).status).toBe(404);
  expect((await open(issuer.token, {})).status).toBe(404);
});

test("C105: a payment that is not found leaves the fee unpaid, part of one leaves the rest due, and the clock goes on only while nothing came", async () => {
  const at = await owing();
  const { db, eur, report, answer, invoices, record } = at;
  const timer = async () =>
    (
      await db
        .selectFrom("record_deadline")
        .select("action")
        .where("entity", "=", "redemption")
        .executeTakeFirst()
    )?.action;
  const { body: sent } = await report(eur);
  expect(await timer()).toBeNull();
  expect(await states(at)).toEqual([
    "EUR waiting_for_confirmation waiting_for_confirmation",
    "USD unpaid unpaid",
  ]);
  const { body: declined } = await answer(sent, "decline", { reason: "No such transfer" });
  expect(declined.status).toBe("unpaid");
  expect(await timer()).toBe("expire");
  const { body: again } = await report({ ...eur, ...declined });
  const whole = await answer(again, "confirm_part", { received_cents: 480 });
  expect(whole.body.message).toBe("Enter what was received: less than is outstanding.");
  const { body: part } = await answer(again, "confirm_part", { received_cents: 400 });
  expect(part.status).toBe("partial_paid");
  const [now] = await invoices(record.record_uid);
  expect(now).toMatchObject({
    confirmed_cents: 400,
    payments: [{ state: "confirmed" }, { state: "declined" }],
  });
  expect(await timer()).toBeNull();
  expect((await report({ ...eur, ...now })).status).toBe(200);
});

test("R19: EUR paid, USD not: neither the clock nor an account manager ends the redemption; two operators extend it, or refund and cancel", async () => {
  const at = await owing();
  const { db, eur, report, answer, read, record, move, manager, operator, second } = at;
  await answer((await report(eur)).body, "confirm");
  await timePasses(at);
  const open = await read(record.record_uid);
  expect(open.status).toBe("approved");
  const refused = await move(manager, open, "cancel_unpaid");
  expect(refused.body.message).toBe("EUR 4.80 were received. Refund or credit them first.");
  const asOperator = { ...second, isOperator: true };
  const reason = "The bank needs another week";
  expect((await move(operator, open, "extend", { reason })).body.needs_second_person).toBe(true);
  const { body: extended } = await move(asOperator, open, "extend", { reason });
  expect(extended).toMatchObject({ status: "approved", needs_second_person: false });
  expect((await move(operator, extended, "refund", { reason })).body.needs_second_person).toBe(true);
  expect((await move(asOperator, extended, "refund", { reason })).body.status).toBe("cancelled");
  await at.settle(record.record_uid);
  expect(await states(at)).toEqual(["EUR paid paid closed", "USD cancelled unpaid closed"]);
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
});

test("a redemption that nobody pays in time is cancelled, its certificates go back and its invoices expire; a payment after that is refused", async () => {
  const at = await owing();
  const { db, record, read, report, usd, settle, invoices } = at;
  await timePasses(at);
  expect((await read(record.record_uid)).status).toBe("cancelled");
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
  expect((await report(usd)).body.message).toBe(
    `Invoice ${usd.number} is not payable any more: its redemption has ended.`,
  );
  await settle(record.record_uid);
  expect(await states(at)).toEqual(["EUR expired expired closed", "USD expired expired closed"]);
  expect((await invoices(record.record_uid)).every(({ status }) => status === "expired")).toBe(true);
});

test(
  "R18: of approving, cancelling, expiring and paying in all pairs at once exactly one wins, and the certificates are in one place",
  { timeout: 120_000 },
  async () => {
    type At = Awaited<ReturnType<typeof owing>>;
    /** Everything that ends a redemption of one invoice that waits to be confirmed, or not. */
    const ways: Record<string, (at: At & { sent: InvoiceItem }) => Promise<boolean>> = {
      confirm: async ({ answer, sent }) => (await answer(sent, "confirm")).status === 200,
      decline: async ({ answer, sent }) =>
        (await answer(sent, "decline", { reason: "No such transfer" })).status === 200,
      confirmAgain: async ({ answer, sent }) => (await answer(sent, "confirm")).status === 200,
      part: async ({ answer, sent }) =>
        (await answer(sent, "confirm_part", { received_cents: 100 })).status === 200,
    };
    const names = Object.keys(ways);
    for (const [i, one] of names.entries()) {
      for (const other of names.slice(i)) {
        const at = await owing();
        await at.answer((await at.report(at.eur)).body, "confirm");
        const { body } = await at.report(at.usd);
        const sent = { ...at.usd, ...body };
        const won = await Promise.all([one, other].map(async (name) => ways[name]?.({ ...at, sent })));
        expect(won.filter(Boolean), `${one} and ${other}`).toHaveLength(1);
        const { status } = await at.read(at.record.record_uid);
        const places = new Set((await heldRanges(at.db)).map((held) => held.split(" ").at(-1)));
        expect(places).toEqual(new Set([status === "completed" ? "retired" : "redemption_pending"]));
      }
    }
  },
);

test(
  "R18: approving, returning, rejecting, cancelling, reporting and the clock at once: one wins, the others are told so",
  { timeout: 120_000 },
  async () => {
    const early = ["approve", "return", "reject", "cancel"] as const;
    for (const [i, one] of early.entries()) {
      for (const other of early.slice(i)) {
        const at = await redeemers([{ quantity: 50 }]);
        const { body } = await at.submit(50);
        const send = (action: string) =>
          at.move(
            action === "cancel" ? at.trader : at.issuer,
            body,
            action,
            action === "approve" || action === "cancel" ? {} : { reason: "Which brewery is it?" },
          );
        const answers = await Promise.all([send(one), send(other)]);
        expect(
          answers.map(({ status }) => status).toSorted((a, b) => a - b),
          `${one} and ${other}`,
        ).toEqual([200, 409]);
        expect(answers.find(({ status }) => status === 409)?.body.code).toBe("GEN-409");
        const { status } = await at.read(body.record_uid);
        const isReserved = status === "approved" || status === "returned";
        expect((await heldRanges(at.db)).map((held) => held.split(" ").at(-1))).toEqual([
          isReserved ? "redemption_pending" : "available",
        ]);
      }
    }
    for (const late of ["cancel_unpaid", "clock"] as const) {
      const at = await owing();
      await sql`update record_deadline set due_at = now() - interval '1 minute' where entity = 'redemption'`.execute(
        at.db,
      );
      const ends = late === "clock" ? runDue(at.db, registryKinds) : at.move(at.manager, at.record, late);
      const [reported] = await Promise.all([at.report(at.eur), ends]);
      const { status } = await at.read(at.record.record_uid);
      expect([reported.status, status]).toEqual(
        reported.status === 200 ? [200, "approved"] : [422, "cancelled"],
      );
    }
  },
);

test("who sees invoices: its account and operators; issuers see fees alone, and only operators say that money came", async () => {
  const { api, own, record, viewer, issuer, operator, report, eur, trader } = await owing();
  const list = async (token: string, query: object = {}) =>
    (await api(listRedemptionInvoices, { token, query: { ...query, record_uid: record.record_uid } })).body;
  expect((await list(viewer.token, { account: own.account })).invoices).toHaveLength(2);
  expect((await list(operator.token)).invoices).toHaveLength(2);
  const seen = await list(issuer.token);
  expect([seen.invoices.length, seen.fees.length]).toEqual([0, 2]);
  const { body: sent } = await report(eur);
  const body = recordCommandOf(sent, "confirm");
  expect(
    (await api(moveInvoice, { token: trader.token, query: { account: own.account }, body })).status,
  ).toBe(403);
  expect((await api(moveInvoice, { token: issuer.token, query: {}, body })).status).toBe(404);
});
