// Lists and totals over all projects of an account. They read one row a project, and never a reading.
import {
  STATUSES_WORST_FIRST,
  type AlertStatus,
  type PlantStatus,
  type ProjectSort,
  type ProjectType,
  type ShownStatus,
} from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { wordsAnywhere } from "../../../platform/postgres/patterns.ts";
import { prepared } from "../../../platform/postgres/prepared.ts";
import type { TotalsRow } from "../portfolio-totals.ts";
import type { GatewayRecord, ProjectRow } from "../project-figures.ts";

export interface ProjectFilter {
  readonly account_id: number;
  /** Words that must all occur in name or address. */
  readonly keyword: string;
  /** Undefined: of every type. */
  readonly project_type: ProjectType | undefined;
  /** Undefined: whatever their status. */
  readonly status?: readonly ShownStatus[] | undefined;
}

export interface PageOf {
  readonly page: number;
  readonly size: number;
  readonly sort: ProjectSort;
  readonly order: "asc" | "desc";
}

/** The order of lists that may not be sorted. */
export const BY_NAME = { sort: "name", order: "asc" } as const;

/** `statusToShow` of the contract, for every pair that it is given; a test holds them together. */
const SHOWN = sql`case when s.plant_status = 'offline' and s.sleeping then 'sleeping' else s.plant_status end`;
const TODAY = sql`coalesce(s.today_meter_wh, s.today_inverter_wh)`;
const TOTAL = sql`case when s.before_today_counted_wh is null then ${TODAY} else s.before_today_counted_wh + coalesce(${TODAY}, 0) end`;
const CO2 = sql`coalesce(s.counted_co2_kg, s.saved_co2_kg)`;
const SAVED = sql`case when s.before_today_saved_wh is null then s.today_saved_wh else s.before_today_saved_wh + coalesce(s.today_saved_wh, 0) end`;

const PARTLY_KNOWN = sql`(s.measured_since is not null and not s.counted_lifetime)`;

const STATUS_RANK = sql`array_position(${[...STATUSES_WORST_FIRST]}::text[], ${SHOWN})`;

const SORTS: Record<Exclude<ProjectSort, "name">, RawBuilder<unknown>> = {
  status: STATUS_RANK,
  power: sql`s.active_power_w`,
  capacity: sql`p.capacity_wp`,
  today: TODAY,
  total: TOTAL,
  performance_ratio: sql`s.judged_ratio`,
  irradiance: sql`s.irradiance_w_m2`,
  module_temperature: sql`s.module_temperature_c`,
  co2: CO2,
  cost_saving: sql`s.saving_vnd`,
  tank_temperature: sql`(s.swh->>'tank_temperature_c')::float8`,
  ambient_temperature: sql`(s.swh->>'ambient_temperature_c')::float8`,
  energy_saving: SAVED,
};

/**
 * Projects p with their summaries s that match, of an account by its memberships m. Every project has a summary; joined from the left
 * it is not read by those that ask nothing of it.
 */
export function matchingProjects({ account_id, keyword, project_type }: ProjectFilter): RawBuilder<unknown> {
  const patterns = wordsAnywhere(keyword);
  return sql`project_member m
    join project p on p.project_id = m.project_id and p.removed_at is null
    left join project_summary s on s.project_id = p.project_id
    where m.account_id = ${account_id}
      ${project_type === undefined ? sql`` : sql`and p.project_type = ${project_type}`}
      ${patterns.length === 0 ? sql`` : sql`and p.search_text like all ((select array_agg(plain_text(word)) from unnest(${patterns}::text[]) word)::text[])`}`;
}

/** The condition that a project p is shown with one of the statuses. */
export const shownAs = (status: ProjectFilter["status"]) =>
  status === undefined ? sql`true` : sql`${SHOWN} = any(${[...status]}::text[])`;

/** The columns of a ProjectRow from project p, its summary s and a membership m. */
export const PROJECT_COLUMNS = sql`p.project_id, p.project_uid, p.name, p.address, p.latitude, p.longitude, p.project_type,
  p.timezone, p.capacity_wp, p.commissioned_on, p.run_nze, p.calculate_expected_data_by, m.role, s.plant_status, s.sleeping,
  s.alert_status, s.last_reading_at, s.last_contact_at, s.active_power_w, s.reporting_power_w, s.power_silent,
  s.power_devices, s.irradiance_w_m2, s.module_temperature_c,
  s.today_meter_wh, s.today_inverter_wh, s.before_today_meter_wh, s.before_today_inverter_wh, s.before_today_counted_wh, s.meter_co2_kg,
  s.inverter_co2_kg, s.counted_co2_kg, s.saving_vnd, s.opening_meter_wh, s.opening_inverter_wh, s.opening_counted_wh,
  s.measured_since, s.meter_lifetime, s.inverter_lifetime, s.counted_lifetime, s.opening_avoids, s.performance_ratio, s.performance_ratio_day, s.guaranteed_ratio,
  s.simulated_ratio, s.ratio_status, s.judged_ratio, s.judged_corrected, s.today_saved_wh, s.before_today_saved_wh, s.saved_co2_kg, s.swh`;

/** The given projects in the order given, with the role of the account on them; the transaction must have been granted them. */
export async function listedProjects(
  tx: Tx,
  account_id: number,
  projectIds: readonly number[],
): Promise<ProjectRow[]> {
  if (projectIds.length === 0) return [];
  const ids = sql`${[...projectIds]}::int4[]`;
  // Said of each table, so that none is read whole for a few rows.
  const { rows } = await sql<ProjectRow>`
    select ${PROJECT_COLUMNS} from project_member m
    join project p on p.project_id = m.project_id join project_summary s on s.project_id = p.project_id
    where m.account_id = ${account_id} and m.project_id = any(${ids}) and p.project_id = any(${ids}) and s.project_id = any(${ids})
    order by array_position(${ids}, p.project_id)`.execute(tx);
  return rows;
}

/** Counts by status, which leave the wanted status aside, and sums, which do not. */
export interface PortfolioRow extends TotalsRow {
  readonly normal: number;
  readonly warning: number;
  readonly offline: number;
  readonly sleeping: number;
  readonly not_configured: number;
  readonly alert_normal: number;
  readonly alert_warning: number;
  readonly alert_error: number;
  readonly alert_not_installed: number;
}

/**
 * The matching projects, read once for all that is asked of them, and narrow: whoever shows some of them asks for the rest of those
 * alone. `more` are further columns.
 */
const matched = (wanted: ProjectFilter, more: RawBuilder<unknown>) => sql`
  select p.project_id, lower(p.name) as by_name, ${shownAs(wanted.status)} as chosen, ${more} from ${matchingProjects(wanted)}`;

/** What totals are made of. */
const COUNTED = sql`${SHOWN} as shown, s.alert_status, s.active_power_w, s.power_silent, p.capacity_wp, ${TODAY} as today_wh, ${TOTAL} as total_wh,
  s.today_saved_wh, ${SAVED} as saved_wh, s.saving_vnd, s.meter_co2_kg, s.inverter_co2_kg, ${CO2} as co2_kg,
  ${PARTLY_KNOWN} as partly_known`;

/** The columns of a PortfolioRow from `matched`. */
const TOTALS = sql`count(*) filter (where shown = 'normal')::int4 as normal,
  count(*) filter (where shown = 'warning')::int4 as warning,
  count(*) filter (where shown = 'offline')::int4 as offline,
  count(*) filter (where shown = 'sleeping')::int4 as sleeping,
  count(*) filter (where shown = 'not_configured')::int4 as not_configured,
  count(*) filter (where alert_status = 'normal')::int4 as alert_normal,
  count(*) filter (where alert_status = 'warning')::int4 as alert_warning,
  count(*) filter (where alert_status = 'error')::int4 as alert_error,
  count(*) filter (where alert_status = 'not_installed')::int4 as alert_not_installed,
  count(*) filter (where chosen)::int4 as projects,
  count(*) filter (where chosen and partly_known)::int4 as partly_known,
  sum(active_power_w) filter (where chosen) as active_power_w,
  count(*) filter (where chosen and power_silent > 0)::int4 as silent_projects,
  coalesce(sum(capacity_wp) filter (where chosen), 0)::int8 as capacity_wp,
  sum(today_wh) filter (where chosen) as today_wh,
  sum(total_wh) filter (where chosen) as total_wh,
  sum(today_saved_wh) filter (where chosen) as today_saved_wh,
  sum(saved_wh) filter (where chosen) as saved_wh,
  sum(saving_vnd) filter (where chosen) as saving_vnd,
  sum(meter_co2_kg) filter (where chosen) as meter_co2_kg,
  sum(inverter_co2_kg) filter (where chosen) as inverter_co2_kg,
  sum(co2_kg) filter (where chosen) as co2_kg`;

/** What the order of a page needs beside the name. */
const sortKey = ({ sort }: PageOf) => sql`${sort === "name" ? sql`null` : SORTS[sort]} as sort_key`;

/** The ids of a page of `matched`: in the order asked for, unknown values last, ties by name. Empty beyond the last page. */
function pageIds({ page, size, sort, order }: PageOf): RawBuilder<unknown> {
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const by = sort === "name" ? sql`by_name ${direction}` : sql`sort_key ${direction} nulls last, by_name`;
  const first = (page - 1) * size + 1;
  // In the same pass as the totals; a limit would need the rows a second time.
  return sql`coalesce((array_agg(project_id order by ${by}, project_id) filter (where chosen))[${first}::int4:${first + size - 1}::int4], '{}')`;
}

/** A page of the matching projects, by id, and how many there are. */
export async function pageOfAccount(
  tx: Tx,
  wanted: ProjectFilter,
  by: PageOf,
): Promise<{ page: number[]; projects: number }> {
  const { rows } = await sql<{ page: number[]; projects: number }>`
    select count(*) filter (where chosen)::int4 as projects, ${pageIds(by)} as page
    from (${matched(wanted, sortKey(by))}) matched`.execute(tx);
  return onlyRow(rows);
}

/** A page of the matching projects, by id, with sums and counts over all of them. Sums are null when no project knows the quantity. */
export async function portfolioPage(
  tx: Tx,
  wanted: ProjectFilter,
  by: PageOf,
): Promise<PortfolioRow & { readonly page: number[] }> {
  const { rows } = await sql<PortfolioRow & { page: number[] }>`
    select ${TOTALS}, ${pageIds(by)} as page
    from (${matched(wanted, sql`${COUNTED}, ${sortKey(by)}`)}) matched`.execute(tx);
  return onlyRow(rows);
}

interface Portfolio extends PortfolioRow {
  /** The first `limit` by name. */
  readonly statuses: readonly { readonly project_uid: string; readonly plant_status: PlantStatus }[];
  /** The first `limit` with an alarm: errors, then warnings, each by name. */
  readonly alarms: readonly {
    readonly project_uid: string;
    readonly name: string;
    readonly alert_status: AlertStatus;
  }[];
}

/** Sums and counts over all matching projects, and the statuses of the first of them. */
export async function portfolioOfAccount(tx: Tx, wanted: ProjectFilter, limit: number): Promise<Portfolio> {
  const first = (columns: RawBuilder<unknown>, by: RawBuilder<unknown>, where = sql`true`) => sql`(
    select coalesce(json_agg(f), '[]') from (
      select ${columns} from matched where ${where} order by ${by}, project_id limit ${limit}) f)`;
  const { rows } = await sql<Portfolio>`
    with matched as materialized (${matched(wanted, sql`${COUNTED}, p.project_uid, p.name, s.plant_status`)})
    select ${TOTALS}, ${first(sql`project_uid, plant_status`, sql`by_name`)} as statuses,
      ${first(sql`project_uid, name, alert_status`, sql`alert_status = 'warning', by_name`, sql`alert_status in ('error', 'warning')`)} as alarms
    from matched`.execute(tx);
  return onlyRow(rows);
}

function onlyRow<R>([row]: readonly R[]): R {
  if (row === undefined) throw new RangeError("an aggregate without groups answers one row");
  return row;
}

/** The given projects' gateways in the order they were added; the transaction must have been granted the projects. */
export async function gatewaysOf(tx: Tx, projectIds: readonly number[]): Promise<GatewayRecord[]> {
  const { rows } = await sql<GatewayRecord>`${prepared("listed_gateways")}
    select g.project_id, g.gateway_id, g.gateway_uid, g.serial, g.name, g.alias, g.firmware_version, g.interval_s, g.capacity_wp,
      g.nze_status, g.last_contact_at, (select told_at from nze_told_at(g.gateway_id) told_at) as nze_told_at,
      exists (select from device d where d.gateway_id = g.gateway_id and d.removed_at is null
        and d.asset_type = 'grid_meter') as has_grid_meter
    from gateway g
    where g.project_id = any(${[...projectIds]}::int4[]) and g.removed_at is null
    order by g.project_id, g.gateway_id`.execute(tx);
  return rows;
}

/** Those of the given projects that have a device. */
export async function projectsWithDevices(tx: Tx, projectIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ project_id: number }>`
    select x.project_id from unnest(${[...projectIds]}::int4[]) as x (project_id)
    where exists (select from device d where d.project_id = x.project_id and d.removed_at is null)`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.project_id));
}
