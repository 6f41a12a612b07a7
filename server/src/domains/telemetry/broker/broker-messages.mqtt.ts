// One MQTT message: read, taken, and answered on the result topic where there is something to say.
import {
  commandAck,
  GATEWAY_LIMITS,
  REFUSAL_REASONS,
  stateMessage,
  type AckResult,
  type Refusal,
  type RefusalReason,
} from "@heliograph/contract";
import type { GatewayCaller } from "../../../platform/http.ts";
import type { Logger } from "../../../platform/log.ts";
import { Problem } from "../../../platform/problem.ts";
import { missingBefore, type Sequence, type UpTopic } from "./broker-access.ts";
import type { Ingest } from "../ingest/ingest.jobs.ts";
import { sequenceOf } from "../ingest/reading-batch.ts";

interface Parts {
  readonly ingest: Ingest;
  readonly log?: Logger;
}

interface Message {
  readonly topic: UpTopic;
  readonly payload: Buffer | string;
  /** Publishes on the gateway's result topic. */
  readonly reply: (result: object) => Promise<void>;
}

/**
 * Resolves when the message may be acknowledged: what it brings is committed, or it is refused for good and the gateway
 * has been told why. Rejects when it must not be acknowledged because it could not be stored now.
 */
export async function takeMessage(
  parts: Parts,
  { gateway, sequence }: { gateway: GatewayCaller; sequence: Sequence },
  { topic, payload, reply }: Message,
): Promise<void> {
  let seq = 0;
  let answered: string | null = null;
  try {
    const message = await readable(parts, gateway, payload);
    seq = sequenceOf(message);
    if (topic === "ack") answered = commandOf(message);
    if (topic !== "state" && topic !== "ack") {
      noteHole(parts, gateway, missingBefore(sequence, { topic, seq }, Date.now()));
    }
    const result = await takeIn(parts.ingest, gateway, { topic, message });
    if (result !== null) await reply(result);
  } catch (error) {
    const reason = refusalOf(error);
    const detail =
      error instanceof Problem ? error.message : "the message cannot be stored now, please send it again";
    const refusal: Refusal = { index: null, device_uid: null, t: null, reason, detail };
    await reply(topic === "ack" ? refusedAck(answered, refusal) : refusedWhole(topic, seq, refusal));
    if (reason !== "message.unavailable") return;
    if (!(error instanceof Problem)) parts.log?.warn({ err: error }, "a message could not be stored");
    throw error;
  }
}

async function readable(
  { ingest }: Parts,
  gateway: GatewayCaller,
  payload: Buffer | string,
): Promise<unknown> {
  if (payload.length > GATEWAY_LIMITS.messageBytes) {
    const detail = `at most ${GATEWAY_LIMITS.messageBytes} bytes a message`;
    await ingest.unreadable(gateway, "message.too_large", detail);
    throw new Problem(413, "message.too_large", detail);
  }
  try {
    return JSON.parse(payload.toString());
  } catch {
    const detail = "the payload is not JSON";
    await ingest.unreadable(gateway, "message.not_json", detail);
    throw new Problem(400, "message.not_json", detail);
  }
}

/** What to answer; null when there is nothing to say. */
async function takeIn(
  ingest: Ingest,
  gateway: GatewayCaller,
  { topic, message }: { topic: UpTopic; message: unknown },
): Promise<object | null> {
  switch (topic) {
    case "birth":
      return ingest.birth(gateway, message);
    case "readings": {
      const result = await ingest.readings(gateway, message);
      return result.refused.length > 0 ? result : null;
    }
    case "events": {
      const result = await ingest.events(gateway, message);
      return result.refused.length > 0 ? result : null;
    }
    case "state":
      // Whether the gateway is connected is known from its connection; the message serves brokers in front of us.
      if (stateMessage.safeParse(message).success) return null;
      throw new Problem(400, "message.invalid", "online: true or false");
    case "ack":
      await ingest.ack(gateway, message);
      return null;
    default:
      return topic satisfies never;
  }
}

function noteHole(
  { ingest, log }: Parts,
  gateway: GatewayCaller,
  hole: { first: number; last: number } | null,
): void {
  if (hole === null) return;
  ingest.missing(gateway, hole).catch((error: unknown) => {
    log?.warn({ err: error, gateway_id: gateway.gateway_id }, "a hole in the sequence could not be noted");
  });
}

/** The reason for which it is refused; anything that may pass by itself is message.unavailable. */
function refusalOf(error: unknown): RefusalReason {
  if (!(error instanceof Problem) || error.status >= 500) return "message.unavailable";
  return REFUSAL_REASONS.find((reason) => reason === error.code) ?? "message.invalid";
}

/** The command that a message answers; null where it names none. */
function commandOf(message: unknown): string | null {
  const named = commandAck.pick({ command_uid: true }).safeParse(message);
  return named.success ? named.data.command_uid : null;
}

function refusedAck(command_uid: string | null, refusal: Refusal): AckResult {
  return { kind: "ack", command_uid, counted: false, refused: [refusal] };
}

function refusedWhole(topic: UpTopic, seq: number, refusal: Refusal): object {
  if (topic === "birth") return { kind: "birth_refused", seq, refused: [refusal] };
  if (topic === "readings") {
    return { kind: "readings", seq, stored: 0, duplicate: 0, corrected: 0, refused: [refusal] };
  }
  return { kind: "events", seq, stored: 0, duplicate: 0, refused: [refusal] };
}
