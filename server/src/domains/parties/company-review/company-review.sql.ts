// Documents of business accounts and their submissions, as they are stored. A file lies in the store under the uid of its document.
import {
  COMPANY_REVIEW_LIMITS,
  companyVersion,
  type CompanyAnswer,
  type CompanyContent,
  type CompanyDocument,
  type CompanyMark,
  type CompanyVersion,
  type HeldCompanyDocument,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { Problem } from "../../../platform/problem.ts";
import { accountTypesOf, type BusinessAccountRow } from "../business-accounts/business-account.sql.ts";

/** The documents that the account has now, in the order in which they came. */
async function companyDocuments(db: Db, business_account_id: number): Promise<HeldCompanyDocument[]> {
  const { rows } = await sql<HeldCompanyDocument>`
    select document_uid, kind, name, size_bytes, encode(sha256, 'hex') as sha256 from company_document
    where business_account_id = ${business_account_id} and removed_at is null order by uploaded_at, document_uid`.execute(
    db,
  );
  return rows;
}

interface StoredDocument extends HeldCompanyDocument {
  readonly mime: string;
  readonly removed: boolean;
  /** Of its business account. */
  readonly record_uid: string;
}

/** A document, also one that was taken out; undefined: there is none. */
export async function companyDocument(db: Db, document_uid: string): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select d.document_uid, d.kind, d.name, d.size_bytes, encode(d.sha256, 'hex') as sha256, d.mime, d.removed_at is not null as removed,
      b.record_uid
    from company_document d join business_account b using (business_account_id) where d.document_uid = ${document_uid}`.execute(
    db,
  );
  return rows[0];
}

interface NewDocument {
  readonly document_uid: string;
  readonly business_account_id: number;
  readonly kind: CompanyDocument;
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly uploaded_by: number;
}

/** Adds the document to its account, which is locked. Refuses 409 `file.too_many` where it has as many as it may. */
export async function addCompanyDocument(tx: Tx, document: NewDocument): Promise<HeldCompanyDocument> {
  const held = await companyDocuments(tx, document.business_account_id);
  if (held.length >= COMPANY_REVIEW_LIMITS.documents) {
    throw new Problem(409, "file.too_many", "There is no room for more files");
  }
  await tx.insertInto("company_document").values(document).execute();
  const { document_uid, kind, name, size_bytes, sha256 } = document;
  return { document_uid, kind, name, size_bytes, sha256: sha256.toString("hex") };
}

/** Takes the document out of its account; submissions keep it. */
export async function takeOutCompanyDocument(tx: Tx, document_uid: string): Promise<void> {
  await tx
    .updateTable("company_document")
    .set({ removed_at: sql<Date>`now()` })
    .where("document_uid", "=", document_uid)
    .execute();
}

/** What the company says of itself now. */
export async function companyContentOf(db: Db, row: BusinessAccountRow): Promise<CompanyContent> {
  const types = await accountTypesOf(db, row.business_account_id);
  return {
    company_name: row.company_name,
    english_name: row.english_name ?? "",
    registration_number: row.registration_number ?? "",
    address: row.address ?? "",
    country: row.country ?? "",
    province: row.province ?? "",
    email: row.email ?? "",
    contact_number: row.contact_number ?? "",
    account_types: types,
    documents: await companyDocuments(db, row.business_account_id),
  };
}

/** Its last submissions, the oldest first, at most `most`. */
export async function companyVersions(
  db: Db,
  business_account_id: number,
  most: number,
): Promise<CompanyVersion[]> {
  const { rows } = await sql<Record<string, unknown> & { submitted_at: Date }>`
    select submission, submitted_at, content, answers, marks from company_version
    where business_account_id = ${business_account_id} order by submission desc limit ${most}`.execute(db);
  return rows
    .map(({ submitted_at, ...row }) =>
      companyVersion.parse({ ...row, submitted_at: submitted_at.toISOString() }),
    )
    .toReversed();
}

/** Writes down what the company submits as its next submission. */
export async function freezeCompany(
  tx: Tx,
  { business_account_id }: Pick<BusinessAccountRow, "business_account_id">,
  {
    content,
    answers,
    submitted_by,
  }: { content: CompanyContent; answers: readonly CompanyAnswer[]; submitted_by: number | null },
): Promise<void> {
  await sql`
    insert into company_version (business_account_id, submission, content, answers, submitted_by)
    select ${business_account_id}, coalesce(max(submission), 0) + 1, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(answers)}::jsonb,
      ${submitted_by}::int4
    from company_version where business_account_id = ${business_account_id}`.execute(tx);
}

/** Writes down what the operator marked of the last submission. */
export async function markCompany(
  tx: Tx,
  business_account_id: number,
  marks: readonly CompanyMark[],
): Promise<void> {
  await sql`
    update company_version set marks = ${JSON.stringify(marks)}::jsonb where business_account_id = ${business_account_id}
      and submission = (select max(submission) from company_version where business_account_id = ${business_account_id})`.execute(
    tx,
  );
}
