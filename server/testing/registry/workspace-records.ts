// A company with a record of each kind that calls of the workspace name, as rows of the database: for tests of who gets at them.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { importLife } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import type { FileStore } from "../../src/platform/files.ts";
import { PDF } from "../file-kit.ts";
import { registeredPlant } from "./issuance-kit.ts";
import { company, memberOf, person } from "./record-kit.ts";
import { companyRecords, FILE, uidWhere, type RecordsCompany, type Made } from "./workspace-company.ts";
import { claimOf, mintBatches } from "./redemption-kit.ts";

/** Keeps a file. Returns its uid. */
async function keptFile(store: FileStore): Promise<string> {
  const received = await store.receive(Readable.from([PDF]), PDF.length);
  await received.keep();
  return received.file_uid;
}

/** Hash of what somebody proposed on the import. */
export const PROPOSED = createHash("sha256").update("{}").digest();

/** Uid of a record of each kind, by what it is. */
type WorkspaceRecords = Awaited<ReturnType<typeof workspaceRecords>>["records"];
export type RecordName = keyof WorkspaceRecords;

/** A company, its people, and its records; `mark`: a letter that tells it from others. */
export async function workspaceRecords({ db, documents }: { db: Db; documents: FileStore }, mark: string) {
  const file = () => keptFile(documents);
  const own = await company(db, `Company ${mark}`);
  const people = {
    account_manager: await memberOf(db, own, "account_manager"),
    trader: await memberOf(db, own, "trader"),
    viewer: await memberOf(db, own, "viewer"),
  };
  const device = await registeredPlant(db, { own });
  const group = await registeredPlant(db, { own });
  await db
    .updateTable("registered_device")
    .set({ kind: "grouped" })
    .where("registered_device_id", "=", group.registered_device_id)
    .execute();
  const records = {
    ...(await deviceRecords(db, own, { mark, file })),
    ...(await certificateRecords(db, own, { mark, file, registered_device_id: device.registered_device_id })),
    ...(await companyRecords(db, own, { mark, file })),
    group: group.device_uid,
    registeredDevice: device.device_uid,
    unit: await uidWhere(db, "generating_unit", "unit_uid", sql`unit_id = ${device.unit_id}`),
    portalDevice: await uidWhere(db, "device", "device_uid", sql`device_id = ${device.device_id}`),
    person: (await memberOf(db, own, "trader")).account_uid,
  };
  return { own, people, records };
}

/** An application with a document that is reviewed, one that is a draft in a folder. */
async function deviceRecords(db: Db, { business_account_id }: RecordsCompany, { mark, file }: Made) {
  const fields = JSON.stringify({ registry: "IREC", location: "VN", device_english_name: `Roof ${mark}` });
  const folder = await db
    .insertInto("device_folder")
    .values({ business_account_id, number: `DF-T-${mark}`, name: "Roofs" })
    .returning(["folder_id", "folder_uid"])
    .executeTakeFirstOrThrow();
  const application = (number: string, more: { status: string; submission: number; folder_id?: number }) =>
    db
      .insertInto("device_application")
      .values({
        business_account_id,
        number,
        type: "normal",
        fields,
        registration_date: more.submission > 0 ? "2026-10-01" : null,
        ...more,
      })
      .returning(["application_id", "record_uid"])
      .executeTakeFirstOrThrow();
  const pending = await application(`DR-T-${mark}1`, { status: "pending", submission: 1 });
  const draft = await application(`DR-T-${mark}2`, {
    status: "draft",
    submission: 0,
    folder_id: folder.folder_id,
  });
  const document_uid = await file();
  await db
    .insertInto("device_document")
    .values({ ...FILE, document_uid, application_id: draft.application_id, kind: "diagram" })
    .execute();
  return {
    application: pending.record_uid,
    draft: draft.record_uid,
    folder: folder.folder_uid,
    deviceDocument: document_uid,
  };
}

/** A request, an import with a statement, a redemption with its invoice and a proof, one of green certificates with an agreement, a call. */
async function certificateRecords(
  db: Db,
  { business_account_id }: RecordsCompany,
  { registered_device_id, ...made }: Made & { registered_device_id: number },
) {
  const { mark } = made;
  const of = { business_account_id, demonstration: false };
  await mintBatches(db, business_account_id, [{ quantity: 10 }]);
  const issuance = await db
    .insertInto("issuance")
    .values({
      ...of,
      number: `IS-T-${mark}`,
      status: "pending",
      registered_device_id,
      registry: "IREC",
      country: "VN",
      from_day: "2026-09-01",
      to_day: "2026-09-30",
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  const { record_uid } = issuance;
  const metering = await evidenceOf(db, { record_uid, kind: "metering", evidence_uid: await made.file() });
  const declared = await importOf(db, of, made);
  const { redemption_id, ...redemption } = await redemptionOf(db, of, mark);
  const money = await invoiceOf(db, { business_account_id, redemption_id }, made);
  const body = `{"mark":"${mark}"}`;
  const call = await db
    .insertInto("registry_call")
    .values({
      ...of,
      number: `RC-T-${mark}`,
      status: "by_hand",
      registry: "IREC",
      country: "VN",
      redemption_id,
      origin: "EVIDENT",
      transaction_number: `RC-T-${mark}-0000001`,
      quantity: 10,
      body,
      body_sha256: createHash("sha256").update(body).digest(),
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  return {
    issuance: record_uid,
    metering,
    ...declared,
    redemption: redemption.record_uid,
    ...money,
    ...(await gecOf(db, of, made)),
    call: call.record_uid,
  };
}

type Of = { readonly business_account_id: number; readonly demonstration: boolean };

async function evidenceOf(
  db: Db,
  of: { record_uid: string; kind: "registry_statement" | "purchase" | "metering"; evidence_uid: string },
): Promise<string> {
  await db
    .insertInto("record_evidence")
    .values({ ...FILE, ...of })
    .execute();
  return of.evidence_uid;
}

async function importOf(db: Db, of: Of, { mark, file }: Made) {
  const { record_uid } = await db
    .insertInto("rec_import")
    .values({
      ...of,
      number: `IM-T-${mark}`,
      status: "in_progress",
      origin: "EVIDENT",
      registry: "IREC",
      transaction_number: "TR-1",
      series: `VN-${mark}`,
      first: 1,
      last: 10,
      device_code: "HYDRO7",
      device_name: "Song Hinh",
      fuel: "ES300",
      country: "VN",
      location: "Song Hinh",
      province: "Phu Yen",
      period_from: "2026-01-01",
      period_to: "2026-01-31",
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  const { account_id: first_person } = await person(db, "Somebody else");
  await db
    .insertInto("four_eyes")
    .values({
      entity: importLife.entity,
      record_uid,
      action: "confirm",
      payload: "{}",
      payload_hash: PROPOSED,
      first_person,
    })
    .execute();
  return {
    import: record_uid,
    statement: await evidenceOf(db, { record_uid, kind: "registry_statement", evidence_uid: await file() }),
  };
}

async function redemptionOf(db: Db, of: Of, mark: string) {
  const { amount, ranges: _none, ...claim } = claimOf(10);
  return db
    .insertInto("redemption")
    .values({
      ...claim,
      ...of,
      amount,
      acknowledged: [],
      number: `RD-T-${mark}`,
      status: "in_progress",
      devices: ["D000123"],
      needs_countersign: false,
    })
    .returning(["redemption_id", "record_uid"])
    .executeTakeFirstOrThrow();
}

async function invoiceOf(
  db: Db,
  of: { business_account_id: number; redemption_id: number },
  { mark, file }: Made,
) {
  const { invoice_id, record_uid } = await db
    .insertInto("invoice")
    .values({
      ...of,
      number: `INV-P-T-${mark}`,
      status: "unpaid",
      currency: "EUR",
      quantity: 10,
      total_cents: 80,
      due_at: new Date(Date.now() + 86_400_000),
    })
    .returning(["invoice_id", "record_uid"])
    .executeTakeFirstOrThrow();
  const proof_uid = await file();
  const { sha256: _hash, ...proof } = FILE;
  await db
    .insertInto("payment_proof")
    .values({ ...proof, proof_uid, invoice_id })
    .execute();
  return { invoice: record_uid, paymentProof: proof_uid };
}

async function gecOf(db: Db, of: Of, { mark, file }: Made) {
  const seller = await company(db, `Seller of ${mark}`);
  const { record_uid } = await db
    .insertInto("gec_redemption")
    .values({
      ...of,
      seller_account_id: seller.business_account_id,
      number: `GR-T-${mark}`,
      status: "pending_buyer_input",
      quantity: 10,
      price_cents: 105,
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  return {
    gec: record_uid,
    agreement: await evidenceOf(db, { record_uid, kind: "purchase", evidence_uid: await file() }),
  };
}
