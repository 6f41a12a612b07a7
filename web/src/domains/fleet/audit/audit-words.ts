// Entries of the audit log in words: what was done, and each value before and after.
import type { AuditEntry } from "@heliograph/contract/fleet/audit";
import { fileSize } from "../files/file-size.ts";
import type { Words } from "../../../platform/words.ts";
import { FIELDS, NOUNS, SAID, VERBS } from "./audit-word-lists.ts";

const isIn = <W extends string>(list: readonly W[], word: string): word is W =>
  (list as readonly string[]).includes(word);

/** A word that has no text of its own yet reads as it is written. */
const plain = (word: string) => word.replaceAll("_", " ");

/** What things of the noun are called: `tariff`. */
export const nounText = (noun: string, { text }: Words): string =>
  isIn(NOUNS, noun) ? text(`audit.noun.${noun}`) : plain(noun);

/** What was done, of an action like `tariff.set`. */
export function actionText(action: string, words: Words): string {
  const [noun = "", verb = ""] = action.split(".");
  const done = isIn(VERBS, verb) ? words.text(`audit.verb.${verb}`) : plain(verb);
  return words.text("audit.did", { noun: nounText(noun, words), verb: done });
}

/** Who did it, without the key. */
export function whoText({ by, person }: AuditEntry, { text }: Words): string {
  if (person !== null) return person.name;
  if (by === "system") return text("audit.system");
  return text(by === "nobody" ? "audit.nobody" : "audit.gone");
}

type Value = NonNullable<AuditEntry["after"]>[string];

/** A field, its value before and after; undefined: there was none of the thing. */
interface ValueChange {
  readonly field: string;
  readonly before?: Value;
  readonly after?: Value;
}

/** What else an entry says that names no thing by an id of ours. */
const isSaid = (field: string) => !/_u?id$/.test(field);

/** The values that an entry has, by field: of a change those that differ, of a thing added or removed all; and what else it says. */
export function changedValues({ before, after, detail }: AuditEntry): readonly ValueChange[] {
  const fields = Object.keys({ ...before, ...after }).filter(isSaid);
  const others = Object.entries(detail).filter(
    ([field, value]) => isSaid(field) && value !== null && !fields.includes(field),
  );
  return [
    ...others.map(([field, value]) => ({ field, after: value })),
    ...fields.map((field) => ({
      field,
      ...(before === null ? {} : { before: before[field] ?? null }),
      ...(after === null ? {} : { after: after[field] ?? null }),
    })),
  ];
}

/** In which thousands a field of base units is shown. */
const UNITS = [
  [/_wp$/, "kWp"],
  [/_wh$/, "kWh"],
  [/_w$/, "kW"],
] as const;

/** A number with the decimals that it has, four at most. */
const numberText = (value: number, { format }: Words) =>
  format.number(value, /\.(\d+)$/.exec(String(Number(value.toFixed(4))))?.[1]?.length ?? 0);

function numberIn(field: string, value: number, words: Words): string {
  if (field === "size_bytes") return fileSize(words.format, value);
  const [, unit] = UNITS.find(([pattern]) => pattern.test(field)) ?? [];
  return unit === undefined ? numberText(value, words) : `${numberText(value / 1000, words)} ${unit}`;
}

/** A value as people read it, with times on the clocks of the zone. */
function valueText(field: string, value: Value, words: Words, timezone: string): string {
  const { text, format } = words;
  if (value === null || value === "") return text("audit.none");
  if (typeof value === "boolean") return text(value ? "audit.yes" : "audit.no");
  if (typeof value === "number") return numberIn(field, value, words);
  if (Array.isArray(value)) {
    return value.length === 0
      ? text("audit.none")
      : value.map((one) => valueText(field, one, words, timezone)).join(", ");
  }
  if (typeof value === "object") {
    const parts = Object.entries(value).map(
      ([name, part]) => `${fieldText(name, words)} ${valueText(name, part, words, timezone)}`,
    );
    return `(${parts.join(", ")})`;
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return format.dateTime(Date.parse(value), timezone);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return format.day(value);
  // Money is kept as text, so that it keeps its digits.
  if (/vnd/.test(field) && /^\d+(?:\.\d+)?$/.test(value)) return numberText(Number(value), words);
  return isIn(SAID, value) ? text(`audit.said.${value}`) : value;
}

const fieldText = (field: string, words: Words): string =>
  isIn(FIELDS, field) ? words.text(`audit.field.${field}`) : plain(field);

/** One field of a change in a sentence. */
export function changeText(change: ValueChange, words: Words, timezone: string): string {
  const { field, before, after } = change;
  const name = fieldText(field, words);
  const said = (value: Value) => valueText(field, value, words, timezone);
  if (before !== undefined && after !== undefined) {
    return words.text("audit.change", { field: name, before: said(before), after: said(after) });
  }
  return words.text("audit.value", { field: name, value: said(after ?? before ?? null) });
}
