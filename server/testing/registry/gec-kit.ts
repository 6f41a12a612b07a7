// A buyer and a seller of green certificates, their people and platform operators, over the calls of the registry.
import { createHash, randomUUID } from "node:crypto";
import {
  moveGecRedemption,
  plainGmt8Day,
  readGecRedemption,
  recordGecPurchase,
  uploadEvidence,
  type EvidenceKind,
  type GecRedemptionAction,
} from "@heliograph/contract";
import { partiesRoutes } from "../../src/domains/parties/index.ts";
import { registryRoutes } from "../../src/domains/registry/index.ts";
import type { Db } from "../../src/platform/db.ts";
import { recordKinds } from "../../src/record-kinds.ts";
import { apiOf, type Api } from "../api-kit.ts";
import { freshStore, PDF } from "../file-kit.ts";
import { freshDb } from "../test-kit.ts";
import { company, issuerOf, memberOf, platformOperator, recordCommandOf } from "./record-kit.ts";

export const PDF_SHA256 = createHash("sha256").update(PDF).digest("hex");

/** A consumer that breaks no rule. */
export const soundConsumer = {
  beneficiary_name: "Shenzhen Works",
  consumer_code: "9144030071526726XG",
  gec_account: "GEC-ACC-1",
  consumer_province: "Guangdong",
  redeems_for: "own_consumption",
  period_from: "2026-01-01",
  period_to: "2026-12-31",
  purpose: "Scope 2",
} as const;

/** The month before this one in China, YYYY-MM. */
export function monthsAgo(months: number): string {
  const [year = 0, month = 1] = plainGmt8Day(new Date()).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/** 100 certificates of last month that break no rule. */
export const soundCertificates = (change: object = {}) => ({
  device_code: "GANSU7",
  device_name: "Gansu Wind",
  fuel: "ES200",
  location: "Jiuquan",
  province: "Gansu",
  lots: [{ month: monthsAgo(1), series: "GEC-2026-A", first: 1, until: 101 }],
  ...change,
});

interface Record {
  readonly record_uid: string;
  readonly version: number;
}

interface Who {
  readonly token: string;
  readonly of: { readonly account?: string };
}

/** Both companies with their people, a third one, and three platform operators. */
async function gecPeople(db: Db) {
  const buying = await company(db, "Buyer");
  const selling = await company(db, "Seller");
  const other = await company(db, "Other");
  const operator = async () => ({ ...(await platformOperator(db)), of: {} });
  const ofSeller = { account: selling.account };
  return {
    buying,
    selling,
    buyer: { ...(await memberOf(db, buying)), of: { account: buying.account } },
    seller: { ...(await memberOf(db, selling)), of: ofSeller },
    viewer: { ...(await memberOf(db, selling, "viewer")), of: ofSeller },
    stranger: { ...(await memberOf(db, other, "account_manager")), of: { account: other.account } },
    operators: [await operator(), await operator(), await operator()] as const,
    issuer: { ...(await issuerOf(db, "GEC", "CN")), of: {} },
  };
}

async function tradeIdOf(db: Db, business_account_id: number): Promise<string> {
  const { trade_account_id } = await db
    .selectFrom("business_account")
    .select("trade_account_id")
    .where("business_account_id", "=", business_account_id)
    .executeTakeFirstOrThrow();
  return trade_account_id ?? "";
}

/** The calls of registry and parties with those people; each function is a call of one of them. */
export async function gecApi() {
  const db = await freshDb();
  const { store } = await freshStore();
  const api: Api = await apiOf(db, (serve) => {
    registryRoutes(serve, db, store);
    partiesRoutes(serve, db, store, recordKinds);
  });
  const people = await gecPeople(db);
  const { buying, selling, buyer, seller, operators } = people;
  const purchase = {
    buyer: await tradeIdOf(db, buying.business_account_id),
    seller: await tradeIdOf(db, selling.business_account_id),
    quantity: 100,
    price_cents: 105,
  };
  const record = (change: object = {}, by: Who = operators[0]) =>
    api(recordGecPurchase, { token: by.token, body: { ...purchase, key: randomUUID(), ...change } });
  const read = async (record_uid: string, who: Who = operators[0]) =>
    api(readGecRedemption, { token: who.token, query: { ...who.of, record_uid } });
  const upload = (
    record_uid: string,
    who: Who,
    kind: EvidenceKind,
    { name = "file.pdf", file = PDF }: { name?: string; file?: Uint8Array } = {},
  ) => api(uploadEvidence, { token: who.token, query: { ...who.of, record_uid, kind, name }, file });
  const move = (who: Who, of: Record, action: GecRedemptionAction, more: object = {}) =>
    api(moveGecRedemption, { token: who.token, query: who.of, body: recordCommandOf(of, action, more) });
  /** Both operators, against one file. */
  const both = async (of: Record, action: "confirm" | "verify", kind: EvidenceKind) => {
    await upload(of.record_uid, operators[0], kind);
    await move(operators[0], of, action, { file_sha256: PDF_SHA256 });
    return move(operators[1], of, action, { file_sha256: PDF_SHA256 });
  };
  /** A purchase that two operators confirmed. */
  const confirmed = async (change: object = {}) => {
    const { body } = await record(change);
    return (await both(body, "confirm", "purchase")).body;
  };
  const named = async (change: object = {}) =>
    (await move(buyer, await confirmed(change), "give_consumer", { consumer: soundConsumer })).body;
  /** The seller hands certificates over. */
  const handOver = async (of: Record, certificates: object = soundCertificates()) => {
    await upload(of.record_uid, seller, "certificate");
    return move(seller, of, "upload_certificates", { certificates, file_sha256: PDF_SHA256 });
  };
  return {
    db,
    api,
    ...people,
    purchase,
    record,
    read,
    upload,
    move,
    both,
    confirmed,
    named,
    handOver,
  };
}
