// What an import would bring: its first readings, its energies by day and what is odd about them. Nothing is stored.
import { basename } from "node:path";
import { noCounts, type ImportSink, type ReadingRow } from "../../telemetry/index.ts";
import { COUNTED, type Counted, type DeviceFacts, type LedgerEvent } from "../fold/energy-sheet.ts";

import { LIVING_REGISTERS, OTHER_SIGNS_OF_LIFE, type LedgerReading } from "../fold/ledger-reading.ts";
import { ABOVE_RATING } from "../fold/reading-trust.ts";
import { trialFold, type TrialFold } from "./trial-fold.ts";

/** Readings shown of each file. */
const FIRST_ROWS = 5;
/** Runs that one device's readings may be in: files in any order, not rows. */
const MOST_RUNS = 50;

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
  /** True: readings that came out of the order of time are not in the energies. */
  readonly isPartial: boolean;
}

export interface TrialFinding {
  readonly serial: string;
  readonly readings: number;
  readonly energies: Energies;
  /** The same by local day, or by month where only months are told. */
  readonly days: ReadonlyMap<string, Energies>;
  readonly assetType: string;
  /** True: the project has no such device yet. */
  readonly isNew: boolean;
  readonly isRated: boolean;
  /** Readings whose power is far above the rating, and the first of them; null: none is, or there is no rating. */
  readonly abovePower: { readonly count: number; readonly at: number; readonly powerW: number } | null;
  readonly events: readonly LedgerEvent[];
}

interface Collected {
  readonly device: TrialDevice;
  readonly isNew: boolean;
  /** Runs of readings in the order of time; those of a later file may be earlier. */
  readonly runs: TrialFold[];
  /** Energies by local day, or by month where only months are told. */
  readonly days: Map<string, Energies>;
  abovePower: TrialFinding["abovePower"];
  count: number;
}

interface Collecting {
  readonly devices: Map<number, TrialDevice>;
  readonly found: Map<number, Collected>;
  readonly first: Map<string, { serial: string; row: ReadingRow }[]>;
  file: string;
  isPartial: boolean;
}

/**
 * A sink that keeps what an import reads in memory, and the function that says what it found. `devices` are those of the
 * project by id; `facts` are those of its place for devices that would be made; `turn` is awaited between the steps.
 */
export function importTrial(
  devices: ReadonlyMap<number, TrialDevice>,
  facts: Omit<DeviceFacts, "asset_type" | "ac_nominal_w">,
  turn: () => Promise<void> = () => Promise.resolve(),
): { readonly sink: ImportSink; readonly report: () => Trial } {
  const state: Collecting = {
    devices: new Map(devices),
    found: new Map(),
    first: new Map(),
    file: "",
    isPartial: false,
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
    store: async (rows, { period }) => {
      const sheets = new Map<Collected, LedgerReading[]>();
      for (const row of rows) {
        collect(state, sheets, { row, period: period ?? null });
        await turn();
      }
      for (const [found, readings] of sheets) {
        foldOn(state, found, readings);
        await turn();
      }
      return { ...noCounts(), stored: rows.length };
    },
  };
  return { sink, report: () => reportOf(state) };
}

function collect(
  state: Collecting,
  sheets: Map<Collected, LedgerReading[]>,
  { row, period }: { row: ReadingRow; period: "day" | "month" | null },
): void {
  const device = state.devices.get(row.device_id);
  if (device === undefined) return;
  let found = state.found.get(row.device_id);
  if (found === undefined) {
    const isNew = row.device_id < 0;
    found = { device, isNew, runs: [], days: new Map(), abovePower: null, count: 0 };
    state.found.set(row.device_id, found);
  }
  found.count += 1;
  const first = state.first.get(state.file);
  if (first !== undefined && first.length < FIRST_ROWS) first.push({ serial: device.serial, row });
  if (period === null) {
    const sheet = sheets.get(found) ?? [];
    sheet.push(ledgerReading(row));
    sheets.set(found, sheet);
    return;
  }
  const key = new Date(row.ts).toISOString().slice(0, period === "day" ? 10 : 7);
  found.days.set(key, { ...found.days.get(key), ...energiesOf(row) });
}

/** Folds what came of a device into the run that it goes on with, or into one of its own. */
function foldOn(state: Collecting, found: Collected, given: readonly LedgerReading[]): void {
  const readings = given.toSorted((a, b) => a.at - b.at);
  const [first] = readings;
  const last = readings.at(-1);
  if (first === undefined || last === undefined) return;
  noteAbove(found, readings);
  let run = found.runs.find((one) => one.goesOnWith(first.at, last.at));
  if (run === undefined) {
    const isApart = found.runs.every((one) => one.isApartFrom(first.at, last.at));
    if (!isApart || found.runs.length >= MOST_RUNS) {
      state.isPartial = true;
      return;
    }
    run = trialFold(found.device.facts, (day, energies) => addTo(found.days, day, energies));
    found.runs.push(run);
  }
  run.fold(readings);
}

function addTo(days: Map<string, Energies>, day: string, more: Energies): void {
  const sum = { ...days.get(day) };
  for (const counted of COUNTED) {
    const wh = more[counted];
    if (wh !== undefined) sum[counted] = (sum[counted] ?? 0) + wh;
  }
  days.set(day, sum);
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
export function ledgerReading({ ts, interval_s, m }: ReadingRow): LedgerReading {
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
  return { first: state.first, days: new Map(ordered), devices, isPartial: state.isPartial };
}

function findingOf(found: Collected, days: Map<string, Energies>): TrialFinding {
  const { device, isNew, runs, count, abovePower } = found;
  const events = runs.flatMap((run) => run.end()).toSorted((a, b) => a.at - b.at);
  const energies: Energies = {};
  for (const [day, own] of found.days) {
    addTo(days, day, own);
    for (const counted of COUNTED) {
      const wh = own[counted];
      if (wh !== undefined) energies[counted] = (energies[counted] ?? 0) + wh;
    }
  }
  return {
    serial: device.serial,
    assetType: device.facts.asset_type,
    isNew,
    readings: count,
    energies,
    days: found.days,
    isRated: device.facts.ac_nominal_w !== null,
    abovePower,
    events,
  };
}

function noteAbove(found: Collected, readings: readonly LedgerReading[]): void {
  const ratedW = found.device.facts.ac_nominal_w;
  if (ratedW === null) return;
  for (const { powerW, at } of readings) {
    if (Math.abs(powerW ?? 0) <= ABOVE_RATING * ratedW) continue;
    const { count, ...first } = found.abovePower ?? { count: 0, at, powerW: powerW ?? 0 };
    found.abovePower = { ...first, count: count + 1 };
  }
}
