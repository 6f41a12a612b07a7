// Performance ratio of one day of each project, with what was guaranteed for it: what lists show.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { expectedWh, type DaySums } from "./day-ratio.ts";
import { guaranteedOn, simulatedOn, statusBy } from "./guarantee.ts";
import { periodRatio, wholeDaySums, type KpiSums } from "./key-figures.ts";
import { KPI_VERSION } from "./kpi-day.ts";
import { showsCorrected } from "./kpi-plant.ts";
import { kpiProjects, type KpiProject } from "./kpi-rows.sql.ts";
import type { RatioStatus } from "./performance-ratio.ts";

/** Shares of 1; null: not known, or nothing was guaranteed. */
export interface RatioOfDay {
  readonly performance_ratio: number | null;
  readonly guaranteed_ratio: number | null;
  readonly simulated_ratio: number | null;
  readonly ratio_status: RatioStatus | null;
  /** What the status judges: the corrected ratio where that is shown (M162), else the actual one. */
  readonly judged_ratio: number | null;
  readonly judged_corrected: boolean;
}

export const NO_RATIO: RatioOfDay = {
  performance_ratio: null,
  guaranteed_ratio: null,
  simulated_ratio: null,
  ratio_status: null,
  judged_ratio: null,
  judged_corrected: false,
};

interface DayOfProject extends DaySums {
  readonly project_id: number;
  readonly day: string;
  /** Null: not computed yet, or out of date. */
  readonly kpi: KpiSums | null;
}

interface ProjectDay {
  readonly project_id: number;
  readonly day: string;
}

/** By project id the ratio of the day given; a project of which nothing is known that day is missing. */
export async function ratiosOfDays(tx: Tx, at: readonly ProjectDay[]): Promise<Map<number, RatioOfDay>> {
  return new Map((await ratiosAt(tx, at)).map(({ project_id, ratio }) => [project_id, ratio]));
}

/** By day the ratio of each of the project's days; those of which nothing is known are missing. */
export async function ratiosOfProject(
  tx: Db,
  project_id: number,
  days: readonly string[],
): Promise<Map<string, RatioOfDay>> {
  const at = days.map((day) => ({ project_id, day }));
  return new Map((await ratiosAt(tx, at)).map(({ day, ratio }) => [day, ratio]));
}

async function ratiosAt(
  tx: Db,
  at: readonly ProjectDay[],
): Promise<(ProjectDay & { readonly ratio: RatioOfDay })[]> {
  const { rows } = await sql<DayOfProject>`
    select d.project_id, d.day, d.meter_wh, d.inverter_wh, d.est_meter_wh, d.est_inverter_wh, d.int_meter_wh, d.int_inverter_wh, d.insolation_wh_m2,
      d.covered_s, d.expected_s, d.irradiance_covered_s, d.irradiance_expected_s,
      case when not k.outdated and k.version = ${KPI_VERSION} and k.used > 0 then to_jsonb(k) - 'devices' end as kpi
    from unnest(${at.map((key) => key.project_id)}::int4[], ${at.map((key) => key.day)}::date[]) as x (project_id, day)
    join project_day d on d.project_id = x.project_id and d.day = x.day
    left join project_kpi_day k on k.project_id = x.project_id and k.day = x.day`.execute(tx);
  const projects = await kpiProjects(
    tx,
    rows.map((row) => row.project_id),
  );
  return rows.flatMap((row) => {
    const project = projects.get(row.project_id);
    const { project_id, day } = row;
    return project === undefined ? [] : [{ project_id, day, ratio: ratioOf(row, project) }];
  });
}

function ratioOf(row: DayOfProject, { plant, terms, commissioned_on }: KpiProject): RatioOfDay {
  const expected = expectedWh(row.insolation_wh_m2, plant.capacity_wp);
  const ratio = periodRatio([row.kpi ?? wholeDaySums(row, terms, expected)], plant.capacity_wp);
  const guaranteed = guaranteedOn(terms, commissioned_on, row.day);
  const judged_corrected = showsCorrected(plant);
  const judged = judged_corrected ? ratio.corrected : ratio.actual;
  return {
    performance_ratio: ratio.actual,
    guaranteed_ratio: guaranteed,
    simulated_ratio: simulatedOn(terms, row.day),
    ratio_status: statusBy(terms.status_from_percent, judged, guaranteed),
    judged_ratio: judged,
    judged_corrected,
  };
}
