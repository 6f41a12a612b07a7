import {
  continueRollOut,
  createRollOut,
  listRollOutGateways,
  listRollOuts,
  readRollOut,
  stopRollOut,
  type RollOut,
} from "@heliograph/contract/control/roll-outs";
import { firmwareInfo } from "@heliograph/contract/fleet/firmware";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import type { RollOutDetail } from "./roll-out-queries.ts";
import RollOutsScreen from "./RollOutsScreen.tsx";

freshBrowser();

const uidOf = (n: number) => `0198a5a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
type Gateway = RollOutDetail["gateways"][number];
const gateway = (n: number, change: Partial<Gateway> = {}): Gateway => ({
  gateway_uid: uidOf(n),
  name: `Roof ${n}`,
  serial: `HG-${n}`,
  project_uid: uidOf(90),
  project_name: "Kho Long An",
  wave: n,
  state: "waiting",
  was_version: "1.4.0",
  reported_version: "1.4.0",
  command_uid: null,
  command_state: null,
  restarted_at: "2026-11-20T05:00:00.000Z",
  text: "",
  ...change,
});

/** A roll-out of these gateways. */
function rollOut(gateways: readonly Gateway[], change: Partial<RollOutDetail> = {}): RollOutDetail {
  const counts = {
    waiting: 0,
    under_way: 0,
    updated: 0,
    failed: 0,
    silent: 0,
    other_version: 0,
    left_out: 0,
  };
  for (const { state } of gateways) counts[state] += 1;
  return {
    roll_out_uid: uidOf(1),
    file_uid: uidOf(2),
    version: "1.5.0",
    for_gateway_type: "HG-1",
    mode: "waves",
    state: "running",
    wave: 1,
    waves: 3,
    counts,
    next_wave_at: null,
    stopped: null,
    created_by: "Minh Anh",
    created_at: "2026-11-20T04:00:00.000Z",
    gateways: [...gateways],
    may_change: true,
    ...change,
  };
}

const fitting = (n: number, change: { is_busy?: boolean } = {}) => ({
  gateway_uid: uidOf(n),
  name: `Roof ${n}`,
  serial: `HG-${n}`,
  project_uid: uidOf(90),
  project_name: "Kho Long An",
  reported_version: "1.4.0",
  last_contact_at: null,
  is_busy: false,
  ...change,
});
const VERSION = {
  for_gateway_type: "HG-1",
  file_firmware_version: "1.5.0",
  hardware_version_require: "",
  firmware_version_require: "",
  create_at: "2026-11-01T03:00:00.000Z",
  cloud_storage_metadata: { size: 1000, sha256: "a".repeat(64) },
  file_name: "hg1.bin",
  public_url: "/",
  file_wapi_uid: uidOf(2),
  signed_by: "Maker",
  notes: "",
};

async function show(given: {
  one?: RollOutDetail;
  list?: () => Response;
  offered?: readonly ReturnType<typeof fitting>[];
  at?: string;
  make?: () => Response;
}) {
  signedInAs("good");
  const { one, offered = [], at = "/roll-outs" } = given;
  const items: RollOut[] = one === undefined ? [] : [one];
  const all = fakeServer({
    "send-command-service/roll-outs": () => given.list?.() ?? answer(listRollOuts, { items }),
    "send-command-service/roll-out": ({ method }) => {
      if (method === "POST") return given.make?.() ?? answer(createRollOut, { roll_out_uid: uidOf(1) });
      if (method === "DELETE") return answer(stopRollOut, { message: "The roll-out has been stopped" });
      return one === undefined
        ? refusal(404, "No such roll-out", { code: "roll_out.not_found" })
        : answer(readRollOut, one);
    },
    "send-command-service/roll-out/next-wave": () =>
      answer(continueRollOut, { message: "The next wave begins" }),
    "send-command-service/roll-out-gateways": () => answer(listRollOutGateways, { items: [...offered] }),
    "firmware-data/file-info": () => answer(firmwareInfo, VERSION),
  });
  await renderAt(at, { "/roll-outs": <RollOutsScreen /> });
  return all;
}

const rowOf = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));

test("each gateway says where it stands, and what it reports is beside what it had", async () => {
  await show({
    one: rollOut([
      gateway(1, { state: "updated", reported_version: "1.5.0" }),
      gateway(2, { state: "under_way", command_state: "queued" }),
      gateway(3, { state: "under_way", command_state: "sent" }),
      gateway(4, { state: "under_way", command_state: "acknowledged" }),
      gateway(5, { state: "failed", text: "The file has another checksum" }),
      gateway(6, { state: "silent" }),
      gateway(7, { state: "other_version", reported_version: null }),
      gateway(8, { state: "left_out" }),
      gateway(9, { state: "failed", command_state: "expired" }),
    ]),
  });
  const first = await rowOf("HG-1");
  expect(first.getByText("Came back with 1.5.0")).toBeTruthy();
  expect(first.getByText("1.4.0 → 1.5.0")).toBeTruthy();
  for (const [serial, words] of [
    ["HG-2", "Waits for its connection"],
    ["HG-3", "Told, downloading"],
    ["HG-4", "Restarting"],
    ["HG-5", "The file has another checksum"],
    ["HG-6", /^Did not come back since .*2026/],
    ["HG-7", "Came back with not known"],
    ["HG-8", "Left out"],
    ["HG-9", "Not reached in time"],
  ] as const) {
    expect((await rowOf(serial)).getByText(words)).toBeTruthy();
  }
  expect(screen.getByText("= 9 gateways")).toBeTruthy();
});

test("one that stopped says which gateway did it and how many kept their version, and offers nothing more", async () => {
  await show({
    one: rollOut(
      [
        gateway(1, { state: "updated" }),
        gateway(2, { state: "silent" }),
        gateway(3, { state: "left_out" }),
        gateway(4, { state: "left_out", wave: 3 }),
      ],
      {
        state: "stopped",
        wave: 2,
        stopped: { reason: "silent", gateway: { name: "Roof 2", project_name: "Kho Long An" } },
      },
    ),
  });
  const why =
    "Stopped by itself: Kho Long An, Roof 2 did not come back after its restart. 2 gateways keep their old version.";
  expect(await screen.findByText(why)).toBeTruthy();
  const steps = within(screen.getByRole("list", { name: "Waves" })).getAllByRole("listitem");
  expect(steps.map((step) => step.dataset["state"])).toEqual(["done", "failed", "due"]);
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Begin the next wave" })).toBeNull();
});

test("the next wave begins, and a roll-out is stopped, after a question each", async () => {
  const all = await show({
    one: rollOut([gateway(1, { state: "updated" }), gateway(2)], {
      state: "waiting",
      next_wave_at: "2026-11-20T05:00:00.000Z",
    }),
  });
  const changes = () =>
    all.filter(({ method }) => method !== "GET").map(({ path, method }) => [method, path]);
  for (const name of ["Begin the next wave", "Stop"]) {
    fireEvent.click(await screen.findByRole("button", { name }));
    fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  }
  expect(changes()).toEqual([
    ["POST", "send-command-service/roll-out/next-wave"],
    ["DELETE", "send-command-service/roll-out"],
  ]);
});

test("whoever may only look at a part of it is told so and has no button", async () => {
  await show({ one: rollOut([gateway(1, { state: "under_way" })], { may_change: false }) });
  expect(await screen.findByText(/^You can only look/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

test("a version goes to the gateways that were chosen, and none that is busy is offered", async () => {
  const all = await show({
    offered: [fitting(11), fitting(12), fitting(13), fitting(14, { is_busy: true })],
    at: `/roll-outs?version=${uidOf(2)}`,
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Roll out 1.5.0" }));
  expect(await dialog.findByText("1 fitting gateway takes part in another roll-out.")).toBeTruthy();
  expect(dialog.queryByText(/HG-14/)).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Roll out to 0 gateways" }));
  expect(await dialog.findByText("Choose at least one gateway")).toBeTruthy();
  for (const n of [11, 12, 13]) {
    fireEvent.click(dialog.getByRole("checkbox", { name: new RegExp(`Roof ${n}`) }));
  }
  expect(dialog.getByText(/^Waves of 1, then 1, then 1:/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Roll out to 3 gateways" }));
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
  await waitFor(() => expect(all.filter(({ method }) => method === "POST").length).toBeGreaterThan(1));
  const made = all.find(({ method, path }) => method === "POST" && path === "send-command-service/roll-out");
  expect(made?.body).toEqual({
    file_uid: uidOf(2),
    gateway_uids: [uidOf(11), uidOf(12), uidOf(13)],
    mode: "waves",
  });
});

test("a version that fits nobody's gateway says so", async () => {
  await show({ offered: [], at: `/roll-outs?version=${uidOf(2)}` });
  expect(await screen.findByText("This version fits no gateway that you may change")).toBeTruthy();
});

test("without roll-outs it says where one begins; a list that fails can be asked for again", async () => {
  await show({});
  expect(await screen.findByText("No roll-outs yet")).toBeTruthy();
});

test("a list of roll-outs that fails says so with a way to try again", async () => {
  await show({ list: () => refusal(503, "The database does not answer", { code: "database.away" }) });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("an address of a roll-out that is not the person's is like one that is not there", async () => {
  await show({ at: `/roll-outs?roll_out=${uidOf(7)}` });
  expect(await screen.findByText(/page|not found/i)).toBeTruthy();
});
