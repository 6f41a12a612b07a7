// Green certificates of the demonstration: purchases that its people bring to their end, by the commands that they would give.
import type { GecConsumerBody, GecRedemptionAction, GecRedemptionStatus } from "@heliograph/contract";
import { sql } from "kysely";
import { actorOf } from "../src/domains/parties/index.ts";
import { gecRedemptionKind } from "../src/domains/registry/gec/gec-kind.sql.ts";
import { beginPurchase } from "../src/domains/registry/gec/gec-redemption.routes.ts";
import type { Db } from "../src/platform/db.ts";
import type { FileStore } from "../src/platform/files.ts";
import type { Session } from "../src/platform/http.ts";
import { GuardRefusal } from "../src/platform/problem.ts";
import { DEMO_COMPANIES } from "./demo-parties.ts";
import { act, actTogether, evidenceFor } from "./demo-evidence.ts";
import { companyOf, withSessions } from "./demo-sessions.ts";

/** What is bought, and where it stays: one to the end, one that waits for its seller. Quantity and price tell which is which. */
const PLANNED = [
  {
    quantity: 9,
    price_cents: 96,
    until: "completed",
    consumer: "Jiaxing Nanhu Foods Co., Ltd.",
    code: "91330400MA2DEM0N41",
  },
  {
    quantity: 6,
    price_cents: 101,
    until: "pending_seller_upload_certificate",
    consumer: "Haining Bay Electronics Co., Ltd.",
    code: "91330411MA2DEM1H8U",
  },
] as const satisfies readonly { until: GecRedemptionStatus; [field: string]: unknown }[];

type Plan = (typeof PLANNED)[number];

const PEOPLE = [
  "owner@demo.example",
  "buyer@demo.example",
  "platform@demo.example",
  "platform2@demo.example",
];

interface People {
  readonly seller: { readonly session: Session; readonly account: string };
  readonly buyer: { readonly session: Session; readonly account: string };
  readonly operators: readonly [Session, Session];
}

interface At {
  readonly record_uid: string;
  readonly version: number;
  readonly status: GecRedemptionStatus;
}

/** A batch of green certificates that is held here. */
interface Held {
  readonly code: string;
  readonly month: string;
  readonly first: number;
  readonly available: number;
  readonly device: string;
  readonly name: string;
  readonly fuel: string;
  readonly location: string;
  readonly province: string;
}

/** The order in which a purchase goes on. */
const STEPS: readonly GecRedemptionStatus[] = [
  "recorded",
  "pending_buyer_input",
  "pending_seller_upload_certificate",
  "in_progress",
  "completed",
];

/** Where the purchase should be, or where visitors have taken it. */
const isThere = (at: At | undefined, { until }: Plan): boolean =>
  at !== undefined && (!STEPS.includes(at.status) || STEPS.indexOf(at.status) >= STEPS.indexOf(until));

/** Brings each planned purchase where it should be once there are certificates for it; nothing where all are. What a rule refuses at the moment stays as it is. */
export async function demoGreenCertificates(db: Db, documents: FileStore): Promise<void> {
  const seller = await companyOf(db, "owner@demo.example");
  const buyer = await companyOf(db, "buyer@demo.example");
  if (seller === undefined || buyer === undefined) return;
  const open: Plan[] = [];
  for (const plan of PLANNED) if (!isThere(await purchaseOf(db, plan), plan)) open.push(plan);
  if (open.length === 0 || (await heldBy(db, seller, 1)) === undefined) return;
  await withSessions(db, PEOPLE, async (owner, buying, first, second) => {
    if (owner === undefined || buying === undefined || first === undefined || second === undefined) return;
    const people: People = {
      seller: { session: owner, account: seller },
      buyer: { session: buying, account: buyer },
      operators: [first, second],
    };
    for (const plan of open) await bring(db, documents, { plan, people });
  });
}

async function bring(db: Db, documents: FileStore, { plan, people }: { plan: Plan; people: People }) {
  try {
    if ((await purchaseOf(db, plan)) === undefined) await begin(db, plan, people);
    for (let step = 0; step < STEPS.length; step += 1) {
      const at = await purchaseOf(db, plan);
      if (at === undefined || isThere(at, plan)) return;
      await stepOf(db, documents, { plan, at, people });
    }
  } catch (error) {
    if (!(error instanceof GuardRefusal)) throw error;
  }
}

async function begin(db: Db, { quantity, price_cents }: Plan, { operators: [operator] }: People) {
  const [sells, buys] = DEMO_COMPANIES;
  const purchase = { buyer: buys.trade_account_id, seller: sells.trade_account_id, quantity, price_cents };
  await db.transaction().execute(async (tx) => {
    const origin = { address: "127.0.0.1" };
    await beginPurchase(tx, await actorOf(tx, operator, undefined), purchase, { session: operator, origin });
  });
}

/** What whoever is on turn does: operators confirm and verify, the buyer names the consumer, the seller the certificates. */
async function stepOf(
  db: Db,
  documents: FileStore,
  { plan, at, people }: { plan: Plan; at: At; people: People },
): Promise<void> {
  const { record_uid, version } = at;
  const { operators, buyer, seller } = people;
  const of = <N extends GecRedemptionAction>(action: N) => ({ record_uid, version, action });
  const agreed = `Purchase of ${plan.quantity} green certificates at USD ${(plan.price_cents / 100).toFixed(2)}`;
  if (at.status === "recorded") {
    const file = { record_uid, kind: "purchase", line: agreed } as const;
    const file_sha256 = await evidenceFor(db, documents, { session: operators[0] }, file);
    await actTogether(db, gecRedemptionKind, operators, { ...of("confirm"), payload: { file_sha256 } });
  }
  if (at.status === "pending_buyer_input") {
    await act(db, gecRedemptionKind, buyer, {
      ...of("give_consumer"),
      payload: { consumer: consumerOf(plan) },
    });
  }
  if (at.status === "pending_seller_upload_certificate") {
    const held = await heldBy(db, seller.account, plan.quantity);
    if (held === undefined) return;
    const file = { record_uid, kind: "certificate", line: `Certificates ${held.code}` } as const;
    const file_sha256 = await evidenceFor(db, documents, seller, file);
    const payload = { certificates: certificatesOf(held, plan), file_sha256 };
    await act(db, gecRedemptionKind, seller, { ...of("upload_certificates"), payload });
  }
  if (at.status === "in_progress") {
    const file = { record_uid, kind: "verification", line: "Answer of the national system" } as const;
    const file_sha256 = await evidenceFor(db, documents, { session: operators[0] }, file);
    await actTogether(db, gecRedemptionKind, operators, { ...of("verify"), payload: { file_sha256 } });
  }
}

async function purchaseOf(db: Db, { quantity, price_cents }: Plan): Promise<At | undefined> {
  const { rows } = await sql<At>`
    select record_uid, version, status from gec_redemption
    where demonstration and quantity = ${quantity} and price_cents = ${price_cents} order by gec_redemption_id limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The first batch of the account that so many certificates of are available in one range. */
async function heldBy(db: Db, account: string, quantity: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select b.code, b.month, h.first, h.until - h.first as available, b.device, d.english_name as name, b.fuel, d.location, d.province
    from certificate_batch b join certificate_holding h using (batch_id) join business_account a using (business_account_id)
      join registered_device d on d.code = b.device
    where a.business_account_uid = ${account} and b.registry = 'GEC' and b.manifest_root is not null and h.sub_account = 'available'
      and h.until - h.first >= ${quantity}
    order by b.month, b.code, h.first limit 1`.execute(db);
  return rows[0];
}

const consumerOf = ({ consumer, code }: Plan): GecConsumerBody => {
  const year = new Date().getUTCFullYear();
  return {
    beneficiary_name: consumer,
    consumer_code: code,
    gec_account: `DEMO-${code.slice(-6)}`,
    consumer_province: "浙江",
    redeems_for: "own_consumption",
    period_from: `${year}-01-01`,
    period_to: `${year}-12-31`,
    purpose: "Green electricity of the works in Jiaxing",
  };
};

const certificatesOf = (
  { device, name, fuel, location, province, code, month, first }: Held,
  { quantity }: Plan,
) => ({
  device_code: device,
  device_name: name,
  fuel,
  location,
  province,
  lots: [{ month, series: code, first, until: first + quantity }],
});
