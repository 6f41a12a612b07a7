// The files of a proof: whether they still are what was made, and giving them out.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { NzeProof } from "@heliograph/contract";
import type { Attachment } from "../../../platform/attachment.ts";
import type { Db, Tx } from "../../../platform/db.ts";
import { checkPdf } from "../../../platform/documents/check-pdf.ts";
import { documentOf, type KeptDocument } from "../../../platform/documents/document.sql.ts";
import type { FileStore } from "../../../platform/files.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ProofRow } from "./proof.sql.ts";

type Files = Pick<NzeProof, "pdf" | "csv" | "is_valid">;

interface Found {
  readonly document: KeptDocument;
  /** Null: its file is gone. */
  readonly bytes: Buffer | null;
}

/** The files of a proof that is made, and whether they hold: see `is_valid` of the contract. */
export async function proofFilesOf(db: Db, documents: FileStore, row: ProofRow): Promise<Files> {
  const [pdf, csv] = await filesOf(db, documents, row);
  if (row.state !== "ready") return { pdf: null, csv: null, is_valid: null };
  return { pdf: named(pdf), csv: named(csv), is_valid: (await holds(pdf)) && isAsMade(csv) };
}

/** As calls name it; null: there is none. */
const named = (found: Found | null) =>
  found === null
    ? null
    : {
        name: found.document.name,
        size_bytes: found.document.size_bytes,
        sha256: found.document.sha256,
      };

/** The file of the proof, if the proof holds. */
export async function proofFile(
  tx: Tx,
  documents: FileStore,
  row: ProofRow,
  file: "pdf" | "csv",
): Promise<Attachment> {
  if (row.state !== "ready") throw new Problem(409, "proof.not_ready", "The proof is not made yet");
  const [pdf, csv] = await filesOf(tx, documents, row);
  const wanted = file === "pdf" ? pdf : csv;
  if (wanted === null || wanted.bytes === null || !(await holds(pdf)) || !isAsMade(csv)) {
    throw new Problem(409, "proof.not_valid", "The signature of this proof is not valid");
  }
  const { name, mime, size_bytes } = wanted.document;
  return { name, mime, size_bytes, content: Readable.from([wanted.bytes]) };
}

async function filesOf(
  db: Db,
  documents: FileStore,
  { project_id, pdf_uid, csv_uid }: ProofRow,
): Promise<[Found | null, Found | null]> {
  const found = async (document_uid: string | null): Promise<Found | null> => {
    if (document_uid === null) return null;
    const document = await documentOf(db, { project_id, document_uid });
    if (document === undefined) return null;
    const content = await documents.content(document_uid);
    return { document, bytes: content === null ? null : await buffer(content) };
  };
  return [await found(pdf_uid), await found(csv_uid)];
}

const isAsMade = (found: Found | null): boolean =>
  found?.bytes !== null &&
  found !== null &&
  createHash("sha256").update(found.bytes).digest("hex") === found.document.sha256;

/** The bytes are those that were made, and are signed by the certificate that signed them. */
async function holds(pdf: Found | null): Promise<boolean> {
  if (pdf === null || pdf.bytes === null || !isAsMade(pdf)) return false;
  const { valid, fingerprint } = checkPdf(pdf.bytes);
  const { facts } = pdf.document;
  const signedBy =
    typeof facts === "object" && facts !== null && "fingerprint" in facts ? facts.fingerprint : null;
  return valid && fingerprint === signedBy;
}
