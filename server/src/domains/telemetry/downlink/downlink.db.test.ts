// What waits for gateways is taken once, what they answer counts once, and what is held is told.
import { randomUUID } from "node:crypto";
import type { CommandAck } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { commandFor, give } from "../../../../testing/downlink/downlink-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { startListener } from "../../../platform/listener.ts";
import {
  GATEWAY_ACK,
  GATEWAY_MESSAGE,
  holdCommands,
  holdsOf,
  messagesOf,
  withdrawMessages,
} from "../index.ts";
import { gatherAnswers } from "./acks.sql.ts";
import { claimMessages, returnMessages, takeForAnswer } from "./claims.sql.ts";

async function place() {
  const pools = await freshPools();
  const gateway = await scene(pools.db);
  const fate = async (uid: string) =>
    (await pools.db.transaction().execute((tx) => messagesOf(tx, [uid])))[0];
  const claim = async (limit = 100) =>
    (await claimMessages(pools.db, [gateway.gateway_id], limit)).map(({ message_uid }) => message_uid);
  const take = gatherAnswers(pools.db);
  const { gateway_id } = gateway;
  const answer = (command_uid: string, status: CommandAck["status"], rest: Partial<CommandAck> = {}) =>
    take({ gateway_id, ack: { v: 1, command_uid, status, text: "", ...rest } });
  return { ...pools, gateway, fate, claim, answer };
}

/** What is announced on a channel from now on. */
async function announced(url: string, channel: string): Promise<string[]> {
  const listener = startListener(url);
  onTestFinished(() => listener.stop());
  const payloads: string[] = [];
  await listener.on(channel, { hear: (payload) => payloads.push(payload), missed: () => {} });
  return payloads;
}

test("a message is taken once, in the order in which it was put there, and not when it is too late or was withdrawn", async () => {
  const { db, gateway, claim, fate } = await place();
  const [late = ""] = await give(db, gateway, [commandFor({ expires_at: Date.now() - 1 })]);
  const [back = ""] = await give(db, gateway);
  const uids = await give(db, gateway, [commandFor(), commandFor(), commandFor()]);
  await db.transaction().execute(async (tx) => {
    expect([...(await withdrawMessages(tx, [back]))]).toEqual([back]);
  });
  expect(await claim(2)).toEqual(uids.slice(0, 2));
  expect(await claim(2)).toEqual(uids.slice(2));
  expect(await claim()).toEqual([]);
  expect(await fate(uids[0] ?? "")).toMatchObject({ sent_by: "mqtt", ack_at: null });
  expect(await fate(late)).toMatchObject({ sent_at: null });
  expect(await fate(back)).toMatchObject({ sent_at: null, withdrawn: true });
  await db.transaction().execute(async (tx) => {
    expect([...(await withdrawMessages(tx, uids))]).toEqual([]);
  });
});

test("processes that take at once never take the same message, and one that waits for nobody is left alone", async () => {
  const { db, gateway, claim } = await place();
  const other = await scene(db);
  const [theirs = ""] = await give(db, other);
  const uids = await give(
    db,
    gateway,
    Array.from({ length: 200 }, () => commandFor()),
  );
  const taken = await Promise.all(Array.from({ length: 8 }, () => claim(50)));
  const rest = await claim();
  const all = [...taken.flat(), ...rest];
  expect(all).toHaveLength(200);
  expect(new Set(all)).toEqual(new Set(uids));
  expect(all).not.toContain(theirs);
});

test("the answer of an HTTP call takes what waits, at most a hundred, unless the gateway hears its commands by MQTT", async () => {
  const { db, gateway, fate } = await place();
  const uids = await give(
    db,
    gateway,
    Array.from({ length: 103 }, () => commandFor()),
  );
  const hears = (hears_commands: boolean) =>
    db.updateTable("gateway").set({ hears_commands }).where("gateway_id", "=", gateway.gateway_id).execute();
  await hears(true);
  expect(await takeForAnswer(db, gateway.gateway_id)).toEqual({ commands: [], held: [] });
  await hears(false);
  const first = await takeForAnswer(db, gateway.gateway_id);
  const second = await takeForAnswer(db, gateway.gateway_id);
  const third = await takeForAnswer(db, gateway.gateway_id);
  const given = [first, second, third].map(({ commands }) => commands.map((one) => one.command_uid));
  expect(given.map((some) => some.length)).toEqual([100, 3, 0]);
  expect(given.flat()).toEqual(uids);
  expect(await fate(uids[0] ?? "")).toMatchObject({ sent_by: "http" });
});

test("the first answer with an end counts; duplicates and other answers are counted and change nothing", async () => {
  const { db, gateway, fate, claim, answer } = await place();
  const [uid = ""] = await give(db, gateway);
  await claim();
  expect(await answer(uid, "done", { text: "set", in_force_w: 40_000 })).toBe(true);
  const first = await fate(uid);
  expect(first).toMatchObject({ ack_status: "done", ack_text: "set", ack_in_force_w: 40_000, ack_count: 1 });
  expect(await answer(uid, "done", { text: "set" })).toBe(false);
  expect(await answer(uid, "failed", { text: "no" })).toBe(false);
  expect(await fate(uid)).toEqual({ ...first, ack_count: 3 });
  expect(await answer(uid, "reverted")).toBe(true);
  const gone = await fate(uid);
  expect(gone).toEqual({ ...first, ack_count: 4, reverted_at: expect.any(Date) as Date });
  expect(await answer(uid, "reverted")).toBe(false);
  expect(await fate(uid)).toEqual({ ...gone, ack_count: 5 });
});

test("answers that come at once count once", async () => {
  const { db, gateway, fate, claim, answer } = await place();
  const [uid = ""] = await give(db, gateway);
  await claim();
  const counted = await Promise.all(Array.from({ length: 10 }, () => answer(uid, "done")));
  expect(counted.filter(Boolean)).toHaveLength(1);
  expect(await fate(uid)).toMatchObject({ ack_count: 10 });
});

test("answers to many commands that come at once are stored together, and each is told its own", async () => {
  const { db, url, gateway, claim, answer } = await place();
  const uids = await give(
    db,
    gateway,
    Array.from({ length: 50 }, () => commandFor()),
  );
  await claim();
  const heard = await announced(url, GATEWAY_ACK);
  const counted = await Promise.all([...uids, randomUUID(), ...uids].map((uid) => answer(uid, "done")));
  expect(counted).toEqual([...uids.map(() => true), null, ...uids.map(() => false)]);
  // The first alone, then all others at once.
  await expect.poll(() => heard.length).toBe(2);
});

test("an answer to another gateway's command, to none, or to one that was not handed over is unknown", async () => {
  const { db, gateway, fate, claim, answer } = await place();
  const other = await scene(db);
  const [theirs = ""] = await give(db, other);
  await claimMessages(db, [other.gateway_id], 1);
  const [waiting = ""] = await give(db, gateway);
  expect(await answer(theirs, "done")).toBeNull();
  expect(await answer(randomUUID(), "done")).toBeNull();
  expect(await answer(waiting, "done")).toBeNull();
  expect(await fate(theirs)).toMatchObject({ ack_count: 0, ack_at: null });
  await claim();
  expect(await answer(waiting, "done")).toBe(true);
});

test("an answer after the command's expiry is kept as it came", async () => {
  const { db, gateway, fate, claim, answer } = await place();
  const [uid = ""] = await give(db, gateway);
  await claim();
  await db
    .updateTable("gateway_message")
    .set({ expires_at: sql<Date>`now() - interval '1 hour'` })
    .where("message_uid", "=", uid)
    .execute();
  expect(await answer(uid, "done")).toBe(true);
  expect(await fate(uid)).toMatchObject({ ack_status: "done" });
});

test("control is told when a message was handed over and when an answer counts, and not of what changes nothing", async () => {
  const { db, url, gateway, claim, answer } = await place();
  const told = await announced(url, GATEWAY_ACK);
  const id = String(gateway.gateway_id);
  const [uid = "", other = ""] = await give(db, gateway, [commandFor(), commandFor()]);
  await claim(1);
  await expect.poll(() => told).toEqual([id]);
  await answer(uid, "done");
  await expect.poll(() => told).toEqual([id, id]);
  await answer(uid, "done");
  await takeForAnswer(db, gateway.gateway_id);
  await answer(other, "reverted");
  await expect.poll(() => told).toEqual([id, id, id, id]);
});

test("messages that nobody was given wait again, but not one that was answered", async () => {
  const { db, gateway, claim, answer } = await place();
  const [heard = "", unheard = ""] = await give(db, gateway, [commandFor(), commandFor()]);
  await claim();
  await answer(heard, "done");
  await returnMessages(db, [heard, unheard]);
  expect(await claim()).toEqual([unheard]);
});

test("what is held is exactly what was last asked for, of the gateway's own messages, and every answer names and notes it", async () => {
  const { db, url, gateway } = await place();
  const { gateway_id } = gateway;
  const other = await scene(db);
  const [theirs = ""] = await give(db, other);
  const [one = "", two = ""] = await give(db, gateway, [commandFor(), commandFor()]);
  const told = await announced(url, GATEWAY_MESSAGE);
  const hold = (uids: readonly string[]) =>
    db.transaction().execute((tx) => holdCommands(tx, [{ gateway_id, uids }]));
  const held = async () =>
    (await holdsOf(db, [gateway_id])).map(
      ({ message_uid, told_at }) => [message_uid, told_at !== null] as const,
    );
  await hold([one, theirs, randomUUID()]);
  expect(await held()).toEqual([[one, false]]);
  expect(await takeForAnswer(db, gateway_id)).toMatchObject({ held: [one] });
  expect(await held()).toEqual([[one, true]]);
  await hold([one, two]);
  expect(new Map(await held())).toEqual(
    new Map([
      [one, true],
      [two, false],
    ]),
  );
  await expect.poll(() => told).toEqual([String(gateway_id), String(gateway_id)]);
  await hold([]);
  expect(await held()).toEqual([]);
  expect(await takeForAnswer(db, gateway_id)).toMatchObject({ held: [] });
});
