// What the audit log keeps of a thing before and after it was changed.

/** Values by field, as JSON has them. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** Longest text, or list or object written as JSON, that is kept of a value; longer ones end in "…". */
const LONGEST = 500;
/** Fields kept of a thing. */
const MOST_FIELDS = 60;
/** Whatever a caller passes: a field named so is never written. */
const SECRET = /password|secret|token|credential|hash/i;

/**
 * What is kept of the values before and after: of a change only the fields that differ, of a thing that was added or removed
 * (the other one null or left out) all of them. A field that holds a secret is left out; undefined counts as null.
 */
export function auditValues(
  before: AuditValues | null | undefined,
  after: AuditValues | null | undefined,
): { before: AuditValues | null; after: AuditValues | null } {
  const was = open(before);
  const is = open(after);
  if (was === null || is === null) return { before: cut(was), after: cut(is) };
  const names = Object.keys({ ...was, ...is }).filter((name) => written(was[name]) !== written(is[name]));
  return { before: cut(picked(was, names)), after: cut(picked(is, names)) };
}

function open(values: AuditValues | null | undefined): AuditValues | null {
  if (values === null || values === undefined) return null;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)));
}

function cut(values: AuditValues | null): AuditValues | null {
  if (values === null) return null;
  const fields = Object.entries(values).slice(0, MOST_FIELDS);
  return Object.fromEntries(fields.map(([name, value]) => [name, shortened(value)]));
}

function picked(values: AuditValues, names: readonly string[]): AuditValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

const written = (value: unknown) => JSON.stringify(value ?? null);

function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : written(value);
  return text.length <= LONGEST ? (value ?? null) : `${text.slice(0, LONGEST)}…`;
}
