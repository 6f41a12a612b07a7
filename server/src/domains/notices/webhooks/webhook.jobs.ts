// Delivers to webhooks: signed, again and again for a day, and switched off when nothing has arrived for days.
import { createHmac } from "node:crypto";
import { WEBHOOK_LIMITS } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { does, type Work } from "../../../platform/jobs/jobs.ts";
import { requestOutside, type OutboundResult } from "../../../platform/outbound/request.ts";
import type { OutboundAllow } from "../../../platform/outbound/target.ts";
import { audit } from "../../identity/index.ts";
import { queueMail } from "../mail/mail-queue.jobs.ts";
import { preferencesOf } from "../notifications/preferences.sql.ts";
import { pauseAfter } from "../mail/mail-pauses.ts";
import {
  deliveryToTry,
  endWaiting,
  noteTry,
  postponeDelivery,
  type DeliveryOutcome,
  type QueuedDelivery,
} from "./delivery.sql.ts";
import { noteArrived, noteFailing, stopWebhook, webhookToCall, type CalledWebhook } from "./webhook.sql.ts";
import { deliverAt, deliverWebhook } from "./webhook-queue.jobs.ts";
import { stoppedMail } from "./words/stopped-mail.ts";

/** What deliveries need of the installation. */
export interface WebhookSettings {
  /** Inner receivers that the operator vouches for. */
  readonly allow: OutboundAllow;
  /** Name of the product, in letters. */
  readonly product: string;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 4096;
const ANSWER_SHOWN = 500;
/** A receiver that was silent is left alone for so long, whatever waits for it. */
const SILENCE_MS = 60_000;
/** The receiver says that there is nothing any more (RFC 9110 section 15.5.11). */
const GONE = 410;
const DAY_MS = 86_400_000;

/** The work on deliveries. */
export const webhookWork = (settings: WebhookSettings): readonly Work[] => [
  does(deliverWebhook, ({ delivery_id }, { db }) => tryDelivery(db, settings, delivery_id)),
];

/** Tries the delivery once, unless it is over or its receiver is left alone for now. `now` gives ms since 1970. */
export async function tryDelivery(
  db: Db,
  settings: WebhookSettings,
  delivery_id: number,
  now: () => number = Date.now,
): Promise<void> {
  const delivery = await deliveryToTry(db, delivery_id);
  const webhook = delivery === undefined ? undefined : await webhookToCall(db, delivery.webhook_id);
  if (delivery === undefined || webhook === undefined) return;
  const { wait_until } = webhook;
  if (wait_until !== null && wait_until.getTime() > now()) {
    await db.transaction().execute(async (tx) => {
      await postponeDelivery(tx, delivery_id, wait_until);
      await deliverAt(tx, delivery_id, wait_until);
    });
    return;
  }
  const result = await callWebhook(webhook, delivery, settings.allow, now());
  const outcome = outcomeOf(result, delivery.attempts + 1, now());
  await db.transaction().execute(async (tx) => {
    const at = new Date(now());
    await noteTry(tx, delivery, outcome, at);
    if (outcome.next_at !== null) await deliverAt(tx, delivery_id, outcome.next_at);
    if (outcome.state === "delivered") return noteArrived(tx, webhook.webhook_id);
    const isSilent = result.kind === "failed" && result.why === "timeout";
    await noteFailing(tx, webhook.webhook_id, {
      at,
      wait_until: isSilent ? new Date(now() + SILENCE_MS) : null,
    });
    if (isFailingLong(webhook, now())) await switchOff(tx, webhook, settings, at);
  });
}

/** Calls the webhook at once and notes it; nothing is tried again, and it counts neither for nor against the receiver. */
export async function tryOnce(db: Db, settings: WebhookSettings, delivery_id: number): Promise<void> {
  const delivery = await deliveryToTry(db, delivery_id);
  const webhook = delivery === undefined ? undefined : await webhookToCall(db, delivery.webhook_id);
  if (delivery === undefined || webhook === undefined) return;
  const result = await callWebhook(webhook, delivery, settings.allow, Date.now());
  const outcome = outcomeOf(result, Number.POSITIVE_INFINITY, Date.now());
  await db.transaction().execute((tx) => noteTry(tx, delivery, outcome, new Date()));
}

/** Makes the call, signed at the instant `nowMs`: docs/webhooks.md tells receivers how to check it. */
function callWebhook(
  { url, secret }: CalledWebhook,
  { delivery_uid, event, body }: QueuedDelivery,
  allow: OutboundAllow,
  nowMs: number,
): Promise<OutboundResult> {
  const seconds = Math.floor(nowMs / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Heliograph-Webhook/1",
    "heliograph-event": event,
    "heliograph-delivery": delivery_uid,
    "heliograph-signature": `t=${seconds},v1=${mac}`,
  };
  return requestOutside(
    { url, method: "POST", headers, body, timeout_ms: TIMEOUT_MS, most_bytes: MOST_BYTES },
    allow,
  );
}

/** What the result means after so many tries. */
function outcomeOf(result: OutboundResult, attempts: number, nowMs: number): DeliveryOutcome {
  const { duration_ms } = result;
  if (result.kind === "answer") {
    const { status, body } = result;
    const answer = excerpt(body);
    const isGood = status >= 200 && status < 300;
    const pause = isGood || status === GONE ? null : pauseAfter(attempts);
    const state = isGood ? "delivered" : pause === null ? "failed" : "queued";
    return { state, status, answer, error: null, duration_ms, next_at: afterNow(pause, nowMs) };
  }
  // Where it may not go today it may not go tomorrow either.
  const pause = result.kind === "refused" ? null : pauseAfter(attempts);
  const error =
    result.kind === "refused" ? `The address is refused: ${result.why}` : `${result.why}: ${result.detail}`;
  return {
    state: pause === null ? "failed" : "queued",
    status: null,
    answer: null,
    error: error.slice(0, 300),
    duration_ms,
    next_at: afterNow(pause, nowMs),
  };
}

const afterNow = (pause: number | null, nowMs: number) => (pause === null ? null : new Date(nowMs + pause));

/** How the answer begins, without what PostgreSQL cannot keep or a screen show. */
const excerpt = (body: Buffer): string =>
  body
    .toString("utf8")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .slice(0, ANSWER_SHOWN);

const isFailingLong = ({ failing_since, is_on }: CalledWebhook, nowMs: number): boolean =>
  is_on && failing_since !== null && nowMs - failing_since.getTime() >= WEBHOOK_LIMITS.failingDays * DAY_MS;

/** Switches the webhook off, and writes to its owner about it, in the language that the owner is notified in. */
async function switchOff(
  tx: Tx,
  { webhook_id, webhook_uid, account_id, name, url }: CalledWebhook,
  { product }: WebhookSettings,
  at: Date,
): Promise<void> {
  if (!(await stopWebhook(tx, webhook_id, at))) return;
  await endWaiting(tx, webhook_id, at);
  const subject = webhook_uid;
  await audit(tx, { account_id, address: null, action: "webhook.stopped", subject, detail: { name } });
  const { language } = await preferencesOf(tx, account_id);
  const host = new URL(url).host;
  await queueMail(tx, {
    key: `webhook ${webhook_uid} stopped ${at.toISOString()}`,
    to: { account_id },
    ...stoppedMail({ product, name, host, days: WEBHOOK_LIMITS.failingDays }, language),
  });
}
