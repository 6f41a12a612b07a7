// A company with certificates, its people, an issuer and two operators, and redemptions that they move.
import { randomUUID } from "node:crypto";
import {
  listRedemptionInvoices,
  moveInvoice,
  moveRedemption,
  outstandingOf,
  readRedemption,
  submitRedemption,
  uploadPaymentProof,
  type InvoiceItem,
  type LotChannel,
} from "@heliograph/contract";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import { settlementRoutes, settlementWaiting } from "../../src/domains/settlement/index.ts";
import { bringFeesInLine } from "../../src/domains/settlement/payments/fees.jobs.ts";
import type { Db } from "../../src/platform/db.ts";
import { recordKinds } from "../../src/record-kinds.ts";
import { apiOf, type Api } from "../api-kit.ts";
import { freshStore } from "../file-kit.ts";
import { freshPools } from "../test-kit.ts";
import type { Posting } from "../../src/domains/registry/ledger/post.sql.ts";
import { issueMetered } from "./energy-kit.ts";
import { posted } from "./ledger-db-kit.ts";
import { lotOf, newBatch, posting } from "./ledger-kit.ts";
import { company, issuerOf, memberOf, platformOperator, recordCommandOf } from "./record-kit.ts";

/** Certificates that a test begins with: as many of the channel, of the month. */
interface Minted {
  readonly quantity: number;
  readonly channel?: LotChannel;
  /** YYYY-MM; October 2025 when left out. */
  readonly month?: string;
  readonly fuel?: string;
}

/** Where this installation is paid: in euro alone. */
export const PAY_TO = {
  EUR: {
    bank_name: "Bank of the Delta",
    account_name: "Heliograph Ltd",
    account_number: "DE89370400440532013000",
    swift_code: "COBADEFFXXX",
  },
};

/** Gives the account certificates that were generated, a batch for each of `lots`; the batches' codes. */
export async function mintBatches(
  db: Db,
  business_account_id: number,
  lots: readonly Minted[],
  demonstration = false,
): Promise<string[]> {
  const codes: string[] = [];
  for (const { quantity, channel = "issued", month = "2025-10", fuel = "ES100" } of lots) {
    const { count } = await db
      .selectFrom("certificate_batch")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const plain = newBatch(count + 1, business_account_id, quantity);
    const code = `${demonstration ? "DEMO-" : ""}${plain.code.replace("202510", month.replace("-", ""))}`;
    const days = { month, from_day: `${month}-01`, to_day: `${month}-28` };
    const batch = { ...plain, ...days, code, fuel, demonstration };
    if (channel === "issued") await issueMetered(db, `issue ${code}`, batch);
    else await buyMinted(db, batch, channel);
    codes.push(code);
  }
  return codes;
}

/** Issues the batch to another company, of which the account gets it as a lot of the channel. */
async function buyMinted(
  db: Db,
  batch: Posting["batches"][number],
  channel: Exclude<LotChannel, "issued">,
): Promise<void> {
  const seller = await company(db, "A Seller", batch.demonstration);
  const buyer = batch.to;
  const from = { ...buyer, account_id: seller.business_account_id };
  await issueMetered(db, `issue ${batch.code}`, { ...batch, to: from });
  const { batch_id } = await db
    .selectFrom("certificate_batch")
    .select("batch_id")
    .where("code", "=", batch.code)
    .executeTakeFirstOrThrow();
  const range = { batch_id, first: 1, until: batch.quantity + 1 };
  const [on_sale, sold] = (["on_sale", "in_settlement"] as const).map((sub_account) => ({
    ...from,
    sub_account,
    reference: "S-1",
  }));
  if (on_sale === undefined || sold === undefined) return;
  const key = batch.code;
  const lot = lotOf(channel);
  if (channel === "transfer") {
    await posted(db, posting({ type: "transfer", key, moves: [{ ...range, from, to: buyer, lot }] }));
    return;
  }
  await posted(db, posting({ type: "place_sale", key, moves: [{ ...range, from, to: on_sale, lot: null }] }));
  await posted(
    db,
    posting({ type: "match", key, moves: [{ ...range, from: on_sale, to: sold, lot: null }] }),
  );
  await posted(db, posting({ type: "settle", key, moves: [{ ...range, from: sold, to: buyer, lot }] }));
}

/** A claim that breaks no rule. */
export const claimOf = (amount: number, more: object = {}) => ({
  registry: "IREC",
  country: "VN",
  fuel: "ES100",
  vintage: 2025,
  amount,
  beneficiary_name: "Saigon Harbour Brewing JSC",
  beneficiary_registration_number: "0301234567",
  is_natural_person: false,
  beneficiary_country: "VN",
  beneficiary_address: "18 Tôn Thất Thuyết, Hồ Chí Minh City",
  redeems_for: "third_party",
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  purpose: "Scope 2, brewery, market-based",
  acknowledged: [],
  ranges: null,
  ...more,
});

/** The part of a claim that is said anew when a redemption went back. */
export function saidAnew(more: object = {}) {
  const { registry: _r, country: _c, fuel: _f, vintage: _v, amount: _a, ranges: _g, ...words } = claimOf(1);
  return { ...words, ...more };
}

/** Why a redemption goes back, and what is marked of it. */
export const SENT_BACK = {
  reason: "Which brewery is it?",
  marks: [{ item: "purpose", reason: "Which brewery?" }],
} as const;

/** A company that holds `lots`, and everybody who has a say in its redemptions. */
export async function redeemers(lots: readonly Minted[] = [{ quantity: 100 }], demonstration = false) {
  const { db, pool } = await freshPools();
  return { ...(await redeemersIn(db, lots, demonstration)), pool };
}

/** The same in a database that is there. */
async function redeemersIn(db: Db, lots: readonly Minted[], demonstration = false) {
  const { store } = await freshStore();
  const api = await apiOf(db, (serve) => {
    registryRoutes(serve, db, store, { waiting: settlementWaiting });
    settlementRoutes(serve, db, store, PAY_TO);
    partiesRoutes(serve, db, store, recordKinds);
  });
  const own = await company(db, "Xanh Energy JSC", demonstration);
  const codes = await mintBatches(db, own.business_account_id, lots, demonstration);
  const people = {
    trader: await memberOf(db, own, "trader"),
    manager: await memberOf(db, own, "account_manager"),
    viewer: await memberOf(db, own, "viewer"),
    issuer: await issuerOf(db),
    operator: await platformOperator(db),
    second: await platformOperator(db),
  };
  return { db, api, own, codes, ...people, ...steps({ db, api, account: own.account, ...people }) };
}

type Token = { readonly token: string };

/** What people do to redemptions, a call each. */
function steps(at: { db: Db; api: Api; account: string; trader: Token; issuer: Token; operator: Token }) {
  const { db, api, account, trader, issuer, operator } = at;
  const submit = (amount: number, more: object = {}, who: Token = trader) =>
    api(submitRedemption, {
      token: who.token,
      query: { account },
      body: { ...claimOf(amount, more), key: randomUUID() },
    });
  const move = (
    who: Token,
    record: { record_uid: string; version: number },
    action: string,
    more: object = {},
  ) =>
    api(moveRedemption, {
      token: who.token,
      query: who === issuer || who === operator || "isOperator" in who ? {} : { account },
      body: recordCommandOf(record, action, more),
    });
  const read = async (record_uid: string) =>
    (await api(readRedemption, { token: trader.token, query: { account, record_uid } })).body;
  const settle = (record_uid: string) => bringFeesInLine(db, record_uid);
  const invoices = async (record_uid: string): Promise<InvoiceItem[]> =>
    (await api(listRedemptionInvoices, { token: trader.token, query: { account, record_uid } })).body
      .invoices;
  const proof = async (invoice: { record_uid: string }): Promise<string> => {
    const file = Buffer.from("%PDF-1.7 a transfer");
    const query = { account, record_uid: invoice.record_uid, name: "transfer.pdf" };
    return (await api(uploadPaymentProof, { token: trader.token, query, file })).body.proof_uid;
  };
  const report = async (invoice: InvoiceItem, more: object = {}) =>
    api(moveInvoice, {
      token: trader.token,
      query: { account },
      body: recordCommandOf(invoice, "report", {
        payment: {
          amount_cents: outstandingOf(invoice),
          currency: invoice.currency,
          bank_reference: "FT26307K88Q1",
          paid_on: "2026-11-03",
          proof_uid: await proof(invoice),
          ...more,
        },
      }),
    });
  const answer = (invoice: { record_uid: string; version: number }, action: string, more: object = {}) =>
    api(moveInvoice, { token: operator.token, query: {}, body: recordCommandOf(invoice, action, more) });
  /** Submitted, approved and invoiced. */
  const approved = async (amount: number, more: object = {}) => {
    const { body } = await submit(amount, more);
    await settle(body.record_uid);
    const { body: moved } = await move(issuer, body, "approve");
    await settle(body.record_uid);
    return moved;
  };
  return { submit, move, read, settle, invoices, proof, report, answer, approved };
}
