// What database tests of the ledger share: readings into the tables, a worker, and what the tables then hold.
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { reading, type Dump } from "./ledger-test-kit.ts";
import type { Db, Pools } from "../src/platform/db.ts";
import type { LedgerReading } from "../src/domains/energy/fold/ledger-reading.ts";
import { COUNTED } from "../src/domains/energy/fold/energy-sheet.ts";
import type { ReadingRow } from "../src/domains/telemetry/ingest/reading-rows.ts";
import { storeReadings } from "../src/domains/telemetry/ingest/readings.sql.ts";
import {
  startLedger,
  type RunningLedger,
  type LedgerOptions,
} from "../src/domains/energy/ledger/ledger.jobs.ts";

interface OfDevice {
  readonly project_id: number;
  readonly device_id: number;
}

/** The reading as the write path takes it. */
function readingRow(device: OfDevice, one: LedgerReading, source: 0 | 1 | 2): ReadingRow {
  const { project_id, device_id } = device;
  const own = COUNTED.map((name, index) => [`interval_${name}_wh`, one.intervalWh[index]]);
  const counters = COUNTED.map((name, index) => [
    `energy_${name === "production" ? "total" : name}_wh`,
    one.counters[index],
  ]);
  return {
    project_id,
    device_id,
    ts: one.at,
    interval_s: one.intervalS,
    source,
    m: {
      ...Object.fromEntries([...counters, ...own]),
      ac_power_w: one.powerW,
      charge_power_w: one.chargeW,
      discharge_power_w: one.dischargeW,
      ac_frequency_hz: { none: null, zero: 0, alive: 50 }[one.otherRegisters],
      irradiance_w_m2: one.irradianceWM2,
      soc_percent: one.socPercent,
      tank_temperature_c: one.temperaturesC[2],
    },
    ext: null,
  };
}

/** Stores the readings as a gateway's live ones, or (lane 1) as ones it resent. */
export async function send(
  { pool }: Pick<Pools, "pool">,
  device: OfDevice,
  readings: readonly LedgerReading[],
  lane: 0 | 1 = 0,
): Promise<void> {
  await storeReadings(pool, { lane, rows: readings.map((one) => readingRow(device, one, lane)) });
}

/** A worker that ends with the test. */
export function worker(pools: Pick<Pools, "pool">, options: LedgerOptions = {}): RunningLedger {
  const started = startLedger(pools, options);
  onTestFinished(started.stop);
  return started;
}

/** What the tables hold of a device, in the shape of a ledger kept in memory; single precision as it is stored. */
export async function dumpOf(db: Db, { device_id }: OfDevice): Promise<Dump> {
  const bins = await sql<Dump["bins"][number]>`
    select (date_part('epoch', bin_utc) * 1000)::float8 as bin_utc, production_wh, est_production_wh, import_wh,
      est_import_wh, export_wh, est_export_wh, charge_wh, est_charge_wh, discharge_wh, est_discharge_wh, int_production_wh,
      int_import_wh, int_export_wh, int_charge_wh, int_discharge_wh, power_wh,
      insolation_wh_m2, power_avg_w, power_max_w, module_temperature_c, ambient_temperature_c, tank_temperature_c,
      collector_temperature_c, soc_percent, n, covered_s
    from energy_quarter where device_id = ${device_id} order by energy_quarter.bin_utc`.execute(db);
  const days = await sql<Dump["days"][number]>`
    select day, production_wh, est_production_wh, import_wh, est_import_wh, export_wh, est_export_wh, charge_wh,
      est_charge_wh, discharge_wh, est_discharge_wh, int_production_wh, int_import_wh, int_export_wh, int_charge_wh,
      int_discharge_wh, power_wh, insolation_wh_m2, power_max_w,
      (date_part('epoch', power_max_at) * 1000)::float8 as power_max_at, n, covered_s, expected_s, closing
    from energy_day where device_id = ${device_id} order by energy_day.day`.execute(db);
  const events = await sql<Dump["events"][number]>`
    select quantity as counted, (date_part('epoch', at) * 1000)::float8 as at, kind, detail from ledger_event
    where device_id = ${device_id} order by ledger_event.at, quantity || ' ' || kind`.execute(db);
  const openings = await sql<Dump["openings"][number]>`
    select quantity, (date_part('epoch', at) * 1000)::float8 as at, wh from energy_opening
    where device_id = ${device_id} order by quantity`.execute(db);
  const latest = await sql<{ frontier: string | null }>`
    select frontier from latest where device_id = ${device_id}`.execute(db);
  return singled({
    bins: bins.rows,
    days: days.rows,
    events: events.rows,
    openings: openings.rows,
    frontier: latest.rows[0]?.frontier ?? null,
  });
}

const single = (value: number | null) => (value === null ? null : Math.fround(value));

/** The dump with the columns of single precision rounded to it. */
export function singled(dump: Dump): Dump {
  return {
    ...dump,
    bins: dump.bins.map((row) => ({
      ...row,
      power_avg_w: single(row.power_avg_w),
      power_max_w: single(row.power_max_w),
      soc_percent: single(row.soc_percent),
      tank_temperature_c: single(row.tank_temperature_c),
    })),
    days: dump.days.map((row) => ({ ...row, power_max_w: single(row.power_max_w) })),
  };
}

const whole = (value: number | null) => (value === null ? null : Math.round(value));

/** The readings with measures that single precision keeps, so that storing them changes nothing. */
export function storable(readings: readonly LedgerReading[]): LedgerReading[] {
  return readings.map((one) => ({
    ...one,
    powerW: whole(one.powerW),
    chargeW: whole(one.chargeW),
    dischargeW: whole(one.dischargeW),
    irradianceWM2: whole(one.irradianceWM2),
    socPercent: whole(one.socPercent),
  }));
}

/** Rows of a table as text, in order, to see whether anything changed at all. */
export async function rowsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{
    line: string;
  }>`select t::text as line from ${sql.table(table)} t order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

const MORNING = Date.parse("2026-03-02T02:00:00Z");
/** Ms since 1970, some minutes after a morning in March. */
export const minutes = (count: number) => MORNING + count * 60_000;

/** Five-minute readings of a healthy inverter from that morning on, or from the `first`th five minutes after it. */
export const healthy = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) =>
    reading(minutes(5 * (first + index)), { production: 1_000_000 + 1000 * (first + index), power: 12_000 }),
  );
