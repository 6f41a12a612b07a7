// A reader of DER (X.690): what a signature under a PDF and its time stamp are written in. The libraries that read all of it would be 300 kB in the page.

/** An element: its tag, and where in the bytes it and its content begin and end. */
export interface DerElement {
  readonly tag: number;
  readonly from: number;
  readonly content: number;
  readonly end: number;
}

/** Tags of the elements that are read. */
export const DER = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  octetParts: 0x24,
  object: 0x06,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
  context3: 0xa3,
} as const;

/** The element at that place. Throws RangeError where there is none of a definite length. */
export function derAt(bytes: Uint8Array, from: number): DerElement {
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

/** The elements in the content of one. Throws RangeError where they do not fit in it. */
export function derInside(bytes: Uint8Array, { content, end }: DerElement): DerElement[] {
  const found: DerElement[] = [];
  for (let at = content; at < end;) {
    const one = derAt(bytes, at);
    if (one.end > end) throw new RangeError("An element of the DER is longer than the one around it");
    found.push(one);
    at = one.end;
  }
  return found;
}

/** The element, which must be there and have the tag. Throws RangeError otherwise. */
export function derMust(one: DerElement | undefined, tag?: number): DerElement {
  if (one === undefined || (tag !== undefined && one.tag !== tag)) {
    throw new RangeError("The DER is not of the form that it should be");
  }
  return one;
}

/** The element whole, its tag and length too: a copy. */
export const derWhole = (bytes: Uint8Array, { from, end }: DerElement): Uint8Array => bytes.slice(from, end);

/** The content of the element: a copy. */
export const derContent = (bytes: Uint8Array, { content, end }: DerElement): Uint8Array =>
  bytes.slice(content, end);

/** The octets of an OCTET STRING, which some write in parts. Throws RangeError where it is none. */
export function derOctets(bytes: Uint8Array, one: DerElement): Uint8Array {
  if (one.tag !== DER.octetParts) return derContent(bytes, derMust(one, DER.octets));
  const parts = derInside(bytes, one).map((part) => derContent(bytes, derMust(part, DER.octets)));
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The content of the element, hexadecimal: so object identifiers and numbers are compared. */
export const derHex = (bytes: Uint8Array, { content, end }: DerElement): string =>
  hexText(bytes.subarray(content, end));

/** The bytes in lower-case hexadecimal. */
export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether the bytes are the same. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i]);

/** UTC in ms since 1970 that a GeneralizedTime or a UTCTime (RFC 5280, 4.1.2.5) names. Throws RangeError for what is none. */
export function derTime(bytes: Uint8Array, one: DerElement): number {
  const text = new TextDecoder("latin1").decode(derContent(bytes, one));
  const century = one.tag === DER.utcTime ? (Number(text.slice(0, 2)) >= 50 ? "19" : "20") : "";
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(century + text);
  if (parts === null) throw new RangeError("A time of the DER is none");
  const [, year, month, day, hour, minute, second, fraction = ""] = parts;
  // A fraction of a second is cut after the third digit.
  const ms = fraction.slice(1, 4).padEnd(3, "0");
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
  const at = Date.parse(iso);
  if (Number.isNaN(at)) throw new RangeError("A time of the DER is none");
  return at;
}
