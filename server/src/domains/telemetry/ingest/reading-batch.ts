// What a gateway sent, checked: the envelope as a whole, each reading alone. Tens of thousands of readings a second
// pass here, so quantities are checked by hand and only the rare parts by schema.
import {
  CODES,
  GATEWAY_LIMITS,
  LINE_CODES,
  LINE_QUANTITIES,
  outOfRangeText,
  QUANTITIES,
  READ_BACK_CODES,
  readingExtras,
  readingsMessage,
  type ReadingExtras,
  type Refusal,
  type RefusalReason,
} from "@heliograph/contract";
import type { ReadingRow } from "./reading-rows.ts";

/** The gateway that sent a message, and its devices by uid. */
export interface Sender {
  readonly gateway_uid: string;
  readonly project_id: number;
  /** Length of its intervals when a message does not say, seconds. */
  readonly interval_s: number;
  readonly devices: ReadonlyMap<string, { readonly device_id: number }>;
  /** The uids of its devices by their serials. */
  readonly uids: ReadonlyMap<string, string>;
  /** Until when somebody follows what arrives of it, ms since 1970. */
  readonly followed_until: number;
}

export interface CheckedBatch {
  readonly seq: number;
  readonly historical: boolean;
  readonly rows: ReadingRow[];
  /** Which entry of the message each row comes from. */
  readonly indexes: number[];
  readonly refused: Refusal[];
}

/** A message refused as a whole, with its sequence number where it could be read (otherwise 0). */
export interface RefusedMessage {
  readonly seq: number;
  readonly reason: RefusalReason;
  readonly detail: string;
}

const DAY_MS = 86_400_000;
/** Of a text that a sender chose, in what is kept and sent back. */
const ECHO_LENGTH = 64;

/**
 * The readings of a message that may be stored, and what is wrong with the others; or why the message is refused.
 * `now` in ms since 1970. Takes whatever JSON can say and never throws.
 */
export function checkedBatch(message: unknown, sender: Sender, now: number): CheckedBatch | RefusedMessage {
  const seq = sequenceOf(message);
  const tooMany = listLength(message, "readings") > GATEWAY_LIMITS.readingsPerMessage;
  if (tooMany) {
    return {
      seq,
      reason: "readings.too_many",
      detail: `at most ${GATEWAY_LIMITS.readingsPerMessage} readings a message`,
    };
  }
  const parsed = readingsMessage.safeParse(message);
  if (!parsed.success) return { seq, reason: "message.invalid", detail: issueText(parsed.error.issues) };
  const { gateway_uid, historical, readings, interval_s } = parsed.data;
  if (gateway_uid !== undefined && gateway_uid.toLowerCase() !== sender.gateway_uid) {
    return { seq, reason: "gateway.mismatch", detail: "gateway_uid is not that of the sender" };
  }
  const batch: CheckedBatch = { seq, historical, rows: [], indexes: [], refused: [] };
  const common = {
    interval_s: interval_s ?? sender.interval_s,
    source: historical ? (1 as const) : (0 as const),
  };
  for (const [index, entry] of readings.entries()) {
    const found = checkedReading(entry, sender, now);
    if ("reason" in found) {
      batch.refused.push({ index, ...echo(entry, sender), ...found });
    } else {
      batch.rows.push({ ...found, ...common });
      batch.indexes.push(index);
    }
  }
  return batch;
}

/** The sequence number of anything that has a sound one; 0 otherwise. */
export function sequenceOf(message: unknown): number {
  const seq = isRecord(message) ? message["seq"] : undefined;
  return typeof seq === "number" && Number.isSafeInteger(seq) && seq >= 0 ? seq : 0;
}

/** Elements of the list of that name in a message; 0 when there is none. */
export function listLength(message: unknown, name: string): number {
  const list = isRecord(message) ? message[name] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

/** The first rules that a message breaks, in words for its sender, at most 500 characters. */
export function issueText(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const text = issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join(".") || "message"}: ${message}`);
  return text.join("; ").slice(0, 500);
}

interface Wrong {
  readonly reason: RefusalReason;
  readonly detail: string;
}
type Found = Pick<ReadingRow, "project_id" | "device_id" | "ts" | "m" | "ext">;

function checkedReading(entry: unknown, sender: Sender, now: number): Found | Wrong {
  if (!isRecord(entry)) return invalid("not an object");
  const { t, m, x } = entry;
  const device = deviceOf(entry, sender);
  if ("reason" in device) return device;
  if (typeof t !== "number" || !Number.isInteger(t)) return invalid("t is not whole ms since 1970");
  if (t > now + GATEWAY_LIMITS.futureSkewS * 1000) {
    return {
      reason: "reading.too_new",
      detail: `t is ${Math.round((t - now) / 1000)} s ahead of the server`,
    };
  }
  if (t < now - GATEWAY_LIMITS.ageDays * DAY_MS) {
    return refusal("reading.too_old", `t is older than ${GATEWAY_LIMITS.ageDays} days`);
  }
  if (!isRecord(m)) return invalid("m is not an object");
  const values = checkedQuantities(m);
  if ("reason" in values) return values;
  const extras = x === undefined && values.faults.length === 0 ? null : checkedExtras(x ?? {}, values.faults);
  if (extras !== null && "reason" in extras) return extras;
  if (values.count === 0 && extras === null) return refusal("reading.empty", "no quantity has a value");
  return {
    project_id: sender.project_id,
    device_id: device.device_id,
    ts: t,
    m: values.m,
    ext: extras?.json ?? null,
  };
}

/** The device that an entry names by its uid or, where it gives none, by its serial. */
function deviceOf(
  { device_uid, device_serial }: Record<string, unknown>,
  { devices, uids }: Sender,
): { readonly device_id: number } | Wrong {
  const uid = device_uid ?? undefined;
  if (uid === undefined && typeof device_serial === "string") {
    const found = devices.get(uids.get(device_serial.trim()) ?? "");
    return (
      found ?? refusal("device.unknown", `no device of this gateway has the serial ${echoOf(device_serial)}`)
    );
  }
  if (typeof uid !== "string") return invalid("device_uid is not a text");
  const found = devices.get(uid) ?? devices.get(uid.toLowerCase());
  return found ?? refusal("device.unknown", "no device of this gateway has that uid");
}

const RANGES: ReadonlyMap<string, { min: number; max: number; whole: boolean }> = new Map(
  Object.entries(QUANTITIES).map(([name, { min, max }]) => [
    name,
    { min, max, whole: name in CODES || name in READ_BACK_CODES },
  ]),
);

type SensorFaults = NonNullable<ReadingExtras["sensor_faults"]>;

const LINES: ReadonlyMap<string, (typeof LINE_QUANTITIES)[number]> = new Map(
  LINE_QUANTITIES.map((name) => [name, name]),
);

/**
 * The same values once each is known to fit its column. A controller's code for a broken line (LINE_CODES) is no
 * temperature: the quantity is null, and its line is among the faults.
 */
function checkedQuantities(
  m: Record<string, unknown>,
): { m: ReadingRow["m"]; count: number; faults: SensorFaults } | Wrong {
  let count = 0;
  const faults: SensorFaults = [];
  for (const name in m) {
    const value = m[name];
    const range = RANGES.get(name);
    if (range === undefined) {
      return refusal("reading.unknown_quantity", `there is no quantity ${echoOf(name)}`);
    }
    if (value === null) continue;
    if (typeof value !== "number") return invalid(`${name} is not a number`);
    // JSON has no NaN; a number too large for it, like 1e400, is read as infinite and falls outside every range.
    if (!(value >= range.min && value <= range.max)) {
      const quantity = LINES.get(name);
      const line = LINE_CODES.get(value);
      if (quantity !== undefined && line !== undefined) {
        faults.push({ quantity, line });
        continue;
      }
      return refusal("reading.out_of_range", outOfRangeText({ quantity: name, value, ...range }));
    }
    if (range.whole && !Number.isInteger(value)) return invalid(`${name} is not a whole number`);
    count += 1;
  }
  const broken = Object.fromEntries(faults.map(({ quantity }) => [quantity, null]));
  // Every name was found among the quantities and every value is null or a number.
  return { m: faults.length === 0 ? m : { ...m, ...broken }, count, faults };
}

function checkedExtras(x: unknown, faults: SensorFaults): { json: string } | Wrong | null {
  const parsed = readingExtras.safeParse(x);
  if (!parsed.success) return invalid(`x: ${issueText(parsed.error.issues)}`.slice(0, 500));
  const stated = parsed.data.sensor_faults ?? [];
  const found = faults.filter(({ quantity }) => !stated.some((fault) => fault.quantity === quantity));
  const json = JSON.stringify(
    found.length === 0 ? parsed.data : { ...parsed.data, sensor_faults: [...stated, ...found] },
  );
  if (json === "{}") return null;
  // Half of a surrogate pair is no character, and PostgreSQL's jsonb refuses it.
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(json)) return invalid("x: contains half a character");
  return { json };
}

const refusal = (reason: RefusalReason, detail: string): Wrong => ({ reason, detail });
const invalid = (detail: string): Wrong => refusal("reading.invalid", detail);

/** What names the entry in a refusal, cut to a length that may be kept. */
function echo(entry: unknown, { uids }: Sender): { device_uid: string | null; t: number | null } {
  if (!isRecord(entry)) return { device_uid: null, t: null };
  const { device_uid, device_serial, t } = entry;
  const known = typeof device_serial === "string" ? uids.get(device_serial.trim()) : undefined;
  return {
    device_uid: typeof device_uid === "string" ? echoOf(device_uid) : (known ?? null),
    t: typeof t === "number" && Number.isFinite(t) ? t : null,
  };
}

/** A sender's text with what PostgreSQL cannot keep or a log should not show replaced, cut to a short length. */
export function echoOf(text: string): string {
  return text
    .slice(0, ECHO_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "?")
    .slice(0, ECHO_LENGTH);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
