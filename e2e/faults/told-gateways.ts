// Gateways that hear commands over MQTT or in the answers of their HTTP calls, count how often each came, and do what the trial wants.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  commandMessage,
  GATEWAY_TOPICS,
  holdMessage,
  type CommandArgs,
  type CommandMessage,
} from "@heliograph/contract";
import mqtt from "mqtt";
import { orderCommands } from "../../server/src/domains/control/index.ts";
import { connect, type Db } from "../../server/src/platform/db.ts";
import { newGateway, type TestGateway } from "../../server/testing/gateway-kit.ts";
import type { Installation } from "./server-under-test.ts";

/** A gateway as the trial sees it. */
export interface Told {
  readonly gateway: TestGateway;
  /** The commands that came, each as often as it came. */
  readonly heard: readonly CommandMessage[];
  /** When word of a hold of the command last came, ms since 1970; undefined: never. */
  readonly heldAt: (command_uid: string) => number | undefined;
  /** Says what became of a command, until the server has it. */
  readonly answer: (command_uid: string, status?: "done" | "reverted") => Promise<void>;
  /** Reports the power of an inverter, and the limit that is set in it, until the server has it. */
  readonly report: (says: Reported, device_uid?: string) => Promise<void>;
  /** Neither calls nor listens any more. */
  readonly leave: () => Promise<void>;
}

interface Reported {
  readonly ac_power_w: number;
  readonly power_limit_w?: number;
  readonly power_limit_source?: number;
}

/** What a gateway does as soon as it hears a command. */
export type Hear = (command: CommandMessage, told: Told) => void;

const PAUSE_MS = 50;

/** Tries until it works: the server may be gone. */
async function insist(what: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await what();
      return;
    } catch {
      await delay(PAUSE_MS);
    }
  }
}

interface Words {
  readonly heard: CommandMessage[];
  readonly held: Map<string, number>;
}

const words = (): Words => ({ heard: [], held: new Map() });
const noteHeld = ({ held }: Words, uids: readonly string[]) => {
  for (const uid of uids) held.set(uid, Date.now());
};
const ackOf = (command_uid: string, status = "done") => ({ v: 1, command_uid, status });
const messageOf = (gateway: TestGateway, says: Reported, device_uid = gateway.device_uid) => ({
  v: 1,
  seq: 1,
  sent_at: Date.now(),
  interval_s: 1,
  readings: [{ device_uid, t: Date.now(), m: says }],
});

/** A gateway that is told over MQTT, and comes back by itself whenever its connection is lost. */
async function overMqtt({ mqttUrl }: Installation, gateway: TestGateway, hear: Hear): Promise<Told> {
  const { serial } = gateway;
  const of = words();
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: serial,
    username: serial,
    password: gateway.credential,
    reconnectPeriod: PAUSE_MS,
    connectTimeout: 2000,
  });
  client.on("error", () => {});
  const publish = (topic: "ack" | "readings", message: object) =>
    insist(() => client.publishAsync(GATEWAY_TOPICS[topic](serial), JSON.stringify(message), { qos: 1 }));
  const told: Told = {
    gateway,
    heard: of.heard,
    heldAt: (uid) => of.held.get(uid),
    answer: (uid, status) => publish("ack", ackOf(uid, status)),
    report: (says, device_uid) => publish("readings", messageOf(gateway, says, device_uid)),
    leave: () => client.endAsync(true),
  };
  client.on("message", (topic, payload) => {
    const message: unknown = JSON.parse(payload.toString());
    if (topic === GATEWAY_TOPICS.hold(serial)) return noteHeld(of, holdMessage.parse(message).held);
    const command = commandMessage.parse(message);
    of.heard.push(command);
    hear(command, told);
  });
  await client.subscribeAsync([GATEWAY_TOPICS.command(serial), GATEWAY_TOPICS.hold(serial)], { qos: 1 });
  return told;
}

/** A gateway that knows only HTTP: it calls again and again, and hears in the answers. */
function overHttp({ httpUrl }: Installation, gateway: TestGateway, hear: Hear): Told {
  const authorization = `Basic ${Buffer.from(`${gateway.serial}:${gateway.credential}`).toString("base64")}`;
  const of = words();
  const state = { isGone: false };
  const post = async (what: "birth" | "readings" | "ack", message: object): Promise<void> => {
    const reply = await fetch(`${httpUrl}/api/v1/gateway/${what}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(5000),
    });
    if (!reply.ok) throw new Error(`${what} answered ${reply.status}`);
    // The server's own answer, as the contract states it; to an answer of ours it carries neither.
    const { commands = [], held = [] } = (await reply.json()) as { commands?: unknown[]; held?: string[] };
    noteHeld(of, held);
    for (const one of commands) {
      const command = commandMessage.parse(one);
      of.heard.push(command);
      hear(command, told);
    }
  };
  const told: Told = {
    gateway,
    heard: of.heard,
    heldAt: (uid) => of.held.get(uid),
    answer: (uid, status) => insist(() => post("ack", ackOf(uid, status))),
    report: (says, device_uid) => insist(() => post("readings", messageOf(gateway, says, device_uid))),
    leave: async () => {
      state.isGone = true;
      await calling;
    },
  };
  const call = async () => {
    while (!state.isGone) {
      await post("birth", { v: 1, seq: 0, sent_at: Date.now(), interval_s: 1, devices: [] }).catch(() => {});
      await delay(PAUSE_MS);
    }
  };
  const calling = call();
  return told;
}

/** The ways in which a gateway is told. */
export const WAYS = { mqtt: overMqtt, http: overHttp } as const;

/** The product's database, past the server, and plants written straight into it. */
export function pastServer(installation: Installation) {
  const pools = connect(installation.databaseUrl(), 4);
  return { db: pools.db, end: () => pools.close() };
}

/** A gateway that reports each second, with so many inverters. */
export async function plantOf(
  db: Db,
  inverters = 1,
): Promise<TestGateway & { readonly devices: readonly { device_id: number; device_uid: string }[] }> {
  const gateway = await newGateway(db);
  const { gateway_id, project_id } = gateway;
  await db.updateTable("gateway").set({ interval_s: 1 }).where("gateway_id", "=", gateway_id).execute();
  const more = Array.from({ length: inverters - 1 }, (_, n) => ({
    project_id,
    gateway_id,
    asset_type: "solar_inverter" as const,
    serial: `INV-${n + 2}`,
    ac_nominal_w: 50_000,
  }));
  if (more.length > 0) await db.insertInto("device").values(more).execute();
  const devices = await db
    .selectFrom("device")
    .select(["device_id", "device_uid"])
    .where("gateway_id", "=", gateway_id)
    .orderBy("device_id")
    .execute();
  return { ...gateway, devices };
}

/** What is ordered, where it is not half of the rating of the gateway's first inverter for two minutes. */
interface Ordered {
  readonly device?: { readonly device_id: number; readonly device_uid: string };
  readonly command?: CommandArgs;
  readonly expires_in_s?: number;
  readonly revert_after_s?: number;
}

/** Gives a command as whoever gives one does; returns its uid. */
export async function order(
  db: Db,
  { project_id, gateway_id, ...own }: TestGateway,
  {
    device = own,
    command = { name: "power_limit", limit: { percent: 50 } },
    expires_in_s = 120,
    revert_after_s,
  }: Ordered = {},
): Promise<string> {
  const reversion =
    revert_after_s === undefined ? null : { after_s: revert_after_s, to: "own_limit" as const };
  const [given] = await db.transaction().execute((tx) =>
    orderCommands(tx, randomUUID(), [
      {
        project_id,
        gateway_id,
        device,
        command,
        cause: "person",
        account_id: null,
        expires_in_s,
        reversion,
      },
    ]),
  );
  if (given === undefined) throw new Error("No command was given");
  return given.command_uid;
}
