// Redemptions of the demonstration: its people redeem some of the certificates, each a step of the way a round, by the commands that they would give.
import { Readable } from "node:stream";
import { randomUUID } from "node:crypto";
import { localDay, type RedemptionClaimBody } from "@heliograph/contract";
import { actorOf, runRecordCommand } from "../src/domains/parties/index.ts";
import { redeemableProducts } from "../src/domains/registry/redemption/redeemable.sql.ts";
import { redemptionKind } from "../src/domains/registry/redemption/redemption-kind.sql.ts";
import { beginRedemption } from "../src/domains/registry/redemption/redemption.routes.ts";
import { invoiceKind } from "../src/domains/settlement/payments/invoice-kind.sql.ts";
import { insertPaymentProof } from "../src/domains/settlement/payments/payment.sql.ts";
import type { Db } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import type { Session } from "../src/platform/http.ts";
import { onePagePdf } from "./demo-evidence.ts";
import { companyOf, withSessions } from "./demo-sessions.ts";

/** What is redeemed, for whom, and how far it goes. */
const PLANNED = [
  {
    amount: 120,
    until: "completed",
    beneficiary_name: "Nhà máy Dệt may Bình An",
    beneficiary_registration_number: "3700555018",
    beneficiary_address: "12 Đường Bình An, Dĩ An, Bình Dương",
    purpose: "Scope 2 of the spinning mill, market-based",
  },
  {
    amount: 45,
    until: "approved",
    beneficiary_name: "Saigon Harbour Brewing JSC",
    beneficiary_registration_number: "0301234567",
    beneficiary_address: "18 Tôn Thất Thuyết, Hồ Chí Minh City",
    purpose: "Scope 2, brewery, market-based",
  },
  {
    amount: 25,
    until: "in_progress",
    beneficiary_name: "Blue Delta Trading Pte Ltd",
    beneficiary_registration_number: "202412345K",
    beneficiary_address: "7 Marina Way, Singapore",
    purpose: "Electricity of the offices in Viet Nam",
  },
] as const;

type Plan = (typeof PLANNED)[number];

interface People {
  readonly owner: Session;
  readonly issuer: Session;
  readonly operator: Session;
  /** The account of the owner. */
  readonly account: string;
}

/** Brings each planned redemption one step on its way; nothing where all are where they should be, or there is nothing to redeem. */
export async function demoRedemptions(db: Db, documents: FileStore): Promise<void> {
  const account = await companyOf(db, "owner@demo.example");
  if (account === undefined) return;
  const steps: Step[] = [];
  for (const plan of PLANNED) {
    const step = nextStep(plan, await redemptionOf(db, plan));
    if (step !== null) steps.push(step);
  }
  if (steps.length === 0) return;
  const emails = ["owner@demo.example", "issuer@demo.example", "platform@demo.example"];
  await withSessions(db, emails, async (owner, issuer, operator) => {
    if (owner === undefined || issuer === undefined || operator === undefined) return;
    const people = { owner, issuer, operator, account };
    for (const step of steps) {
      if (step.action === "begin") await begin(db, step.plan, people);
      else if (step.action === "approve") await approve(db, step.at, people);
      else await pay(db, step.at, { people, documents });
    }
  });
}

type Step = { action: "begin"; plan: Plan } | { action: "approve" | "pay"; at: At };

/** What somebody has to do next; null: the redemption is where it should be, or visitors have taken it elsewhere. */
function nextStep(plan: Plan, at: At | undefined): Step | null {
  if (at === undefined) return { action: "begin", plan };
  if (at.status === "in_progress" && plan.until !== "in_progress") return { action: "approve", at };
  if (at.status === "approved" && plan.until === "completed") return { action: "pay", at };
  return null;
}

type At = NonNullable<Awaited<ReturnType<typeof redemptionOf>>>;

const redemptionOf = (db: Db, { purpose }: Plan) =>
  db
    .selectFrom("redemption as r")
    .innerJoin("business_account as b", "b.business_account_id", "r.business_account_id")
    .select(["r.redemption_id", "r.record_uid", "r.status", "r.version"])
    .where("b.demonstration", "=", true)
    .where("r.purpose", "=", purpose)
    .executeTakeFirst();

const ORIGIN = { address: "127.0.0.1" };

const by = (session: Session, { owner, account }: People) => ({
  session,
  origin: ORIGIN,
  account: session === owner ? account : undefined,
});

/** Certificates of the plants of the demonstration, and not those that were imported. */
const isOfPlants = ({ registry, country, fuel }: { registry: string; country: string; fuel: string }) =>
  registry === "IREC" && country === "VN" && fuel === "ES100";

/** Of the I-REC certificates of Viet Nam of the year that has most of them. */
async function begin(db: Db, { until: _until, ...plan }: Plan, { owner, account }: People): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, owner, account);
    const products = await redeemableProducts(tx, actor.business_account_id ?? 0);
    const [product] = products
      .filter((one) => isOfPlants(one) && one.available >= plan.amount)
      .toSorted((a, b) => b.available - a.available);
    if (product === undefined) return;
    const { country, fuel, vintage } = product;
    const claim: RedemptionClaimBody = {
      ...plan,
      registry: "IREC",
      country,
      fuel,
      vintage,
      is_natural_person: false,
      beneficiary_country: "VN",
      redeems_for: "third_party",
      period_from: `${vintage}-01-01`,
      period_to: `${vintage}-12-31`,
      acknowledged: [],
      ranges: null,
    };
    await beginRedemption(tx, actor, claim, { session: owner, origin: ORIGIN });
  });
}

async function approve(db: Db, { record_uid, version }: At, people: People): Promise<void> {
  await runRecordCommand(db, redemptionKind, {
    ...by(people.issuer, people),
    body: { record_uid, action: "approve", expected_version: version, key: randomUUID() },
    payload: {},
  });
}

/** The owner reports the transfer of what its invoice asks for, and the operator finds the money. */
async function pay(
  db: Db,
  { redemption_id }: At,
  { people, documents }: { people: People; documents: FileStore },
): Promise<void> {
  const invoice = await db
    .selectFrom("invoice")
    .select(["invoice_id", "record_uid", "number", "version", "total_cents", "currency"])
    .where("redemption_id", "=", redemption_id)
    .where("status", "=", "unpaid")
    .executeTakeFirst();
  // It is written by a job after the approval: it is there in the next round.
  if (invoice === undefined) return;
  const { record_uid, number, version, currency } = invoice;
  const proof_uid = await proofOf(db, documents, { ...invoice, paid_by: people.owner.account_id });
  const payment = {
    amount_cents: invoice.total_cents,
    currency,
    bank_reference: `FT-${number}`,
    paid_on: localDay("Asia/Singapore", Date.now()),
    proof_uid,
  };
  const reported = await runRecordCommand(db, invoiceKind, {
    ...by(people.owner, people),
    body: { record_uid, action: "report", expected_version: version, key: randomUUID() },
    payload: { payment, received_cents: undefined },
  });
  await runRecordCommand(db, invoiceKind, {
    ...by(people.operator, people),
    body: { record_uid, action: "confirm", expected_version: reported.version, key: randomUUID() },
    payload: { payment: undefined, received_cents: undefined },
  });
}

async function proofOf(
  db: Db,
  documents: FileStore,
  { invoice_id, number, paid_by }: { invoice_id: number; number: string; paid_by: number },
): Promise<string> {
  const content = Buffer.from(onePagePdf(`Transfer for invoice ${number}, demonstration`));
  const received = await documents.receive(Readable.from([content]), content.length);
  try {
    await db.transaction().execute(async (tx) => {
      await received.keep();
      await insertPaymentProof(tx, {
        proof_uid: received.file_uid,
        invoice_id,
        name: "transfer-advice.pdf",
        mime: "application/pdf",
        size_bytes: received.size_bytes,
        uploaded_by: paid_by,
      });
    });
  } catch (error) {
    await received.drop();
    throw error;
  }
  return received.file_uid;
}
