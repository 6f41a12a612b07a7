import {
  adminTicket,
  adminTickets,
  answerTicket,
  closedBecause,
  getTicket,
  listTickets,
  moveTicket,
  moveTicketAsSupport,
  openTicket,
  replyToSupport,
  TICKET_LIMITS,
  ticketLife,
  type TicketAction,
  type TicketRole,
  type TicketStatus,
} from "@heliograph/contract";
import { asAdmin, type Db, type Tx } from "../../platform/db.ts";
import type { Origin, Serve, Session } from "../../platform/http.ts";
import { Problem } from "../../platform/problem.ts";
import { accessAsAdmin, accessTo, inProject, lockProject, type ProjectAccess } from "../fleet/index.ts";
import { audit } from "../identity/index.ts";
import {
  insertMessage,
  insertTicket,
  lockTicket,
  messageCount,
  projectOfTicket,
  setTicketStatus,
  threadOf,
  ticketCounts,
  ticketsOfProject,
  type KnownTicket,
} from "./ticket.sql.ts";

/** Serves the tickets of projects: to their members, and to administrators, who are the support. */
export function ticketRoutes(serve: Serve, db: Db): void {
  serveMembers(serve, db);
  serveSupport(serve, db);
}

function serveMembers(serve: Serve, db: Db): void {
  serve(listTickets, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, (tx, access) =>
      ticketsOfProject(tx, access, { number: query.page, size: query.items_page }),
    ),
  );

  serve(getTicket, async ({ query: { ticket_uid }, session }) => {
    const project = await projectOfTicket(db, ticket_uid);
    const thread = await inProject(db, session, project, { to: "look", noun: "ticket" }, (tx, access) =>
      threadOf(tx, access, ticket_uid),
    );
    return found(thread);
  });

  serve(openTicket, ({ body: { project_uid, ...ticket }, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      return openTicketIn(tx, { session, origin, access }, ticket);
    }),
  );

  serve(replyToSupport, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await asMember(tx, session, body.ticket_uid);
      await say(tx, { ...body, access, by: { ...session, role: "member" } });
      await note(tx, { session, origin, access }, { action: "ticket.written_in", subject: body.ticket_uid });
      return { message: "Your message has been sent" };
    }),
  );

  serve(moveTicket, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await asMember(tx, session, body.ticket_uid);
      const status = await move(tx, { ...body, access, by: { ...session, role: "member" } });
      const moved = { action: "ticket.moved", subject: body.ticket_uid, after: { status } };
      await note(tx, { session, origin, access }, moved);
      return { status };
    }),
  );
}

function serveSupport(serve: Serve, db: Db): void {
  const reading = <R>(session: Session, access: ProjectAccess, work: (tx: Tx) => Promise<R>): Promise<R> =>
    asAdmin(db, { account_id: session.account_id, projects: [access.project_id] }, work);
  serve(adminTickets, async ({ query, session }) => {
    const access = await accessAsAdmin(db, session, query.project_uid, "project");
    const page = { number: query.page, size: query.items_page };
    return reading(session, access, (tx) => ticketsOfProject(tx, access, page));
  });

  serve(adminTicket, async ({ query: { ticket_uid }, session }) => {
    const access = await asSupport(db, session, ticket_uid);
    return found(await reading(session, access, (tx) => threadOf(tx, access, ticket_uid)));
  });

  serve(answerTicket, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await asSupport(tx, session, body.ticket_uid);
      await say(tx, { ...body, access, by: { ...session, role: "support" } });
      await note(tx, { session, origin, access }, { action: "ticket.answered", subject: body.ticket_uid });
      return { message: "Your message has been sent" };
    }),
  );

  serve(moveTicketAsSupport, ({ body, session, origin }) =>
    db.transaction().execute(async (tx) => {
      const access = await asSupport(tx, session, body.ticket_uid);
      const status = await move(tx, { ...body, access, by: { ...session, role: "support" } });
      const moved = { action: "ticket.moved", subject: body.ticket_uid, after: { status } };
      await note(tx, { session, origin, access }, moved);
      return { status };
    }),
  );
}

/** Opens a ticket in the project and returns its uid. Refuses 409 `ticket.too_many`. */
export async function openTicketIn(
  tx: Tx,
  by: { session: Session; origin: Origin; access: ProjectAccess<"change"> },
  ticket: { subject: string; body: string },
): Promise<{ ticket_uid: string }> {
  const { access, session } = by;
  await lockProject(tx, access);
  const { all, notClosed } = await ticketCounts(tx, access);
  if (all >= TICKET_LIMITS.perProject || notClosed >= TICKET_LIMITS.openPerProject) throw tooMany();
  const opened = await insertTicket(tx, access, { ...ticket, account_id: session.account_id });
  const after = { subject: ticket.subject };
  await note(tx, by, { action: "ticket.opened", subject: opened.ticket_uid, after });
  return opened;
}

/** The proof of a member who may write in the ticket. */
async function asMember(tx: Tx, session: Session, ticket_uid: string): Promise<ProjectAccess<"change">> {
  return accessTo(tx, session, await projectOfTicket(tx, ticket_uid), { to: "change", noun: "ticket" });
}

/** The proof of an administrator. */
async function asSupport(db: Db, session: Session, ticket_uid: string): Promise<ProjectAccess> {
  return accessAsAdmin(db, session, await projectOfTicket(db, ticket_uid), "ticket");
}

/** Adds an entry to the audit log of the ticket's project. */
function note(
  tx: Tx,
  { session, origin, access }: { session: Session; origin: Origin; access: ProjectAccess },
  what: { action: string; subject: string; after?: Record<string, string> },
): Promise<void> {
  return audit(tx, { ...session, address: origin.address, project_id: access.project_id, ...what });
}

interface Deed {
  readonly ticket_uid: string;
  readonly access: ProjectAccess;
  readonly by: { readonly account_id: number; readonly role: TicketRole };
}

/** Adds a message, after which the ticket is open or answered. Refuses as `step`, and `ticket.too_many`. */
async function say(tx: Tx, deed: Deed & { body: string }): Promise<void> {
  const { role, account_id } = deed.by;
  const ticket = found(await lockTicket(tx, deed.access, deed.ticket_uid));
  if ((await messageCount(tx, ticket)) >= TICKET_LIMITS.messagesPerTicket) throw tooMany();
  await step(tx, ticket, { ...deed.by, action: role === "support" ? "answer" : "ask" });
  await insertMessage(tx, ticket, { body: deed.body, account_id, from_support: role === "support" });
}

/** Closes the ticket or opens it again; returns its state. Refuses as `step`, and `ticket.too_many`. */
async function move(tx: Tx, deed: Deed & { action: "close" | "reopen" }): Promise<TicketStatus> {
  const ticket = found(await lockTicket(tx, deed.access, deed.ticket_uid));
  if (deed.action === "reopen") {
    const { notClosed } = await ticketCounts(tx, deed.access);
    if (notClosed >= TICKET_LIMITS.openPerProject) throw tooMany();
  }
  return step(tx, ticket, { ...deed.by, action: deed.action });
}

/**
 * Takes one action on the locked ticket and records it. Refuses 409 `ticket.wrong_state`; by which side an action may be
 * taken is fixed by the calls, so that another is a bug.
 */
async function step(
  tx: Tx,
  ticket: KnownTicket,
  by: { action: TicketAction; role: TicketRole; account_id: number },
): Promise<TicketStatus> {
  const { action, role, account_id } = by;
  const closed = closedBecause(ticketLife, action, { at: ticket.status, role });
  if (closed === "role") throw new RangeError(`${role} may not ${action}`);
  if (closed === "state") {
    const message = ticket.status === "closed" ? "This ticket is closed" : "This ticket is not closed";
    throw new Problem(409, "ticket.wrong_state", message);
  }
  const { to } = ticketLife.actions[action];
  await setTicketStatus(tx, ticket, { action, to, account_id });
  return to;
}

function found<T>(ticket: T | undefined): T {
  if (ticket === undefined) throw new Problem(404, "ticket.not_found", "No such ticket");
  return ticket;
}

const tooMany = () =>
  new Problem(409, "ticket.too_many", "There are too many; close what is done or go on in another ticket");
