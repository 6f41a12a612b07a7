// Sums of the whole project by bins that divide days, from the quarter hours of the ledger.
import { localDay } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import { sqlInstant } from "../../../platform/postgres/sql-instant.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import type { ProductionDay } from "../data-quality/production-due.ts";
import type { Grid, Span } from "./statistics-bins.ts";
import { binAt, type ProjectBin } from "./statistics.sql.ts";

const QUARTER_MS = 900_000;
/** True for bins as long as those of the ledger, of which each holds a device at most once. */
const areQuarters = ({ starts_ms, span }: Pick<Grid, "starts_ms" | "span">) =>
  starts_ms.length > 0 && starts_ms.length * QUARTER_MS === span.to_ms - span.from_ms;

/** What counts as production of a device `d` in a quarter hour `b`: of a meter that does not tell it, what it exported. */
const counted = (of: "" | "est_" | "int_") =>
  sql`case when d.is_meter and b.production_wh is null then b.${sql.ref(`${of}export_wh`)} else b.${sql.ref(`${of}production_wh`)} end`;

/** The radiation sensors whose insolation counts, with the share of each. */
interface SensorShares {
  readonly device_ids: readonly number[];
  readonly shares: readonly number[];
}

/**
 * The sensors whose insolation counts within the span, each with its share: the best one behind each gateway, as the insolation of a
 * day is made (decision 0067).
 */
async function sensorShares(
  tx: Tx,
  { project_id }: ProjectAccess,
  { from_ms, to_ms }: Span,
): Promise<SensorShares> {
  const { rows } = await sql<{ device_id: number; share: number }>`${prepared("sensor_shares")}
    with measured as (
      select d.device_id, d.gateway_id, sum(b.covered_s) as covered_s, max(sum(b.covered_s)) over () as most_s
      from device d join energy_quarter b on b.project_id = ${project_id} and b.device_id = d.device_id
      where d.project_id = ${project_id} and d.asset_type = 'sensor_radiation' and b.insolation_wh_m2 is not null
        and b.bin_utc >= ${sqlInstant(from_ms)} and b.bin_utc < ${sqlInstant(to_ms)}
      group by d.device_id, d.gateway_id
    ), best as (
      select distinct on (gateway_id) device_id, gateway_id from measured where covered_s >= 0.9 * most_s
      order by gateway_id, covered_s desc, device_id
    ), part as materialized (
      select gateway_id, weight from project_array where project_id = ${project_id}
    )
    select b.device_id, case when count(*) over () = 1 then 1 else coalesce((coalesce(a.weight, 0) + w.without / count(*) over ())
      / nullif(w.whole, 0), 1) end::float8 as share
    from best b left join part a on a.gateway_id = b.gateway_id
    cross join (select coalesce(sum(weight), 0) as whole,
      coalesce(sum(weight) filter (where gateway_id not in (select gateway_id from best)), 0) as without from part) w`.execute(
    tx,
  );
  return { device_ids: rows.map(({ device_id }) => device_id), shares: rows.map(({ share }) => share) };
}

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
  grid: Pick<Grid, "starts_ms" | "span">,
  days: readonly ProductionDay[],
): Promise<ProjectBin[]> {
  const { span } = grid;
  const sensors = await sensorShares(tx, access, span);
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
    from (${devices}) d join energy_quarter b on b.project_id = ${access.project_id} and b.device_id = d.device_id
    where b.bin_utc >= ${sqlInstant(span.from_ms)} and b.bin_utc < ${sqlInstant(span.to_ms)}`;
  const ofDevices = areQuarters(grid)
    ? quarters
    : sql`
    select ${kinds}, counts, ${binAt(sql`at`, grid)} as at, sum(import_wh) as import_wh, sum(export_wh) as export_wh,
      sum(insolation_wh_m2) as insolation_wh_m2, sum(energy_wh) as energy_wh, sum(estimated_wh) as estimated_wh,
      sum(integrated_wh) as integrated_wh
    from (${quarters}) q group by device_id, 1, 2, 3, 4, 5, 6, 7`;
  const place = areQuarters(grid) ? binAt(sql`at`, grid) : sql`at`;
  const { rows } = await sql<ProjectBin>`
    with sensor as (
      select * from unnest(${[...sensors.device_ids]}::int4[], ${[...sensors.shares]}::float8[]) as s (device_id, share)
    ), sums as (
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
