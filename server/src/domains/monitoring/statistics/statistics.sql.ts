// Energies of a project and its devices by bins, from the ledger.
import { sql, type RawBuilder } from "kysely";
import { localDay, type StatisticsBin, type TimeRange } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { turns } from "../../../platform/turns.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { CountedSums, ProjectEnergies } from "../../kpi/index.ts";
import { numbers, numbersOrNulls } from "../../../platform/postgres/sql-arrays.ts";
import type { ProductionDay } from "../data-quality/production-due.ts";
import { daysAndMonths } from "./reported-months.sql.ts";
import type { Grid, Span } from "./statistics-bins.ts";

/** Sums of one bin of the whole project; nulls: no such device, or nothing known. */
export interface ProjectBin extends ProjectEnergies, CountedSums {
  /** Index of the bin for those that divide days, else its label. */
  readonly at: number | string;
  readonly import_wh: number | null;
  readonly export_wh: number | null;
  readonly insolation_wh_m2: number | null;
  readonly saving_vnd: number | null;
}

/** What is listed of a device by bin. Estimated and integrated are over all energies. */
const DEVICE_COLUMNS = [
  "production_wh",
  "import_wh",
  "export_wh",
  "charge_wh",
  "discharge_wh",
  "insolation_wh_m2",
  "estimated_wh",
  "integrated_wh",
  "covered_s",
] as const;

/** Columns of one device, each with an entry for each of `at`, the index of the bin; null: nothing is known in any. */
export type DeviceBins = { readonly device_id: number; readonly at: readonly number[] } & {
  readonly [C in (typeof DEVICE_COLUMNS)[number]]: readonly (number | null)[] | null;
};

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Where each instant of a column lies among bins: bounds as seconds, since PostgreSQL is quickest to look those up. */
const binAt = (at: RawBuilder<unknown>, starts_ms: readonly number[]) =>
  sql`width_bucket(date_part('epoch', ${at}), ${starts_ms.map((ms) => ms / 1000)}::float8[]) - 1`;

const QUARTER_MS = 900_000;
/** True for bins as long as those of the ledger, of which each holds a device at most once. */
const areQuarters = ({ starts_ms, span }: Pick<Grid, "starts_ms" | "span">) =>
  starts_ms.length > 0 && starts_ms.length * QUARTER_MS === span.to_ms - span.from_ms;

/** What counts as production of a device `d` in a quarter hour `b`: of a meter that does not tell it, what it exported. */
const counted = (of: "" | "est_" | "int_") =>
  sql`case when d.is_meter and b.production_wh is null then b.${sql.ref(`${of}export_wh`)} else b.${sql.ref(`${of}production_wh`)} end`;

/**
 * SQL of the common table `sensor`: the sensors whose insolation counts within, each with its share: the best one behind each gateway, as
 * the insolation of a day is made (decision 0067).
 */
const shareOfSensors = ({ project_id }: ProjectAccess, within: RawBuilder<unknown>) => sql`
    measured as (
      select d.device_id, d.gateway_id, sum(b.covered_s) as covered_s, max(sum(b.covered_s)) over () as most_s
      from device d join energy_quarter b on b.project_id = ${project_id} and b.device_id = d.device_id
      where d.project_id = ${project_id} and d.asset_type = 'sensor_radiation' and ${within} and b.insolation_wh_m2 is not null
      group by d.device_id, d.gateway_id
    ), best as (
      select distinct on (gateway_id) device_id, gateway_id from measured where covered_s >= 0.9 * most_s
      order by gateway_id, covered_s desc, device_id
    ), sensor as materialized (
      select b.device_id, case when count(*) over () = 1 then 1 else coalesce((coalesce(a.weight, 0) + w.without / count(*) over ())
        / nullif(w.whole, 0), 1) end as share
      from best b left join project_array a on a.project_id = ${project_id} and a.gateway_id = b.gateway_id
      cross join (select coalesce(sum(weight), 0) as whole,
        coalesce(sum(weight) filter (where gateway_id not in (select gateway_id from best)), 0) as without
        from project_array where project_id = ${project_id}) w)`;

/**
 * Whether a quarter hour `b` of a device `d` counts: on days that the production meters tell anything of theirs, on others
 * the inverters', so that the quarter hours of a day add up to it.
 */
function countingDevices(
  { project_id, timezone }: ProjectAccess,
  { from_ms, to_ms }: Span,
  days: readonly ProductionDay[],
) {
  const [first, last] = [localDay(timezone, from_ms), localDay(timezone, to_ms - 1)];
  const within = days.filter(({ day }) => day >= first && day <= last);
  const unmetered = within.filter(({ meter_wh, inverter_wh }) => meter_wh === null && inverter_wh !== null);
  const day = sql`(b.bin_utc at time zone ${timezone})::date`;
  if (within.some(({ meter_wh }) => meter_wh !== null)) {
    return unmetered.length === 0
      ? sql`d.is_meter`
      : sql`case when ${day} = any(${unmetered.map((one) => one.day)}::date[]) then d.is_inverter else d.is_meter end`;
  }
  if (within.length > 0) return sql`d.is_inverter`;
  // No day is summed yet: by what the devices are.
  const meters = sql`exists (select from device m where m.project_id = ${project_id} and m.asset_type = 'electric_meter')`;
  return sql`case when ${meters} then d.is_meter else d.is_inverter end`;
}

/** Sums of the whole project for each bin that divides days and of which anything is known, in no order; `days` are what was produced on them. */
export async function projectQuarters(
  tx: Tx,
  access: ProjectAccess,
  { starts_ms, span }: Pick<Grid, "starts_ms" | "span">,
  days: readonly ProductionDay[],
): Promise<ProjectBin[]> {
  const within = sql`b.bin_utc >= ${instant(span.from_ms)} and b.bin_utc < ${instant(span.to_ms)}`;
  // What a device is, is found out once for it and not for each of its rows: `offset 0` keeps the planner from doing that.
  const devices = sql`
    select device_id, asset_type = 'electric_meter' as is_meter, asset_type = 'solar_inverter' as is_inverter,
      asset_type = 'grid_meter' as is_grid, asset_type = 'sensor_radiation' as is_sensor,
      (select share from sensor s where s.device_id = device.device_id) as share
    from device where project_id = ${access.project_id}
      and (asset_type in ('electric_meter', 'solar_inverter', 'grid_meter') or device_id in (select device_id from sensor)) offset 0`;
  const kinds = sql`is_meter, is_inverter, is_grid, is_sensor, share`;
  const counts = countingDevices(access, span, days);
  const quarters = sql`
    select d.device_id, ${kinds}, ${counts} as counts, b.bin_utc as at, b.import_wh, b.export_wh, b.insolation_wh_m2,
      ${counted("")} as energy_wh, ${counted("est_")} as estimated_wh, ${counted("int_")} as integrated_wh
    from (${devices}) d join energy_quarter b on b.project_id = ${access.project_id} and b.device_id = d.device_id where ${within}`;
  const ofDevices = areQuarters({ starts_ms, span })
    ? quarters
    : sql`
    select ${kinds}, counts, ${binAt(sql`at`, starts_ms)} as at, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
      sum(insolation_wh_m2) as insolation_wh_m2, sum(energy_wh) as energy_wh, sum(estimated_wh) as estimated_wh,
      sum(integrated_wh) as integrated_wh
    from (${quarters}) q group by device_id, 1, 2, 3, 4, 5, 6, 7`;
  const place = areQuarters({ starts_ms, span }) ? binAt(sql`at`, starts_ms) : sql`at`;
  const { rows } = await sql<ProjectBin>`
    with ${shareOfSensors(access, within)}, sums as (
      select at,
        sum(energy_wh) filter (where is_meter) as meter_wh, sum(energy_wh) filter (where is_inverter) as inverter_wh,
        sum(estimated_wh) filter (where is_meter) as est_meter_wh, sum(estimated_wh) filter (where is_inverter) as est_inverter_wh,
        sum(integrated_wh) filter (where is_meter) as int_meter_wh, sum(integrated_wh) filter (where is_inverter) as int_inverter_wh,
        sum(import_wh) filter (where is_grid) as import_wh, sum(export_wh) filter (where is_grid) as export_wh,
        sum(share * insolation_wh_m2) filter (where is_sensor)
          / nullif(sum(share) filter (where is_sensor and insolation_wh_m2 is not null), 0) as insolation_wh_m2,
        sum(energy_wh) filter (where counts) as counted_wh, sum(estimated_wh) filter (where counts) as est_counted_wh,
        sum(integrated_wh) filter (where counts) as int_counted_wh
      from (${ofDevices}) o group by at
    )
    select ${place} as at, meter_wh, inverter_wh, est_meter_wh, est_inverter_wh, int_meter_wh, int_inverter_wh, counted_wh,
      est_counted_wh, int_counted_wh, import_wh, export_wh, insolation_wh_m2, null as saving_vnd
    from sums`.execute(tx);
  return rows;
}

const LABELS = { "1_days": "YYYY-MM-DD", "1_months": "YYYY-MM", year: "YYYY" } as const;
type CalendarBin = keyof typeof LABELS;

/** Sums of the whole project for each day, month or year of the range of which anything is known, in no order. */
export async function projectCalendar(
  tx: Tx,
  access: ProjectAccess,
  range: TimeRange,
  bin: CalendarBin,
): Promise<ProjectBin[]> {
  const { rows } = await sql<ProjectBin>`${prepared(`project_calendar_${bin}`)}
    select to_char(day, ${LABELS[bin]}) as at, sum(meter_wh) as meter_wh, sum(inverter_wh) as inverter_wh,
      sum(est_meter_wh) as est_meter_wh, sum(est_inverter_wh) as est_inverter_wh,
      sum(int_meter_wh) as int_meter_wh, sum(int_inverter_wh) as int_inverter_wh, sum(import_wh) as import_wh,
      sum(coalesce(meter_wh, inverter_wh)) as counted_wh,
      sum(case when meter_wh is null then est_inverter_wh else est_meter_wh end) as est_counted_wh,
      sum(case when meter_wh is null then int_inverter_wh else int_meter_wh end) as int_counted_wh,
      sum(export_wh) as export_wh, sum(insolation_wh_m2) as insolation_wh_m2, sum(saving_vnd)::float8 as saving_vnd
    from (${daysAndMonths(access, range, bin)}) d
    group by 1`.execute(tx);
  return rows;
}

interface OfDevices {
  readonly device_ids: readonly number[];
  readonly range: TimeRange;
  readonly bin: StatisticsBin;
  readonly grid: Grid;
}

const ENERGIES =
  sql.raw(`production_wh, import_wh, export_wh, charge_wh, discharge_wh, insolation_wh_m2, est_production_wh,
  est_import_wh, est_export_wh, est_charge_wh, est_discharge_wh, int_production_wh, int_import_wh, int_export_wh, int_charge_wh,
  int_discharge_wh`);

/**
 * Columns of each of the devices that has anything in the range, in no order. Months and years are those of the ledger where
 * the range holds them whole, and sums of its days where it cuts them.
 */
export async function deviceBins(
  tx: Tx,
  access: ProjectAccess,
  of: OfDevices,
): Promise<Map<number, DeviceBins>> {
  // A device has one row a day and one a quarter hour: there is nothing to sum.
  const summed = of.bin === "1_days" || of.bin === "15_minutes" ? sql`one` : sql`(${summedBins}) many`;
  // Most devices have one or two of the columns: the others are not worth their nulls.
  const lists = ["at", ...DEVICE_COLUMNS].map((name) => {
    const column = sql.ref(name);
    return sql`case when count(${column}) > 0 then array_agg(${column})::text end as ${column}`;
  });
  const { rows } = await sql<DeviceLists>`
    with sums as (${sourceOf(access, of)}), one as (
      select s.device_id, s.at, coalesce(s.production_wh, case when d.asset_type = 'electric_meter' then s.export_wh end) as production_wh,
        s.import_wh, s.export_wh, s.charge_wh, s.discharge_wh, s.insolation_wh_m2,
        coalesce(s.est_production_wh, 0) + coalesce(s.est_import_wh, 0) + coalesce(s.est_export_wh, 0)
          + coalesce(s.est_charge_wh, 0) + coalesce(s.est_discharge_wh, 0) as estimated_wh,
        coalesce(s.int_production_wh, 0) + coalesce(s.int_import_wh, 0) + coalesce(s.int_export_wh, 0)
          + coalesce(s.int_charge_wh, 0) + coalesce(s.int_discharge_wh, 0) as integrated_wh,
        s.covered_s
      from sums s join device d on d.project_id = ${access.project_id} and d.device_id = s.device_id
    )
    select device_id, ${sql.join(lists)} from ${summed} group by device_id`.execute(tx);
  const turn = turns();
  const bins = new Map<number, DeviceBins>();
  for (const row of rows) {
    await turn();
    bins.set(row.device_id, binsOf(row));
  }
  return bins;
}

const summedBins = sql`
  select device_id, at, sum(production_wh) as production_wh, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
    sum(charge_wh) as charge_wh, sum(discharge_wh) as discharge_wh, sum(insolation_wh_m2) as insolation_wh_m2,
    sum(estimated_wh) as estimated_wh, sum(integrated_wh) as integrated_wh, sum(covered_s)::int8 as covered_s
  from one group by device_id, at`;

/** A device's columns as PostgreSQL writes arrays. */
type DeviceLists = Pick<DeviceBins, "device_id"> & { at: string } & Record<
    (typeof DEVICE_COLUMNS)[number],
    string | null
  >;

function binsOf({ device_id, at, ...lists }: DeviceLists): DeviceBins {
  const column = (name: keyof typeof lists) => {
    const list = lists[name];
    return list === null ? null : numbersOrNulls(list);
  };
  return {
    device_id,
    at: numbers(at),
    production_wh: column("production_wh"),
    import_wh: column("import_wh"),
    export_wh: column("export_wh"),
    charge_wh: column("charge_wh"),
    discharge_wh: column("discharge_wh"),
    insolation_wh_m2: column("insolation_wh_m2"),
    estimated_wh: column("estimated_wh"),
    integrated_wh: column("integrated_wh"),
    covered_s: column("covered_s"),
  };
}

function sourceOf({ project_id }: ProjectAccess, of: OfDevices): RawBuilder<unknown> {
  const { range, bin, grid } = of;
  const own = sql`project_id = ${project_id} and device_id = any(${[...of.device_ids]}::int4[])`;
  const within = sql`${own} and day between ${range.from_date}::date and ${range.to_date}::date`;
  if (bin === "1_days") {
    return sql`select device_id, day - ${range.from_date}::date as at, ${ENERGIES}, covered_s from energy_day where ${within}`;
  }
  if (bin === "1_months" || bin === "year") {
    const place = (day: RawBuilder<unknown>) =>
      sql`array_position(${[...grid.bins]}::text[], to_char(${day}, ${LABELS[bin]})) - 1 as at`;
    const isWhole = (month: RawBuilder<unknown>) =>
      sql`(${month}::date >= ${range.from_date}::date and (${month} + interval '1 month - 1 day')::date <= ${range.to_date}::date)`;
    return sql`
      select device_id, ${place(sql`month`)}, ${ENERGIES}, covered_s
      from energy_month where ${own} and ${isWhole(sql`month`)}
      union all
      select device_id, ${place(sql`day`)}, ${ENERGIES}, covered_s
      from energy_day where ${within} and not ${isWhole(sql`date_trunc('month', day::timestamp)`)}`;
  }
  return sql`
    select device_id, ${binAt(sql`bin_utc`, grid.starts_ms)} as at, ${ENERGIES}, covered_s
    from energy_quarter where ${own} and bin_utc >= ${instant(grid.span.from_ms)} and bin_utc < ${instant(grid.span.to_ms)}`;
}
