// What the chart tool draws: readings and energies of single devices, by rows of time.
import {
  isDerivedEnergy,
  type ChartBin,
  type ChartToolQuantity,
  type DerivedEnergy,
  type Quantity,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { ProjectAccess } from "../fleet/index.ts";
import type { ChartRows, ToolSeries, TreeDevice } from "./chart-tool.ts";

export interface ToolDevice {
  readonly device_id: number;
  readonly device_uid: string;
  readonly interval_s: number;
}

/** The devices of the project among the given ones, those taken out since too, in no order. */
export async function toolDevices(
  tx: Tx,
  access: ProjectAccess,
  uids: readonly string[],
): Promise<ToolDevice[]> {
  const { rows } = await sql<ToolDevice>`
    select d.device_id, d.device_uid, g.interval_s
    from device d join gateway g on g.gateway_id = d.gateway_id
    where d.project_id = ${access.project_id} and d.device_uid = any(${[...uids]}::uuid[])`.execute(tx);
  return rows;
}

/** Every gateway with its devices, in the order they were added; a gateway without one has a row without a device. */
export async function deviceTree(tx: Tx, access: ProjectAccess): Promise<TreeDevice[]> {
  const { rows } = await sql<TreeDevice>`
    select g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name, g.alias as gateway_alias,
      d.device_uid, coalesce(d.serial, '') as serial, coalesce(d.name, '') as name, d.alias, coalesce(d.asset_type, '') as asset_type,
      coalesce((select array_agg(k) from jsonb_object_keys(l.m) as k), '{}') as quantities
    from gateway g
    left join device d on d.gateway_id = g.gateway_id and d.removed_at is null
    left join latest l on l.project_id = d.project_id and l.device_id = d.device_id
    where g.project_id = ${access.project_id} and g.removed_at is null
    order by g.gateway_id, d.device_id`.execute(tx);
  return rows;
}

const NOTHING: ToolSeries = { at: [], values: [], min: null, max: null, mean: null };

interface Of {
  readonly device_id: number;
  readonly quantity: ChartToolQuantity;
  readonly rows: ChartRows;
  readonly bin: ChartBin;
}

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const instants = (ms: readonly number[]) => sql`${ms.map((at) => new Date(at).toISOString())}::timestamptz[]`;

/** The series of a device's quantity over the rows. */
export function toolSeries(tx: Tx, access: ProjectAccess, of: Of): Promise<ToolSeries> {
  const { quantity } = of;
  return isDerivedEnergy(quantity)
    ? energySeries(tx, access, { ...of, quantity })
    : measureSeries(tx, access, { ...of, quantity });
}

const isPeak = (quantity: Quantity) =>
  quantity.startsWith("energy_") || quantity === "state" || quantity === "event_bits";
const isCode = (quantity: Quantity) => quantity === "state" || quantity === "event_bits";

/** A reading counts where the middle of its interval lies, so that clocks that are off by seconds leave no false gaps. */
async function measureSeries(
  tx: Tx,
  access: ProjectAccess,
  { device_id, quantity, rows }: Of & { quantity: Quantity },
): Promise<ToolSeries> {
  const value = sql.ref(quantity);
  const drawn = isPeak(quantity) ? sql`max(v)` : sql`sum(v * w) / sum(w)`;
  // The lowest and the highest of a span, in the order in which they came.
  const thinned = sql`
    select s.at * 2 + e.half as at,
      case when (s.low_at <= s.high_at) = (e.half = 0) then s.low else s.high end as v
    from (select at, min(v) as low, max(v) as high, (array_agg(mid order by v, mid))[1] as low_at,
        (array_agg(mid order by v desc, mid))[1] as high_at from said group by at) s
    cross join (values (0), (1)) as e (half)`;
  const { rows: found } = await sql<ToolSeries>`
    with raw as materialized (
      select ${value}::float8 as v, interval_s::float8 as w, ts - make_interval(secs => interval_s / 2.0) as mid
      from reading
      where project_id = ${access.project_id} and device_id = ${device_id} and ${value} is not null
        and ts > ${instant(rows.from_ms)} and ts <= ${instant(rows.to_ms)}
    ), said as (select v, w, mid, ${placeOf(rows, sql`mid`)} as at from raw where mid >= ${instant(rows.from_ms)}),
    drawn as (${rows.thinned ? thinned : sql`select at, ${drawn} as v from said group by at`})
    select coalesce((select json_agg(at order by at) from drawn), '[]') as at,
      coalesce((select json_agg(v order by at) from drawn), '[]') as values,
      (select min(v) from said) as min, (select max(v) from said) as max,
      ${isCode(quantity) ? sql`null::float8` : sql`(select sum(v * w) / sum(w) from said)`} as mean`.execute(
    tx,
  );
  return found[0] ?? NOTHING;
}

/** The index of the row (of the span of two rows, where thinned) that holds an instant. */
function placeOf(rows: ChartRows, at: ReturnType<typeof sql>) {
  if (rows.step_s === null) return sql`width_bucket(${at}, ${instants(rows.starts_ms)}) - 1`;
  const span_s = rows.thinned ? rows.step_s * 2 : rows.step_s;
  return sql`floor(extract(epoch from ${at} - ${instant(rows.from_ms)}) / ${span_s}::float8)::int4`;
}

/** Energies come by quarter hours, days and months from the ledger; in detail a quarter hour's stands in each row of it. */
async function energySeries(
  tx: Tx,
  access: ProjectAccess,
  { device_id, quantity, rows, bin }: Of & { quantity: DerivedEnergy },
): Promise<ToolSeries> {
  const value = sql.ref(quantity);
  const own = sql`project_id = ${access.project_id} and device_id = ${device_id} and ${value} is not null`;
  const byDay = bin === "1_days" || bin === "1_months";
  const label = bin === "1_months" ? sql`to_char(day, 'YYYY-MM')` : sql`day::text`;
  const source = byDay
    ? sql`select array_position(${[...rows.labels]}::text[], ${label}) - 1 as at, ${value} as v
        from rday where ${own} and day between ${rows.from_date}::date and ${rows.to_date}::date`
    : sql`select ${placeOf(rows, sql`greatest(bin_utc, ${instant(rows.from_ms)})`)} as at, ${value} as v
        from r15 where ${own} and bin_utc > ${instant(rows.from_ms - 900_000)} and bin_utc < ${instant(rows.to_ms)}`;
  const { rows: found } = await sql<ToolSeries>`
    with bins as (select at, sum(v) as v from (${source}) s where at is not null group by at)
    select coalesce(json_agg(at order by at), '[]') as at, coalesce(json_agg(v order by at), '[]') as values,
      min(v) as min, max(v) as max, avg(v) as mean from bins`.execute(tx);
  return found[0] ?? NOTHING;
}
