import type { ProjectRole, ProjectType } from "@heliograph/contract";
import { sql, type Insertable, type Updateable } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Project } from "../../../platform/tables.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/**
 * How many projects the account owns; removed ones do not count. Until the transaction ends nobody else adds to what it owns, so
 * that several calls at once do not pass a limit together.
 */
export async function projectsOwned(tx: Tx, account_id: number): Promise<number> {
  await sql`select from account where account_id = ${account_id} for no key update`.execute(tx);
  const { count } = await tx
    .selectFrom("project_member as m")
    .innerJoin("project as p", "p.project_id", "m.project_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("m.account_id", "=", account_id)
    .where("m.role", "=", "owner")
    .where("p.removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a project with its empty summary, owned by the account. */
export async function insertProject(
  tx: Tx,
  account_id: number,
  project: Insertable<Project>,
): Promise<{ project_id: number; project_uid: string }> {
  const created = await tx
    .insertInto("project")
    .values(project)
    .returning(["project_id", "project_uid"])
    .executeTakeFirstOrThrow();
  const { project_id } = created;
  await tx.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  await tx.insertInto("project_summary").values({ project_id }).execute();
  return created;
}

/** Changes the given columns; an empty change changes nothing. */
export async function changeProject(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  change: Updateable<Project>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable("project").set(change).where("project_id", "=", project_id).execute();
}

/** The fields of the project that the change names, by name, as they are kept now. */
export async function keptFields(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  change: object,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ fields: Record<string, unknown> }>`
    select to_jsonb(p) as fields from project p where project_id = ${project_id}`.execute(tx);
  const names = new Set(Object.keys(change));
  return Object.fromEntries(Object.entries(rows[0]?.fields ?? {}).filter(([name]) => names.has(name)));
}

const minutes = (column: "night_from" | "night_to") =>
  sql<string | null>`to_char(${sql.ref(column)}, 'HH24:MI')`.as(column);

/** The local hours, HH:MM, that are night by configuration; both null: while the sun is down. */
export async function nightOf(
  db: Db,
  { project_id }: ProjectAccess,
): Promise<{ night_from: string | null; night_to: string | null }> {
  return db
    .selectFrom("project")
    .select([minutes("night_from"), minutes("night_to")])
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
}

/** Marks the project as removed; nothing of it is deleted. */
export async function markRemoved(tx: Tx, { project_id }: ProjectAccess<"own">): Promise<void> {
  await tx
    .updateTable("project")
    .set({ removed_at: sql<Date>`now()` })
    .where("project_id", "=", project_id)
    .execute();
}

/**
 * One page of the account's projects by name, and how many there are; `keyword` is looked for in
 * name and address, whatever its case and accents.
 */
export async function projectsOfAccount(
  db: Db,
  account_id: number,
  page: { keyword: string; size: number; number: number },
) {
  const own = db
    .selectFrom("project as p")
    .innerJoin("project_member as m", "m.project_id", "p.project_id")
    .where("m.account_id", "=", account_id)
    .where("p.removed_at", "is", null)
    .$if(page.keyword !== "", (query) =>
      query.where(sql<boolean>`position(plain_text(${page.keyword}) in p.search_text) > 0`),
    );
  const items = await own
    .select(["p.project_uid", "p.name", "p.capacity_wp", "p.timezone"])
    .select([sql<ProjectType>`p.project_type`.as("project_type"), sql<ProjectRole>`m.role`.as("role")])
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.project_id")
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute();
  const { total_items } = await own
    .select((eb) => eb.fn.countAll<number>().as("total_items"))
    .executeTakeFirstOrThrow();
  return { items, total_items };
}

/** Whether any reading of the project is stored. */
export async function hasReadings(db: Db, { project_id }: ProjectAccess): Promise<boolean> {
  const row = await db
    .selectFrom("reading")
    .select("project_id")
    .where("project_id", "=", project_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const knownZones = new Set<string>();

/** Whether the database knows the time zone too: it computes local days with its own time zone data. */
export async function databaseKnowsZone(db: Db, timezone: string): Promise<boolean> {
  if (knownZones.has(timezone)) return true;
  const { known } = await sql<{ known: boolean }>`
    select exists(select from pg_timezone_names where lower(name) = lower(${timezone})) as known`
    .execute(db)
    .then(({ rows: [row] }) => row ?? { known: false });
  if (known) knownZones.add(timezone);
  return known;
}
