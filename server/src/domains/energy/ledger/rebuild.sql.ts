// What a rebuild asks of a project's devices, and what it clears.
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../../platform/db.ts";

interface Device {
  readonly project_id: number;
  readonly device_id: number;
}

/** A project to rebuild. */
interface NamedProject {
  readonly project_id: number;
  readonly project_uid: string;
  readonly name: string;
}

/** The project of that uid, or all for "all", in order of id; empty when there is none. Removed ones are left out. */
export async function projectsNamed(db: Db, uid: string): Promise<NamedProject[]> {
  const all = db
    .selectFrom("project")
    .select(["project_id", "project_uid", "name"])
    .where("removed_at", "is", null);
  const chosen = uid === "all" ? all : all.where(sql<boolean>`project_uid::text = ${uid.toLowerCase()}`);
  return chosen.orderBy("project_id").execute();
}

/** Ids of all devices the project ever had, in order. */
export async function deviceIdsOf(client: pg.ClientBase, projectId: number): Promise<number[]> {
  const { rows } = await client.query<{ device_id: number }>(
    "select device_id from device where project_id = $1 order by device_id",
    [projectId],
  );
  return rows.map(({ device_id }) => device_id);
}

/** First and last instant (ms since 1970) and number of a device's readings; null: it has none. */
export async function readingsSpan(
  client: pg.ClientBase,
  { project_id, device_id }: Device,
): Promise<{ since: number; until: number; readings: number } | null> {
  const { rows } = await client.query<{ since: number | null; until: number | null; readings: number }>(
    `select date_part('epoch', min(ts)) * 1000 as since, date_part('epoch', max(ts)) * 1000 as until, count(*) as readings
     from reading where project_id = $1 and device_id = $2`,
    [project_id, device_id],
  );
  const [row] = rows;
  if (row === undefined || row.since === null || row.until === null) return null;
  return { since: Math.round(row.since), until: Math.round(row.until), readings: row.readings };
}

/** Instant (ms since 1970) of a device's newest live reading; null: it has none. */
export async function newestLive(
  client: pg.ClientBase,
  { project_id, device_id }: Device,
): Promise<number | null> {
  const { rows } = await client.query<{ at: number }>(
    `select date_part('epoch', ts) * 1000 as at from reading where project_id = $1 and device_id = $2 and source = 0
     order by ts desc limit 1`,
    [project_id, device_id],
  );
  return rows[0] === undefined ? null : Math.round(rows[0].at);
}

/** The months (their first days) for which a device has a sum. */
export async function monthsSummed(
  client: pg.ClientBase,
  { project_id, device_id }: Device,
): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(
    "select month from energy_month where project_id = $1 and device_id = $2",
    [project_id, device_id],
  );
  return rows.map(({ month }) => month);
}

/** Clears a device's latest value; its frontier stays. */
export async function forgetLatest(client: pg.ClientBase, { project_id, device_id }: Device): Promise<void> {
  await client.query("update latest set ts = null, m = null where project_id = $1 and device_id = $2", [
    project_id,
    device_id,
  ]);
}

/** Takes away all that was derived of a device without readings. */
export async function forgetDerived(client: pg.ClientBase, { project_id, device_id }: Device): Promise<void> {
  for (const table of [
    "energy_quarter",
    "energy_day",
    "energy_month",
    "ledger_event",
    "energy_opening",
    "latest",
    "ledger_fault",
    "chart_slots",
  ]) {
    await client.query(`delete from ${table} where project_id = $1 and device_id = $2`, [
      project_id,
      device_id,
    ]);
  }
}
