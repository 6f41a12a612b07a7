// Whether a PDF is as the portal signed it (PAdES: CMS of RFC 5652 over a range of bytes, ISO 32000-1, 12.8.1): the same in the browser and on the
// command line (rule R43). What a PDF prints is worth something only then.
import type { CheckKey } from "./check-statement.ts";
import type { Hash } from "./merkle.ts";

/** `signed` by a key of the portal, all of it; `changed`: it is not; `unknown`: no key is known that signs PDFs. */
export type PdfState = "signed" | "changed" | "unknown";

/** What a checker of PDFs brings along. */
export interface PdfTools {
  readonly sha256: Hash;
  /** Whether the ECDSA signature (DER) under the SHA-256 of the bytes is that of the P-256 key (SubjectPublicKeyInfo, DER). */
  readonly isSignedBytes: (public_key: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean;
  readonly keys: readonly CheckKey[];
}

/** Checks the last signature of the PDF, which must be under all of it. */
export function checkPdfSignature(pdf: Uint8Array, tools: PdfTools): PdfState {
  const known = tools.keys.filter(({ use, revoked }) => use === "document" && (revoked ?? null) === null);
  if (known.length === 0) return "unknown";
  try {
    const signer = signerOf(pdf, tools);
    const key = signer === null ? "" : base64(signer);
    return known.some(({ public_key }) => public_key === key) ? "signed" : "changed";
  } catch {
    return "changed";
  }
}

/** `/ByteRange [a b c d]`: what is signed are a…a+b and c…c+d. */
const RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g;

/** The key (SubjectPublicKeyInfo, DER) whose signature is under the whole PDF; null: it has none, or it does not hold. */
function signerOf(pdf: Uint8Array, { sha256, isSignedBytes }: PdfTools): Uint8Array | null {
  const last = [...latin1(pdf).matchAll(RANGE)].at(-1);
  if (last === undefined) return null;
  const [from = 0, length = 0, then = 0, rest = 0] = last.slice(1).map(Number);
  // Between the two stands the signature in hexadecimal, and nothing may follow.
  if (from !== 0 || then < length || then + rest !== pdf.length) return null;
  const content = new Uint8Array(length + rest);
  content.set(pdf.subarray(0, length), 0);
  content.set(pdf.subarray(then), length);
  const cms = hexBytes(latin1(pdf.subarray(length, then)).replaceAll(/[<>\s]/g, ""));
  const { certificate, attributes, signature } = signedData(cms);
  const digest = messageDigest(attributes);
  if (digest === null || base64(digest) !== base64(sha256(content))) return null;
  const key = publicKeyIn(certificate);
  return isSignedBytes(key, asSet(attributes), signature) ? key : null;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));

/** An element of DER: its tag, and where in the bytes it and its content begin and end. */
interface Element {
  readonly tag: number;
  readonly from: number;
  readonly content: number;
  readonly end: number;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OCTETS = 0x04;
const OBJECT = 0x06;
const CONTEXT_0 = 0xa0;
const SHA256 = "608648016503040201";
const MESSAGE_DIGEST = "2a864886f70d010904";

/** The element at that place. Throws RangeError where there is none of a definite length. */
function elementAt(bytes: Uint8Array, from: number): Element {
  const [tag, first] = [bytes[from], bytes[from + 1]];
  if (tag === undefined || first === undefined) throw new RangeError("The DER ends early");
  let length = first;
  let content = from + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new RangeError("A length of the DER is none");
    length = 0;
    for (const byte of bytes.subarray(content, content + count)) length = length * 256 + byte;
    content += count;
  }
  const end = content + length;
  if (end > bytes.length) throw new RangeError("An element of the DER is longer than it");
  return { tag, from, content, end };
}

/** The elements in the content of one. */
function inside(bytes: Uint8Array, { content, end }: Element): Element[] {
  const found: Element[] = [];
  for (let at = content; at < end;) {
    const one = elementAt(bytes, at);
    if (one.end > end) throw new RangeError("An element of the DER is longer than the one around it");
    found.push(one);
    at = one.end;
  }
  return found;
}

function must(one: Element | undefined, tag?: number): Element {
  if (one === undefined || (tag !== undefined && one.tag !== tag)) {
    throw new RangeError("The signature is not of the form of CMS");
  }
  return one;
}

const hexOf = (bytes: Uint8Array, { content, end }: Element): string =>
  Array.from(bytes.subarray(content, end), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The first certificate, the signed attributes as they stand, and the signature, of CMS with one signer by SHA-256. */
function signedData(cms: Uint8Array) {
  const [, wrapped] = inside(cms, must(elementAt(cms, 0), SEQUENCE));
  const [data] = inside(cms, must(wrapped, CONTEXT_0));
  const parts = inside(cms, must(data, SEQUENCE));
  const certificates = must(parts.find(({ tag }) => tag === CONTEXT_0));
  const [certificate] = inside(cms, certificates);
  const [signer, ...more] = inside(cms, must(parts.at(-1), SET));
  if (more.length > 0) throw new RangeError("The signature has several signers");
  const [, , digest, attributes, , signature] = inside(cms, must(signer, SEQUENCE));
  const [algorithm] = inside(cms, must(digest, SEQUENCE));
  if (hexOf(cms, must(algorithm, OBJECT)) !== SHA256) throw new RangeError("The hash is not SHA-256");
  const of = ({ from, end }: Element) => cms.slice(from, end);
  const value = must(signature, OCTETS);
  return {
    certificate: of(must(certificate, SEQUENCE)),
    attributes: of(must(attributes, CONTEXT_0)),
    signature: cms.slice(value.content, value.end),
  };
}

/** The hash of the content that the signed attributes name; null: they name none. */
function messageDigest(attributes: Uint8Array): Uint8Array | null {
  for (const attribute of inside(attributes, elementAt(attributes, 0))) {
    const [type, values] = inside(attributes, attribute);
    if (type === undefined || hexOf(attributes, type) !== MESSAGE_DIGEST) continue;
    const [value] = inside(attributes, must(values, SET));
    const { content, end } = must(value, OCTETS);
    return attributes.slice(content, end);
  }
  return null;
}

/** What is signed: the attributes as a set of their own (RFC 5652, 5.4). */
function asSet(attributes: Uint8Array): Uint8Array {
  const bytes = attributes.slice();
  bytes[0] = SET;
  return bytes;
}

/** The key of a certificate (RFC 5280, 4.1): the seventh of its parts, and one earlier where it names no version. */
function publicKeyIn(certificate: Uint8Array): Uint8Array {
  const [body] = inside(certificate, must(elementAt(certificate, 0), SEQUENCE));
  const parts = inside(certificate, must(body, SEQUENCE));
  const { from, end } = must(parts[parts[0]?.tag === CONTEXT_0 ? 6 : 5], SEQUENCE);
  return certificate.slice(from, end);
}
