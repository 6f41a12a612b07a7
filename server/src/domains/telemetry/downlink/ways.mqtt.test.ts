// What holds whichever way a gateway is reached: the embedded broker, an operator's own Mosquitto, and the answers of its HTTP calls.
import type { CommandMessage } from "@heliograph/contract";
import { expect, test } from "vitest";
import { commandFor, give } from "../../../../testing/downlink/downlink-kit.ts";
import { mosquittoInstalled } from "../../../../testing/downlink/mosquitto-kit.ts";
import { WAYS, type Way, type Wire } from "../../../../testing/downlink/way-kit.ts";
import { holdCommands, holdsOf, messagesOf } from "../index.ts";

const names = (["embedded", "external", "polling"] as const).filter(
  (name) => name !== "external" || mosquittoInstalled,
);
const PATIENCE = { timeout: 15_000, interval: 50 };
const uidsOf = (messages: readonly CommandMessage[]) => messages.map(({ command_uid }) => command_uid);

/** Waits until the gateway has heard that many commands; a gateway that must ask asks meanwhile. */
async function heard({ call, commands }: Wire, count: number): Promise<void> {
  await expect
    .poll(async () => {
      await call();
      return commands.length;
    }, PATIENCE)
    .toBe(count);
}
const fate = async ({ pools }: Way, uid: string) =>
  (await pools.db.transaction().execute((tx) => messagesOf(tx, [uid])))[0];

test.each(names)(
  "what waited and what comes later is handed over once, in order and as it was given: %s",
  async (name) => {
    const way = await WAYS[name]();
    const { pools, gateway } = way;
    const waiting = [
      commandFor({ device_uid: gateway.device_uid, revert_after_s: 900, revert_to: "own_limit" }),
      commandFor({}, { name: "zero_export", on: true, export_limit_w: 0 }),
    ];
    await give(pools.db, gateway, waiting);
    const wire = await way.come();
    await heard(wire, 2);
    const later = [commandFor(), commandFor({}, { name: "connect", on: false, relay: "RL2" }), commandFor()];
    await give(pools.db, gateway, later);
    await heard(wire, 5);
    expect(wire.commands).toEqual([...waiting, ...later]);
    await wire.leave();
    const gone = commandFor();
    await give(pools.db, gateway, [gone]);
    const back = await way.come();
    await heard(back, 1);
    expect(uidsOf(back.commands)).toEqual([gone.command_uid]);
  },
);

test.each(names)("what the gateway answers is stored, and the first answer counts: %s", async (name) => {
  const way = await WAYS[name]();
  const [uid = ""] = await give(way.pools.db, way.gateway);
  const wire = await way.come();
  await heard(wire, 1);
  await wire.ack({ v: 1, command_uid: uid, status: "done", in_force_w: 80_000 });
  // By way of a broker in between, messages of a gateway may overtake each other.
  await expect.poll(async () => (await fate(way, uid))?.ack_count, PATIENCE).toBe(1);
  await wire.ack({ v: 1, command_uid: uid, status: "failed", text: "too late" });
  await wire.ack({ v: 1, command_uid: uid, status: "reverted" });
  await expect.poll(async () => (await fate(way, uid))?.ack_count, PATIENCE).toBe(3);
  expect(await fate(way, uid)).toMatchObject({ ack_status: "done", ack_in_force_w: 80_000, ack_text: "" });
  expect((await fate(way, uid))?.reverted_at).toBeInstanceOf(Date);
});

test.each(names)("a gateway is told what is held on it, and when that was is known: %s", async (name) => {
  const way = await WAYS[name]();
  const { pools, gateway } = way;
  const { gateway_id } = gateway;
  const uids = await give(pools.db, gateway);
  const wire = await way.come();
  await heard(wire, 1);
  const hold = () => pools.db.transaction().execute((tx) => holdCommands(tx, [{ gateway_id, uids }]));
  const times = async () => {
    await wire.call();
    return wire.held.filter((one) => one.includes(uids[0] ?? "")).length;
  };
  await hold();
  await expect.poll(times, PATIENCE).toBeGreaterThan(0);
  const before = await times();
  await expect
    .poll(async () => (await holdsOf(pools.db, [gateway_id]))[0]?.told_at, PATIENCE)
    .toBeInstanceOf(Date);
  await hold();
  await expect.poll(times, PATIENCE).toBeGreaterThan(before);
});
