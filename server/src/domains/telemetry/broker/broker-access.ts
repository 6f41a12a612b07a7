// What a gateway may do on the broker: publish and subscribe on its own topics, by their exact names.
import { GATEWAY_TOPICS } from "@heliograph/contract";

/** What a message is, by its topic. */
export type UpTopic = "birth" | "readings" | "events" | "ack" | "state";

const UP: readonly UpTopic[] = ["birth", "readings", "events", "ack", "state"];

/** Which of its topics the gateway publishes to; null: not one of its own, so it may not. */
export function upTopic(serial: string, topic: string): UpTopic | null {
  return UP.find((name) => topic === GATEWAY_TOPICS[name](serial)) ?? null;
}

/** What a gateway may subscribe to. */
export type DownTopic = "command" | "hold" | "result";

const DOWN: readonly DownTopic[] = ["command", "hold", "result"];

/** Which of its topics the gateway subscribes to; null: none of its own, as wildcards, shared subscriptions and $SYS. */
export function downTopic(serial: string, topic: string): DownTopic | null {
  return DOWN.find((name) => topic === GATEWAY_TOPICS[name](serial)) ?? null;
}

/** Remembers the sequence numbers of one connection; a birth begins them anew. */
export interface Sequence {
  last: number | null;
  /** ms since 1970 before which no further hole is told. */
  quietUntil: number;
}

/** A connection that leaves holes all the time is told of at most this often. */
const QUIET_MS = 10_000;

/**
 * Takes note of a message's sequence number and returns the span of those that did not arrive before it, or null.
 * A number seen before is a message sent again and no hole. `now` in ms since 1970.
 */
export function missingBefore(
  sequence: Sequence,
  message: { topic: UpTopic; seq: number },
  now: number,
): { first: number; last: number } | null {
  const { last } = sequence;
  if (message.topic === "birth" || last === null) {
    sequence.last = message.seq;
    return null;
  }
  sequence.last = Math.max(last, message.seq);
  if (message.seq <= last + 1 || now < sequence.quietUntil) return null;
  sequence.quietUntil = now + QUIET_MS;
  return { first: last + 1, last: message.seq - 1 };
}
