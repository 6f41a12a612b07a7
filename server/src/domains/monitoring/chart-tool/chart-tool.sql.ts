// What the chart tool draws: readings and energies of single devices, by rows of time.
import {
  derivedEnergies,
  drawnQuantities,
  isDerivedEnergy,
  type ChartBin,
  type ChartToolQuantity,
  type DerivedEnergy,
  type Quantity,
} from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { sqlInstant } from "../../../platform/postgres/sql-instant.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { ChartRows, ToolSeries, TreeDevice } from "./chart-tool.ts";
import type { SendingInterval } from "./chart-tool-step.ts";

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

/** Values at each end of a span by which the interval is told: more would only cost time. */
const LOOKED_AT = 100;

/**
 * How far apart the values of each quantity come in the span: the usual interval that the readings name or that lies between
 * them, the longer of both, at the begin or the end of the span, whichever is longer. Without a reading it is the gateway's.
 */
export async function sendingIntervals(
  tx: Tx,
  access: ProjectAccess,
  wanted: readonly (Of & { readonly interval_s: number })[],
  { from_ms, to_ms }: { readonly from_ms: number; readonly to_ms: number },
): Promise<SendingInterval[]> {
  const measured = wanted.flatMap(({ device_id, quantity }, n) =>
    isDerivedEnergy(quantity) ? [] : [{ device_id, quantity, n }],
  );
  const usual = (quantity: Quantity, order: "asc" | "desc") => sql`(
    select greatest(percentile_disc(0.5) within group (order by interval_s),
      percentile_disc(0.5) within group (order by apart))::float8 as every_s
    from (
      select interval_s, extract(epoch from ts - lag(ts) over (order by ts))::float8 as apart
      from (
        select ts, interval_s from reading
        where project_id = ${access.project_id} and device_id = w.device_id and ${sql.ref(quantity)} is not null
          and ts > ${sqlInstant(from_ms)} and ts <= ${sqlInstant(to_ms)}
        order by ts ${sql.raw(order)} limit ${LOOKED_AT}
      ) s
    ) a)`;
  // One part for each quantity: to plan one for each series would take longer than to answer it.
  const parts = [...Map.groupBy(measured, ({ quantity }) => quantity)].map(
    ([quantity, of]) => sql`
      select w.n, greatest(began.every_s, ended.every_s) as every_s
      from unnest(${of.map(({ device_id }) => device_id)}::int4[], ${of.map(({ n }) => n)}::int4[]) as w (device_id, n)
      cross join lateral ${usual(quantity, "asc")} as began cross join lateral ${usual(quantity, "desc")} as ended`,
  );
  const { rows } =
    parts.length === 0
      ? { rows: [] }
      : await sql<{ n: number; every_s: number | null }>`${sql.join(parts, sql` union all `)}`.execute(tx);
  const found = new Map(rows.map(({ n, every_s }) => [n, every_s]));
  return wanted.map(({ quantity, interval_s }, n) => ({ quantity, every_s: found.get(n) ?? interval_s }));
}

/** Of a device that sends nothing now, so much of its latest history tells what it measured: a day's readings, and some nights. */
const HISTORY = sql.raw("interval '2 days'");
const IN_HISTORY = sql.raw(
  drawnQuantities.map((name) => `case when count(r.${name}) > 0 then '${name}' end`).join(", "),
);
const IN_LEDGER = sql.raw(
  derivedEnergies.map((energy) => `case when count(e.${energy}) > 0 then '${energy}' end`).join(", "),
);

/**
 * Every gateway with its devices, in the order they were added; a gateway without one has a row without a device. What a device
 * is offered for is in its newest live reading, or where it has none in its latest history, and in its months' energies.
 */
export async function deviceTree(tx: Tx, access: ProjectAccess): Promise<TreeDevice[]> {
  const { rows } = await sql<TreeDevice>`
    select g.gateway_uid, g.serial as gateway_serial, g.name as gateway_name, g.alias as gateway_alias,
      d.device_uid, coalesce(d.serial, '') as serial, coalesce(d.name, '') as name, d.alias, coalesce(d.asset_type, '') as asset_type,
      case when l.m is not null then array(select jsonb_object_keys(l.m)) else coalesce(h.names, '{}') end as quantities,
      coalesce(e.names, '{}') as energies
    from gateway g
    left join device d on d.gateway_id = g.gateway_id and d.removed_at is null
    left join latest l on l.project_id = d.project_id and l.device_id = d.device_id
    left join lateral (
      select array_remove(array[${IN_HISTORY}], null) as names from reading r
      where l.m is null and r.project_id = d.project_id and r.device_id = d.device_id
        and r.ts > l.frontier_at - ${HISTORY} and r.ts <= l.frontier_at
    ) h on true
    left join lateral (
      select array_remove(array[${IN_LEDGER}], null) as names from energy_month e
      where e.project_id = d.project_id and e.device_id = d.device_id
    ) e on true
    where g.project_id = ${access.project_id} and g.removed_at is null
    order by g.gateway_id, d.device_id`.execute(tx);
  return rows;
}

interface Of {
  readonly device_id: number;
  readonly quantity: ChartToolQuantity;
}

interface Over {
  readonly rows: ChartRows;
  readonly bin: ChartBin;
  /** Whether the weights are wanted, too. */
  readonly weighted?: boolean;
}

/** A series as the database gives it: places as int4 and values as float8, big-endian; null: none. */
interface Packed {
  readonly n: number;
  readonly at: Buffer | null;
  readonly values: Buffer | null;
  readonly weights: Buffer | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  readonly sum: number | null;
}

/** The series of the devices' quantities over the rows, in the order given. */
export async function toolSeries(
  tx: Tx,
  access: ProjectAccess,
  wanted: readonly Of[],
  over: Over,
): Promise<ToolSeries[]> {
  if (wanted.length === 0) return [];
  const each = wanted.map(({ device_id, quantity }, n) => {
    const drawn = isDerivedEnergy(quantity)
      ? energySeries(access, { ...over, device_id, quantity })
      : measureSeries(access, { ...over, device_id, quantity });
    const sum = isDerivedEnergy(quantity) ? sql`sum(total)` : sql`null::float8`;
    const weights =
      over.weighted === true ? sql`string_agg(float8send(weight), ''::bytea)` : sql`null::bytea`;
    return sql`select ${n}::int4 as n, string_agg(int4send(at), ''::bytea) as at, string_agg(float8send(v), ''::bytea) as "values",
      ${weights} as weights, min(low) as min, max(high) as max, sum(total) / sum(weight) as mean, ${sum} as sum from (${drawn}) s`;
  });
  const { rows } = await sql<Packed>`${sql.join(each, sql` union all `)}`.execute(tx);
  return rows.toSorted((a, b) => a.n - b.n).map(seriesOf);
}

function seriesOf({ at, values, weights, ...statistics }: Packed): ToolSeries {
  const count = (at?.length ?? 0) / 4;
  return {
    weights: Array.from({ length: (weights?.length ?? 0) / 8 }, (_, n) => weights?.readDoubleBE(n * 8) ?? 0),
    at: Array.from({ length: count }, (_, index) => at?.readInt32BE(index * 4) ?? 0),
    values: Array.from({ length: count }, (_, index) => values?.readDoubleBE(index * 8) ?? null),
    min: statistics.min,
    max: statistics.max,
    mean: statistics.mean,
    sum: statistics.sum,
  };
}

const isPeak = (quantity: Quantity) =>
  quantity.startsWith("energy_") || quantity === "state" || quantity === "event_bits";
const isCode = (quantity: Quantity) => quantity === "state" || quantity === "event_bits";

/**
 * By rows of time: the value drawn, the lowest and highest value, and the sum by time with its weight. A reading counts where
 * the middle of its interval lies, so that clocks that are off by seconds leave no false gaps. Every reading is looked at once.
 */
function measureSeries(
  access: ProjectAccess,
  { device_id, quantity, rows }: Over & { device_id: number; quantity: Quantity },
): RawBuilder<unknown> {
  const value = sql.ref(quantity);
  // The first of the lowest and of the highest, each with its time.
  const extremes = rows.thinned ? sql`, min(array[v, mid]) as lowest, max(array[v, -mid]) as highest` : sql``;
  const spans = sql`
    select ${placeOf(rows, sql`mid`)} as at, min(v) as low, max(v) as high, sum(v * w) as total, sum(w) as weight ${extremes}
    from (
      select ${value}::float8 as v, interval_s::float8 as w, ${secondsIn(rows, sql`ts`)} - interval_s / 2::float8 as mid
      from reading
      where project_id = ${access.project_id} and device_id = ${device_id} and ${value} is not null
        and ts > ${sqlInstant(rows.from_ms)} and ts <= ${sqlInstant(rows.to_ms)}
    ) r where mid >= 0 group by 1`;
  const total = isCode(quantity) ? sql`null::float8 as total` : sql`total`;
  if (!rows.thinned) {
    const drawn = isPeak(quantity) ? sql`high` : sql`total / weight`;
    return sql`select at, ${drawn} as v, low, high, ${total}, weight from (${spans}) g`;
  }
  // Two rows of a span: the lowest and the highest, in the order in which they came.
  return sql`
    select at * 2 + e.half as at, case when (lowest[2] <= -highest[2]) = (e.half = 0) then low else high end as v, low, high, ${total}, weight
    from (${spans}) g cross join (values (0), (1)) as e (half)`;
}

/** Seconds since the first row. */
const secondsIn = (rows: ChartRows, at: RawBuilder<unknown>) =>
  sql`(date_part('epoch', ${at}) - ${rows.from_ms / 1000}::float8)`;

/** The index of the row (of the span of two rows, where thinned) that holds so many seconds since the first. */
function placeOf(rows: ChartRows, seconds: RawBuilder<unknown>) {
  if (rows.step_s === null) {
    const starts_s = rows.starts_ms.map((ms) => (ms - rows.from_ms) / 1000);
    return sql`width_bucket(${seconds}, ${starts_s}::float8[]) - 1`;
  }
  const span_s = rows.thinned ? rows.step_s * 2 : rows.step_s;
  return sql`floor(${seconds} / ${span_s}::float8)::int4`;
}

/** Energies come by quarter hours, days and months from the ledger, and each stands in the one row that it begins in. */
function energySeries(
  { project_id }: ProjectAccess,
  { device_id, quantity, rows, bin }: Over & { device_id: number; quantity: DerivedEnergy },
): RawBuilder<unknown> {
  const value = sql.ref(quantity);
  const own = sql`project_id = ${project_id} and device_id = ${device_id} and ${value} is not null`;
  const at = (label: RawBuilder<unknown>) =>
    sql`array_position(${[...rows.labels]}::text[], ${label}) - 1 as at`;
  const within = sql`day between ${rows.from_date}::date and ${rows.to_date}::date`;
  // Months that the range holds whole are those of the ledger: some are known as months alone.
  const isWhole = (month: RawBuilder<unknown>) =>
    sql`(${month}::date >= ${rows.from_date}::date and (${month} + interval '1 month - 1 day')::date <= ${rows.to_date}::date)`;
  const sources = {
    "1_days": sql`select ${at(sql`day::text`)}, ${value} as v from energy_day where ${own} and ${within}`,
    "1_months": sql`select ${at(sql`to_char(month, 'YYYY-MM')`)}, ${value} as v
        from energy_month where ${own} and ${isWhole(sql`month`)}
      union all select ${at(sql`to_char(day, 'YYYY-MM')`)}, ${value} as v
        from energy_day where ${own} and ${within} and not ${isWhole(sql`date_trunc('month', day::timestamp)`)}`,
  };
  const source =
    bin === "1_days" || bin === "1_months"
      ? sources[bin]
      : sql`select ${placeOf(rows, sql`greatest(${secondsIn(rows, sql`bin_utc`)}, 0)`)} as at, ${value} as v
        from energy_quarter where ${own} and bin_utc > ${sqlInstant(rows.from_ms - 900_000)} and bin_utc < ${sqlInstant(rows.to_ms)}`;
  return sql`
    select at, sum(v) as v, sum(v) as low, sum(v) as high, sum(v) as total, 1::float8 as weight
    from (${source}) b where at is not null group by at`;
}
