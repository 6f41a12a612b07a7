// The account itself among the records of a test's company, and what all of them are made of.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import { PDF } from "../file-kit.ts";
import { memberOf, type company } from "./record-kit.ts";

export type RecordsCompany = Awaited<ReturnType<typeof company>>;

const SHA256 = createHash("sha256").update(PDF).digest();
/** What a file is in every table of files, but its name in the store. */
export const FILE = {
  name: "file.pdf",
  mime: "application/pdf",
  size_bytes: PDF.length,
  sha256: SHA256,
} as const;

/** What tells the records of a company from others', and what keeps a file and returns its uid. */
export interface Made {
  readonly mark: string;
  readonly file: () => Promise<string>;
}

/** What stands in the column of the row; empty: there is none. */
export async function uidWhere(
  db: Db,
  table: string,
  column: string,
  where: ReturnType<typeof sql>,
): Promise<string> {
  const { rows } = await sql<{
    uid: string;
  }>`select ${sql.ref(column)} as uid from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.uid ?? "";
}

/** A bank account of the company that waits to be verified: its uid. */
async function bankOf(db: Db, business_account_id: number, mark: string): Promise<string> {
  const { record_uid } = await db
    .insertInto("bank_account")
    .values({
      business_account_id,
      number: `BK-T-${mark}`,
      status: "pending_verification",
      currency: "USD",
      bank_name: "Bank",
      account_name: `Company ${mark}`,
      swift_code: "BFTVVNVX",
      account_number: "0071000123000",
    })
    .returning("record_uid")
    .executeTakeFirstOrThrow();
  return record_uid;
}

/** The account itself, and what it keeps: a document, a bank account, a recipient, selling of green certificates, an invitation. */
export async function companyRecords(db: Db, own: RecordsCompany, { mark, file }: Made) {
  const { business_account_id, account } = own;
  const document_uid = await file();
  await db
    .insertInto("company_document")
    .values({ ...FILE, document_uid, business_account_id, kind: "registration" })
    .execute();
  const recipient_uid = randomUUID();
  await db
    .insertInto("recipient")
    .values({
      recipient_uid,
      version: 1,
      business_account_id,
      type: "redemption_beneficiary",
      name: "Brewery",
      country: "VN",
      city: "Hue",
      address: "1 Le Loi",
      postal_code: "50000",
    })
    .execute();
  const invitation = await db
    .insertInto("business_invitation")
    .values({
      business_account_id,
      email: `new-${mark.toLowerCase()}@test.example`,
      role: "account_manager",
      token_hash: randomBytes(32),
      invited_by: (await memberOf(db, own, "account_manager")).account_id,
    })
    .returning("invitation_uid")
    .executeTakeFirstOrThrow();
  return {
    company: await uidWhere(db, "business_account", "record_uid", sql`business_account_uid = ${account}`),
    companyDocument: document_uid,
    bank: await bankOf(db, business_account_id, mark),
    recipient: recipient_uid,
    selling: await uidWhere(
      db,
      "gec_selling",
      "record_uid",
      sql`business_account_id = ${business_account_id}`,
    ),
    invitation: invitation.invitation_uid,
  };
}
