// The canonical bytes of what is hashed and signed: RFC 8785 of values made of texts alone, so that any language writes the same.

/** Texts, lists and objects of them: numbers and instants stand as text (rule R42). */
export type CanonicalValue = string | readonly CanonicalValue[] | { readonly [name: string]: CanonicalValue };

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * The value as RFC 8785 writes it: no spaces, names in the order of their UTF-16 units, texts as JSON.stringify escapes them.
 * Throws RangeError for anything else than texts, lists and objects, and for text that is no Unicode or not in its normal
 * form C: what looks alike must be alike.
 */
export function canonicalText(value: CanonicalValue): string {
  if (typeof value === "string") return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) throw new RangeError(`${typeof value} is not canonical`);
  const members = Object.entries(value).map(
    ([name, one]) => [name, `${canonicalString(name)}:${canonicalText(one)}`] as const,
  );
  // Code units, as JavaScript compares texts and RFC 8785, 3.2.3 asks for.
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([, text]) => text).join(",")}}`;
}

function canonicalString(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new RangeError("A text is no Unicode");
  if (text.normalize("NFC") !== text) throw new RangeError(`"${text}" is not in normal form C`);
  return JSON.stringify(text);
}
