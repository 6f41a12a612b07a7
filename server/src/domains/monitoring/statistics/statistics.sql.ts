// Energies of a project and its devices by bins, from the ledger.
import { sql, type RawBuilder } from "kysely";
import type { StatisticsBin, TimeRange } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { sqlInstant } from "../../../platform/postgres/sql-instant.ts";
import { turns } from "../../../platform/turns.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { CountedSums, ProjectEnergies } from "../../kpi/index.ts";
import { numbers, numbersOrNulls } from "../../../platform/postgres/sql-arrays.ts";
import { daysAndMonths } from "./reported-months.sql.ts";
import type { Grid } from "./statistics-bins.ts";

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

/**
 * Where each instant of a column within the span lies among the grid's bins: counted where all are of one length, as they are unless a
 * clock is changed among them, else looked up. SQL of a number from 0. Bounds are seconds, since PostgreSQL is quickest with those.
 */
export function binAt(at: RawBuilder<unknown>, { starts_ms, span }: Pick<Grid, "starts_ms" | "span">) {
  const seconds = sql`date_part('epoch', ${at})`;
  const length_ms = (span.to_ms - span.from_ms) / starts_ms.length;
  if (starts_ms.every((start, n) => start === span.from_ms + n * length_ms)) {
    return sql`floor((${seconds} - ${span.from_ms / 1000}) / ${length_ms / 1000})`;
  }
  return sql`width_bucket(${seconds}, ${starts_ms.map((ms) => ms / 1000)}::float8[]) - 1`;
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
    select device_id, ${binAt(sql`bin_utc`, grid)} as at, ${ENERGIES}, covered_s
    from energy_quarter where ${own} and bin_utc >= ${sqlInstant(grid.span.from_ms)} and bin_utc < ${sqlInstant(grid.span.to_ms)}`;
}
