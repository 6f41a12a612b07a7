// What webhooks are to deliver, and what became of it.
import type { WebhookDelivery } from "@heliograph/contract";
import { WEBHOOK_LIMITS } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** Old deliveries swept with each new one: more than it adds. */
const SWEEP = 10;

/** What is to be delivered to webhooks. */
export interface NewDelivery {
  /** Whose webhooks. */
  readonly account_id: number;
  readonly event: string;
  /** What it says: becomes `data` of the body. At most 60 kB as JSON. */
  readonly data: object;
  /** Names what it is about: a second of the same key is not delivered. At most 200 characters. */
  readonly key: string;
}

/** Puts it into the log of each webhook of the account that is on and wants the event; returns the ids. */
export async function insertDeliveries(
  tx: Tx,
  { account_id, event, data, key }: NewDelivery,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ delivery_id: number; webhook_id: number }>`
    insert into webhook_delivery (delivery_uid, webhook_id, key, event, body)
    select uid, webhook_id, ${key}, ${event},
      json_build_object('id', uid, 'event', ${event}::text, 'created_at', ${at.toISOString()}::text, 'data', ${JSON.stringify(data)}::json)::text
    from (select webhook_id, gen_random_uuid() as uid from webhook
      where account_id = ${account_id} and is_on and ${event} = any(events) order by webhook_id) w
    on conflict (webhook_id, key) do nothing
    returning delivery_id::float8 as delivery_id, webhook_id`.execute(tx);
  await sweep(
    tx,
    rows.map(({ webhook_id }) => webhook_id),
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

/** A test of the webhook, which no job delivers; null: there were as many as may be within the last minute. */
export async function insertTest(tx: Tx, webhook_id: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ delivery_id: number }>`
    insert into webhook_delivery (delivery_uid, webhook_id, key, event, body, next_at)
    select uid, ${webhook_id}, 'test ' || uid, 'webhook.test',
      json_build_object('id', uid, 'event', 'webhook.test', 'created_at', ${at.toISOString()}::text, 'data', '{}'::json)::text, null
    from gen_random_uuid() uid
    where (select count(*) from webhook_delivery where webhook_id = ${webhook_id} and event = 'webhook.test'
      and created_at > now() - interval '1 minute') < ${WEBHOOK_LIMITS.testsPerMinute}
    returning delivery_id::float8 as delivery_id`.execute(tx);
  await sweep(tx, [webhook_id]);
  return rows[0]?.delivery_id ?? null;
}

async function sweep(tx: Tx, webhook_ids: readonly number[]): Promise<void> {
  if (webhook_ids.length === 0) return;
  await sql`delete from webhook_delivery where delivery_id in (
    select delivery_id from webhook_delivery
    where webhook_id = any(${[...webhook_ids]}::int4[]) and ended_at < now() - make_interval(days => ${WEBHOOK_LIMITS.keptDays})
    limit ${SWEEP} for update skip locked)`.execute(tx);
}

/** A delivery as it is tried. */
export interface QueuedDelivery {
  readonly delivery_id: number;
  readonly delivery_uid: string;
  readonly webhook_id: number;
  readonly event: string;
  readonly body: string;
  readonly attempts: number;
}

/** The delivery, if it is still to be tried. */
export async function deliveryToTry(db: Db, delivery_id: number): Promise<QueuedDelivery | undefined> {
  return db
    .selectFrom("webhook_delivery")
    .select(["delivery_id", "delivery_uid", "webhook_id", "event", "body", "attempts"])
    .where("delivery_id", "=", delivery_id)
    .where("state", "=", "queued")
    .executeTakeFirst();
}

/** What a try came to. `next_at`: it is tried again then. */
export interface DeliveryOutcome {
  readonly state: WebhookDelivery["state"];
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly next_at: Date | null;
}

/** Notes what a try came to. */
export async function noteTry(
  tx: Tx,
  { delivery_id, attempts }: QueuedDelivery,
  outcome: DeliveryOutcome,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("webhook_delivery")
    .set({ ...outcome, attempts: attempts + 1, ended_at: outcome.next_at === null ? at : null })
    .where("delivery_id", "=", delivery_id)
    .execute();
}

/** Gives the delivery another time, without counting a try; null: none any more, it has failed. */
export async function postponeDelivery(tx: Tx, delivery_id: number, next_at: Date): Promise<void> {
  await tx.updateTable("webhook_delivery").set({ next_at }).where("delivery_id", "=", delivery_id).execute();
}

/** Ends what waits for the webhook: it was switched off. */
export async function endWaiting(tx: Tx, webhook_id: number, at: Date): Promise<void> {
  await tx
    .updateTable("webhook_delivery")
    .set({ state: "failed", error: "The webhook is switched off", next_at: null, ended_at: at })
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "queued")
    .execute();
}

const shown = {
  columns: [
    "delivery_uid",
    "event",
    sql<WebhookDelivery["state"]>`state`.as("state"),
    "attempts",
    "status",
    "answer",
    "error",
    "duration_ms",
    "created_at",
    "next_at",
  ] as const,
  of: ({
    created_at,
    next_at,
    ...row
  }: Omit<WebhookDelivery, "created_at" | "next_at"> & { created_at: Date; next_at: Date | null }) => ({
    ...row,
    created_at: created_at.toISOString(),
    next_at: next_at?.toISOString() ?? null,
  }),
};

/** A page of the webhook's deliveries, the newest first, and how many there are. */
export async function deliveriesOf(
  db: Db,
  webhook_id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: WebhookDelivery[]; total_items: number }> {
  const rows = await db
    .selectFrom("webhook_delivery")
    .select(shown.columns)
    .where("webhook_id", "=", webhook_id)
    .orderBy("delivery_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total_items } = await db
    .selectFrom("webhook_delivery")
    .select((eb) => eb.fn.countAll<number>().as("total_items"))
    .where("webhook_id", "=", webhook_id)
    .executeTakeFirstOrThrow();
  return { items: rows.map(shown.of), total_items };
}

/** The delivery as calls show it. */
export async function deliveryShown(db: Db, delivery_id: number): Promise<WebhookDelivery> {
  const row = await db
    .selectFrom("webhook_delivery")
    .select(shown.columns)
    .where("delivery_id", "=", delivery_id)
    .executeTakeFirstOrThrow();
  return shown.of(row);
}

/** Queues a delivery of the account anew; undefined: there is none, "queued": it waits already. */
export async function wakeDelivery(
  tx: Tx,
  account_id: number,
  delivery_uid: string,
): Promise<{ delivery_id: number; webhook_uid: string; event: string } | "queued" | undefined> {
  const row = await tx
    .selectFrom("webhook_delivery as d")
    .innerJoin("webhook as w", "w.webhook_id", "d.webhook_id")
    .select(["d.delivery_id", "d.state", "d.event", "w.webhook_uid"])
    .where("w.account_id", "=", account_id)
    .where("d.delivery_uid", "=", delivery_uid)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.state === "queued") return "queued";
  await tx
    .updateTable("webhook_delivery")
    .set({ state: "queued", attempts: 0, error: null, ended_at: null, next_at: sql<Date>`now()` })
    .where("delivery_id", "=", row.delivery_id)
    .execute();
  return row;
}
