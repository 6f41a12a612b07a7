// Makes proofs: the minutes as CSV, the document with the CSV's hash in it, and the installation's signature under it.
import { createHash } from "node:crypto";
import { PDF, type TimestampAuthority } from "@libpdf/core";
import { z } from "zod";
import type { Db } from "../../../platform/db.ts";
import { keepDocument } from "../../../platform/documents/document.sql.ts";
import { renderPdf } from "../../../platform/documents/pdf.ts";
import { documentSigner } from "../../../platform/documents/sign-pdf.ts";
import type { FileStore } from "../../../platform/files.ts";
import { does, task, type Work } from "../../../platform/jobs/jobs.ts";
import { complianceGateway } from "./compliance.sql.ts";
import { proofContent } from "./proof-content.ts";
import { minutesCsv, proofName } from "./proof-csv.ts";
import { PROOF_TEMPLATE } from "./proof-template.ts";
import { proofWords } from "./words/languages.ts";
import { basisOf, proofBy, proofFacts, proofIsReady, proofMinutes, proofReaches } from "./proof.sql.ts";

/** What proofs are kept as. */
const KIND = { pdf: "nze.proof", csv: "nze.proof.csv" } as const;

/** What makes proofs: where they are kept, and the product's name on them. */
interface ProofMaking {
  readonly documents: FileStore;
  readonly product: string;
  /** Stamps proofs with the time; null: none is configured. */
  readonly authority: TimestampAuthority | null;
}

/** Makes one proof. Compiling takes a processor for itself: one after the other. */
export const proofTask = task({
  name: "control.nze-proof",
  payload: z.object({ proof_id: z.number() }),
  queue: "documents",
  attempts: 3,
});

/** The work on proofs. */
export const proofWork = (making: ProofMaking): Work =>
  does(proofTask, async ({ proof_id }, { db }) => {
    try {
      await makeProof(db, making, proof_id);
    } catch (error) {
      // It is tried again; whoever waits learns of it now.
      await proofReaches(db, proof_id, "failed");
      throw error;
    }
  });

/** Makes the proof unless it is made already. */
async function makeProof(db: Db, { documents, product, authority }: ProofMaking, proof_id: number) {
  const asked = await proofBy(db, { proof_id });
  if (asked === undefined || asked.state === "ready") return;
  const { lang, month, asked_by } = asked;
  await proofReaches(db, proof_id, "reading");
  const of = await complianceGateway(db, asked.gateway_uid);
  const facts = of === undefined ? undefined : await proofFacts(db, of, month);
  if (of === undefined || facts === undefined) throw new RangeError(`proof ${proof_id} has no days`);
  const minutes = await proofMinutes(db, of, facts);
  await proofReaches(db, proof_id, "writing");
  const signer = await documentSigner(db);
  const madeAt = new Date();
  const text = minutesCsv(minutes, of.timezone, lang);
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const csv = { name: proofName(facts, lang, "csv"), text, sha256, minutes: minutes.length };
  const pdf = renderPdf({
    template: PROOF_TEMPLATE,
    data: proofContent(facts, { lang, product, fingerprint: signer.fingerprint, madeAt, csv }),
    lang,
    createdAt: madeAt,
  });
  await proofReaches(db, proof_id, "signing");
  const signed = await signer.sign(pdf, { reason: proofWords[lang].reason, at: madeAt, authority });
  const pages = (await PDF.load(pdf)).getPages().length;
  await db.transaction().execute(async (tx) => {
    const { from_day, to_day } = facts;
    const kept = { project_id: of.project_id, created_by: asked_by, expires_at: null };
    const said = { gateway_uid: asked.gateway_uid, month, lang, from_day, to_day };
    const { document_uid: csv_uid } = await keepDocument(tx, documents, {
      ...kept,
      kind: KIND.csv,
      name: csv.name,
      mime: "text/csv; charset=utf-8",
      content: bytes,
      facts: said,
    });
    const { document_uid: pdf_uid } = await keepDocument(tx, documents, {
      ...kept,
      kind: KIND.pdf,
      name: proofName(facts, lang, "pdf"),
      mime: "application/pdf",
      content: signed,
      facts: { ...said, csv_sha256: sha256, fingerprint: signer.fingerprint },
    });
    const basis = basisOf(facts);
    await proofIsReady(tx, proof_id, {
      pdf_uid,
      csv_uid,
      pages,
      minutes: csv.minutes,
      basis,
      from_day,
      to_day,
    });
  });
}
