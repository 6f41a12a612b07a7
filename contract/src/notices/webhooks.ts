// Webhooks: calls that the portal makes of people's own programs.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { someLine } from "../kernel/text.ts";
import { utcInstant } from "../kernel/units.ts";

/** Of one account; tests that it may send in a minute; days after which one that nobody answers is switched off, and deliveries are kept. */
export const WEBHOOK_LIMITS = { perAccount: 20, testsPerMinute: 10, failingDays: 3, keptDays: 30 } as const;

/** What webhooks tell. */
export const WEBHOOK_EVENTS = [
  "alarm.opened",
  "alarm.escalated",
  "alarm.resolved",
  "report.finished",
] as const;
const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.output<typeof webhookEvent>;

const deliveryState = z.enum(["queued", "delivered", "failed"]);

const delivery = z.object({
  delivery_uid: z.uuid(),
  /** One of WEBHOOK_EVENTS, or "webhook.test". */
  event: z.string(),
  state: deliveryState,
  attempts: z.int(),
  /** HTTP status of the last answer; null: there was none. */
  status: z.int().nullable(),
  /** How the last answer began; null: there was none. */
  answer: z.string().nullable(),
  /** Why there was no answer; null: there was one, or it was not tried yet. */
  error: z.string().nullable(),
  duration_ms: z.int().nullable(),
  created_at: utcInstant,
  /** When it is tried next; null: not any more. */
  next_at: utcInstant.nullable(),
});
export type WebhookDelivery = z.output<typeof delivery>;

const webhook = z.object({
  webhook_uid: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  is_on: z.boolean(),
  /** When the portal switched it off because nothing had arrived for days; null: it did not. */
  stopped_at: utcInstant.nullable(),
  /** Since when nothing arrives; null: the last delivery did. */
  failing_since: utcInstant.nullable(),
  created_at: utcInstant,
  /** The newest delivery that is over or was tried; null: none. */
  last: delivery.pick({ state: true, status: true, error: true, created_at: true }).nullable(),
});
export type Webhook = z.output<typeof webhook>;

const fields = z.strictObject({
  name: someLine(100),
  /** http or https; inner addresses are refused. */
  url: z
    .url({ protocol: /^https?$/, error: "Must be an address that begins with https:// or http://" })
    .max(2000),
  events: z
    .array(webhookEvent)
    .min(1, "Choose at least one event")
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length, "Must name each event once"),
});

const oneWebhook = z.strictObject({ webhook_uid: z.uuid() });
/** Given once: the portal keeps it sealed and never shows it again. */
const secret = z.string();

export const listWebhooks = endpoint({
  name: "listWebhooks",
  method: "GET",
  path: "notices/webhooks",
  keyRight: "none",
  summary: "The account's webhooks, by name",
  answer: z.object({
    items: z.array(webhook),
    /** Whether the account may add one: it owns a project. */
    may_add: z.boolean(),
  }),
});

export const addWebhook = endpoint({
  name: "addWebhook",
  method: "POST",
  path: "notices/webhook",
  keyRight: "none",
  summary: "Adds a webhook; the secret that its calls are signed with is in this answer only",
  body: fields,
  answer: done.extend({ webhook, secret }),
  refusals: ["webhook.owner_only", "webhook.too_many", "webhook.address_refused"],
});

export const changeWebhook = endpoint({
  name: "changeWebhook",
  method: "PUT",
  path: "notices/webhook",
  keyRight: "none",
  summary: "Changes what is named of a webhook; switched on, it begins anew",
  body: oneWebhook.extend({
    name: fields.shape.name.optional(),
    url: fields.shape.url.optional(),
    events: fields.shape.events.optional(),
    is_on: z.boolean().optional(),
  }),
  answer: done.extend({ webhook }),
  refusals: ["webhook.not_found", "webhook.address_refused"],
});

export const replaceWebhookSecret = endpoint({
  name: "replaceWebhookSecret",
  method: "POST",
  path: "notices/webhook/secret",
  keyRight: "none",
  summary: "Gives a webhook a new secret, which is in this answer only; the old one signs nothing any more",
  body: oneWebhook,
  answer: done.extend({ secret }),
  refusals: ["webhook.not_found"],
});

export const removeWebhook = endpoint({
  name: "removeWebhook",
  method: "DELETE",
  path: "notices/webhook",
  keyRight: "none",
  summary: "Takes a webhook away with its deliveries",
  query: oneWebhook,
  answer: done,
  refusals: ["webhook.not_found"],
});

export const testWebhook = endpoint({
  name: "testWebhook",
  method: "POST",
  path: "notices/webhook/test",
  keyRight: "none",
  summary: "Delivers a test at once, also where the webhook is switched off, and answers what became of it",
  body: oneWebhook,
  answer: delivery,
  refusals: ["webhook.not_found", "webhook.too_many_tests"],
});

export const listDeliveries = endpoint({
  name: "listDeliveries",
  method: "GET",
  path: "notices/webhook/deliveries",
  keyRight: "none",
  summary:
    "Deliveries of a webhook a page at a time, the newest first; those that ended are kept for 30 days",
  query: oneWebhook.extend({ page: pageNumber, page_size: pageSize(10) }),
  answer: z.object({ items: z.array(delivery), total_items: z.int() }),
  refusals: ["webhook.not_found"],
});

export const redeliver = endpoint({
  name: "redeliver",
  method: "POST",
  path: "notices/webhook/redeliver",
  keyRight: "none",
  summary: "Delivers again what was delivered or has failed, with the same body and id",
  body: z.strictObject({ delivery_uid: z.uuid() }),
  answer: done,
  refusals: ["delivery.not_found", "delivery.queued"],
});
