// Whether a document is as it was signed.
import { createHash } from "node:crypto";
import { ContentInfo, CryptoEngine, SignedData } from "pkijs";

/** What the signature under a PDF says. */
interface PdfSignature {
  /** True when the bytes are those that were signed, all but the signature itself, and the signature is that of its certificate. */
  readonly valid: boolean;
  /** SHA-256 of the certificate, hexadecimal: whether it is ours. Empty where there is none. */
  readonly fingerprint: string;
}

/** Ours by name: the library that signs puts one in the place of pkijs's own, which knows no elliptic curves. */
const ENGINE = new CryptoEngine({ name: "heliograph", crypto });
const NONE: PdfSignature = { valid: false, fingerprint: "" };
/** `/ByteRange [a b c d]`: what is signed are a…a+b and c…c+d (ISO 32000-1, 12.8.1). */
const RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;

/** Checks the last signature of the PDF. One that has no signature, or is no PDF at all, is not valid. */
export async function checkPdf(pdf: Uint8Array): Promise<PdfSignature> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const last = [...bytes.toString("latin1").matchAll(RANGE)].at(-1);
  if (last === undefined) return NONE;
  const [from = 0, length = 0, then = 0, rest = 0] = last.slice(1).map(Number);
  // Between the two stands the signature in hexadecimal, and nothing may follow.
  if (from !== 0 || then < length || then + rest !== bytes.length) return NONE;
  const hex = bytes
    .subarray(length, then)
    .toString("latin1")
    .replace(/[<>\s]/g, "");
  const data = Buffer.concat([bytes.subarray(0, length), bytes.subarray(then)]);
  try {
    const info = ContentInfo.fromBER(Uint8Array.from(Buffer.from(hex, "hex")));
    const signed = new SignedData({ schema: info.content });
    const certificate = signed.certificates?.[0];
    if (certificate === undefined || !("toSchema" in certificate)) return NONE;
    const fingerprint = createHash("sha256")
      .update(Buffer.from(certificate.toSchema().toBER(false)))
      .digest("hex");
    const valid = await signed.verify(
      { signer: 0, data: Uint8Array.from(data).buffer, checkChain: false },
      ENGINE,
    );
    return { valid, fingerprint };
  } catch {
    return NONE;
  }
}
