// What is stored of applications is read for ever: names that the form has no longer stand beside it, and what it did not ask for then is empty.
import {
  deviceFieldNames,
  heldDocument,
  isReviewItem,
  METER_ROLES,
  versionContent,
  type DeviceFields,
  type DeviceMeter,
  type DeviceVersionContent,
} from "@heliograph/contract";
import { z } from "zod";

type Earlier = DeviceVersionContent["earlier"][number];

const meter = versionContent.shape.meters.element;
// The frozen text has no numbers (rule R42).
const document = heldDocument.extend({
  size_bytes: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
});

const fieldNames: ReadonlySet<string> = new Set(deviceFieldNames);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
// As it is: a schema would leave out a name like "__proto__", which a stored text may have as any other.
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>) // JSON has nothing else there
    : {};
const earlier = (name: string, value: unknown): Earlier => ({ name, value: textOf(value) });

/** The fields of the form of today as they are stored; "" where there is none. */
export function storedFields(stored: unknown): DeviceFields {
  const fields = objectOf(stored);
  const texts = deviceFieldNames.map((name) => [name, textOf(fields[name] ?? "")] as const);
  return Object.fromEntries(texts) as DeviceFields; // each field is among their names
}

/** The meters whose role the form of today has. */
export const storedMeters = (meters: readonly { device_uid: string; role: string }[]): DeviceMeter[] =>
  meters.flatMap(({ device_uid, role: stored }) => {
    const role = METER_ROLES.find((one) => one === stored);
    return role === undefined ? [] : [{ device_uid, role }];
  });

/** The answers to items that the form of today has. */
export const storedAnswers = <A extends { readonly item: string }>(answers: readonly A[]) =>
  answers.flatMap(({ item, ...answer }) => (isReviewItem(item) ? [{ ...answer, item }] : []));

/** Elements of a list that are as the schema has them, and the others as text under the list's name. */
function elementsOf<T>(
  content: Readonly<Record<string, unknown>>,
  name: string,
  schema: z.ZodType<T>,
): { read: T[]; others: Earlier[] } {
  const stored = content[name];
  const read: T[] = [];
  const others: Earlier[] = [];
  if (!Array.isArray(stored) && stored !== undefined) others.push(earlier(name, stored));
  for (const element of Array.isArray(stored) ? (stored as unknown[]) : []) {
    const { success, data } = schema.safeParse(element);
    if (success) read.push(data);
    else others.push(earlier(name, element));
  }
  return { read, others };
}

/** What a frozen version says. Whatever the form of today has no place for is in `earlier`, so that nothing of it is lost. */
export function storedContent(text: string): z.output<typeof versionContent> {
  const { fields, ...rest } = objectOf(JSON.parse(text));
  const meters = elementsOf(rest, "meters", meter);
  const members = elementsOf(rest, "members", z.string());
  const documents = elementsOf(rest, "documents", document);
  const lists: ReadonlySet<string> = new Set(["meters", "members", "documents"]);
  const unknownFields = Object.entries(objectOf(fields)).filter(([name]) => !fieldNames.has(name));
  const unknownParts = Object.entries(rest).filter(([name]) => !lists.has(name));
  return {
    fields: storedFields(fields),
    meters: meters.read,
    members: members.read,
    documents: documents.read,
    earlier: [
      ...[...unknownFields, ...unknownParts].map(([name, value]) => earlier(name, value)),
      ...meters.others,
      ...members.others,
      ...documents.others,
    ],
  };
}
