import { randomUUID } from "node:crypto";
import {
  adminTicket,
  adminTickets,
  answerTicket,
  getTicket,
  listTickets,
  moveTicket,
  moveTicketAsSupport,
  openTicket,
  replyToSupport,
  TICKET_LIMITS,
  type Endpoint,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../testing/api-kit.ts";
import { accountOn, projectsApi } from "../../../testing/fleet-kit.ts";
import { ticketRoutes } from "./index.ts";

async function kit() {
  const { db, plant, token } = await projectsApi();
  const api = await apiOf(db, (serve) => ticketRoutes(serve, db));
  const support = await accountOn(db, null);
  await db
    .updateTable("account")
    .set({ kind: "admin" })
    .where("account_id", "=", support.account_id)
    .execute();
  const { project_uid, project_id } = plant;
  const on = (role: "managed" | "read_only") => accountOn(db, { project_id, role });
  const post = (e: Endpoint, body: object, by = token) => api(e, { token: by, body });
  const open = async (subject = "The meter stands still") =>
    (await post(openTicket, { project_uid, subject, body: "Since Monday.\r\n\r\nWhat can we do?" })).body
      .ticket_uid;
  const thread = async (ticket_uid: string, by = token) =>
    (await api(getTicket, { token: by, query: { ticket_uid } })).body;
  return { db, api, plant, token, support, on, post, open, thread };
}

test("a message becomes an open ticket; an answer makes it answered, a question open again, and closing ends it", async () => {
  const { api, plant, token, support, post, open, thread } = await kit();
  const ticket_uid = await open();
  expect(await thread(ticket_uid)).toMatchObject({
    subject: "The meter stands still",
    status: "open",
    messages: [{ author: "Lan Tran", from_support: false, body: "Since Monday.\n\nWhat can we do?" }],
  });
  expect((await post(answerTicket, { ticket_uid, body: "Restart it." }, support.token)).status).toBe(200);
  expect(await thread(ticket_uid)).toMatchObject({
    status: "answered",
    messages: [{}, { author: "Minh Pham", from_support: true, body: "Restart it." }],
  });
  await post(replyToSupport, { ticket_uid, body: "It helped, thanks." });
  expect((await thread(ticket_uid)).status).toBe("open");
  expect((await post(moveTicket, { ticket_uid, action: "close" })).body).toEqual({ status: "closed" });
  const query = { project_uid: plant.project_uid };
  const listed = await api(listTickets, { token, query });
  expect(listed.body).toMatchObject({
    total_items: 1,
    items: [{ ticket_uid, status: "closed", message_count: 3 }],
  });
  expect((await api(adminTickets, { token: support.token, query })).body).toEqual(listed.body);
});

test("a closed ticket takes no message until it is opened again, by either side", async () => {
  const { support, post, open, thread } = await kit();
  const ticket_uid = await open();
  const close = { ticket_uid, action: "close" };
  expect((await post(moveTicketAsSupport, close, support.token)).status).toBe(200);
  for (const refused of [
    await post(replyToSupport, { ticket_uid, body: "One more thing" }),
    await post(answerTicket, { ticket_uid, body: "One more thing" }, support.token),
    await post(moveTicket, close),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([409, "ticket.wrong_state"]);
  }
  expect((await thread(ticket_uid)).messages).toHaveLength(1);
  expect((await post(moveTicket, { ticket_uid, action: "reopen" })).body.status).toBe("open");
  expect((await post(moveTicket, { ticket_uid, action: "reopen" })).body.code).toBe("ticket.wrong_state");
  expect((await post(replyToSupport, { ticket_uid, body: "One more thing" })).status).toBe(200);
});

test("every step is recorded with who took it, and a ticket that changed comes first in the list", async () => {
  const { db, api, plant, token, support, post, open } = await kit();
  const first = await open("first");
  const second = await open("second");
  await post(answerTicket, { ticket_uid: first, body: "Yes." }, support.token);
  const { body } = await api(listTickets, { token, query: { project_uid: plant.project_uid } });
  expect(body.items.map((item: { ticket_uid: string }) => item.ticket_uid)).toEqual([first, second]);
  const events = await db
    .selectFrom("ticket_event")
    .select(["action", "from_status", "to_status", "account_id"])
    .orderBy("event_id")
    .execute();
  expect(events).toEqual([
    { action: "open", from_status: null, to_status: "open", account_id: plant.account_id },
    { action: "open", from_status: null, to_status: "open", account_id: plant.account_id },
    { action: "answer", from_status: "open", to_status: "answered", account_id: support.account_id },
  ]);
});

test("of two who close a ticket at once one is told that it is closed", async () => {
  const { support, post, open, db } = await kit();
  const ticket_uid = await open();
  const close = { ticket_uid, action: "close" };
  const told = await Promise.all([post(moveTicket, close), post(moveTicketAsSupport, close, support.token)]);
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await db.selectFrom("ticket_event").select("action").execute()).toHaveLength(2);
});

test("managed members write, read-only ones read, strangers and users among administrators' calls find nothing", async () => {
  const { db, api, plant, token, on, post, open, thread } = await kit();
  const ticket_uid = await open();
  const managed = await on("managed");
  const viewer = await on("read_only");
  const stranger = await accountOn(db, null);
  const { project_uid } = plant;
  expect((await post(replyToSupport, { ticket_uid, body: "Me too" }, managed.token)).status).toBe(200);
  expect((await thread(ticket_uid, viewer.token)).messages).toHaveLength(2);
  const text = { subject: "S", body: "B" };
  expect((await post(openTicket, { project_uid, ...text }, viewer.token)).body.code).toBe(
    "project.read_only",
  );
  expect((await post(replyToSupport, { ticket_uid, body: "B" }, viewer.token)).body.code).toBe(
    "ticket.read_only",
  );
  expect((await post(moveTicket, { ticket_uid, action: "close" }, viewer.token)).status).toBe(403);
  for (const uid of [ticket_uid, randomUUID()]) {
    const asked = await api(getTicket, { token: stranger.token, query: { ticket_uid: uid } });
    const replied = await post(replyToSupport, { ticket_uid: uid, body: "B" }, stranger.token);
    const moved = await post(moveTicket, { ticket_uid: uid, action: "close" }, stranger.token);
    for (const told of [asked, replied, moved]) {
      expect([told.status, told.body.code]).toEqual([404, "ticket.not_found"]);
    }
  }
  expect((await post(openTicket, { project_uid, ...text }, stranger.token)).body.code).toBe(
    "project.not_found",
  );
  for (const told of [
    await api(adminTickets, { token, query: { project_uid } }),
    await api(adminTicket, { token, query: { ticket_uid } }),
    await post(answerTicket, { ticket_uid, body: "I am support" }),
    await post(moveTicketAsSupport, { ticket_uid, action: "close" }),
  ]) {
    expect([told.status, told.body.code]).toEqual([404, "request.no_such_address"]);
  }
  expect((await thread(ticket_uid)).messages).toHaveLength(2);
});

test("a project has so many open tickets and a ticket so many messages, and an empty or endless message is refused", async () => {
  const { db, plant, post, open } = await kit();
  const ticket_uid = await open();
  const { project_uid, project_id } = plant;
  for (const body of ["", " \n ", "x".repeat(TICKET_LIMITS.body + 1), "a\0b"]) {
    const told = await post(replyToSupport, { ticket_uid, body });
    expect([told.status, Object.keys(told.body.fields)]).toEqual([400, ["body.body"]]);
  }
  const { ticket_id } = await db.selectFrom("ticket").select("ticket_id").executeTakeFirstOrThrow();
  const message = { ticket_id, project_id, body: "B", from_support: false };
  await db
    .insertInto("ticket_message")
    .values(Array.from({ length: TICKET_LIMITS.messagesPerTicket - 1 }, () => message))
    .execute();
  expect((await post(replyToSupport, { ticket_uid, body: "B" })).body.code).toBe("ticket.too_many");
  await db
    .insertInto("ticket")
    .values(
      Array.from({ length: TICKET_LIMITS.openPerProject - 2 }, () => ({
        project_id,
        subject: "S",
        status: "open",
      })),
    )
    .execute();
  const text = { project_uid, subject: "S", body: "B" };
  const told = await Promise.all([1, 2, 3].map(() => post(openTicket, text)));
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  await post(moveTicket, { ticket_uid, action: "close" });
  expect((await post(openTicket, text)).status).toBe(200);
  expect((await post(moveTicket, { ticket_uid, action: "reopen" })).body.code).toBe("ticket.too_many");
});
