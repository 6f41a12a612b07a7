// Whether a time stamp (RFC 3161) holds: the same in the browser, on the command line and on the server that asked for it (rule R43).
import { certificateFields } from "./certificate-fields.ts";
import {
  attributeIn,
  hashNamed,
  keyParts,
  readSignedData,
  signatureHash,
  signedContent,
  type SignatureHash,
  type SignatureTools,
} from "./cms.ts";
import { DER, derAt, derContent, derHex, derInside, derMust, derTime, hexText, sameBytes } from "./der.ts";

/** What a time stamp says. Whether its authority is to be believed is the reader's decision: anybody can be one. */
export interface TimeStamp {
  /** `holds`: its authority signed that what is stamped was there · `failed`: it did not · `unknown`: in a way that this checker does not know. */
  readonly state: "holds" | "failed" | "unknown";
  /** When, ISO 8601; null unless it holds. */
  readonly at: string | null;
  /** The authority by the name in its certificate; "": it has none, or it could not be read. */
  readonly authority: string;
  /** SHA-256 of that certificate, hexadecimal; "": it could not be read. */
  readonly fingerprint: string;
}

const FAILED: TimeStamp = { state: "failed", at: null, authority: "", fingerprint: "" };
/** Content of such a token (id-ct-TSTInfo), hexadecimal. */
const TIME_STAMP_INFO = "2a864886f70d0109100104";

/**
 * Checks a token: its signature under what it says, by the certificate in it that the signature names and that is for time stamps alone and held at
 * the time; and by `isStamped` that its imprint is the hash of what it should stamp. It throws nothing.
 */
export function checkTimeStamp(
  token: Uint8Array,
  isStamped: (hash: SignatureHash, digest: Uint8Array) => boolean,
  tools: SignatureTools,
): TimeStamp {
  try {
    const data = readSignedData(token);
    const certificate = namedCertificate(data, tools);
    const { key, name, from, until, isForTimeStamps } = certificateFields(certificate);
    const who = { authority: name, fingerprint: hexText(tools.hashes.sha256(certificate)) };
    const [digestHash, over] = [hashNamed(data.digest), signatureHash(data)];
    const { content } = data;
    if (content === null || data.contentType !== TIME_STAMP_INFO) return { ...FAILED, ...who };
    const { imprint, at } = infoIn(content);
    const hash = hashNamed(imprint.hash);
    if (digestHash === null || over === null || hash === null || keyParts(key) === null) {
      return { ...FAILED, ...who, state: "unknown" };
    }
    const named = signedContent(data.signed);
    const holds =
      named.type === TIME_STAMP_INFO &&
      sameBytes(named.digest, tools.hashes[digestHash](content)) &&
      tools.isSignedBytes(key, data.signed, data.signature, over) &&
      isForTimeStamps &&
      at >= from &&
      at <= until &&
      isStamped(hash, imprint.digest);
    return holds ? { ...who, state: "holds", at: new Date(at).toISOString() } : { ...FAILED, ...who };
  } catch {
    return FAILED;
  }
}

/** What a TSTInfo says (RFC 3161, 2.4.2): the hash of what is stamped, and when, ms since 1970. */
function infoIn(content: Uint8Array) {
  const [, , imprint, , time] = derInside(content, derMust(derAt(content, 0), DER.sequence));
  const [algorithm, digest] = derInside(content, derMust(imprint, DER.sequence));
  const [hash] = derInside(content, derMust(algorithm, DER.sequence));
  return {
    imprint: {
      hash: derHex(content, derMust(hash, DER.object)),
      digest: derContent(content, derMust(digest, DER.octets)),
    },
    at: derTime(content, derMust(time, DER.time)),
  };
}

/** Attributes that name the signer's certificate by its hash, the newer one first (RFC 5035, 3; RFC 2634, 5.4). */
const SIGNING_CERTIFICATE_2 = "2a864886f70d010910022f";
const SIGNING_CERTIFICATE = "2a864886f70d010910020c";

/** The certificate that the signed attributes name: one put in its place has another hash. Throws RangeError where there is none. */
function namedCertificate(
  { signed, certificates }: { signed: Uint8Array; certificates: readonly Uint8Array[] },
  { hashes }: SignatureTools,
): Uint8Array {
  const newer = attributeIn(signed, SIGNING_CERTIFICATE_2);
  const value = newer ?? attributeIn(signed, SIGNING_CERTIFICATE);
  if (value === null) throw new RangeError("The time stamp names no certificate");
  const [list] = derInside(value, derMust(derAt(value, 0), DER.sequence));
  const [first] = derInside(value, derMust(list, DER.sequence));
  const parts = derInside(value, derMust(first, DER.sequence));
  // The newer one may name a hash before the digest, and is over SHA-256 where it does not.
  const [algorithm] = parts[0]?.tag === DER.sequence ? derInside(value, parts[0]) : [];
  const digest = derContent(value, derMust(parts[algorithm === undefined ? 0 : 1], DER.octets));
  const other = algorithm === undefined ? "sha256" : hashNamed(derHex(value, algorithm));
  const hash = newer === null ? "sha1" : other;
  const found = certificates.find((one) => hash !== null && sameBytes(hashes[hash](one), digest));
  if (found === undefined) throw new RangeError("The time stamp has not the certificate that it names");
  return found;
}
