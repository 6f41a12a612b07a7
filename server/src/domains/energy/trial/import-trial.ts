// What an import would bring: its first readings, its energies by day and what is odd about them. Nothing is stored.
import { basename } from "node:path";
import { noCounts, type ImportSink, type ReadingRow } from "../../telemetry/index.ts";
import { fold } from "../fold/energy-ledger.ts";
import { dayRows } from "../fold/energy-rows.ts";
import {
  COUNTED,
  emptyLedger,
  type Counted,
  type DeviceFacts,
  type LedgerEvent,
} from "../fold/energy-sheet.ts";

import { LIVING_REGISTERS, OTHER_SIGNS_OF_LIFE, type LedgerReading } from "../fold/ledger-reading.ts";
import { ABOVE_RATING } from "../fold/reading-trust.ts";

/** Readings shown of each file. */
const FIRST_ROWS = 5;
/** Readings whose energies are computed: they are all in memory at once. */
const MOST_READINGS = 500_000;

/** A device of the project as it is, or as the mapping would make it. */
export interface TrialDevice {
  readonly serial: string;
  readonly facts: DeviceFacts;
}

/** Energies in Wh. */
export type Energies = { [C in Counted]?: number };

/** What a trial found. */
export interface Trial {
  /** By file, its first readings with the serials of their devices. */
  readonly first: ReadonlyMap<string, readonly { readonly serial: string; readonly row: ReadingRow }[]>;
  /** Energies of all devices by local day, or by month ("2024-05") where only months are told. */
  readonly days: ReadonlyMap<string, Energies>;
  readonly devices: readonly TrialFinding[];
  /** True: the energies are those of the first readings only. */
  readonly isPartial: boolean;
}

export interface TrialFinding {
  readonly serial: string;
  readonly readings: number;
  readonly energies: Energies;
  readonly isRated: boolean;
  /** Readings whose power is far above the rating, and the first of them; null: none is, or there is no rating. */
  readonly abovePower: { readonly count: number; readonly at: number; readonly powerW: number } | null;
  readonly events: readonly LedgerEvent[];
}

interface Collected {
  readonly device: TrialDevice;
  readonly readings: LedgerReading[];
  readonly reported: Map<string, Energies>;
  count: number;
}

interface Collecting {
  readonly devices: Map<number, TrialDevice>;
  readonly found: Map<number, Collected>;
  readonly first: Map<string, { serial: string; row: ReadingRow }[]>;
  file: string;
  readings: number;
}

/**
 * A sink that keeps what an import reads in memory, and the function that says what it found. `devices` are those of the
 * project by id; `facts` are those of its place for devices that would be made.
 */
export function importTrial(
  devices: ReadonlyMap<number, TrialDevice>,
  facts: Omit<DeviceFacts, "asset_type" | "ac_nominal_w">,
): { readonly sink: ImportSink; readonly report: () => Trial } {
  const state: Collecting = {
    devices: new Map(devices),
    found: new Map(),
    first: new Map(),
    file: "",
    readings: 0,
  };
  const sink: ImportSink = {
    opens: ({ path }) => {
      state.file = basename(path);
      state.first.set(state.file, []);
    },
    create: (project_id, { asset_type, ac_nominal_w, devices: own }, serials) => {
      const made = serials.map((serial) => {
        const device_id = -state.devices.size - 1;
        const rated = own[serial]?.ac_nominal_w ?? ac_nominal_w ?? null;
        const type = own[serial]?.asset_type ?? asset_type;
        state.devices.set(device_id, { serial, facts: { ...facts, asset_type: type, ac_nominal_w: rated } });
        return [serial, { project_id, device_id }] as const;
      });
      return Promise.resolve(new Map(made));
    },
    store: (rows, { period }) => {
      for (const row of rows) collect(state, row, period ?? null);
      return Promise.resolve({ ...noCounts(), stored: rows.length });
    },
  };
  return { sink, report: () => reportOf(state) };
}

function collect(state: Collecting, row: ReadingRow, period: "day" | "month" | null): void {
  const device = state.devices.get(row.device_id);
  if (device === undefined) return;
  let found = state.found.get(row.device_id);
  if (found === undefined) {
    found = { device, readings: [], reported: new Map(), count: 0 };
    state.found.set(row.device_id, found);
  }
  found.count += 1;
  const first = state.first.get(state.file);
  if (first !== undefined && first.length < FIRST_ROWS) first.push({ serial: device.serial, row });
  if (period === null) {
    state.readings += 1;
    if (state.readings <= MOST_READINGS) found.readings.push(ledgerReading(row));
    return;
  }
  const key = new Date(row.ts).toISOString().slice(0, period === "day" ? 10 : 7);
  found.reported.set(key, { ...found.reported.get(key), ...energiesOf(row) });
}

function energiesOf({ m }: ReadingRow): Energies {
  return Object.fromEntries(
    COUNTED.flatMap((counted) => {
      const wh = m[`interval_${counted}_wh`];
      return typeof wh === "number" ? [[counted, wh]] : [];
    }),
  );
}

const value = (found: number | null | undefined) => found ?? null;

/** The reading as the ledger takes it. */
function ledgerReading({ ts, interval_s, m }: ReadingRow): LedgerReading {
  return {
    at: ts,
    intervalS: interval_s,
    counters: [
      value(m.energy_total_wh),
      value(m.energy_import_wh),
      value(m.energy_export_wh),
      value(m.energy_charge_wh),
      value(m.energy_discharge_wh),
    ],
    intervalWh: COUNTED.map((counted) => value(m[`interval_${counted}_wh`])),
    powerW: value(m.ac_power_w),
    chargeW: value(m.charge_power_w),
    dischargeW: value(m.discharge_power_w),
    otherRegisters: signOfLife(m),
    irradianceWM2: value(m.irradiance_w_m2),
    socPercent: value(m.soc_percent),
    temperaturesC: [
      value(m.module_temperature_c),
      value(m.ambient_temperature_c),
      value(m.tank_temperature_c),
      value(m.collector_temperature_c),
    ],
  };
}

function signOfLife(m: ReadingRow["m"]): LedgerReading["otherRegisters"] {
  const isAlive = [...LIVING_REGISTERS, ...OTHER_SIGNS_OF_LIFE].some((name) => (m[name] ?? 0) !== 0);
  if (isAlive) return "alive";
  return LIVING_REGISTERS.some((name) => typeof m[name] === "number") ? "zero" : "none";
}

function reportOf(state: Collecting): Trial {
  const days = new Map<string, Energies>();
  const devices = [...state.found.values()].map((found) => findingOf(found, days));
  const ordered = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    first: state.first,
    days: new Map(ordered),
    devices,
    isPartial: state.readings > MOST_READINGS,
  };
}

function findingOf(
  { device, readings, reported, count }: Collected,
  days: Map<string, Energies>,
): TrialFinding {
  const ledger = emptyLedger(device.facts, -Infinity);
  const ordered = readings.toSorted((a, b) => a.at - b.at);
  // The first of each instant counts, as it does when they are stored.
  fold(
    ledger,
    ordered.filter((one, at) => one.at !== ordered[at - 1]?.at),
  );
  const energies: Energies = {};
  const note = (day: string, found: Energies) => {
    for (const counted of COUNTED) {
      const wh = found[counted];
      if (wh === undefined) continue;
      energies[counted] = (energies[counted] ?? 0) + wh;
      days.set(day, { ...days.get(day), [counted]: (days.get(day)?.[counted] ?? 0) + wh });
    }
  };
  for (const row of dayRows(ledger, "all")) {
    note(
      row.day,
      Object.fromEntries(
        COUNTED.flatMap((name) => (row[`${name}_wh`] === null ? [] : [[name, row[`${name}_wh`]]])),
      ),
    );
  }
  for (const [key, found] of reported) note(key, found);
  return {
    serial: device.serial,
    readings: count,
    energies,
    isRated: device.facts.ac_nominal_w !== null,
    abovePower: abovePower(ordered, device.facts.ac_nominal_w),
    events: ledger.events,
  };
}

function abovePower(readings: readonly LedgerReading[], ratedW: number | null): TrialFinding["abovePower"] {
  if (ratedW === null) return null;
  const above = readings.filter(({ powerW }) => Math.abs(powerW ?? 0) > ABOVE_RATING * ratedW);
  const [first] = above;
  return first === undefined ? null : { count: above.length, at: first.at, powerW: first.powerW ?? 0 };
}
