// From what the ledger has of a project to the answer about the quality of its data.
import {
  addDays,
  deviceName,
  localDay,
  QUALITY_LIMITS,
  type Answer,
  type dataQuality,
  type Day,
  type QualityDevice,
  type QualityEvent,
} from "@heliograph/contract";
import { inKilowattHours, inPercents } from "../project-figures.ts";
import type { CorrectedDay, LedgerNote, QualityQuarters, RefusedDay } from "./data-quality.sql.ts";
import { cellOf, joinedCell, type QualityCell } from "./quality-cells.ts";
import { type AskedQuality, type DueDevice } from "./quality-due-devices.ts";
import { deviceDayKey } from "./quality-due.ts";
import { energyClasses } from "./quality-energy.ts";
import {
  correctionEvents,
  counterEvents,
  gapEvents,
  inColumns,
  refusedEvents,
  signsOf,
  type VerdictOf,
} from "./quality-events.ts";
import type { Outage } from "./quality-gaps.ts";
import { isUnrated, tasksOf } from "./quality-tasks.ts";

/** The columns of the range: its days, or its weeks from Monday to Sunday. */
function qualityColumns(from: Day, to: Day): { from: Day; to: Day }[] {
  const columns: { from: Day; to: Day }[] = [];
  const byDay = addDays(from, QUALITY_LIMITS.byDay) > to;
  for (let first = from; first <= to;) {
    const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
    const sunday = addDays(first, 6 - weekday);
    const last = byDay ? first : sunday < to ? sunday : to;
    columns.push({ from: first, to: last });
    first = addDays(last, 1);
  }
  return columns;
}

interface Known extends AskedQuality {
  readonly due: readonly DueDevice[];
  readonly quarters: readonly QualityQuarters[];
  readonly outages: readonly Outage[];
  readonly notes: readonly LedgerNote[];
  readonly corrections: readonly CorrectedDay[];
  readonly refused: readonly RefusedDay[];
  readonly verdictOf: VerdictOf;
}

/** The whole answer. */
export function qualityAnswer(known: Known): Answer<typeof dataQuality> {
  const { place, from_date, to_date, nowMs, due, refused } = known;
  const columns = qualityColumns(from_date, to_date);
  const events = eventsOf(known, columns);
  const looked = new Map(known.quarters.map((one) => [deviceDayKey(one.device_id, one.day), one]));
  const cells = due.map((one) => cellsOf(one, { columns, looked, refused }));
  const energy = energyClasses(
    due.flatMap(({ device, days }) =>
      days.flatMap(({ day, row }) =>
        row === undefined
          ? []
          : [{ device, day: row, quarters: looked.get(deviceDayKey(device.device_id, day.day)) }],
      ),
    ),
  );
  const counted =
    energy.total_wh === null ? null : energy.total_wh - energy.integrated_wh - energy.estimated_wh;
  const firsts = due.flatMap((one) => one.due?.from_ms ?? []);
  return {
    timezone: place.timezone,
    from_date,
    to_date,
    current_time: new Date(nowMs).toISOString(),
    first_day: firsts.length === 0 ? null : localDay(place.timezone, Math.min(...firsts)),
    columns,
    received: receivedOf(due, cells),
    energy: {
      source: energy.source,
      total: inKilowattHours(energy.total_wh),
      counted: inKilowattHours(counted),
      integrated: inKilowattHours(energy.total_wh === null ? null : energy.integrated_wh),
      estimated: inKilowattHours(energy.total_wh === null ? null : energy.estimated_wh),
    },
    refused: {
      readings: refused.reduce((sum, { count }) => sum + count, 0),
      reasons: new Set(refused.map(({ reason }) => reason)).size,
    },
    devices: due.map((one, index) => deviceOf(one, cells[index] ?? [], events)),
    events: events.slice(0, QUALITY_LIMITS.events),
    events_total: events.length,
    tasks: tasksOf({ devices: known.devices, events, refused, place, nowMs }),
  };
}

function eventsOf(known: Known, columns: readonly { from: Day; to: Day }[]): QualityEvent[] {
  const { place, nowMs, devices, outages, notes, corrections, refused, verdictOf } = known;
  const facts = {
    timezone: place.timezone,
    nowMs,
    devices: new Map(devices.map((device) => [device.device_id, device])),
    columnOf: (day: Day) => {
      const at = columns.findIndex(({ from, to }) => from <= day && day <= to);
      return at < 0 ? null : at;
    },
    verdictOf,
  };
  return inColumns(
    [
      ...gapEvents(outages, notes, facts),
      ...counterEvents(notes, facts),
      ...correctionEvents(corrections, facts),
      ...refusedEvents(refused, facts),
    ],
    facts,
  );
}

/** The cells of a device, one for each column. */
function cellsOf(
  { device, days }: DueDevice,
  of: {
    readonly columns: readonly { from: Day; to: Day }[];
    readonly looked: ReadonlyMap<string, QualityQuarters>;
    readonly refused: readonly RefusedDay[];
  },
): (QualityCell | null)[] {
  const refused = new Map<Day, number>();
  for (const row of of.refused) {
    if (row.device_id !== device.device_id) continue;
    refused.set(row.day, (refused.get(row.day) ?? 0) + row.count * device.interval_s);
  }
  const byDay = days.map(({ day, bins, row }) => ({
    day: day.day,
    cell: cellOf({
      bins: bins.length,
      day: row,
      quarters: of.looked.get(deviceDayKey(device.device_id, day.day)),
      refused_s: refused.get(day.day) ?? 0,
    }),
  }));
  return of.columns.map(({ from, to }) =>
    joinedCell(byDay.filter(({ day }) => from <= day && day <= to).map(({ cell }) => cell)),
  );
}

const received = (cell: QualityCell) => cell.complete_s + cell.integrated_s;
const dueOf = (cell: QualityCell) => received(cell) + cell.estimated_s + cell.missing_s + cell.refused_s;

/** Of devices and columns together: readings of their gateways' interval, and the share of the time. */
function receivedOf(due: readonly DueDevice[], cells: readonly (readonly (QualityCell | null)[])[]) {
  let [got, wanted, got_s, due_s] = [0, 0, 0, 0];
  due.forEach(({ device }, index) => {
    for (const cell of cells[index] ?? []) {
      if (cell === null) continue;
      got_s += received(cell);
      due_s += dueOf(cell);
      got += received(cell) / device.interval_s;
      wanted += dueOf(cell) / device.interval_s;
    }
  });
  const share = inPercents(due_s === 0 ? null : got_s / due_s);
  return { readings: Math.round(got), due: Math.round(wanted), share };
}

function deviceOf(
  { device }: DueDevice,
  cells: readonly (QualityCell | null)[],
  events: readonly QualityEvent[],
): QualityDevice {
  const there = cells.filter((cell) => cell !== null);
  const sum = (of: (cell: QualityCell) => number) => there.reduce((total, cell) => total + of(cell), 0);
  const due = sum(dueOf);
  const column = (part: keyof QualityCell) => cells.map((cell) => cell?.[part] ?? null);
  return {
    device_uid: device.device_uid,
    gateway_uid: device.gateway_uid,
    serial: device.serial,
    name: deviceName(device),
    asset_type: device.asset_type,
    removed: device.removed_at !== null,
    unrated: device.removed_at === null && isUnrated(device),
    received: inPercents(due === 0 ? null : sum(received) / due),
    complete_s: column("complete_s"),
    integrated_s: column("integrated_s"),
    estimated_s: column("estimated_s"),
    missing_s: column("missing_s"),
    refused_s: column("refused_s"),
    signs: signsOf(events, device.device_uid, cells.length),
  };
}
