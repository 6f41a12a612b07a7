// Signed data (RFC 5652) with one signer, and the public keys that such signatures are checked by: as much as PDFs and their time stamps have.
import { DER, derAt, derContent, derHex, derInside, derMust, derOctets, derWhole } from "./der.ts";
import type { Hash } from "./merkle.ts";

/** Hashes that a signature may be over. */
export type SignatureHash = "sha256" | "sha384" | "sha512";

/** What a checker of such signatures brings along. */
export interface SignatureTools {
  /** SHA-1 only names certificates (RFC 2634, 5.4). */
  readonly hashes: Readonly<Record<SignatureHash | "sha1", Hash>>;
  /**
   * Whether the signature under the hash of the bytes is that of the key (SubjectPublicKeyInfo, DER), as `keyParts` knows it: ECDSA as DER, or RSA
   * as of PKCS #1 version 1.5.
   */
  readonly isSignedBytes: (
    key: Uint8Array,
    bytes: Uint8Array,
    signature: Uint8Array,
    hash: SignatureHash,
  ) => boolean;
}

/** Signed data with one signer. Object identifiers are hexadecimal, as in DER. */
interface SignedData {
  readonly contentType: string;
  /** Null: it is elsewhere. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Uint8Array[];
  readonly digest: string;
  /** What is signed: the attributes as a set of their own (RFC 5652, 5.4). */
  readonly signed: Uint8Array;
  readonly algorithm: string;
  readonly signature: Uint8Array;
  /** As a set of their own; null: there are none. */
  readonly unsigned: Uint8Array | null;
}

/** Reads signed data; bytes behind it are left. Throws RangeError where it is of another form, or has several signers. */
export function readSignedData(cms: Uint8Array): SignedData {
  const [, wrapped] = derInside(cms, derMust(derAt(cms, 0), DER.sequence));
  const [data] = derInside(cms, derMust(wrapped, DER.context0));
  const parts = derInside(cms, derMust(data, DER.sequence));
  const [type, content] = derInside(cms, derMust(parts[2], DER.sequence));
  const [octets] = content === undefined ? [] : derInside(cms, derMust(content, DER.context0));
  const certificates = parts.find(({ tag }) => tag === DER.context0);
  const [signer, ...more] = derInside(cms, derMust(parts.at(-1), DER.set));
  if (more.length > 0) throw new RangeError("The signature has several signers");
  const [, , digest, signed, algorithm, signature, unsigned] = derInside(cms, derMust(signer, DER.sequence));
  const named = (one: typeof digest) =>
    derHex(cms, derMust(derInside(cms, derMust(one, DER.sequence))[0], DER.object));
  return {
    contentType: derHex(cms, derMust(type, DER.object)),
    content: octets === undefined ? null : derOctets(cms, octets),
    certificates:
      certificates === undefined ? [] : derInside(cms, certificates).map((one) => derWhole(cms, one)),
    digest: named(digest),
    signed: asSet(derWhole(cms, derMust(signed, DER.context0))),
    algorithm: named(algorithm),
    signature: derContent(cms, derMust(signature, DER.octets)),
    unsigned: unsigned === undefined ? null : asSet(derWhole(cms, derMust(unsigned, DER.context1))),
  };
}

function asSet(attributes: Uint8Array): Uint8Array {
  attributes[0] = DER.set;
  return attributes;
}

/** The only value of the attribute in a set of them, as DER; null: it is not there. Throws RangeError where it has several. */
export function attributeIn(attributes: Uint8Array, type: string): Uint8Array | null {
  const found = derInside(attributes, derAt(attributes, 0)).flatMap((attribute) => {
    const [name, values] = derInside(attributes, derMust(attribute, DER.sequence));
    if (derHex(attributes, derMust(name, DER.object)) !== type) return [];
    return derInside(attributes, derMust(values, DER.set)).map((value) => derWhole(attributes, value));
  });
  if (found.length > 1) throw new RangeError("An attribute of the signature has several values");
  return found[0] ?? null;
}

/** Types of attributes (RFC 5652, 11), hexadecimal. */
const CONTENT_TYPE = "2a864886f70d010903";
const MESSAGE_DIGEST = "2a864886f70d010904";

/** The type and the hash of the content that the signed attributes name. Throws RangeError where they do not. */
export function signedContent(attributes: Uint8Array): {
  readonly type: string;
  readonly digest: Uint8Array;
} {
  const [type, digest] = [attributeIn(attributes, CONTENT_TYPE), attributeIn(attributes, MESSAGE_DIGEST)];
  if (type === null || digest === null) throw new RangeError("The signature names no content");
  return {
    type: derHex(type, derMust(derAt(type, 0), DER.object)),
    digest: derContent(digest, derMust(derAt(digest, 0), DER.octets)),
  };
}

const HASHES: Readonly<Record<string, SignatureHash>> = {
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

/** The hash of that identifier; null: none that signatures may be over. */
export const hashNamed = (object: string): SignatureHash | null => HASHES[object] ?? null;

/** Ways to sign (RFC 5754): RSA of PKCS #1 version 1.5, and ECDSA; "": over the hash of the content. */
const ALGORITHMS: Readonly<Record<string, SignatureHash | "">> = {
  "2a864886f70d010101": "",
  "2a864886f70d01010b": "sha256",
  "2a864886f70d01010c": "sha384",
  "2a864886f70d01010d": "sha512",
  "2a8648ce3d040302": "sha256",
  "2a8648ce3d040303": "sha384",
  "2a8648ce3d040304": "sha512",
};

/** The hash that the signature is over; null: it was made in a way that is not known here. */
export function signatureHash({
  algorithm,
  digest,
}: Pick<SignedData, "algorithm" | "digest">): SignatureHash | null {
  const named = ALGORITHMS[algorithm];
  return named === "" ? hashNamed(digest) : (named ?? null);
}

const RSA = "2a864886f70d010101";
const ELLIPTIC = "2a8648ce3d0201";
const CURVES: Readonly<Record<string, "P-256" | "P-384" | "P-521">> = {
  "2a8648ce3d030107": "P-256",
  "2b81040022": "P-384",
  "2b81040023": "P-521",
};
/** Bytes of an RSA modulus: 2048 bits, below which it is no longer thought safe, to 8192. */
const MODULUS = { least: 256, most: 1024 } as const;
/** Bytes of its exponent. */
const EXPONENT_MOST = 4;

/** A public key: its kind, and its point or its modulus and exponent, the most significant byte first. */
type KeyParts =
  | { readonly kind: "P-256" | "P-384" | "P-521"; readonly point: Uint8Array }
  | { readonly kind: "RSA"; readonly modulus: Uint8Array; readonly exponent: Uint8Array };

/** What the key (SubjectPublicKeyInfo, DER) is; null: of a kind or a size that is not known here. Throws RangeError where it is no key. */
export function keyParts(key: Uint8Array): KeyParts | null {
  const [algorithm, bits] = derInside(key, derMust(derAt(key, 0), DER.sequence));
  const [name, parameter] = derInside(key, derMust(algorithm, DER.sequence));
  // The first byte says how many bits at the end are unused: none.
  const value = derContent(key, derMust(bits, DER.bits)).subarray(1);
  const object = derHex(key, derMust(name, DER.object));
  if (object === ELLIPTIC) {
    const kind = CURVES[parameter === undefined ? "" : derHex(key, parameter)];
    return kind === undefined ? null : { kind, point: value };
  }
  if (object !== RSA) return null;
  const numbers = derInside(value, derMust(derAt(value, 0), DER.sequence));
  const [modulus = NONE, exponent = NONE] = numbers.map((one) => magnitude(derContent(value, one)));
  const isKnown =
    modulus.length >= MODULUS.least && modulus.length <= MODULUS.most && exponent.length <= EXPONENT_MOST;
  return isKnown ? { kind: "RSA", modulus, exponent } : null;
}

const NONE = new Uint8Array();

/** Without the zeros before a number. */
const magnitude = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? NONE : bytes.slice(first);
};
