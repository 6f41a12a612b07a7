import { randomUUID } from "node:crypto";
import {
  downloadPaymentProof,
  listRedemptionInvoices,
  moveInvoice,
  uploadPaymentProof,
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
  expect((await read(record.record_uid)).status).toBe("partial_paid");
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
    [manager, "cancel_unpaid", { reason: "another brewery" }],
    [issuer, "return", { reason: "another brewery", marks: [{ item: "purpose", reason: "Which?" }] }],
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

/** What a redemption's clock does next; null: nothing. */
const timerOf = async ({ db }: Pick<Awaited<ReturnType<typeof owing>>, "db">) => {
  const due = db.selectFrom("record_deadline").select("action").where("entity", "=", "redemption");
  return (await due.executeTakeFirst())?.action ?? null;
};

test("C105: a payment that is not found leaves the fee unpaid, part of one leaves the rest due, and the clock cancels only while nothing came", async () => {
  const at = await owing();
  const { eur, report, answer, invoices, record, read } = at;
  const status = async () => (await read(record.record_uid)).status;
  const { body: sent } = await report(eur);
  expect([await status(), await timerOf(at)]).toEqual(["waiting_for_confirmation", null]);
  expect(await states(at)).toEqual([
    "EUR waiting_for_confirmation waiting_for_confirmation",
    "USD unpaid unpaid",
  ]);
  const { body: declined } = await answer(sent, "decline", { reason: "No such transfer" });
  expect(declined.status).toBe("unpaid");
  expect([await status(), await timerOf(at)]).toEqual(["approved", "expire"]);
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
  expect([await status(), await timerOf(at)]).toEqual(["partial_paid", "fall_behind"]);
  const { body: rest } = await report({ ...eur, ...now });
  expect((await answer(rest, "decline_rest", { reason: "No such transfer" })).body.status).toBe(
    "partial_paid",
  );
  expect(await timerOf(at)).toBe("fall_behind");
});

test("R19: EUR paid, USD not: neither the clock nor an account manager ends the redemption; two operators extend it, or refund and cancel", async () => {
  const at = await owing();
  const { db, eur, usd, report, answer, read, record, move, manager, operator, second } = at;
  await answer((await report(eur)).body, "confirm");
  await timePasses(at);
  const open = await read(record.record_uid);
  expect(open.status).toBe("partial_payment_follow_up");
  const refused = await move(manager, open, "cancel_unpaid", { reason: "Nobody needs it" });
  expect([refused.body.code, refused.body.message]).toEqual([
    "INV-010",
    "EUR 4.80 were received. Refund or credit them first.",
  ]);
  const asOperator = { ...second, isOperator: true };
  const reason = "The bank needs another week";
  expect((await move(operator, open, "extend_rest", { reason })).body.needs_second_person).toBe(true);
  const { body: extended } = await move(asOperator, open, "extend_rest", { reason });
  expect(extended).toMatchObject({ status: "partial_paid", needs_second_person: false });
  // What is extended ends in operators' hands again, and never in a turn of the clock that fails.
  expect(await timerOf(at)).toBe("fall_behind");
  await at.settle(record.record_uid);
  const due = (await read(record.record_uid)).next?.until;
  expect((await at.invoices(record.record_uid)).map(({ due_at }) => due_at)).toEqual([due, due]);
  await timePasses(at);
  expect((await read(record.record_uid)).status).toBe("partial_payment_follow_up");
  // The trader may still pay, as before.
  const { body: late } = await report(usd);
  await answer(late, "decline", { reason: "No such transfer" });
  const last = await read(record.record_uid);
  expect((await move(operator, last, "refund", { reason })).body.needs_second_person).toBe(true);
  expect((await move(asOperator, last, "refund", { reason })).body.status).toBe("cancelled");
  await at.settle(record.record_uid);
  expect(await states(at)).toEqual(["EUR paid paid closed", "USD cancelled unpaid closed"]);
  expect((await at.invoices(record.record_uid)).map(({ refunded_cents }) => refunded_cents)).toEqual([
    480, 0,
  ]);
  expect((await heldRanges(db)).every((held) => held.endsWith("available"))).toBe(true);
});

test("R23, R28: two operators extend and refund only with a fresh proof of who they are", async () => {
  const { db, record, read, move, operator } = await owing();
  await sql`update account set password_hash = 'x'`.execute(db);
  for (const action of ["extend", "refund"]) {
    const { status, body } = await move(operator, await read(record.record_uid), action, {
      reason: "The bank needs another week",
    });
    expect([status, body.code], action).toEqual([403, "confirmation.required"]);
  }
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
