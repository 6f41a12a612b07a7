// Whether a PDF is as the portal signed it (PAdES: CMS of RFC 5652 over a range of bytes, ISO 32000-1, 12.8.1), and when: the same in the browser and on
// the command line (rule R43). What a PDF prints is worth something only then.
import { certificateFields } from "./certificate-fields.ts";
import type { CheckKey } from "./check-statement.ts";
import { attributeIn, hashNamed, readSignedData, signedContent, type SignatureTools } from "./cms.ts";
import { sameBytes } from "./der.ts";
import { checkTimeStamp, type TimeStamp } from "./time-stamp.ts";

/**
 * `signed` by a key of the portal, all of it · `signed_before`: by one that was revoked, and its time stamp says that it was before · `revoked`: by
 * one that was revoked, and nothing says that it was before · `changed`: it is not · `unknown`: no key is known that signs PDFs.
 */
type PdfState = "signed" | "signed_before" | "revoked" | "changed" | "unknown";

/** What the signature under a PDF says. */
export interface PdfCheck {
  readonly state: PdfState;
  /** When its key was revoked, ISO 8601; null: it was not, or is no known one. */
  readonly key_revoked_at: string | null;
  /** Null: it has none, or its signature does not hold. */
  readonly time_stamp: TimeStamp | null;
}

/** What a checker of PDFs brings along. */
interface PdfTools extends SignatureTools {
  readonly keys: readonly CheckKey[];
}

/** Checks the last signature of the PDF, which must be under all of it, and the time stamp over that signature. */
export function checkPdfSignature(pdf: Uint8Array, tools: PdfTools): PdfCheck {
  const keys = tools.keys.filter(({ use }) => use === "document");
  const found = pdfSignature(pdf, tools);
  const time_stamp = found?.time_stamp ?? null;
  const known = keys.find(({ public_key }) => found !== null && public_key === base64(found.key));
  const key_revoked_at = known?.revoked?.at ?? null;
  const of = (state: PdfState): PdfCheck => ({ state, key_revoked_at, time_stamp });
  if (known !== undefined && key_revoked_at === null) return of("signed");
  if (known !== undefined && key_revoked_at !== null) {
    const at = time_stamp?.at ?? null;
    return of(at !== null && Date.parse(at) < Date.parse(key_revoked_at) ? "signed_before" : "revoked");
  }
  return of(keys.some(({ revoked }) => (revoked ?? null) === null) ? "changed" : "unknown");
}

/** A signature that is under the whole PDF and holds. */
interface WholeSignature {
  /** The key that made it (SubjectPublicKeyInfo, DER), and its certificate, DER. */
  readonly key: Uint8Array;
  readonly certificate: Uint8Array;
  /** Over the signature; null: there is none. */
  readonly time_stamp: TimeStamp | null;
}

/** `/ByteRange [a b c d]`: what is signed are a…a+b and c…c+d. */
const RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;
/** The attribute that a time stamp over the signature stands in (RFC 3161, appendix A), hexadecimal. */
const SIGNATURE_TIME_STAMP = "2a864886f70d010910020e";

/** The last signature of the PDF, whoever made it; null: it has none, or it is not under all of it, or does not hold. */
export function pdfSignature(pdf: Uint8Array, tools: SignatureTools): WholeSignature | null {
  const last = [...latin1(pdf).matchAll(RANGE)].at(-1);
  if (last === undefined) return null;
  const [from = 0, length = 0, then = 0, rest = 0] = last.slice(1).map(Number);
  // Between the two stands the signature in hexadecimal, and nothing may follow.
  if (from !== 0 || then < length || then + rest !== pdf.length) return null;
  const content = new Uint8Array(length + rest);
  content.set(pdf.subarray(0, length), 0);
  content.set(pdf.subarray(then), length);
  try {
    return signatureOver(
      content,
      hexBytes(latin1(pdf.subarray(length, then)).replaceAll(/[<>\s]/g, "")),
      tools,
    );
  } catch {
    return null;
  }
}

function signatureOver(content: Uint8Array, cms: Uint8Array, tools: SignatureTools): WholeSignature | null {
  const { certificates, digest, signed, signature, unsigned } = readSignedData(cms);
  const [certificate] = certificates;
  if (certificate === undefined || hashNamed(digest) !== "sha256") return null;
  if (!sameBytes(signedContent(signed).digest, tools.hashes.sha256(content))) return null;
  const { key } = certificateFields(certificate);
  if (!tools.isSignedBytes(key, signed, signature, "sha256")) return null;
  const token = unsigned === null ? null : stampIn(unsigned);
  const time_stamp =
    token === null
      ? null
      : checkTimeStamp(token, (hash, imprint) => sameBytes(tools.hashes[hash](signature), imprint), tools);
  return { key, certificate, time_stamp };
}

/** The token over the signature; one of no bytes, which holds for nothing, where there are several. */
function stampIn(unsigned: Uint8Array): Uint8Array | null {
  try {
    return attributeIn(unsigned, SIGNATURE_TIME_STAMP);
  } catch {
    return new Uint8Array();
  }
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
