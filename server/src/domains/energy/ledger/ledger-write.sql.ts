// What the ledger's worker writes: quarter hours, days, events, frontiers. Few statements for many devices; rows that
// stay as they are are not written.
import type pg from "pg";
import { binaryArray, binaryTextArray } from "../../../platform/postgres/binary-arrays.ts";
import { turns } from "../../../platform/turns.ts";
import { COUNTED } from "../fold/energy-sheet.ts";
import { ids, instants } from "../../telemetry/index.ts";
import { ofDevice, ledgerRows, type DeviceDay, type DeviceResult, type LedgerRows } from "./device-result.ts";
import { deleteReplaced } from "./ledger-replaced.sql.ts";
import { writeOpenings } from "./ledger-openings.sql.ts";

type Type = "int2" | "int4" | "float4" | "float8" | "timestamptz" | "text";
interface Column {
  readonly name: string;
  readonly type: Type;
  /** What the array's elements are cast to, when that is another type. */
  readonly cast?: string;
}

const energyColumns: Column[] = COUNTED.flatMap((counted) => [
  { name: `${counted}_wh`, type: "float8" },
  { name: `est_${counted}_wh`, type: "float8" },
  { name: `int_${counted}_wh`, type: "float8" },
]);
const column = (type: Type, ...names: string[]): Column[] => names.map((name) => ({ name, type }));

const BIN_COLUMNS: readonly Column[] = [
  ...energyColumns,
  ...column("float8", "power_wh", "insolation_wh_m2"),
  ...column("float4", "power_avg_w", "power_max_w", "module_temperature_c", "ambient_temperature_c"),
  ...column("float4", "tank_temperature_c", "collector_temperature_c", "soc_percent"),
  ...column("int4", "n"),
  ...column("int2", "covered_s"),
];
const DEVICE_KEY = column("int4", "project_id", "device_id");
const BIN_KEY = column("timestamptz", "bin_utc");

const DAY_COLUMNS: readonly Column[] = [
  ...energyColumns,
  ...column("float8", "power_wh", "insolation_wh_m2"),
  ...column("float4", "power_max_w"),
  ...column("timestamptz", "power_max_at"),
  ...column("int4", "n", "covered_s", "expected_s"),
];
const DAY_KEY: readonly Column[] = [{ name: "day", type: "text", cast: "date" }];

const names = (columns: readonly Column[]) => columns.map(({ name }) => name).join(", ");
const inTable = (table: string, columns: readonly Column[]) =>
  columns.map(({ name }) => `${table}.${name}`).join(", ");

/**
 * `insert … on conflict` of all columns, from one array for each. Days (`closing`) keep a closing state that is not given
 * anew, and lose what was reported of them: it is put back after they are written (reported-energy.sql.ts).
 */
function upsert(table: string, key: readonly Column[], columns: readonly Column[], closing: boolean): string {
  const all = [...key, ...columns, ...(closing ? column("text", "closing") : [])];
  const arrays = all.map(({ type }, index) => `$${index + 1}::${type}[]`);
  const selected = all.map(({ name, cast }) => (cast === undefined ? name : `${name}::${cast}`));
  const sets = columns.map(({ name }) => `${name} = excluded.${name}`);
  const newClosing = `coalesce(excluded.closing, ${table}.closing)`;
  return `
    insert into ${table} (${names(all)})
    select ${selected.join(", ")} from unnest(${arrays.join(", ")}) as given(${names(all)})
    on conflict (${names(key)}) do update set ${sets.join(", ")}${closing ? `, reported = '{}', closing = ${newClosing}` : ""}
    where (${inTable(table, columns)}${closing ? `, ${table}.closing` : ""})
      is distinct from (${inTable("excluded", columns)}${closing ? `, ${newClosing}` : ""})
      ${closing ? `or ${table}.reported <> '{}'` : ""}`;
}

/** A statement that takes the arrays of the device's key and of `columns`. */
interface Upsert {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly Column[];
}

const UPSERT_BINS: Upsert = {
  name: "ledger_bins",
  text: upsert("energy_quarter", [...DEVICE_KEY, ...BIN_KEY], BIN_COLUMNS, false),
  columns: [...BIN_KEY, ...BIN_COLUMNS],
};
const UPSERT_DAYS: Upsert = {
  name: "ledger_days",
  text: upsert("energy_day", [...DEVICE_KEY, ...DAY_KEY], DAY_COLUMNS, true),
  columns: [...DAY_KEY, ...DAY_COLUMNS, ...column("text", "closing")],
};

type Value = number | string | null;
const isText = (value: Value): value is string | null => typeof value !== "number";
const isNumber = (value: Value): value is number | null => typeof value !== "string";

/** The rows as one binary array for each column, in the order of the columns. */
async function arraysOf(rows: readonly object[], columns: readonly Column[]): Promise<Buffer[]> {
  const arrays: Buffer[] = [];
  const turn = turns();
  for (const { name, type } of columns) {
    await turn();
    // The rows have a member for each column, a number, a text or null; a test compares both with the tables.
    const values = rows.map((row) => (row as Record<string, Value>)[name] ?? null);
    if (type === "text") arrays.push(binaryTextArray("text", values.filter(isText)));
    else arrays.push(binaryArray(type, values.filter(isNumber)));
  }
  return arrays;
}

/** So many rows go into one statement: its arrays stay small beside the memory of either side. */
const ROWS_AT_ONCE = 5000;

/**
 * Writes everything that the results say, in the caller's transaction. May be repeated. Returns the days that an earlier
 * fold had made and are gone now.
 */
export async function writeResults(
  client: pg.ClientBase,
  results: readonly DeviceResult[],
): Promise<DeviceDay[]> {
  const gone = await deleteReplaced(client, results);
  await upsertRows(client, UPSERT_BINS, ledgerRows(results, "bins"));
  await upsertRows(client, UPSERT_DAYS, ledgerRows(results, "days"));
  await writeClosings(client, results);
  await writeEvents(client, results);
  await writeOpenings(client, results);
  await writeLatest(client, results);
  await forgetFrontiers(client, results);
  return gone;
}

/** Writes the rows, a statement for each slice of them, whose arrays are made while the database writes the slice before. */
async function upsertRows(
  client: pg.ClientBase,
  { name, text, columns }: Upsert,
  { rows, devices }: LedgerRows<object>,
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const own = devices.slice(at, at + ROWS_AT_ONCE);
    const [arrays] = await Promise.all([arraysOf(rows.slice(at, at + ROWS_AT_ONCE), columns), writing]);
    writing = client.query({
      name,
      text,
      values: [ids(own, "project_id"), ids(own, "device_id"), ...arrays],
    });
  }
  await writing;
}

async function writeClosings(client: pg.ClientBase, results: readonly DeviceResult[]): Promise<void> {
  const rows = results.flatMap((result) => ofDevice(result, result.closings));
  if (rows.length === 0) return;
  await client.query(
    `update energy_day r set closing = w.closing
     from unnest($1::int4[], $2::int4[], $3::text[], $4::text[]) as w(project_id, device_id, day, closing)
     where r.project_id = w.project_id and r.device_id = w.device_id and r.day = w.day::date
       and r.closing is distinct from w.closing`,
    [
      ids(rows, "project_id"),
      ids(rows, "device_id"),
      binaryTextArray(
        "text",
        rows.map(({ day }) => day),
      ),
      binaryTextArray(
        "text",
        rows.map(({ closing }) => closing),
      ),
    ],
  );
}

async function writeEvents(client: pg.ClientBase, results: readonly DeviceResult[]): Promise<void> {
  const rows = results.flatMap((result) => ofDevice(result, result.events));
  if (rows.length === 0) return;
  await client.query(
    `insert into ledger_event (project_id, device_id, quantity, at, kind, detail)
     select * from unnest($1::int4[], $2::int4[], $3::text[], $4::timestamptz[], $5::text[], $6::jsonb[])
     on conflict (project_id, device_id, quantity, at, kind) do update set detail = excluded.detail
     where ledger_event.detail is distinct from excluded.detail`,
    [
      ids(rows, "project_id"),
      ids(rows, "device_id"),
      binaryTextArray(
        "text",
        rows.map(({ counted }) => counted),
      ),
      instants(rows.map(({ at }) => at)),
      binaryTextArray(
        "text",
        rows.map(({ kind }) => kind),
      ),
      binaryTextArray(
        "jsonb",
        rows.map(({ detail }) => JSON.stringify(detail)),
      ),
    ],
  );
}

/** Of a reading, what is no quantity. */
const NOT_MEASURED = "{project_id,device_id,ts,interval_s,source}";

/** Frontiers, and the newest live reading with its quantities by their names. */
async function writeLatest(client: pg.ClientBase, results: readonly DeviceResult[]): Promise<void> {
  const rows = results.filter(({ frontier, liveAt }) => frontier !== null || liveAt !== null);
  if (rows.length === 0) return;
  await client.query({
    name: "ledger_latest",
    text: `
      insert into latest (project_id, device_id, ts, m, frontier_at, frontier, counted_at)
      select w.project_id, w.device_id, r.ts, r.m, w.frontier_at, w.frontier, w.counted_at
      from unnest($1::int4[], $2::int4[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::timestamptz[])
        as w(project_id, device_id, live_at, frontier_at, frontier, counted_at)
      left join lateral (
        select x.ts, jsonb_strip_nulls(to_jsonb(x)) - '${NOT_MEASURED}'::text[] as m
        from reading x where x.project_id = w.project_id and x.device_id = w.device_id and x.ts = w.live_at
          and x.ts between $7 and $8
      ) r on true
      on conflict (project_id, device_id) do update set
        ts = case when excluded.ts >= latest.ts or latest.ts is null then excluded.ts else latest.ts end,
        m = case when excluded.ts >= latest.ts or latest.ts is null then excluded.m else latest.m end,
        frontier_at = coalesce(excluded.frontier_at, latest.frontier_at),
        frontier = coalesce(excluded.frontier, latest.frontier),
        counted_at = coalesce(excluded.counted_at, latest.counted_at)`,
    values: [
      ids(rows, "project_id"),
      ids(rows, "device_id"),
      instants(rows.map(({ liveAt }) => liveAt)),
      instants(rows.map(({ frontier }) => frontier?.at ?? null)),
      binaryTextArray(
        "text",
        rows.map(({ frontier }) => frontier?.state ?? null),
      ),
      instants(rows.map(({ frontier }) => frontier?.countedAt ?? null)),
      ...liveBounds(rows),
    ],
  });
}

/** Of devices without readings nothing goes on from where the last one stood. */
async function forgetFrontiers(client: pg.ClientBase, results: readonly DeviceResult[]): Promise<void> {
  const empty = results.filter(({ isEmpty }) => isEmpty);
  if (empty.length === 0) return;
  await client.query(
    `delete from latest l using unnest($1::int4[], $2::int4[]) as w(project_id, device_id)
     where l.project_id = w.project_id and l.device_id = w.device_id`,
    [ids(empty, "project_id"), ids(empty, "device_id")],
  );
}

/** First and last instant of the live readings, so that the executor leaves other months' partitions alone. */
function liveBounds(rows: readonly DeviceResult[]): Date[] {
  const live = rows.flatMap(({ liveAt }) => (liveAt === null ? [] : [liveAt]));
  if (live.length === 0) return [new Date(0), new Date(0)];
  return [Math.min, Math.max].map((pick) => new Date(live.reduce((a, b) => pick(a, b))));
}
