// Takes what gateways send, over MQTT and HTTP alike: checks it, stores it, answers after the commit.
import {
  birthMessage,
  commandAck,
  GATEWAY_LIMITS,
  type AckResult,
  type BirthResult,
  type EventsResult,
  type HandedOver,
  type ReadingsResult,
  type Refusal,
  type RefusalReason,
} from "@heliograph/contract";
import type { Db, Pools } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";
import type { Logger } from "../../../platform/log.ts";
import { Problem } from "../../../platform/problem.ts";
import type { Listener } from "../../../platform/listener.ts";
import { GATEWAY_LOOKED_UP, registerBirth } from "../../fleet/index.ts";
import { gatherAnswers, type TakeAnswer } from "../downlink/acks.sql.ts";
import { takeForAnswer } from "../downlink/claims.sql.ts";
import { keepContacts, type Contacts } from "./contacts.ts";
import { checkedEvents, type GatewayEvent } from "./gateway-events.ts";
import { storeEvents, writeContacts } from "./gateway.sql.ts";
import { openLanes, type Lanes } from "./lanes.jobs.ts";
import type { Fate, Parcel } from "./poison.ts";
import { checkedBatch, issueText, listLength, type CheckedBatch } from "./reading-batch.ts";
import type { RefusalRecord } from "./reading-rows.ts";
import { keepSenders, type Senders } from "./senders.sql.ts";

/**
 * What gateways can do. Each call answers once everything it names is committed, and may be repeated. Refusals of a
 * whole message are recorded and thrown as Problem with one of REFUSAL_REASONS as its code; 503 means that nothing is
 * known to be stored and the same message may be sent again.
 */
export interface Ingest {
  readonly readings: (gateway: GatewayCaller, message: unknown) => Promise<ReadingsResult>;
  readonly birth: (gateway: GatewayCaller, message: unknown) => Promise<BirthResult>;
  readonly events: (gateway: GatewayCaller, message: unknown) => Promise<EventsResult>;
  /** What became of a command: stored whether it still counts or not; one that was never handed to the gateway is refused. */
  readonly ack: (gateway: GatewayCaller, message: unknown) => Promise<AckResult>;
  /** Takes what the answer of an HTTP call of the gateway is to carry besides; each command is taken once. */
  readonly forAnswer: (gateway: GatewayCaller) => Promise<HandedOver>;
  /** Records a message that could not even be read. */
  readonly unreadable: (gateway: GatewayCaller, reason: RefusalReason, detail: string) => Promise<void>;
  /** Notes that messages of the gateway between two sequence numbers did not arrive. */
  readonly missing: (gateway: GatewayCaller, span: { first: number; last: number }) => Promise<void>;
  /** Notes that an MQTT connection was opened or closed. */
  readonly connection: (gateway: GatewayCaller, opened: boolean) => void;
  /** Notes what another broker knows of the gateway's connection; may be repeated. */
  readonly online: (gateway: GatewayCaller, online: boolean) => void;
  /** Notes whether a connection of the gateway is subscribed to its commands; may be repeated. */
  readonly hearsCommands: (gateway: Pick<GatewayCaller, "gateway_id">, hears: boolean) => void;
  /** Looks the gateway and its devices up anew for the next message. */
  readonly forget: (gateway_id: number) => void;
  readonly stop: () => Promise<void>;
}

/** Of the refusals of one message, how many are kept by themselves; all are counted, and the sender is told all of them. */
const RECORDED_PER_MESSAGE = 50;
const DAY_MS = 86_400_000;
const CONTACT_EVERY_MS = 5000;
const CONTACT_FLUSH_MS = 1000;
const STOP_WITHIN_MS = 4000;

interface Parts {
  /** For look-ups, births and events. The lanes open connections of their own to `url`. */
  readonly pools: Pools;
  readonly url: string;
  readonly log?: Logger;
}

/** What the calls share. */
interface Post {
  readonly db: Db;
  readonly lanes: Lanes;
  readonly senders: Senders;
  readonly contacts: Contacts;
  readonly answered: TakeAnswer;
}

/** Opens the lanes and starts to take messages. */
export function startIngest({ pools, url, log }: Parts): Ingest {
  const post: Post = {
    db: pools.db,
    lanes: openLanes(url, log),
    senders: keepSenders(pools.db),
    answered: gatherAnswers(pools.db),
    contacts: keepContacts({
      write: (due) => writeContacts(pools.pool, due),
      everyMs: CONTACT_EVERY_MS,
      flushMs: CONTACT_FLUSH_MS,
    }),
  };
  return {
    readings: (gateway, message) => takeReadings(post, gateway, message),
    birth: (gateway, message) => takeBirth(post, gateway, message),
    events: (gateway, message) => takeEvents(post, gateway, message),
    ack: (gateway, message) => takeAck(post, gateway, message),
    forAnswer: ({ gateway_id }) => takeForAnswer(post.db, gateway_id),
    unreadable: (gateway, reason, detail) => record(post, gateway, [whole(reason, detail)]),
    missing: async (gateway, span) => void (await storeEvents(post.db, gateway, [hole(span)])),
    connection: ({ gateway_id }, opened) => post.contacts.connection(gateway_id, opened),
    online: ({ gateway_id }, online) => post.contacts.online(gateway_id, online),
    hearsCommands: ({ gateway_id }, hears) => post.contacts.hearsCommands(gateway_id, hears),
    forget: post.senders.forget,
    stop: async () => {
      await post.lanes.stop(STOP_WITHIN_MS);
      await post.contacts.stop();
    },
  };
}

/** Looks gateways up anew when another process says that something of them has changed. */
export async function hearLookedUp(listener: Listener, { forget }: Ingest): Promise<void> {
  await listener.on(GATEWAY_LOOKED_UP, { hear: (payload) => forget(Number(payload)), missed: () => {} });
}

async function takeReadings(post: Post, gateway: GatewayCaller, message: unknown): Promise<ReadingsResult> {
  const checked = await checkedAgain(post, gateway, message);
  if ("reason" in checked) throw await refusal(post, gateway, checked);
  const { gateway_id } = gateway;
  const lane = checked.historical ? post.lanes.backlog : post.lanes.live;
  const refused = recordsOf(gateway, checked.refused, checked.rows.length);
  const followed = await followedIn(post, gateway, message);
  const fates = await lane.add({ gateway_id, rows: checked.rows, refused, ...followed });
  post.contacts.heard(gateway_id, checked.seq);
  return readingsResult(checked, fates, message);
}

async function checkedAgain({ senders }: Post, gateway: GatewayCaller, message: unknown) {
  const checked = checkedBatch(message, await senders.of(gateway), Date.now());
  const unknown = !("reason" in checked) && checked.refused.some((one) => one.reason === "device.unknown");
  // A device born through another server a moment ago is not remembered here yet.
  return unknown ? checkedBatch(message, await senders.anew(gateway), Date.now()) : checked;
}

async function takeBirth(post: Post, gateway: GatewayCaller, message: unknown): Promise<BirthResult> {
  if (listLength(message, "devices") > GATEWAY_LIMITS.devicesPerGateway) {
    const detail = `at most ${GATEWAY_LIMITS.devicesPerGateway} devices a gateway`;
    throw await refusal(post, gateway, { reason: "devices.too_many", detail });
  }
  const parsed = birthMessage.safeParse(message);
  if (!parsed.success) {
    const detail = issueText(parsed.error.issues);
    throw await refusal(post, gateway, { reason: "message.invalid", detail });
  }
  try {
    const result = await post.db.transaction().execute((tx) => registerBirth(tx, gateway, parsed.data));
    post.contacts.heard(gateway.gateway_id, result.seq);
    return result;
  } catch (error) {
    const refused = birthRefusal(error);
    throw refused === null ? error : await refusal(post, gateway, refused);
  } finally {
    post.senders.forget(gateway.gateway_id);
  }
}

async function takeEvents(post: Post, gateway: GatewayCaller, message: unknown): Promise<EventsResult> {
  const checked = checkedEvents(message, await post.senders.of(gateway), Date.now());
  if ("reason" in checked) throw await refusal(post, gateway, checked);
  const { seq, events, reports, refused } = checked;
  const stored = await storeEvents(post.db, gateway, events, reports);
  await record(post, gateway, refused);
  post.contacts.heard(gateway.gateway_id, seq);
  return { kind: "events", seq, stored, duplicate: events.length - stored, refused };
}

async function takeAck(post: Post, gateway: GatewayCaller, message: unknown): Promise<AckResult> {
  const parsed = commandAck.safeParse(message);
  if (!parsed.success) {
    const detail = issueText(parsed.error.issues);
    throw await refusal(post, gateway, { reason: "message.invalid", detail });
  }
  const { command_uid } = parsed.data;
  const counted = await post.answered({ gateway_id: gateway.gateway_id, ack: parsed.data });
  if (counted === null) {
    const detail = `no command ${command_uid} was given to this gateway`;
    throw await refusal(post, gateway, { reason: "command.unknown", detail });
  }
  post.contacts.heard(gateway.gateway_id, null);
  return { kind: "ack", command_uid, counted, refused: [] };
}

/** Records why a whole message is refused and returns what to throw. */
async function refusal(
  post: Post,
  gateway: GatewayCaller,
  { reason, detail }: { reason: RefusalReason; detail: string },
): Promise<Problem> {
  await record(post, gateway, [whole(reason, detail)]);
  return new Problem(400, reason, detail);
}

async function record(post: Post, gateway: GatewayCaller, refused: readonly Refusal[]): Promise<void> {
  if (refused.length === 0) return;
  const followed = await followedIn(post, gateway, undefined);
  const { gateway_id } = gateway;
  await post.lanes.live.add({
    gateway_id,
    rows: [],
    refused: recordsOf(gateway, refused, null),
    ...followed,
  });
}

/** What is counted of a message besides, where somebody follows its gateway. */
async function followedIn(
  { senders }: Post,
  gateway: GatewayCaller,
  message: unknown,
): Promise<Pick<Parcel, "followed">> {
  const { followed_until, interval_s } = await senders.of(gateway);
  const now = Date.now();
  if (followed_until <= now) return {};
  // Of a message that passed its check, so that its clock is a number.
  const told = message as { sent_at: number; interval_s?: number } | undefined;
  const clock_ahead_ms = told === undefined ? null : told.sent_at - now;
  return { followed: { interval_s: told?.interval_s ?? interval_s, clock_ahead_ms } };
}

const whole = (reason: RefusalReason, detail: string): Refusal => ({
  index: null,
  device_uid: null,
  t: null,
  reason,
  detail,
});

function hole({ first, last }: { first: number; last: number }): GatewayEvent {
  const text =
    first === last ? `message ${first} did not arrive` : `messages ${first} to ${last} did not arrive`;
  return { device_id: null, at: Date.now(), code: "sequence.gap", severity: "warning", text };
}

/** `others`: readings of the same message that are taken; null: none, since all of it is refused. */
function recordsOf(
  { project_id, gateway_id }: GatewayCaller,
  refused: readonly Refusal[],
  others: number | null,
): RefusalRecord[] {
  const now = Date.now();
  return refused.map(({ device_uid, reason, detail, t }, index) => ({
    project_id,
    gateway_id,
    device_uid,
    reason,
    detail,
    t: t !== null && isPlausible(t, now) ? t : null,
    written_t: t,
    others,
    ...(index < RECORDED_PER_MESSAGE ? {} : { countOnly: true }),
  }));
}

/** True for an instant at which a reading could have been taken. */
const isPlausible = (t: number, now: number): boolean =>
  t <= now + GATEWAY_LIMITS.futureSkewS * 1000 && t >= now - GATEWAY_LIMITS.ageDays * DAY_MS;

/** A refusal of the fleet in the words of the protocol; null for any other error. */
function birthRefusal(error: unknown): { reason: RefusalReason; detail: string } | null {
  if (!(error instanceof Problem) || error.status !== 400) return null;
  if (error.code === "devices.too_many") return { reason: "devices.too_many", detail: error.message };
  const faults = Object.entries(error.fields ?? {}).slice(0, 5);
  const detail = faults.map(([field, rule]) => `${field.replace("body.", "")}: ${rule}`).join("; ");
  return { reason: "message.invalid", detail: detail.slice(0, 500) || error.message };
}

function readingsResult(checked: CheckedBatch, fates: readonly Fate[], message: unknown): ReadingsResult {
  const { seq, rows, indexes } = checked;
  const count = { stored: 0, duplicate: 0, corrected: 0 };
  const refused = [...checked.refused];
  for (const [at, fate] of fates.entries()) {
    if (typeof fate === "string") {
      count[fate] += 1;
    } else {
      const index = indexes[at] ?? null;
      const t = rows[at]?.ts ?? null;
      refused.push({
        index,
        device_uid: uidAt(message, index),
        t,
        reason: "reading.invalid",
        detail: fate.refused,
      });
    }
  }
  return { kind: "readings", seq, ...count, refused };
}

function uidAt(message: unknown, index: number | null): string | null {
  // The message passed its check, so its readings are a list of objects with a text for a uid.
  const { readings } = message as { readings: { device_uid: string }[] };
  return index === null ? null : (readings[index]?.device_uid ?? null);
}
