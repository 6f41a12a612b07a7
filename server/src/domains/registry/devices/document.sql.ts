// Documents of applications as they are stored. A file lies in the store under the uid of its document.
import type { DeviceDocument, HeldDocument } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** The documents that the application has now, in the order in which they came. */
export async function heldDocumentsOf(db: Db, application_id: number): Promise<HeldDocument[]> {
  const { rows } = await sql<HeldDocument>`
    select document_uid, kind, name, size_bytes, encode(sha256, 'hex') as sha256 from device_document
    where application_id = ${application_id} and removed_at is null order by uploaded_at, document_uid`.execute(
    db,
  );
  return rows;
}

/** A document, also one that was taken out, and the application it belongs to; undefined: there is none. */
export async function documentByUid(
  db: Db,
  document_uid: string,
): Promise<(HeldDocument & { record_uid: string; mime: string; removed: boolean }) | undefined> {
  const { rows } = await sql<HeldDocument & { record_uid: string; mime: string; removed: boolean }>`
    select o.document_uid, o.kind, o.name, o.size_bytes, encode(o.sha256, 'hex') as sha256, o.mime, d.record_uid,
      o.removed_at is not null as removed
    from device_document o join device_application d using (application_id) where o.document_uid = ${document_uid}`.execute(
    db,
  );
  return rows[0];
}

interface NewDocument {
  readonly document_uid: string;
  readonly application_id: number;
  readonly kind: DeviceDocument;
  readonly name: string;
  readonly mime: string;
  readonly size_bytes: number;
  readonly sha256: Buffer;
  readonly uploaded_by: number;
}

/** Adds the document to its application. */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<void> {
  await tx.insertInto("device_document").values(document).execute();
}

/** Takes the document out of its application. */
export async function takeOutDocument(tx: Tx, document_uid: string): Promise<void> {
  await tx
    .updateTable("device_document")
    .set({ removed_at: sql<Date>`now()` })
    .where("document_uid", "=", document_uid)
    .execute();
}
