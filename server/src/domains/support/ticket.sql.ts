import { TICKET_LIMITS, type TicketItem, type TicketStatus, type TicketThread } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { ProjectAccess } from "../fleet/index.ts";

/** The project_uid a ticket belongs to; undefined when there is no such ticket. */
export async function projectOfTicket(db: Db, ticket_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("ticket as t")
    .innerJoin("project as p", "p.project_id", "t.project_id")
    .select("p.project_uid")
    .where("t.ticket_uid", "=", ticket_uid)
    .executeTakeFirst();
  return row?.project_uid;
}

interface TicketRow extends Omit<TicketItem, "opened_at" | "changed_at"> {
  readonly opened_at: Date;
  readonly changed_at: Date;
}

const ticketColumns = sql`t.ticket_uid, t.subject, t.status, t.opened_at, t.changed_at,
  (select count(*)::int4 from ticket_message m where m.ticket_id = t.ticket_id) as message_count`;

const shown = (row: TicketRow): TicketItem => ({
  ...row,
  opened_at: row.opened_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
});

/** A page of the project's tickets, those that changed last first, and how many there are. */
export async function ticketsOfProject(
  tx: Tx,
  { project_id }: ProjectAccess,
  page: { number: number; size: number },
): Promise<{ items: TicketItem[]; total_items: number }> {
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from ticket t where t.project_id = ${project_id}
    order by t.changed_at desc, t.ticket_id desc
    limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(tx);
  const { total_items } = await tx
    .selectFrom("ticket")
    .select((eb) => eb.fn.countAll<number>().as("total_items"))
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  return { items: rows.map(shown), total_items };
}

/** The project's ticket with its messages, the oldest first; undefined when it has none of that uid. */
export async function threadOf(
  tx: Tx,
  { project_id }: ProjectAccess,
  ticket_uid: string,
): Promise<TicketThread | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${ticketColumns} from ticket t
    where t.project_id = ${project_id} and t.ticket_uid = ${ticket_uid}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const messages = await tx
    .selectFrom("ticket_message as m")
    .innerJoin("ticket as t", "t.ticket_id", "m.ticket_id")
    .leftJoin("account as a", "a.account_id", "m.account_id")
    .select(["m.message_uid", "a.display_name as author", "m.from_support", "m.body", "m.at"])
    .where("t.ticket_uid", "=", ticket_uid)
    .where("m.project_id", "=", project_id)
    .orderBy("m.message_id")
    .limit(TICKET_LIMITS.messagesPerTicket)
    .execute();
  const { message_count: _counted, ...ticket } = shown(row);
  return { ...ticket, messages: messages.map((message) => ({ ...message, at: message.at.toISOString() })) };
}

/** How many tickets the project has, and how many of them are not closed. */
export async function ticketCounts(
  tx: Tx,
  { project_id }: ProjectAccess,
): Promise<{ all: number; notClosed: number }> {
  return tx
    .selectFrom("ticket")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("status", "!=", "closed").as("notClosed"),
    ])
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
}

export interface KnownTicket {
  readonly ticket_id: number;
  readonly project_id: number;
  readonly status: TicketStatus;
}

/** Adds an open ticket with its first message. */
export async function insertTicket(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  ticket: { subject: string; body: string; account_id: number },
): Promise<{ ticket_uid: string }> {
  const { subject, body, account_id } = ticket;
  const { ticket_id, ticket_uid } = await tx
    .insertInto("ticket")
    .values({ project_id, subject, status: "open" })
    .returning(["ticket_id", "ticket_uid"])
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("ticket_event")
    .values({ ticket_id, project_id, action: "open", to_status: "open", account_id })
    .execute();
  await insertMessage(tx, { ticket_id, project_id }, { body, account_id, from_support: false });
  return { ticket_uid };
}

/** The project's ticket, locked until the transaction ends; undefined when it has none of that uid. */
export async function lockTicket(
  tx: Tx,
  { project_id }: ProjectAccess,
  ticket_uid: string,
): Promise<KnownTicket | undefined> {
  return tx
    .selectFrom("ticket")
    .select(["ticket_id", "project_id", sql<TicketStatus>`status`.as("status")])
    .where("project_id", "=", project_id)
    .where("ticket_uid", "=", ticket_uid)
    .forUpdate()
    .executeTakeFirst();
}

/** How many messages the ticket has. */
export async function messageCount(tx: Tx, { ticket_id }: Pick<KnownTicket, "ticket_id">): Promise<number> {
  const { count } = await tx
    .selectFrom("ticket_message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("ticket_id", "=", ticket_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a message to the ticket. */
export async function insertMessage(
  tx: Tx,
  { ticket_id, project_id }: Pick<KnownTicket, "ticket_id" | "project_id">,
  message: { body: string; account_id: number; from_support: boolean },
): Promise<void> {
  await tx
    .insertInto("ticket_message")
    .values({ ticket_id, project_id, ...message, at: sql<Date>`clock_timestamp()` })
    .execute();
}

/** Writes the ticket's new state and the event that led to it. */
export async function setTicketStatus(
  tx: Tx,
  ticket: KnownTicket,
  change: { action: string; to: TicketStatus; account_id: number },
): Promise<void> {
  const { ticket_id, project_id, status } = ticket;
  await tx
    .updateTable("ticket")
    .set({ status: change.to, changed_at: sql<Date>`clock_timestamp()` })
    .where("ticket_id", "=", ticket_id)
    .execute();
  const { action, to: to_status, account_id } = change;
  await tx
    .insertInto("ticket_event")
    .values({ ticket_id, project_id, action, from_status: status, to_status, account_id })
    .execute();
}
