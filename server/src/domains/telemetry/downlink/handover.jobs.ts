// Hands over by MQTT what waits for the gateways that this process can reach: it hears of it from whoever put it there, takes it by
// set, and publishes what it has taken once that is committed (docs/decisions/0097-handing-over-once.md).
import { COMMAND_LIMITS, type HoldMessage } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import { claimMessages, returnMessages, type ClaimedMessage } from "./claims.sql.ts";
import { GATEWAY_MESSAGE } from "./downlink.sql.ts";
import { holdsToTell, noteTold, type HoldToTell } from "./holds.sql.ts";

/** The MQTT connections of gateways that this process can reach. */
export interface Lines {
  /** The gateways that may be reached. */
  readonly all: () => Promise<readonly number[]> | readonly number[];
  /** Whether the gateway is subscribed to its commands; null: only a message to it tells. */
  readonly hears: (gateway_id: number) => boolean | null;
  /** Publishes to one gateway; false where nobody is subscribed to it, so that certainly nobody was given the message. */
  readonly publish: (
    gateway: { readonly gateway_id: number; readonly serial: string },
    topic: "command" | "hold",
    message: object,
  ) => Promise<boolean>;
  /** Told what a message has told, where `hears` did not know. */
  readonly found?: (gateway_id: number, hears: boolean) => void;
}

export interface Handover {
  /** A gateway may be reached from now on: it is told what it holds, and given what waits for it. */
  readonly reached: (gateway_id: number) => void;
  /** All that may be reached are looked at. */
  readonly everybody: () => void;
  readonly stop: () => Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly listener: Listener;
  readonly log?: Logger;
}

/** Gateways that are looked at together, and messages that are taken together. */
const GATEWAYS_AT_ONCE = 1000;
const MESSAGES_AT_ONCE = 2000;
/** What could not be looked at, because the database was away, is looked at again after this long. */
const RETRY_MS = 1000;

/** Gateways to look at; true: also to be told anew what they hold. */
type Due = Map<number, boolean>;

interface Work extends Parts {
  readonly lines: Lines;
  readonly due: Due;
  readonly stopping: AbortController;
  retry: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
}

/** Starts to hear what waits. */
export async function startHandover(parts: Parts, lines: Lines): Promise<Handover> {
  const work: Work = {
    ...parts,
    lines,
    due: new Map(),
    stopping: new AbortController(),
    retry: undefined,
    running: undefined,
  };
  const everybody = () => void lookAtAll(work);
  await parts.listener.on(GATEWAY_MESSAGE, {
    hear: (payload) => {
      const gateway_id = Number(payload);
      if (lines.hears(gateway_id) !== false) lookAt(work, new Map([[gateway_id, false]]));
    },
    missed: everybody,
  });
  return {
    reached: (gateway_id) => lookAt(work, new Map([[gateway_id, true]])),
    everybody,
    stop: async () => {
      work.stopping.abort();
      clearTimeout(work.retry);
      await work.running;
    },
  };
}

async function lookAtAll(work: Work): Promise<void> {
  try {
    lookAt(work, new Map([...(await work.lines.all())].map((gateway_id) => [gateway_id, false])));
  } catch (error) {
    again(work, error, () => void lookAtAll(work));
  }
}

function lookAt(work: Work, due: Due): void {
  for (const [gateway_id, anew] of due) work.due.set(gateway_id, anew || work.due.get(gateway_id) === true);
  if (work.retry !== undefined || work.stopping.signal.aborted) return;
  // What is announced while a round is under way is looked at in the next.
  work.running ??= rounds(work).finally(() => {
    work.running = undefined;
    if (work.due.size > 0) lookAt(work, new Map());
  });
}

async function rounds(work: Work): Promise<void> {
  // All that one commit announces comes at once: let it be heard first.
  await new Promise(setImmediate);
  while (work.due.size > 0 && !work.stopping.signal.aborted) {
    const some: Due = new Map([...work.due].slice(0, GATEWAYS_AT_ONCE));
    for (const gateway_id of some.keys()) work.due.delete(gateway_id);
    try {
      await oneRound(work, some);
    } catch (error) {
      for (const [gateway_id, anew] of some) work.due.set(gateway_id, anew);
      return again(work, error, () => lookAt(work, new Map()));
    }
  }
}

function again(work: Work, error: unknown, what: () => void): void {
  if (work.stopping.signal.aborted) return;
  work.log?.warn({ err: error }, "what waits for gateways could not be looked at; it is tried again");
  clearTimeout(work.retry);
  work.retry = setTimeout(() => {
    work.retry = undefined;
    what();
  }, RETRY_MS);
}

async function oneRound(work: Work, due: Due): Promise<void> {
  const { db, lines, stopping } = work;
  const maybe = [...due.keys()].filter((gateway_id) => lines.hears(gateway_id) !== false);
  const hearing = await tellHolds(work, await holdsToTell(db, maybe), due);
  while (!stopping.signal.aborted) {
    const claimed = await claimMessages(db, hearing, MESSAGES_AT_ONCE);
    await publishAll(work, claimed);
    if (claimed.length < MESSAGES_AT_ONCE) return;
  }
}

/** Tells the gateways what they hold, those that need it; returns who is there to be given commands. */
async function tellHolds(work: Work, holds: readonly HoldToTell[], due: Due): Promise<number[]> {
  const { db, lines } = work;
  const hearing: number[] = [];
  const told: HoldToTell[] = [];
  const tell = async (hold: HoldToTell): Promise<void> => {
    const { gateway_id } = hold;
    const hears = lines.hears(gateway_id);
    const isOwed = hold.is_due || (due.get(gateway_id) === true && hold.uids.length > 0);
    if (hears !== null && !isOwed) return void hearing.push(gateway_id);
    const wasThere = await tellOne(work, hold);
    if (wasThere && hold.uids.length > 0) told.push(hold);
    if (hears === null) lines.found?.(gateway_id, wasThere);
    if (hears ?? wasThere) hearing.push(gateway_id);
  };
  await Promise.all(holds.map(tell));
  await noteTold(db, told);
  return hearing;
}

/** False where nobody was there to be told. */
async function tellOne({ lines, log }: Work, hold: HoldToTell): Promise<boolean> {
  for (let from = 0; from === 0 || from < hold.uids.length; from += COMMAND_LIMITS.heldPerMessage) {
    const message: HoldMessage = { v: 1, held: hold.uids.slice(from, from + COMMAND_LIMITS.heldPerMessage) };
    const wasThere = await lines.publish(hold, "hold", message).catch((error: unknown) => {
      log?.warn({ err: error, gateway_id: hold.gateway_id }, "a gateway could not be told what it holds");
      return false;
    });
    if (!wasThere) return false;
  }
  return true;
}

/** Each gateway's in order, those of many gateways at once. One that fails is lost: nobody can know whether it arrived. */
async function publishAll({ db, lines, log }: Work, claimed: readonly ClaimedMessage[]): Promise<void> {
  const unheard: string[] = [];
  const publish = async (messages: readonly ClaimedMessage[]): Promise<void> => {
    for (const message of messages) {
      const wasThere = await lines.publish(message, "command", message.payload).catch((error: unknown) => {
        log?.warn({ err: error, gateway_id: message.gateway_id }, "whether a command arrived is not known");
        return true;
      });
      if (!wasThere) unheard.push(message.message_uid);
    }
  };
  await Promise.all([...Map.groupBy(claimed, ({ gateway_id }) => gateway_id).values()].map(publish));
  await returnMessages(db, unheard);
}
