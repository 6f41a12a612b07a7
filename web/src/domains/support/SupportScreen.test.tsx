import { getAppConfig } from "@heliograph/contract/identity/app-config";
import type { ProjectRole } from "@heliograph/contract/fleet/project-types";
import type { TicketStatus } from "@heliograph/contract/support/ticket-states";
import {
  getTicket,
  listTickets,
  moveTicket,
  openTicket,
  replyToSupport,
} from "@heliograph/contract/support/tickets";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, refusal, renderAt, signedInAs } from "../../testing/test-kit.tsx";
import SupportScreen from "./SupportScreen.tsx";

freshBrowser();

const ticket_uid = "3f2504e0-4f89-41d3-9a0c-0305e82c3355";
const when = "2026-02-03T04:05:00.000Z";
const ticket = (status: TicketStatus) => ({
  ticket_uid,
  subject: "Meter",
  status,
  opened_at: when,
  changed_at: when,
});

interface Given {
  readonly type?: "pv" | "swh";
  readonly role?: ProjectRole;
  readonly status?: TicketStatus;
  readonly config?: object;
  readonly none?: boolean;
}

async function open({
  type = "swh",
  role = "owner",
  status = "open",
  config = {},
  none = false,
}: Given = {}) {
  signedInAs("good");
  let now = status;
  const all = fakeServer({
    "app-config": () => answer(getAppConfig, config),
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role, project_type: type }),
    "support/tickets": () =>
      answer(listTickets, {
        items: none ? [] : [{ ...ticket(now), message_count: 2 }],
        total_items: none ? 0 : 1,
      }),
    "support/ticket": ({ method }) =>
      method === "POST"
        ? answer(openTicket, { ticket_uid })
        : answer(getTicket, {
            ...ticket(now),
            messages: [
              {
                message_uid: ticket_uid,
                author: "Lan Tran",
                from_support: false,
                body: "It stands still.\nWhy?",
                at: when,
              },
              { message_uid: PROJECT_UID, author: null, from_support: true, body: "Restart it.", at: when },
            ],
          }),
    "support/ticket/reply": () => answer(replyToSupport, { message: "Your message has been sent" }),
    "support/ticket/move": ({ body }) => {
      now = (body as { action: string }).action === "close" ? "closed" : "open";
      return answer(moveTicket, { status: now });
    },
  });
  await renderAt(`/support/${PROJECT_UID}`, { "/support/:id": <SupportScreen /> });
  await screen.findByRole("heading", { level: 1, name: "Support" });
  return all;
}

test("hotline, e-mail, hours and apps are those that the installation has set", async () => {
  await open({
    config: {
      hotline: "1900 1234",
      support_email: "help@example.com",
      support_hours: "Mon-Fri 8-17",
      app_store_url: "https://apps.example.com/1",
    },
  });
  const hotline = await screen.findByRole("link", { name: /1900 1234/ });
  expect(hotline.getAttribute("href")).toBe("tel:19001234");
  expect(screen.getByRole("link", { name: "help@example.com" }).getAttribute("href")).toBe(
    "mailto:help@example.com",
  );
  expect(screen.getByText("Mon-Fri 8-17")).toBeTruthy();
  expect(screen.getByRole("link", { name: "App Store" }).getAttribute("href")).toBe(
    "https://apps.example.com/1",
  );
  expect(screen.queryByRole("link", { name: "Google Play" })).toBeNull();
});

test("frequent questions are answered, to hot-water projects only those that concern them", async () => {
  await open({ type: "pv" });
  expect(
    (await screen.findByText("Why has a day no performance ratio?")).closest("details")?.textContent,
  ).toContain("500 Wh/m²");
  cleanup();
  await open({ type: "swh" });
  expect(await screen.findByText("Why is a plant shown as Offline or Sleeping?")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Why has a day no performance ratio?")).toBeNull());
});

test("without contacts the page says so, and a project without messages says so too", async () => {
  await open({ none: true });
  expect(await screen.findByText("No contacts are named here. Send us a message.")).toBeTruthy();
  expect(await screen.findByText("No messages yet")).toBeTruthy();
});

test("who may only look is not asked to write, not even while it is not known that he may not", async () => {
  await open({ none: true, role: "read_only" });
  expect(screen.queryByText(/Send/)).toBeNull();
  expect(await screen.findByText("No messages yet")).toBeTruthy();
  expect(screen.getByText("No contacts are named here.")).toBeTruthy();
  expect(screen.queryByText(/Send/)).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a message needs subject and text, and becomes a ticket", async () => {
  const all = await open();
  const send = await screen.findByRole("button", { name: "Send" });
  fireEvent.click(send);
  expect(await screen.findByText("Please enter a subject")).toBeTruthy();
  expect(await screen.findByText("Please enter a message")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Subject"), { target: { value: "Meter" } });
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "It stands still." } });
  fireEvent.click(send);
  expect(await screen.findByText("Your message has been sent")).toBeTruthy();
  const sent = all.filter(({ method, path }) => method === "POST" && path === "support/ticket");
  expect(sent.map(({ body }) => body)).toEqual([
    { project_uid: PROJECT_UID, subject: "Meter", body: "It stands still." },
  ]);
});

test("a ticket opens with its thread; a reply is sent, and closing offers to open it again", async () => {
  const all = await open({ status: "answered" });
  fireEvent.click(await screen.findByRole("button", { name: /Meter.*Answered/ }));
  expect((await screen.findByText(/It stands still/)).textContent).toBe("It stands still.\nWhy?");
  expect(screen.getByText("Account removed")).toBeTruthy();
  const reply = screen.getByLabelText("Reply");
  fireEvent.change(reply, { target: { value: "Thanks" } });
  const buttons = screen.getAllByRole("button", { name: "Send" });
  fireEvent.click(buttons.at(-1) ?? reply);
  await waitFor(() =>
    expect(all.find(({ path }) => path === "support/ticket/reply")?.body).toEqual({
      ticket_uid,
      body: "Thanks",
    }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Close ticket" }));
  expect(await screen.findByRole("button", { name: "Open again" })).toBeTruthy();
  expect(screen.queryByLabelText("Reply")).toBeNull();
});

test("a read-only member reads the thread, and has neither form nor reply", async () => {
  await open({ role: "read_only" });
  expect(await screen.findByRole("button", { name: /Meter/ })).toBeTruthy();
  expect(screen.queryByLabelText("Subject")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /Meter/ }));
  expect(await screen.findByText("Restart it.")).toBeTruthy();
  expect(screen.queryByLabelText("Reply")).toBeNull();
});

test("what the server refuses is said in its words, and what was written stays", async () => {
  signedInAs("good");
  const many = "There are too many; close what is done or go on in another ticket";
  fakeServer({
    "app-config": () => answer(getAppConfig, {}),
    "project/project-info-only": () => fakeProjectInfo(),
    "support/tickets": () => refusal(500, "Internal error"),
    "support/ticket": () => refusal(409, many, { code: "ticket.too_many" }),
  });
  await renderAt(`/support/${PROJECT_UID}`, { "/support/:id": <SupportScreen /> });
  expect(await screen.findByText("Data is not available")).toBeTruthy();
  fireEvent.change(await screen.findByLabelText("Subject"), { target: { value: "Meter" } });
  fireEvent.change(screen.getByLabelText("Message"), { target: { value: "Still" } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(many)).toBeTruthy();
  expect(screen.getByDisplayValue("Still")).toBeTruthy();
});
