import { randomUUID } from "node:crypto";
import { cancelCommand, getCommand, giveCommandAgain, listCommands } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import {
  giveCommand,
  HALF,
  handOver,
  lifeOf,
  pass,
  sayReading,
} from "../../../../testing/control/command-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { storeAcks } from "../../telemetry/index.ts";
import { controlRoutes, orderCommands } from "../index.ts";

/** A plant with its owner's token, and the calls of control. */
async function place() {
  const db = await freshDb();
  const plant = await scene(db);
  const api = await apiOf(db, (serve) => controlRoutes(serve, db));
  const token = await tokenFor(db, plant);
  const { project_uid } = plant;
  const list = async (query: Record<string, string | number> = {}) =>
    (await api(listCommands, { token, query: { project_uid, ...query } })).body;
  const read = async (command_uid: string) => (await api(getCommand, { token, query: { command_uid } })).body;
  return { db, plant, api, token, list, read };
}
type Place = Awaited<ReturnType<typeof place>>;

/** A command that was proven by its inverter's readings. */
async function verified({ db, plant }: Place): Promise<string> {
  await sayReading(db, plant, -5, { ac_power_w: 41_000 });
  const uid = await giveCommand(db, plant);
  await handOver(db, uid);
  await storeAcks(db, [
    { gateway_id: plant.gateway_id, ack: { v: 1, command_uid: uid, status: "done", text: "" } },
  ]);
  await sayReading(db, plant, 0.5, { power_limit_w: 25_000, power_limit_source: 2, ac_power_w: 25_000 });
  await pass(db);
  return uid;
}

test("a command is told with every step, the readings that prove it, and a chart of what was measured around it", async () => {
  const at = await place();
  const uid = await verified(at);
  const command = await at.read(uid);
  expect(command).toMatchObject({
    command_uid: uid,
    args: HALF,
    by: { display_name: "Lan Tran" },
    gateway: { serial: at.plant.gateway_serial },
    devices: [{ serial: "INV-1" }],
    state: "verified",
    evidence: {
      read_back: [{ serial: "INV-1", quantity: "power_limit_w", value: 25_000 }],
      readings: [{ serial: "INV-1", quantity: "ac_power_w", value: 25_000 }],
      before: { value: 41_000 },
    },
    may_cancel: false,
    may_give_again: false,
  });
  expect(
    command.steps.map((step: { state: string; note: string | null }) => [step.state, step.note]),
  ).toEqual([
    ["queued", null],
    ["sent", "by_mqtt"],
    ["acknowledged", null],
    ["applied", null],
    ["verified", null],
  ]);
  expect(command.steps[4].evidence.seen).toBe("seen");
  expect(command.chart.points.map(([, value]: [string, number]) => value)).toContain(41_000);
});

test("an order for several devices is one row, in the state of the device that is worst off", async () => {
  const { db, plant, list, read } = await place();
  const { project_id, gateway_id, device_id, device_uid, account_id } = plant;
  const second = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "solar_inverter", serial: "INV-2", ac_nominal_w: 50_000 })
    .returning(["device_id", "device_uid"])
    .executeTakeFirstOrThrow();
  const one = {
    project_id,
    gateway_id,
    command: HALF,
    cause: "person" as const,
    account_id,
    expires_in_s: 60,
    reversion: null,
  };
  const given = await db.transaction().execute((tx) =>
    orderCommands(tx, randomUUID(), [
      { ...one, device: { device_id, device_uid } },
      { ...one, device: second },
    ]),
  );
  const uid = given[1]?.command_uid ?? "";
  await db.updateTable("command").set({ state: "failed" }).where("command_uid", "=", uid).execute();
  const { items, total_items } = await list();
  expect(total_items).toBe(1);
  expect(items).toMatchObject([{ command_uid: uid, state: "failed", device_count: 2 }]);
  expect(items[0].devices.map(({ serial }: { serial: string }) => serial)).toEqual(["INV-1", "INV-2"]);
  expect((await read(uid)).others).toHaveLength(2);
});

const uids = ({ items }: { items: { command_uid: string }[] }) => items.map(({ command_uid }) => command_uid);

test("history is paged, the newest first, and found by state, gateway, device and day", async () => {
  const { db, plant, api, token, list } = await place();
  const first = await giveCommand(db, plant);
  const second = await giveCommand(db, plant, { command: { name: "connect", on: false } });
  const third = await giveCommand(db, plant);
  expect(uids(await list())).toEqual([third, second, first]);
  const page = await list({ items_page: 2, page: 2 });
  expect([uids(page), page.total_items]).toEqual([[first], 3]);
  expect(uids(await list({ state: "superseded" }))).toEqual([first]);
  expect(uids(await list({ gateway_uid: plant.gateway_uid, device_uid: plant.device_uid }))).toHaveLength(3);
  expect(uids(await list({ from_date: "2100-01-01" }))).toEqual([]);
  expect(uids(await list({ from_date: "2000-01-01", to_date: "2100-01-01" }))).toHaveLength(3);
  const { project_uid } = plant;
  const other = await scene(db);
  for (const gateway_uid of [other.gateway_uid, randomUUID()]) {
    const told = await api(listCommands, { token, query: { project_uid, gateway_uid } });
    expect([told.status, told.body.code]).toEqual([404, "gateway.not_found"]);
  }
  const [superseded] = (await list({ state: "superseded" })).items;
  expect(superseded.superseded_by).toMatchObject({ command_uid: third, args: HALF });
});

/** What the entries of that action in the audit log are about. */
async function noted(db: Db, action: string): Promise<(string | null)[]> {
  const rows = await db.selectFrom("audit_event").select("subject").where("action", "=", action).execute();
  return rows.map(({ subject }) => subject);
}

test("what nobody was told is cancelled by a person; what the gateway was told is not", async () => {
  const { db, plant, api, token } = await place();
  const waiting = await giveCommand(db, plant);
  const told = await api(cancelCommand, { token, body: { command_uid: waiting } });
  expect([told.status, told.body]).toEqual([
    200,
    { message: "The command has been cancelled", cancelled: 1 },
  ]);
  expect(await lifeOf(db, waiting)).toEqual({ state: "cancelled", steps: ["queued", "cancelled"] });
  const { withdrawn } = await db.selectFrom("gateway_message").select("withdrawn").executeTakeFirstOrThrow();
  expect(withdrawn).toBe(true);
  const sent = await giveCommand(db, plant, { command: { name: "connect", on: false } });
  await handOver(db, sent);
  // Also before the watch has seen that it was handed over.
  const late = await api(cancelCommand, { token, body: { command_uid: sent } });
  expect([late.status, late.body.code]).toEqual([409, "command.not_queued"]);
  expect(await noted(db, "command.cancelled")).toEqual([waiting]);
});

test("what did not work is given again by hand, as a new command, unless a newer one holds", async () => {
  const { db, plant, api, token, read } = await place();
  const failed = await giveCommand(db, plant, { reversion: { after_s: 1000, to: "own_limit" } });
  await handOver(db, failed, 300);
  await db
    .updateTable("command")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  await pass(db);
  expect(await read(failed)).toMatchObject({ state: "expired", may_give_again: true });
  const again = await api(giveCommandAgain, { token, body: { command_uid: failed } });
  expect(again.body.message).toBe("Command sent successfully");
  expect(await read(again.body.command_uid)).toMatchObject({
    state: "queued",
    args: HALF,
    revert_after_s: 1000,
    cause: "person",
  });
  const twice = await api(giveCommandAgain, { token, body: { command_uid: failed } });
  expect([twice.status, twice.body.code]).toEqual([409, "command.not_again"]);
  expect(await noted(db, "command.given_again")).toHaveLength(1);
});

test("a stranger finds no command, and who may only look changes none", async () => {
  const { db, plant, api } = await place();
  const uid = await giveCommand(db, plant);
  const stranger = await accountOn(db, null);
  const { project_id } = plant;
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const answers = async (token: string, command_uid: string) => [
    (await api(getCommand, { token, query: { command_uid } })).status,
    (await api(cancelCommand, { token, body: { command_uid } })).status,
    (await api(giveCommandAgain, { token, body: { command_uid } })).status,
  ];
  expect(await answers(stranger.token, uid)).toEqual([404, 404, 404]);
  expect(await answers(stranger.token, randomUUID())).toEqual([404, 404, 404]);
  expect(await answers(reader.token, uid)).toEqual([200, 403, 403]);
});
