// What the ledger's worker reads: whose readings changed, where their ledgers stand, and their readings. Few statements for many
// devices, rows as arrays.
import type { Day } from "@heliograph/contract";
import type pg from "pg";
import { arrayRows, milliseconds, type ArrayRow } from "../../../platform/postgres/array-rows.ts";
import { binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { turns } from "../../../platform/turns.ts";
import { ids, instant, instants, type ReadingChange } from "../../telemetry/index.ts";
import { LIVING_REGISTERS, OTHER_SIGNS_OF_LIFE, type LedgerReading } from "../fold/ledger-reading.ts";
import type { ChangedDevice } from "../fold/ledger-job.ts";

/**
 * The devices with their facts and frontiers, in no order; devices that do not exist are left out. A device whose ledger
 * failed before has changed by what waits since then, too.
 */
export async function changedDevices(
  client: pg.ClientBase,
  entries: readonly ReadingChange[],
): Promise<(ChangedDevice & { readonly failed: boolean })[]> {
  const rows = await arrayRows(
    client,
    {
      name: "ledger_facts",
      text: `
        select e.n, d.asset_type, d.ac_nominal_w, p.capacity_wp, p.latitude, p.longitude, p.timezone, l.frontier,
          ${milliseconds("f.since")}, ${milliseconds("f.until")}
        from unnest($1::int4[], $2::int4[]) with ordinality as e(project_id, device_id, n)
        join device d on d.device_id = e.device_id and d.project_id = e.project_id
        join project p on p.project_id = e.project_id
        left join latest l on l.project_id = e.project_id and l.device_id = e.device_id
        left join ledger_fault f on f.project_id = e.project_id and f.device_id = e.device_id`,
    },
    [ids(entries, "project_id"), ids(entries, "device_id")],
  );
  return rows.flatMap(([n, type, rated, capacity, latitude, longitude, timezone, frontier, since, until]) => {
    const entry = entries[Number(n) - 1];
    if (entry === undefined) return [];
    const facts = {
      asset_type: String(type),
      ac_nominal_w: rated === null || rated === undefined ? null : Number(rated),
      project_wp: Number(capacity),
      latitude: Number(latitude),
      longitude: Number(longitude),
      timezone: String(timezone),
    };
    return [
      {
        ...entry,
        facts,
        frontier: frontier === null || frontier === undefined ? null : String(frontier),
        failed: typeof since === "number",
        since: Math.min(entry.since, typeof since === "number" ? Math.round(since) : Infinity),
        until: Math.max(entry.until, typeof until === "number" ? Math.round(until) : -Infinity),
      },
    ];
  });
}

interface DeviceDay {
  readonly project_id: number;
  readonly device_id: number;
  readonly day: Day;
}

/** For each device the closing state of its last day before `day` that has one; null: there is none. In their order. */
export async function closingsBefore(
  client: pg.ClientBase,
  wanted: readonly DeviceDay[],
): Promise<(string | null)[]> {
  const rows = await arrayRows(
    client,
    {
      name: "ledger_closings_before",
      text: `
        select w.n, c.closing
        from unnest($1::int4[], $2::int4[], $3::text[]) with ordinality as w(project_id, device_id, day, n)
        cross join lateral (
          select r.closing from energy_day r
          where r.project_id = w.project_id and r.device_id = w.device_id and r.day < w.day::date and r.closing is not null
          order by r.day desc limit 1
        ) c`,
    },
    [ids(wanted, "project_id"), ids(wanted, "device_id"), days(wanted.map(({ day }) => day))],
  );
  const found = wanted.map((): string | null => null);
  for (const [n, closing] of rows) found[Number(n) - 1] = String(closing);
  return found;
}

function days(of: readonly Day[]): Buffer {
  return binaryTextArray("text", of);
}

/** For each device the closing states of its days from `day` to `to`, both included, that have one. In their order. */
export async function closingsBetween(
  client: pg.ClientBase,
  wanted: readonly (DeviceDay & { readonly to: Day })[],
): Promise<Map<Day, string>[]> {
  const found = wanted.map(() => new Map<Day, string>());
  if (wanted.length === 0) return found;
  const rows = await arrayRows(
    client,
    {
      name: "ledger_closings_between",
      text: `
        select w.n, r.day, r.closing
        from unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) with ordinality as w(project_id, device_id, first, last, n)
        join energy_day r on r.project_id = w.project_id and r.device_id = w.device_id
          and r.day >= w.first::date and r.day <= w.last::date and r.closing is not null`,
    },
    [
      ids(wanted, "project_id"),
      ids(wanted, "device_id"),
      days(wanted.map(({ day }) => day)),
      days(wanted.map(({ to }) => to)),
    ],
  );
  for (const [n, day, closing] of rows) found[Number(n) - 1]?.set(String(day), String(closing));
  return found;
}

/** A reading as the ledger takes it, and whether it came live. */
interface StoredReading extends LedgerReading {
  readonly isLive: boolean;
}

/** Readings of a device later than `after` and not later than `upTo`, ms since 1970 or infinite. */
interface Wanted {
  readonly project_id: number;
  readonly device_id: number;
  readonly after: number;
  readonly upTo: number;
}

/** Looking at the clock costs as much as some rows do. */
const ROWS_A_STEP = 500;

const OTHERS = ["none", "zero", "alive"] as const;
const OTHER_REGISTERS = `case
    when ${[...LIVING_REGISTERS, ...OTHER_SIGNS_OF_LIFE].map((name) => `coalesce(r.${name}, 0) <> 0`).join(" or ")}
    then 2 when num_nonnulls(${LIVING_REGISTERS.map((name) => `r.${name}`).join(", ")}) > 0 then 1 else 0 end`;

/** For each device its first `most` readings in the span, in order of time. */
export async function readingsOf(
  client: pg.ClientBase,
  wanted: readonly Wanted[],
  most: number,
): Promise<StoredReading[][]> {
  const after = wanted.map((one) => one.after);
  const upTo = wanted.map((one) => one.upTo);
  const rows = await arrayRows(
    client,
    {
      name: "ledger_readings",
      // The bounds of all together let the executor leave the partitions of other months alone.
      text: `
        select w.n, ${milliseconds("r.ts")}, r.interval_s, r.source, r.energy_total_wh, r.energy_import_wh,
          r.energy_export_wh, r.energy_charge_wh, r.energy_discharge_wh, r.ac_power_w, r.irradiance_w_m2, r.soc_percent,
          r.module_temperature_c, r.ambient_temperature_c, r.tank_temperature_c, r.collector_temperature_c,
          r.charge_power_w, r.discharge_power_w, ${OTHER_REGISTERS},
          r.interval_production_wh, r.interval_import_wh, r.interval_export_wh, r.interval_charge_wh, r.interval_discharge_wh
        from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[]) with ordinality
          as w(project_id, device_id, after, up_to, n)
        cross join lateral (
          select * from reading r
          where r.project_id = w.project_id and r.device_id = w.device_id and r.ts > w.after and r.ts <= w.up_to
            and r.ts > $5 and r.ts <= $6
          order by r.ts limit $7
        ) r`,
    },
    [
      ids(wanted, "project_id"),
      ids(wanted, "device_id"),
      instants(after),
      instants(upTo),
      new Date(instant(least(after))),
      new Date(instant(-least(upTo.map((ms) => -ms)))),
      most,
    ],
  );
  const found = wanted.map((): StoredReading[] => []);
  const turn = turns();
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_STEP === 0) await turn();
    found[Number(row[0]) - 1]?.push(storedReading(row));
  }
  return found;
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

function storedReading(row: ArrayRow): StoredReading {
  // Every column after the ordinal is a number or null; adding 0 makes minus zero plain zero, which text cannot keep apart.
  const value = (index: number) => {
    const found = row[index];
    return typeof found === "number" ? found + 0 : null;
  };
  return {
    at: Math.round(value(1) ?? 0),
    intervalS: value(2) ?? 0,
    isLive: row[3] === 0,
    counters: [value(4), value(5), value(6), value(7), value(8)],
    intervalWh: [value(19), value(20), value(21), value(22), value(23)],
    powerW: value(9),
    chargeW: value(16),
    dischargeW: value(17),
    otherRegisters: OTHERS[value(18) ?? 0] ?? "none",
    irradianceWM2: value(10),
    socPercent: value(11),
    temperaturesC: [value(12), value(13), value(14), value(15)],
  };
}
