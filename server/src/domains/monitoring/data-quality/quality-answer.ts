// From what the ledger has of a project to the answer about the quality of its data.
import {
  addDays,
  deviceName,
  localDay,
  QUALITY_LIMITS,
  startOfDay,
  type Answer,
  type dataQuality,
  type Day,
  type QualityDevice,
  type QualityEvent,
} from "@heliograph/contract";
import { BIN_MS, isSunDriven, sunElevationDeg, WAKING_ELEVATION_DEG } from "../../energy/index.ts";
import { inKilowattHours, inPercents } from "../project-figures.ts";
import type {
  CorrectedDay,
  LedgerNote,
  LookedInto,
  QualityDay,
  QualityDeviceRow,
  QualityPlace,
  QualityQuarters,
  RefusedDay,
} from "./data-quality.sql.ts";
import { cellOf, joinedCell, silentSeconds, type QualityCell } from "./quality-cells.ts";
import { dueBins, dueSpan, quarterDays, type DueSpan, type QuarterDay } from "./quality-due.ts";
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
import { outagesOf, silencesOf, type HeardDevice, type Outage } from "./quality-gaps.ts";
import { isUnrated, tasksOf } from "./quality-tasks.ts";

/** Days of devices that are looked into by quarter hours: the newest. */
const LOOKED_INTO = 4000;

interface Asked {
  readonly place: QualityPlace;
  readonly from_date: Day;
  readonly to_date: Day;
  readonly nowMs: number;
  readonly devices: readonly QualityDeviceRow[];
  readonly days: readonly QualityDay[];
}

/** A device with what was due of it on each day of the range. */
interface DueDevice {
  readonly device: QualityDeviceRow;
  readonly due: DueSpan | null;
  /** Of each day of the range. */
  readonly days: readonly {
    readonly day: QuarterDay;
    readonly bins: readonly number[];
    readonly row: QualityDay | undefined;
    readonly silent_s: number;
  }[];
}

const keyOf = (device_id: number, day: Day) => `${device_id} ${day}`;

/** The devices with what was due of them; those that were taken out only where something was. */
export function dueDevices({ place, from_date, to_date, nowMs, devices, days }: Asked): DueDevice[] {
  const rows = new Map(days.map((row) => [keyOf(row.device_id, row.day), row]));
  const firsts = devices.flatMap(({ first_at }) => first_at?.getTime() ?? []);
  const plant = {
    first_ms: firsts.length === 0 ? null : Math.min(...firsts),
    commissioned_ms:
      place.commissioned_on === null ? null : startOfDay(place.timezone, place.commissioned_on),
  };
  const calendar = quarterDays(place, from_date, to_date);
  return devices.flatMap((device) => {
    const due = dueSpan(device, plant, nowMs);
    const own = calendar.map((day) => {
      const bins = dueBins(device.asset_type, day, due);
      const row = rows.get(keyOf(device.device_id, day.day));
      return { day, bins, row, silent_s: silentSeconds(bins.length, row) };
    });
    const isThere = device.removed_at === null || own.some(({ bins, row }) => bins.length > 0 || row);
    return isThere ? [{ device, due, days: own }] : [];
  });
}

/** The days that quarter hours tell more of: with silence, or with energy that was spread. The newest of them. */
export function daysToLookInto(devices: readonly DueDevice[]): LookedInto[] {
  const all = devices.flatMap(({ device, days }) =>
    days.flatMap(({ day, row, silent_s }) =>
      row !== undefined && (silent_s > 0 || row.est_production_wh + row.est_export_wh > 0)
        ? [{ device_id: device.device_id, day: day.day, from_ms: day.from_ms, to_ms: day.to_ms }]
        : [],
    ),
  );
  return all.toSorted((a, b) => b.from_ms - a.from_ms).slice(0, LOOKED_INTO);
}

/** When each of the devices was silent. */
export function outagesIn(
  devices: readonly DueDevice[],
  quarters: readonly QualityQuarters[],
  place: QualityPlace,
): Outage[] {
  const looked = new Map(quarters.map((one) => [keyOf(one.device_id, one.day), one]));
  const heard = devices.map((one) => heardDevice(one, looked, place));
  return outagesOf(heard, heard.flatMap(silencesOf));
}

function heardDevice(
  { device, due, days }: DueDevice,
  looked: ReadonlyMap<string, QualityQuarters>,
  place: QualityPlace,
): HeardDevice {
  const { device_id, gateway_id, asset_type } = device;
  const silent = new Set(
    days.flatMap(({ day, bins, row, silent_s }) => {
      if (silent_s === 0) return [];
      const measured = looked.get(keyOf(device_id, day.day))?.measured;
      // Of a day that was not looked into only whole silence is known.
      if (measured === undefined) return row === undefined || row.covered_s === 0 ? bins : [];
      const there = new Set(measured);
      return bins.filter((bin) => !there.has((bin - day.from_ms) / BIN_MS));
    }),
  );
  const last = days.at(-1)?.day.to_ms ?? 0;
  return {
    device_id,
    gateway_id,
    due: days.flatMap(({ bins }) => bins),
    isMeasured: (bin) => !silent.has(bin),
    isAwake: (bin) =>
      !isSunDriven(asset_type) || sunElevationDeg(place, bin + BIN_MS / 2) >= WAKING_ELEVATION_DEG,
    untilNow: device.removed_at === null && due !== null && due.to_ms <= last,
  };
}

/** The columns of the range: its days, or its weeks from Monday to Sunday. */
export function columnsOf(from: Day, to: Day): { from: Day; to: Day }[] {
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

interface Known extends Asked {
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
  const columns = columnsOf(from_date, to_date);
  const events = eventsOf(known, columns);
  const looked = new Map(known.quarters.map((one) => [keyOf(one.device_id, one.day), one]));
  const cells = due.map((one) => cellsOf(one, { columns, looked, refused }));
  const energy = energyClasses(
    due.flatMap(({ device, days }) =>
      days.flatMap(({ day, row }) =>
        row === undefined
          ? []
          : [{ device, day: row, quarters: looked.get(keyOf(device.device_id, day.day)) }],
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
      quarters: of.looked.get(keyOf(device.device_id, day.day)),
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
