// Files that decisions on records rest on: statements of other registries, purchases, certificates, records of meters. They travel as they are, not as JSON.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { plainFileName } from "../../kernel/file-name.ts";
import { actingFor } from "../../parties/records.ts";

/** Bytes and number of files that a record may have. */
export const EVIDENCE_LIMITS = { bytes: 10 * 1024 * 1024, files: 40 } as const;

/** What a file is to its record. */
const EVIDENCE_KINDS = ["registry_statement", "purchase", "certificate", "verification", "metering"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export const heldEvidence = z.object({
  evidence_uid: z.uuid(),
  kind: z.enum(EVIDENCE_KINDS),
  name: z.string(),
  size_bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  at: z.iso.datetime(),
});
export type HeldEvidence = z.output<typeof heldEvidence>;

export const uploadEvidence = endpoint({
  name: "uploadEvidence",
  method: "POST",
  path: "rehash/evidence",
  keyRight: "none",
  summary:
    "Adds a file to an import, a redemption of green certificates or a request for certificates (that also XLSX): PDF, PNG, JPG or CSV of at most 10 MB",
  query: actingFor.extend({
    record_uid: z.uuid(),
    kind: z.enum(EVIDENCE_KINDS),
    name: plainFileName(200),
  }),
  body: z.file(),
  answer: heldEvidence,
  refusals: [
    "GEN-403",
    "ACC-013",
    "GEN-404",
    "request.not_a_file",
    "file.empty",
    "file.too_large",
    "file.type",
    "file.too_many",
  ],
});

export const downloadEvidence = endpoint({
  name: "downloadEvidence",
  method: "GET",
  path: "rehash/evidence",
  keyRight: "none",
  summary: "The content of such a file, as an attachment",
  query: actingFor.extend({ evidence_uid: z.uuid() }),
  answer: z.file(),
  refusals: ["GEN-404"],
});
