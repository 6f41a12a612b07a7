// Which devices had something noted about their data: what the quiet marks of other screens lead to.
import { sql } from "kysely";
import type { Day, QualityKind } from "@heliograph/contract";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

interface QualityMarkRow {
  readonly project_uid: string;
  /** Null: no device that is known. */
  readonly device_uid: string | null;
  readonly day: Day;
  readonly kind: QualityKind;
  readonly days: number;
}

/** A day counts as having a gap when less of what was due was received. */
const COMPLETE_SHARE = 0.9;

/**
 * The newest mark of each device of the projects in the range: what the ledger noted but for the gaps of nights, days that
 * are over and of which less than nine tenths came, and what was refused.
 */
export async function qualityMarkRows(
  tx: Tx,
  projects: readonly ProjectAccess[],
  { from_date, to_date }: { from_date: Day; to_date: Day },
  now: Date,
): Promise<QualityMarkRow[]> {
  const { rows } = await sql<QualityMarkRow>`
    with asked as (
      select project_id, project_uid, timezone, (${now}::timestamptz at time zone timezone)::date as today,
        ${from_date}::date::timestamp at time zone timezone as since,
        (${to_date}::date + 1)::timestamp at time zone timezone as until
      from project where project_id = any(${projects.map(({ project_id }) => project_id)}::int4[])
    ), noted as (
      select a.project_id, e.device_id, e.kind,
        ((e.at - interval '1 microsecond') at time zone a.timezone)::date as day
      from asked a join ledger_event e on e.project_id = a.project_id and e.at > a.since and e.at <= a.until
      where e.kind <> 'gap'
      union all
      select a.project_id, r.device_id, 'refused', r.day
      from asked a join refused_day r on r.project_id = a.project_id and r.day between ${from_date}::date and ${to_date}::date
      union all
      select a.project_id, y.device_id, 'gap', y.day
      from asked a join energy_day y on y.project_id = a.project_id and y.day between ${from_date}::date and ${to_date}::date
      where y.day < a.today and y.covered_s < ${COMPLETE_SHARE}::float8 * y.expected_s
        -- The first day of a device is due from its first reading on, and not as a whole.
        and exists (select from energy_day q where q.project_id = y.project_id and q.device_id = y.device_id and q.day < y.day)
    )
    select distinct on (a.project_uid, n.device_id) a.project_uid, d.device_uid, to_char(n.day, 'YYYY-MM-DD') as day, n.kind,
      (select count(distinct o.day)::int4 from noted o where o.project_id = n.project_id and o.device_id = n.device_id) as days
    from noted n join asked a on a.project_id = n.project_id
    left join device d on d.project_id = n.project_id and d.device_id = n.device_id and d.removed_at is null
    where n.device_id = 0 or d.device_id is not null
    order by a.project_uid, n.device_id, n.day desc,
      array_position(array['power_above_rating', 'reset', 'spike', 'refused', 'gap', 'glitch'], n.kind)`.execute(
    tx,
  );
  return rows;
}
