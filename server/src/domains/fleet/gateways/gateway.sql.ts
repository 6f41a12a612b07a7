import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

/** Channel on which servers hear of gateways (payload: gateway_id) whose open connections must end. */
export const GATEWAY_CHANGED = "gateway_changed";
/** Channel on which servers hear of gateways (payload: gateway_id) of which ingest must look up anew what it remembers. */
export const GATEWAY_LOOKED_UP = "gateway_looked_up";

/** How many gateways the project has. */
export async function gatewayCount(db: Db, { project_id }: ProjectAccess): Promise<number> {
  const { count } = await db
    .selectFrom("gateway")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", project_id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * How many gateways all the projects have that the project's owner owns; of several owners the highest number, 0 without one.
 * Until the transaction ends nobody else adds to what they own.
 */
export async function gatewaysOfOwner(tx: Tx, { project_id }: ProjectAccess<"change">): Promise<number> {
  await sql`select from account where account_id in
    (select account_id from project_member where project_id = ${project_id} and role = 'owner')
    order by account_id for no key update`.execute(tx);
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(owned.gateways), 0)::int as most from (
      select count(*) as gateways from project_member o
      join project_member m on m.account_id = o.account_id and m.role = 'owner'
      join project p on p.project_id = m.project_id and p.removed_at is null
      join gateway g on g.project_id = p.project_id and g.removed_at is null
      where o.project_id = ${project_id} and o.role = 'owner'
      group by o.account_id
    ) owned`.execute(tx);
  return rows[0]?.most ?? 0;
}

/**
 * Adds a gateway, or brings back the one of this project that was removed. A serial that another project has removed
 * is free: its old row gives the serial up and keeps its history. Null: the serial is in use.
 */
export async function insertGateway(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  gateway: {
    serial: string;
    name: string;
    capacity_wp: number | null;
    interval_s: number;
    credential_hash: string;
  },
): Promise<{ gateway_uid: string } | null> {
  await tx
    .updateTable("gateway")
    .set({ serial: `removed-${randomUUID()}` })
    .where("serial", "=", gateway.serial)
    .where("removed_at", "is not", null)
    .where("project_id", "!=", project_id)
    .execute();
  const { name, capacity_wp, interval_s, credential_hash } = gateway;
  const row = await tx
    .insertInto("gateway")
    .values({ project_id, ...gateway })
    .onConflict((conflict) =>
      conflict
        .column("serial")
        .doUpdateSet({ name, capacity_wp, interval_s, credential_hash, removed_at: null })
        .where("gateway.project_id", "=", project_id)
        .where("gateway.removed_at", "is not", null),
    )
    .returning(["gateway_uid", "gateway_id"])
    .executeTakeFirst();
  if (row === undefined) return null;
  await beginArrival(tx, project_id, row.gateway_id);
  return { gateway_uid: row.gateway_uid };
}

/** From now on its owner waits for the gateway; what came of one that was here before does not count. */
async function beginArrival(tx: Tx, project_id: number, gateway_id: number): Promise<void> {
  await tx.deleteFrom("gateway_arrival").where("gateway_id", "=", gateway_id).execute();
  await tx.deleteFrom("gateway_try").where("gateway_id", "=", gateway_id).execute();
  await tx.insertInto("gateway_arrival").values({ gateway_id, project_id }).execute();
}

/** The project_uid a gateway belongs to; undefined when there is no such gateway or it was removed. */
export async function projectOfGateway(db: Db, gateway_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("gateway as g")
    .innerJoin("project as p", "p.project_id", "g.project_id")
    .select("p.project_uid")
    .where("g.gateway_uid", "=", gateway_uid)
    .where("g.removed_at", "is", null)
    .executeTakeFirst();
  return row?.project_uid;
}

/** Replaces the gateway's credential and answers its serial; undefined when it was removed meanwhile. */
export async function replaceCredential(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  gateway: { gateway_uid: string; credential_hash: string },
): Promise<string | undefined> {
  const row = await tx
    .updateTable("gateway")
    .set({ credential_hash: gateway.credential_hash })
    .where("project_id", "=", project_id)
    .where("gateway_uid", "=", gateway.gateway_uid)
    .where("removed_at", "is", null)
    .returning(["serial", "gateway_id"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await announce(tx, row.gateway_id);
  // What was tried with the old one says nothing of the new one.
  await tx.deleteFrom("gateway_try").where("gateway_id", "=", row.gateway_id).execute();
  return row.serial;
}

/** Takes the gateway out of its project; its devices and readings are kept. */
export async function markGatewayRemoved(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  gateway_uid: string,
): Promise<void> {
  const row = await tx
    .updateTable("gateway")
    .set({ removed_at: sql<Date>`now()`, connected: false })
    .where("project_id", "=", project_id)
    .where("gateway_uid", "=", gateway_uid)
    .returning("gateway_id")
    .executeTakeFirst();
  if (row !== undefined) await announce(tx, row.gateway_id);
}

/** Tells every server, on commit, to end the connections of the project's gateways. */
export async function announceGateways(tx: Tx, { project_id }: ProjectAccess<"own">): Promise<void> {
  await sql`select pg_notify(${GATEWAY_CHANGED}, gateway_id::text) from gateway
    where project_id = ${project_id} and removed_at is null`.execute(tx);
}

async function announce(tx: Tx, gateway_id: number): Promise<void> {
  await sql`select pg_notify(${GATEWAY_CHANGED}, ${String(gateway_id)})`.execute(tx);
}

/** One page of the project's gateways in the order they were added, and how many there are. */
export async function gatewaysOfProject(
  db: Db,
  access: ProjectAccess,
  page: { size: number; number: number },
) {
  const items = await db
    .selectFrom("gateway")
    .select(["gateway_id", "gateway_uid", "serial", "name", "alias", "capacity_wp", "interval_s"])
    .select(["firmware_version", "connected", "last_contact_at"])
    .where("project_id", "=", access.project_id)
    .where("removed_at", "is", null)
    .orderBy("gateway_id")
    .limit(page.size)
    .offset((page.number - 1) * page.size)
    .execute();
  return { items, total_items: await gatewayCount(db, access) };
}
