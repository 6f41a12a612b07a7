import {
  cancelCommand,
  getCommand,
  giveCommandAgain,
  listCommands,
  type CommandRow,
} from "@heliograph/contract/control/commands";
import { liveEvents } from "@heliograph/contract/telemetry/live";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { ACCOUNT, fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { CommandLife } from "./CommandLife.tsx";
import { LastCommandsPanel } from "./LastCommandsPanel.tsx";
import { COMMAND_UID, fakeCommand, fakeEvidence } from "./testing/command-fakes.ts";

freshBrowser();

type Detail = Answer<typeof getCommand>;

const step = (state: CommandRow["state"], at: string, change: Partial<Detail["steps"][number]> = {}) => ({
  state,
  at: `2026-11-20T03:38:${at}Z`,
  by: null,
  note: null,
  text: "",
  evidence: null,
  ...change,
});
const detail = (change: Partial<Detail> = {}): Detail => ({
  ...fakeCommand(),
  project_uid: PROJECT_UID,
  expires_at: "2026-11-20T03:40:02.000Z",
  sent_by: "mqtt",
  revert_after_s: 900,
  revert_to: "own_limit",
  held_at: null,
  effect_ended_at: null,
  steps: [
    step("queued", "02.100", { by: { account_uid: ACCOUNT.uid, display_name: ACCOUNT.display_name } }),
    step("sent", "02.500", { note: "by_mqtt" }),
    step("acknowledged", "03.100"),
    step("applied", "09.000", { evidence: fakeEvidence() }),
    step("verified", "41.000", { evidence: fakeEvidence() }),
  ],
  others: [],
  may_cancel: false,
  may_give_again: false,
  chart: null,
  ...change,
});

/** Opens the two panels over one command. */
async function open(
  given: {
    row?: Partial<CommandRow>;
    detail?: Partial<Detail>;
    role?: "owner" | "read_only";
    search?: string;
  } = {},
) {
  signedInAs("token");
  const heard = fakeServer({
    [listCommands.path]: () => answer(listCommands, { items: [fakeCommand(given.row)], total_items: 148 }),
    [getCommand.path]: () => answer(getCommand, detail(given.detail)),
    [cancelCommand.path]: () =>
      answer(cancelCommand, { message: "The command has been cancelled", cancelled: 1 }),
    [giveCommandAgain.path]: () =>
      answer(giveCommandAgain, { message: "Command sent successfully", command_uid: COMMAND_UID }),
    "user-info": () => answer(getUserInfo, ACCOUNT),
  });
  const info = await fakeProjectInfo({ project_role_to_user: given.role ?? "owner" }).json();
  const project = projectInfoOnly.answer.parse(info).project_info;
  const panels = (
    <>
      <LastCommandsPanel project={project} />
      <CommandLife project={project} />
    </>
  );
  const router = await renderAt(`/control${given.search ?? ""}`, { "/control": panels });
  return { heard, router };
}

test("the last command stands with its marks, its evidence and its state, and its life by the second beside it", async () => {
  await open();
  const table = await screen.findByRole("table", { name: "Last commands" });
  const row = await within(table).findByRole("row", { name: /Power 50 %/ });
  expect(row.textContent).toContain("38.2 kW to 25 kW in 38 s");
  within(row).getByRole("img", { name: /seen: reached/ });
  const life = await screen.findByRole("list", { name: "Power 50 %" });
  const stages = within(life)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(stages[0]).toContain("10:38:02.1");
  expect(stages[0]).toContain("by you, at the portal");
  expect(stages[1]).toContain("MQTT, expires 10:40:02");
  expect(stages[3]).toContain("power_limit_w 25,000");
  expect(stages[3]).toContain("+6.9 s");
  expect(stages[4]).toContain("+38.9 s");
  screen.getByText(/without contact for 15 min the gateway goes back to its own limit/);
  expect(screen.getByRole("link", { name: "All 148" }).getAttribute("href")).toContain("history=1");
  expect(screen.queryByRole("button", { name: /Cancel|Send again/ })).toBeNull();
});

test("a command that went on before the stream was open is shown as it is once it is", async () => {
  signedInAs("token");
  let row: Partial<CommandRow> = { state: "applied" };
  const stream = new ReadableStream<Uint8Array>();
  const openStream: { now?: () => void } = {};
  const opened = new Promise<void>((resolve) => (openStream.now = resolve));
  fakeServer({
    [listCommands.path]: () => answer(listCommands, { items: [fakeCommand(row)], total_items: 1 }),
    [liveEvents.path]: async () => {
      await opened;
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    },
    "user-info": () => answer(getUserInfo, ACCOUNT),
  });
  const info = await fakeProjectInfo({ project_role_to_user: "owner" }).json();
  const project = projectInfoOnly.answer.parse(info).project_info;
  await renderAt("/control", { "/control": <LastCommandsPanel project={project} /> });
  await screen.findByRole("row", { name: /Power 50 %/ });
  expect(screen.queryByText("Failed")).toBeNull();
  row = { state: "failed" };
  openStream.now?.();
  await screen.findByText("Failed");
});

test("what waits is cancelled by a press, and what did not work is sent again, each by hand", async () => {
  const waiting = { state: "queued", sent_at: null, is_acknowledged: false, evidence: null } as const;
  const { heard } = await open({
    row: waiting,
    detail: { ...waiting, steps: [step("queued", "02.100")], may_cancel: true, may_give_again: true },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel the command" }));
  await screen.findByText("The command has been cancelled");
  await userEvent.click(await screen.findByRole("button", { name: "Send again" }));
  await screen.findByText("Command sent successfully");
  expect(heard.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body])).toEqual([
    [cancelCommand.path, { command_uid: COMMAND_UID }],
    [giveCommandAgain.path, { command_uid: COMMAND_UID }],
  ]);
});

test("who may only look sees the whole life and nothing to press", async () => {
  await open({ role: "read_only", detail: { may_cancel: true, may_give_again: true } });
  await screen.findByRole("list", { name: "Power 50 %" });
  expect(screen.queryByRole("button", { name: /Cancel|Send again/ })).toBeNull();
});

test("the address narrows the history, and a filter begins with the first page", async () => {
  const { heard, router } = await open({ search: `?project=${PROJECT_UID}&history=1&state=failed&page=3` });
  await screen.findByRole("table", { name: "History of commands" });
  const asked = heard.filter(
    ({ path, query }) => path === listCommands.path && query.get("state") === "failed",
  );
  expect(asked[0]?.query.get("page")).toBe("3");
  await userEvent.click(screen.getByRole("combobox", { name: "State" }));
  await userEvent.click(await screen.findByRole("option", { name: "Verified" }));
  await waitFor(() => expect(router.state.location.search).toContain("state=verified"));
  expect(router.state.location.search).not.toContain("page=");
});
