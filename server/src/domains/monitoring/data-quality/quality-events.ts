// What was seen of a project's data and what was done about it, as events of days and devices.
import {
  deviceName,
  localDay,
  startOfDay,
  type Day,
  type QualityEvent,
  type QualityKind,
  type RefusalReason,
} from "@heliograph/contract";
import { inKilowattHours } from "../project-figures.ts";
import type { CorrectedDay, LedgerNote, QualityDeviceRow, RefusedDay } from "./data-quality.sql.ts";
import type { Outage, DeviceSilence } from "./quality-gaps.ts";

/** What the counters say of a device's silence on a day; null: nothing. */
export type VerdictOf = (device_id: number, day: Day) => QualityEvent["verdict"];

/** What events are made with. */
interface EventFacts {
  readonly timezone: string;
  readonly nowMs: number;
  readonly devices: ReadonlyMap<number, QualityDeviceRow>;
  /** The number of the column that holds the day; null: none does. */
  readonly columnOf: (day: Day) => number | null;
  readonly verdictOf: VerdictOf;
}

type Event = Omit<QualityEvent, "column">;

const gatewayNameOf = (of: { gateway_alias: string | null; gateway_name: string; gateway_serial: string }) =>
  deviceName({ alias: of.gateway_alias, name: of.gateway_name, serial: of.gateway_serial });

/** The day that a time at the end of an interval belongs to. */
const dayBefore = (timezone: string, atMs: number) => localDay(timezone, atMs - 1);

const iso = (ms: number) => new Date(ms).toISOString();

const nothing = { until: null, quantity: null, verdict: null, energy: inKilowattHours(null) } as const;

function ofDevice(device: QualityDeviceRow) {
  const { device_uid, gateway_uid } = device;
  return { device_uid, gateway_uid, name: deviceName(device) };
}

/** Silences, each with the energy that the counters spread over it. */
export function gapEvents(
  outages: readonly Outage[],
  notes: readonly LedgerNote[],
  facts: EventFacts,
): Event[] {
  const gaps = Map.groupBy(
    notes.filter(({ kind }) => kind === "gap"),
    ({ device_id }) => device_id,
  );
  return outages.flatMap((outage) => {
    const [first] = outage.silences;
    const device = first === undefined ? undefined : facts.devices.get(first.device_id);
    if (first === undefined || device === undefined) return [];
    const from_ms = Math.min(...outage.silences.map((one) => one.from_ms));
    const to_ms = Math.max(...outage.silences.map((one) => one.to_ms));
    const lasts = outage.silences.every((one) => one.lasts);
    const spread = spreadEnergy(outage, gaps, facts);
    const day = localDay(facts.timezone, from_ms);
    const verdict = verdictOf(outage, day, facts);
    const event: Event = {
      ...nothing,
      id: `gap:${outage.whole ? `g${outage.gateway_id}` : first.device_id}:${from_ms}`,
      kind: "gap",
      at: iso(from_ms),
      until: lasts ? null : iso(to_ms),
      day,
      ...(outage.whole
        ? { device_uid: null, gateway_uid: device.gateway_uid, name: gatewayNameOf(device) }
        : ofDevice(device)),
      energy: inKilowattHours(spread),
      verdict,
      state: lasts ? "open" : spread !== null || verdict === "outage" ? "healed" : "missing",
      seen: {
        silent_s: (to_ms - from_ms) / 1000,
        devices: outage.silences.length,
      },
    };
    return [event];
  });
}

/** The production that was spread over the silence, of the meters where they are silent too; null: none. */
function spreadEnergy(
  { silences }: Outage,
  gaps: ReadonlyMap<number, LedgerNote[]>,
  { devices }: EventFacts,
): number | null {
  const found = silences.flatMap((silence) =>
    (gaps.get(silence.device_id) ?? [])
      .filter((note) => overlaps(note, silence))
      .map((note) => ({
        type: devices.get(silence.device_id)?.asset_type,
        quantity: note.quantity,
        wh: note.detail["wh"] ?? 0,
      })),
  );
  const kinds: readonly ((one: (typeof found)[number]) => boolean)[] = [
    (one) => one.type === "electric_meter" && one.quantity !== "import",
    (one) => one.type === "solar_inverter" && one.quantity === "production",
    (one) => one.quantity === "discharge" || one.quantity === "import",
    () => true,
  ];
  for (const is of kinds) {
    const some = found.filter(is);
    if (some.length > 0) return some.reduce((sum, { wh }) => sum + wh, 0);
  }
  return null;
}

const overlaps = ({ at, detail }: LedgerNote, { from_ms, to_ms }: DeviceSilence) =>
  (detail["since"] ?? at.getTime()) < to_ms && at.getTime() > from_ms;

function verdictOf({ silences }: Outage, day: Day, facts: EventFacts): QualityEvent["verdict"] {
  const all = new Set(silences.flatMap(({ device_id }) => facts.verdictOf(device_id, day) ?? []));
  const [one] = all;
  return all.size > 1 ? "partial" : (one ?? null);
}

/** What the ledger saw on the counters: resets, glitches, spikes, power above the rating. Gaps stand by themselves. */
export function counterEvents(notes: readonly LedgerNote[], facts: EventFacts): Event[] {
  return notes.flatMap((note) => {
    const device = facts.devices.get(note.device_id);
    if (device === undefined || note.kind === "gap") return [];
    const at = note.at.getTime();
    const event: Event = {
      ...nothing,
      id: `${note.kind}:${note.device_id}:${note.quantity}:${at}`,
      kind: note.kind,
      at: iso(at),
      day: dayBefore(facts.timezone, at),
      ...ofDevice(device),
      quantity: note.quantity,
      energy: inKilowattHours(note.kind === "power_above_rating" ? null : 0),
      state: note.kind === "power_above_rating" ? "open" : "healed",
      seen: seenOf(note),
    };
    return [event];
  });
}

const given = (name: string, value: number | undefined) => (value === undefined ? {} : { [name]: value });

function seenOf({ kind, detail }: LedgerNote): QualityEvent["seen"] {
  const { high_wh, low_wh, wh, limit_wh, most_w, rated_w, count } = detail;
  switch (kind) {
    case "reset":
      return { ...given("from_wh", high_wh), ...given("to_wh", low_wh) };
    case "glitch":
      return { ...given("from_wh", wh), ...given("to_wh", high_wh) };
    case "spike":
      return { ...given("from_wh", high_wh), ...given("to_wh", wh), ...given("limit_wh", limit_wh) };
    case "power_above_rating":
      return { ...given("power_w", most_w), ...given("rated_w", rated_w), ...given("count", count) };
    case "gap":
      return {};
    default:
      return kind satisfies never;
  }
}

/** Readings that were replaced. */
export function correctionEvents(days: readonly CorrectedDay[], facts: EventFacts): Event[] {
  return days.flatMap(({ device_id, day, count, last_at }) => {
    const device = facts.devices.get(device_id);
    if (device === undefined) return [];
    const event: Event = {
      ...nothing,
      id: `correction:${device_id}:${day}`,
      kind: "correction",
      at: iso(startOfDay(facts.timezone, day)),
      until: last_at.toISOString(),
      day,
      ...ofDevice(device),
      state: "healed",
      seen: { count },
    };
    return [event];
  });
}

/** A refusal is news for so long: after it nobody sends such readings any more. */
const NEWS_MS = 86_400_000;

/** True while such readings are likely still being sent. */
export const isNews = ({ last_at }: Pick<RefusedDay, "last_at">, nowMs: number): boolean =>
  nowMs - last_at.getTime() < NEWS_MS;

/** What was refused. */
export function refusedEvents(days: readonly RefusedDay[], facts: EventFacts): Event[] {
  return days.map((row): Event => {
    const device = facts.devices.get(row.device_id);
    return {
      ...nothing,
      id: `refused:${row.gateway_id}:${row.device_id}:${row.day}:${row.reason}`,
      kind: "refused",
      at: row.last_at.toISOString(),
      day: row.day,
      ...(device === undefined
        ? { device_uid: null, gateway_uid: row.gateway_uid, name: gatewayNameOf(row) }
        : ofDevice(device)),
      state: isNews(row, facts.nowMs) ? "open" : "missing",
      // The table holds reasons of the protocol alone.
      seen: { count: row.count, reason: row.reason as RefusalReason, example: row.example },
    };
  });
}

/** All events, newest first, each in its column. */
export function inColumns(events: readonly Event[], { columnOf }: EventFacts): QualityEvent[] {
  return events
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id.localeCompare(b.id)))
    .map((event) => ({ ...event, column: columnOf(event.day) }));
}

/** What is shown where a column has several: what concerns the counter first. Gaps are drawn by the cell itself. */
const SIGNS: readonly QualityKind[] = ["reset", "power_above_rating", "spike", "glitch", "correction"];

/** The sign of each column for a device. */
export function signsOf(
  events: readonly QualityEvent[],
  device_uid: string,
  columns: number,
): (QualityKind | null)[] {
  const signs: (QualityKind | null)[] = Array.from({ length: columns }, () => null);
  for (const event of events) {
    if (event.device_uid !== device_uid || event.column === null) continue;
    const [is, was] = [SIGNS.indexOf(event.kind), SIGNS.indexOf(signs[event.column] ?? "gap")];
    if (is >= 0 && (was < 0 || is < was)) signs[event.column] = event.kind;
  }
  return signs;
}
