import { addDays, deviceName, EVENT_CATEGORIES, startOfDay, type ProjectEvent } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../../fleet/index.ts";

interface Named {
  readonly alias: string | null;
  readonly name: string;
  readonly serial: string;
}

interface Row extends Omit<
  ProjectEvent,
  "start_date" | "end_date" | "event_time_type" | "gateway" | "device" | "acknowledged" | "category"
> {
  readonly category: string;
  readonly start_at: Date;
  readonly end_at: Date | null;
  readonly gateway: Named | null;
  readonly device: Named | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
}

const nameOf = (thing: Named | null) => (thing === null ? null : deviceName(thing));
const categoryOf = (category: string): ProjectEvent["category"] =>
  category === "gateway" ? "gateway" : (EVENT_CATEGORIES.find((one) => one === category) ?? "other");

const shown = ({ start_at, end_at, acknowledged_at, acknowledged_by, ...row }: Row): ProjectEvent => ({
  ...row,
  category: categoryOf(row.category),
  start_date: start_at.toISOString(),
  end_date: end_at === null ? null : end_at.toISOString(),
  event_time_type: end_at === null ? "moment" : "span",
  gateway: nameOf(row.gateway),
  device: nameOf(row.device),
  acknowledged: acknowledged_at === null ? null : { at: acknowledged_at.toISOString(), by: acknowledged_by },
});

/** Events of both kinds of a project in one shape. */
const all = (project_id: number) => sql`
  (select n.event_uid, n.name, n.detail, n.category, n.start_at, n.end_at, n.show_in_report, n.account_id,
      null::int4 as gateway_id, null::int4 as device_id, null::text as severity
    from noted_event n where n.project_id = ${project_id}
  union all
  select e.event_uid, e.code, e.text, 'gateway', e.at, null, false, null, e.gateway_id, e.device_id, e.severity
    from gateway_event e where e.project_id = ${project_id})`;

const named = (of: "g" | "d") => {
  const [id, alias, name, serial] = ["_id", "alias", "name", "serial"].map((column) =>
    sql.ref(`${of}.${column === "_id" ? (of === "g" ? "gateway_id" : "device_id") : column}`),
  );
  return sql`case when ${id} is null then null else jsonb_build_object('alias', ${alias}, 'name', ${name}, 'serial', ${serial}) end`;
};

const select = (project_id: number) => sql`
  select v.event_uid as event_id, v.name, v.detail, v.category, v.start_at, v.end_at, v.show_in_report, a.display_name as author,
    ${named("g")} as gateway, ${named("d")} as device, v.severity, k.at as acknowledged_at, ka.display_name as acknowledged_by
  from ${all(project_id)} v
  left join account a on a.account_id = v.account_id
  left join gateway g on g.gateway_id = v.gateway_id left join device d on d.device_id = v.device_id
  left join event_acknowledgement k on k.event_uid = v.event_uid and k.project_id = ${project_id}
  left join account ka on ka.account_id = k.account_id`;

interface Wanted {
  readonly page: number;
  readonly page_size: number;
  readonly filter_by?: string | undefined;
  readonly category?: string | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  /** Only those that are marked for reports. */
  readonly in_report?: boolean;
  readonly order_by: "start_date" | "name" | "category";
  readonly order_type: "asc" | "desc";
}

const ORDERS = {
  start_date: sql`v.start_at`,
  name: sql`lower(v.name)`,
  category: sql`v.category`,
};

/** A page of the project's events that fit, in the order asked for, and how many fit. */
export async function eventsOf(
  tx: Tx,
  { project_id, timezone }: ProjectAccess,
  wanted: Wanted,
): Promise<{ items: ProjectEvent[]; total_items: number }> {
  const { filter_by = "", category = "", from_date, to_date, in_report = false } = wanted;
  const from = from_date === undefined ? null : new Date(startOfDay(timezone, from_date));
  const to = to_date === undefined ? null : new Date(startOfDay(timezone, addDays(to_date, 1)));
  const fits = sql`(v.show_in_report or not ${in_report}::boolean) and (${category} = '' or v.category = ${category})
    and (${filter_by} = '' or position(lower(${filter_by}) in lower(v.name || ' ' || v.detail)) > 0)
    and (${from}::timestamptz is null or coalesce(v.end_at, v.start_at) >= ${from})
    and (${to}::timestamptz is null or v.start_at < ${to})`;
  const order = ORDERS[wanted.order_by];
  const way = wanted.order_type === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<Row>`
    ${select(project_id)} where ${fits}
    order by ${order} ${way}, v.start_at desc, v.event_uid
    limit ${wanted.page_size} offset ${(wanted.page - 1) * wanted.page_size}`.execute(tx);
  const { rows: counted } = await sql<{ total_items: number }>`
    select count(*)::int4 as total_items from ${all(project_id)} v where ${fits}`.execute(tx);
  return { items: rows.map(shown), total_items: counted[0]?.total_items ?? 0 };
}

/** The project's event of the uid; undefined: it has none. */
export async function eventOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  event_uid: string,
): Promise<ProjectEvent | undefined> {
  const { rows } = await sql<Row>`${select(project_id)} where v.event_uid = ${event_uid}`.execute(tx);
  return rows[0] === undefined ? undefined : shown(rows[0]);
}

/** Which of the uids are the project's events, of either kind. */
export async function eventsAmong(
  tx: Tx,
  { project_id }: ProjectAccess,
  uids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ event_uid: string }>`
    select v.event_uid from ${all(project_id)} v where v.event_uid = any(${[...uids]}::uuid[])`.execute(tx);
  return rows.map(({ event_uid }) => event_uid);
}

/** An event as people note it. */
export interface NotedEvent {
  readonly name: string;
  readonly detail: string;
  readonly category: string;
  readonly start_date: string;
  /** Null: a moment. */
  readonly end_date: string | null;
  readonly show_in_report: boolean;
}

const columnsOf = ({ start_date, end_date, name, detail, category, show_in_report }: NotedEvent) => ({
  name,
  detail,
  category,
  show_in_report,
  start_at: start_date,
  end_at: end_date,
  changed_at: new Date(),
});

/** How many events people have noted of the project. */
export async function notedCount(tx: Tx, { project_id }: ProjectAccess): Promise<number> {
  const { count } = await tx
    .selectFrom("noted_event")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Notes an event and returns its uid. */
export async function insertEvent(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  account_id: number,
  event: NotedEvent,
): Promise<string> {
  const { event_uid } = await tx
    .insertInto("noted_event")
    .values({ project_id, account_id, ...columnsOf(event) })
    .returning("event_uid")
    .executeTakeFirstOrThrow();
  return event_uid;
}

/** The event that a person noted, locked until the transaction ends; undefined: the project has none of that uid. */
export async function lockNoted(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  event_uid: string,
): Promise<NotedEvent | undefined> {
  const row = await tx
    .selectFrom("noted_event")
    .select(["name", "detail", "category", "start_at", "end_at", "show_in_report"])
    .where("project_id", "=", project_id)
    .where("event_uid", "=", event_uid)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { start_at, end_at, ...event } = row;
  return { ...event, start_date: start_at.toISOString(), end_date: end_at?.toISOString() ?? null };
}

/** Writes an event anew; who noted it stays. */
export async function updateEvent(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  event_uid: string,
  event: NotedEvent,
): Promise<void> {
  await tx
    .updateTable("noted_event")
    .set(columnsOf(event))
    .where("project_id", "=", project_id)
    .where("event_uid", "=", event_uid)
    .execute();
}

/** Takes events away that people noted and returns them; others are not among them. */
export async function deleteEvents(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  uids: readonly string[],
): Promise<readonly { event_uid: string; name: string }[]> {
  await tx
    .deleteFrom("event_acknowledgement")
    .where("project_id", "=", project_id)
    .where("event_uid", "in", [...uids])
    .execute();
  return tx
    .deleteFrom("noted_event")
    .where("project_id", "=", project_id)
    .where("event_uid", "in", [...uids])
    .returning(["event_uid", "name"])
    .execute();
}

/** Acknowledges events of the project; those that are already stay as they are. Returns how many were not. */
export async function acknowledge(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  account_id: number,
  uids: readonly string[],
): Promise<number> {
  const rows = await tx
    .insertInto("event_acknowledgement")
    .values(uids.map((event_uid) => ({ event_uid, project_id, account_id })))
    .onConflict((row) => row.column("event_uid").doNothing())
    .returning("event_uid")
    .execute();
  return rows.length;
}
