// What schedules do with the relays of a project's controllers: now, and next (M110).
import { nextOccurrence } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";
import { schedulesOfProject } from "./schedule-read.sql.ts";

/** A run of a schedule for the relay of one controller. */
export interface RelayRun {
  /** Its number in the project. */
  readonly schedule_id: number;
  readonly device_serial: string;
  /** Its alias, else its name, else its serial. */
  readonly alias: string;
  readonly relay: string;
  readonly on: boolean;
  /** ISO 8601. */
  readonly from: string;
  /** ISO 8601. */
  readonly to: string;
}

/** The runs that hold a relay of the project now, in the order in which they began; those that gave way are left out. */
async function runsUnderWay(tx: Tx, { project_id }: ProjectAccess): Promise<RelayRun[]> {
  const { rows } = await sql<Omit<RelayRun, "from" | "to"> & { starts_at: Date; ends_at: Date }>`
    select s.schedule_no as schedule_id, d.serial as device_serial, coalesce(d.alias, nullif(d.name, ''), d.serial) as alias, s.relay, s.state = 'ON' as on, r.starts_at, r.ends_at
    from schedule_run r join schedule s on s.schedule_id = r.schedule_id
    join schedule_device sd on sd.schedule_id = s.schedule_id
    join device d on d.device_id = sd.device_id and d.removed_at is null
    where r.project_id = ${project_id} and r.status = 'open' and not r.is_superseded and s.relay is not null
    order by r.starts_at, s.schedule_no, d.device_id`.execute(tx);
  return rows.map(({ starts_at, ends_at, ...run }) => ({
    ...run,
    from: starts_at.toISOString(),
    to: ends_at.toISOString(),
  }));
}

/** What holds the relays of the project's controllers at the instant (ms since 1970), and the next run of each schedule, the soonest first. */
export async function relaySchedules(
  tx: Tx,
  access: ProjectAccess,
  nowMs: number,
): Promise<{ readonly active: RelayRun[]; readonly upcoming: RelayRun[] }> {
  const all = await schedulesOfProject(tx, access);
  const upcoming = all.flatMap((schedule): RelayRun[] => {
    const { relay, attributes_value, ...rule } = schedule;
    if (relay === null || !schedule.available) return [];
    const run = nextOccurrence({ ...rule, ...attributes_value }, nowMs);
    if (run === null) return [];
    return schedule.device_serial.map(({ device_serial, name }) => ({
      schedule_id: schedule.id,
      device_serial,
      alias: name,
      relay,
      on: attributes_value.state === "ON",
      from: new Date(run.starts_ms).toISOString(),
      to: new Date(run.ends_ms).toISOString(),
    }));
  });
  return {
    active: await runsUnderWay(tx, access),
    upcoming: upcoming.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)),
  };
}
