// What ingest reads and writes of gateways.
import { sql } from "kysely";
import type pg from "pg";
import { binaryArray } from "../../../platform/postgres/binary-arrays.ts";
import type { Db, Tx } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";
import type { Contact } from "./contacts.ts";
import type { GatewayEvent, NzeReport } from "./gateway-events.ts";

/** Seconds between the gateway's live readings; null when there is no such gateway any more. */
export async function intervalOfGateway(db: Db, gateway_id: number): Promise<number | null> {
  const row = await db
    .selectFrom("gateway")
    .select("interval_s")
    .where("gateway_id", "=", gateway_id)
    .executeTakeFirst();
  return row?.interval_s ?? null;
}

/** The gateway with that serial, which somebody else has made sure of; null when there is none or it was removed. */
export async function gatewayBySerial(db: Db, serial: string): Promise<GatewayCaller | null> {
  const row = await db
    .selectFrom("gateway as g")
    .innerJoin("project as p", "p.project_id", "g.project_id")
    .select(["g.gateway_id", "g.gateway_uid", "g.project_id", "g.serial"])
    .where("g.serial", "=", serial)
    .where("g.removed_at", "is", null)
    .where("p.removed_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes down when gateways were heard; what is null stays as it was, and an older contact never replaces a newer. */
export async function writeContacts(pool: pg.Pool, contacts: readonly Contact[]): Promise<void> {
  await pool.query(
    `update gateway g set last_contact_at = greatest(g.last_contact_at, c.at),
       last_sequence = coalesce(c.sequence, g.last_sequence), connected = coalesce(c.connected, g.connected),
       hears_commands = coalesce(c.hears_commands, g.hears_commands)
     from unnest($1::int4[], $2::timestamptz[], $3::int8[], $4::bool[], $5::bool[])
       as c(gateway_id, at, sequence, connected, hears_commands)
     where g.gateway_id = c.gateway_id`,
    [
      binaryArray(
        "int4",
        contacts.map((one) => one.gateway_id),
      ),
      binaryArray(
        "timestamptz",
        contacts.map((one) => one.at),
      ),
      binaryArray(
        "int8",
        contacts.map((one) => one.sequence),
      ),
      contacts.map((one) => one.connected),
      contacts.map((one) => one.hears_commands),
    ],
  );
}

/** The gateways that some broker holds a connection of. */
export async function connectedGateways(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("gateway").select("gateway_id").where("connected", "=", true).execute();
  return rows.map(({ gateway_id }) => gateway_id);
}

/** No gateway is connected: for the start of the only broker, since one that was killed could not say so. */
export async function clearConnected(db: Db): Promise<void> {
  await db
    .updateTable("gateway")
    .set({ connected: false, hears_commands: false })
    .where((eb) => eb.or([eb("connected", "=", true), eb("hears_commands", "=", true)]))
    .execute();
}

/** Rows of nze_report kept for each gateway: the newest. */
const REPORTS_KEPT = 2000;

/** Keeps what a gateway measured of its zero export, once each; control takes it from there. */
async function storeReports(
  tx: Tx,
  { project_id, gateway_id }: Pick<GatewayCaller, "project_id" | "gateway_id">,
  reports: readonly NzeReport[],
): Promise<void> {
  if (reports.length === 0) return;
  await tx
    .insertInto("nze_report")
    .values(
      reports.map(({ at, code, detail }) => ({
        project_id,
        gateway_id,
        code,
        at: new Date(at),
        detail: JSON.stringify(detail),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`delete from nze_report where report_id in (
    select report_id from nze_report where gateway_id = ${gateway_id} order by at desc, report_id desc
    offset ${REPORTS_KEPT} limit 1000)`.execute(tx);
}

/** Rows of gateway_event kept for each gateway: the newest. */
const EVENTS_KEPT = 10_000;

/**
 * Adds the events of one gateway in one commit and returns how many were new: one with the same device, instant and
 * code is there already. Takes away what is beyond the newest EVENTS_KEPT.
 */
export async function storeEvents(
  db: Db,
  { project_id, gateway_id }: Pick<GatewayCaller, "project_id" | "gateway_id">,
  events: readonly GatewayEvent[],
  reports: readonly NzeReport[] = [],
): Promise<number> {
  if (events.length === 0) return 0;
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto("gateway_event")
      .values(events.map(({ at, ...event }) => ({ project_id, gateway_id, at: new Date(at), ...event })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    await storeReports(tx, { project_id, gateway_id }, reports);
    await sql`delete from gateway_event where event_id in (
      select event_id from gateway_event where project_id = ${project_id} and gateway_id = ${gateway_id}
      order by at desc, event_id desc offset ${EVENTS_KEPT} limit 1000)`.execute(tx);
    return Number(added.numInsertedOrUpdatedRows ?? 0n);
  });
}
