// Whether a document is as it was signed, and when.
import { createHash } from "node:crypto";
import { pdfSignature, type TimeStamp } from "@heliograph/contract";
import { SERVER_TOOLS } from "./signature-tools.ts";

/** What the signature under a PDF says. */
interface PdfSignature {
  /** True when the bytes are those that were signed, all but the signature itself, and the signature is that of its certificate. */
  readonly valid: boolean;
  /** SHA-256 of the certificate, hexadecimal: whether it is ours. Empty where the signature is not valid. */
  readonly fingerprint: string;
  /** The time stamp over the signature; null: there is none, or the signature is not valid. */
  readonly time_stamp: TimeStamp | null;
}

/** Checks the last signature of the PDF. One that has no signature, or is no PDF at all, is not valid. */
export function checkPdf(pdf: Uint8Array): PdfSignature {
  const found = pdfSignature(pdf, SERVER_TOOLS);
  if (found === null) return { valid: false, fingerprint: "", time_stamp: null };
  const fingerprint = createHash("sha256").update(found.certificate).digest("hex");
  return { valid: true, fingerprint, time_stamp: found.time_stamp };
}
