// Signatures of this installation under its documents: PAdES with a P-256 key and a certificate that it issued itself, both made
// at the first document and kept. Readers show such a signature as valid and its issuer as unknown: whoever must know that the
// certificate is ours compares its fingerprint.
import { createHash, X509Certificate } from "node:crypto";
import { CryptoKeySigner, PDF, type TimestampAuthority } from "@libpdf/core";
import { BitString, Integer, Utf8String } from "asn1js";
import { AttributeTypeAndValue, Certificate, Extension } from "pkijs";
import { z } from "zod";
import type { Db, Tx } from "../db.ts";
import { heldSecret, replaceSecret, secretOf } from "../secrets.sql.ts";
import { checkPdf } from "./check-pdf.ts";
import { TIME_STAMP_BYTES } from "./time-stamp-authority.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const SECRET = "document_signing_key";
const YEARS = 20;
const YEAR_MS = 365.25 * 86_400_000;
const OID = { organisation: "2.5.4.10", commonName: "2.5.4.3", keyUsage: "2.5.29.15" } as const;
/** digitalSignature and nonRepudiation, the first two bits (RFC 5280, 4.2.1.3). */
const KEY_USAGE = Uint8Array.of(0b1100_0000);
const PRODUCT = "Heliograph";
/** What the signature needs beside its time stamp: the certificate and the attributes, with room. */
const SIGNATURE_BYTES = 4096;

const kept = z.object({ key: z.record(z.string(), z.unknown()), certificate: z.string() });

/** How a document is signed. */
interface Signing {
  readonly reason: string;
  readonly at: Date;
  /** Stamps the signature with the time; null: none is configured. */
  readonly authority: TimestampAuthority | null;
}

/** Signs documents in the name of this installation. */
interface DocumentSigner {
  /** SHA-256 of the certificate, hexadecimal: what a recipient compares. */
  readonly fingerprint: string;
  /** The certificate itself, DER. */
  readonly certificate: Uint8Array;
  /** Its key: SubjectPublicKeyInfo, DER, base64, and the first 16 bytes of the SHA-256 of that, hexadecimal. */
  readonly public_key: string;
  readonly key_id: string;
  /**
   * Returns the PDF with the signature under it, and the time stamp over that. Nothing may be changed in it afterwards. Rejects where the authority
   * gives no time stamp that holds: there is no document without one then.
   */
  readonly sign: (pdf: Uint8Array, how: Signing) => Promise<Uint8Array>;
}

/** The signer of this installation; its key and certificate are made when there are none yet. */
export async function documentSigner(db: Db): Promise<DocumentSigner> {
  return signerOf(await secretOf(db, SECRET, await freshDocumentKey()));
}

/** Whether that key still signs documents; as long as the transaction lasts no other takes over. */
export async function stillSigns(tx: Tx, { key_id }: Pick<DocumentSigner, "key_id">): Promise<boolean> {
  const text = await heldSecret(tx, SECRET);
  return text !== undefined && (await signerOf(text)).key_id === key_id;
}

/** Has a new key and certificate sign documents from now on; returns their signer. The old key is gone, and what it signed stays as it is. */
export async function replaceDocumentKey(db: Db): Promise<DocumentSigner> {
  const text = await freshDocumentKey();
  await replaceSecret(db, SECRET, text);
  return signerOf(text);
}

/** The signer with the key and the certificate in the text, as `freshDocumentKey` makes them. */
export async function signerOf(text: string): Promise<DocumentSigner> {
  const { key, certificate: base64 } = kept.parse(JSON.parse(text));
  const certificate = new Uint8Array(Buffer.from(base64, "base64"));
  const privateKey = await crypto.subtle.importKey("jwk", key, ALGORITHM, false, ["sign"]);
  const signer = new CryptoKeySigner(privateKey, certificate, "EC", "ECDSA");
  const spki = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return {
    certificate,
    public_key: spki.toString("base64"),
    key_id: createHash("sha256").update(spki).digest("hex").slice(0, 32),
    fingerprint: createHash("sha256").update(certificate).digest("hex"),
    sign: async (pdf, { reason, at, authority }) => {
      const document = await PDF.load(pdf);
      const how = { signer, reason, signingTime: at };
      if (authority === null) return (await document.sign(how)).bytes;
      const { bytes } = await document.sign({
        ...how,
        level: "B-T",
        timestampAuthority: authority,
        estimatedSize: SIGNATURE_BYTES + TIME_STAMP_BYTES,
      });
      // The token is written anew on its way into the PDF.
      if (checkPdf(bytes).time_stamp?.state !== "holds") {
        throw new Error("The time stamp does not hold in the PDF");
      }
      return bytes;
    },
  };
}

/** A new key and its certificate, as they are kept: JSON. */
export async function freshDocumentKey(): Promise<string> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 1 }) });
  for (const name of [certificate.issuer, certificate.subject]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: OID.organisation, value: new Utf8String({ value: PRODUCT }) }),
      new AttributeTypeAndValue({
        type: OID.commonName,
        value: new Utf8String({ value: `${PRODUCT} documents` }),
      }),
    );
  }
  const now = Date.now();
  certificate.notBefore.value = new Date(now);
  certificate.notAfter.value = new Date(now + YEARS * YEAR_MS);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  const usage = new BitString({ valueHex: KEY_USAGE.buffer, unusedBits: 6 });
  certificate.extensions = [
    new Extension({ extnID: OID.keyUsage, critical: true, extnValue: usage.toBER(false) }),
  ];
  await certificate.sign(keys.privateKey, "SHA-256");
  const der = Buffer.from(certificate.toSchema(true).toBER(false));
  return JSON.stringify({
    key: { ...(await crypto.subtle.exportKey("jwk", keys.privateKey)) },
    certificate: der.toString("base64"),
  } satisfies z.input<typeof kept>);
}
