// What of a certificate (RFC 5280, 4.1) a checker of signatures and time stamps needs.
import {
  DER,
  derAt,
  derContent,
  derHex,
  derInside,
  derMust,
  derTime,
  derWhole,
  type DerElement,
} from "./der.ts";

/** A certificate's own words: whether to believe them is for others to judge. */
interface CertificateFields {
  /** SubjectPublicKeyInfo, DER. */
  readonly key: Uint8Array;
  /** Whom it names: the common name of its subject, else its organisation; "": neither. */
  readonly name: string;
  /** ms since 1970. */
  readonly from: number;
  readonly until: number;
  /** Whether it says that its key signs time stamps and nothing else (RFC 3161, 2.3). */
  readonly isForTimeStamps: boolean;
}

/** Reads the certificate. Throws RangeError where it is of another form. */
export function certificateFields(certificate: Uint8Array): CertificateFields {
  const [body] = derInside(certificate, derMust(derAt(certificate, 0), DER.sequence));
  const parts = derInside(certificate, derMust(body, DER.sequence));
  // One that names no version has none.
  const [, , , validity, subject, key, ...rest] = parts[0]?.tag === DER.context0 ? parts.slice(1) : parts;
  const [from, until] = derInside(certificate, derMust(validity, DER.sequence));
  const extensions = rest.find(({ tag }) => tag === DER.context3);
  return {
    key: derWhole(certificate, derMust(key, DER.sequence)),
    name: nameIn(certificate, derMust(subject, DER.sequence)),
    from: derTime(certificate, derMust(from)),
    until: derTime(certificate, derMust(until)),
    isForTimeStamps: extensions !== undefined && isForTimeStamps(certificate, extensions),
  };
}

/** Object identifiers, hexadecimal. */
const COMMON_NAME = "550403";
const ORGANISATION = "55040a";
const EXTENDED_KEY_USAGE = "551d25";
const TIME_STAMPING = "2b06010505070308";
/** Characters of a name that are shown. */
const NAME_LENGTH = 100;

function nameIn(bytes: Uint8Array, subject: DerElement): string {
  const names = new Map<string, string>();
  for (const set of derInside(bytes, subject)) {
    for (const attribute of derInside(bytes, set)) {
      const [type, value] = derInside(bytes, attribute);
      names.set(derHex(bytes, derMust(type, DER.object)), textOf(bytes, derMust(value)));
    }
  }
  return names.get(COMMON_NAME) ?? names.get(ORGANISATION) ?? "";
}

/** TeletexString and BMPString; all others are UTF-8, or a part of it. */
const ENCODINGS: Readonly<Record<number, string>> = { 0x14: "latin1", 0x1e: "utf-16be" };

/** What anybody may have written there, without what is not seen and turns the words around it. */
const textOf = (bytes: Uint8Array, value: DerElement): string =>
  new TextDecoder(ENCODINGS[value.tag] ?? "utf-8")
    .decode(derContent(bytes, value))
    .normalize("NFC")
    .replaceAll(/\p{C}/gu, "")
    .slice(0, NAME_LENGTH);

/** The extension must be critical and name this one purpose. */
function isForTimeStamps(bytes: Uint8Array, extensions: DerElement): boolean {
  const [list] = derInside(bytes, extensions);
  for (const extension of derInside(bytes, derMust(list, DER.sequence))) {
    const [type, critical, octets] = derInside(bytes, extension);
    if (derHex(bytes, derMust(type, DER.object)) !== EXTENDED_KEY_USAGE) continue;
    if (critical?.tag !== DER.boolean || derHex(bytes, critical) !== "ff") return false;
    const value = derContent(bytes, derMust(octets, DER.octets));
    const purposes = derInside(value, derMust(derAt(value, 0), DER.sequence));
    return purposes.length === 1 && purposes.every((one) => derHex(value, one) === TIME_STAMPING);
  }
  return false;
}
