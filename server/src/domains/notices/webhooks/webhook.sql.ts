// Webhooks of accounts.
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { sealSecret, unsealSecret } from "../../identity/index.ts";

/** How every secret begins, so that scanners of source code know one when they see it. */
const PREFIX = "hgw_";
const SECRET_BYTES = 32;

/** Whose the sealed secret is: one that is moved to another row opens nothing. */
const ownerOf = (account_id: number) => `webhook of ${account_id}`;

/** A new secret, and how it is kept. */
export async function newWebhookSecret(
  db: Db,
  account_id: number,
): Promise<{ secret: string; sealed_secret: string }> {
  const random = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const secret = `${PREFIX}${Buffer.from(random).toString("base64url")}`;
  return { secret, sealed_secret: await sealSecret(db, ownerOf(account_id), secret) };
}

/** What a call of the webhook is made with. */
export interface CalledWebhook {
  readonly webhook_id: number;
  readonly webhook_uid: string;
  readonly account_id: number;
  readonly name: string;
  readonly url: string;
  readonly secret: string;
  readonly is_on: boolean;
  readonly failing_since: Date | null;
  readonly wait_until: Date | null;
}

/** The webhook with its secret; undefined where there is none. */
export async function webhookToCall(db: Db, webhook_id: number): Promise<CalledWebhook | undefined> {
  const row = await db
    .selectFrom("webhook")
    .select([
      "webhook_id",
      "webhook_uid",
      "account_id",
      "name",
      "url",
      "sealed_secret",
      "is_on",
      "failing_since",
      "wait_until",
    ])
    .where("webhook_id", "=", webhook_id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { sealed_secret, ...webhook } = row;
  return { ...webhook, secret: await unsealSecret(db, ownerOf(row.account_id), sealed_secret) };
}

type Row = Omit<Webhook, "stopped_at" | "failing_since" | "created_at" | "events" | "last"> & {
  readonly webhook_id: number;
  readonly events: string[];
  readonly stopped_at: Date | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
  readonly last: {
    state: "queued" | "delivered" | "failed";
    status: number | null;
    error: string | null;
    created_at: string;
  } | null;
};

const isEvent = (name: string): name is WebhookEvent => WEBHOOK_EVENTS.some((one) => one === name);

/** The account's webhooks by name, or the one of that uid. */
export async function webhooksOf(
  db: Db,
  account_id: number,
  webhook_uid?: string,
): Promise<(Webhook & { webhook_id: number })[]> {
  const which = webhook_uid === undefined ? sql`true` : sql`w.webhook_uid = ${webhook_uid}`;
  const { rows } = await sql<Row>`
    select w.webhook_id, w.webhook_uid, w.name, w.url, w.events, w.is_on, w.stopped_at, w.failing_since, w.created_at,
      (select jsonb_build_object('state', d.state, 'status', d.status, 'error', d.error, 'created_at', d.created_at)
        from webhook_delivery d where d.webhook_id = w.webhook_id and d.attempts > 0
        order by d.delivery_id desc limit 1) as last
    from webhook w where w.account_id = ${account_id} and ${which} order by lower(w.name), w.webhook_id`.execute(
    db,
  );
  return rows.map(({ stopped_at, failing_since, created_at, events, last, ...row }) => ({
    ...row,
    events: events.filter(isEvent),
    stopped_at: stopped_at?.toISOString() ?? null,
    failing_since: failing_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    last: last === null ? null : { ...last, created_at: new Date(last.created_at).toISOString() },
  }));
}

/** Locks the account's webhooks and counts them: no two calls add one at once. */
export async function countWebhooks(tx: Tx, account_id: number): Promise<number> {
  await sql`select from account where account_id = ${account_id} for update`.execute(tx);
  const { count } = await tx
    .selectFrom("webhook")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether the account owns a project. */
export async function ownsProject(db: Db, account_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("project_member as m")
    .innerJoin("project as p", "p.project_id", "m.project_id")
    .select("m.project_id")
    .where("m.account_id", "=", account_id)
    .where("m.role", "=", "owner")
    .where("p.removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds the webhook and returns its uid. */
export async function insertWebhook(
  tx: Tx,
  webhook: { account_id: number; name: string; url: string; events: WebhookEvent[]; sealed_secret: string },
): Promise<string> {
  const { webhook_uid } = await tx
    .insertInto("webhook")
    .values(webhook)
    .returning("webhook_uid")
    .executeTakeFirstOrThrow();
  return webhook_uid;
}

/** Changes the webhook. Whatever is changed, it is tried again at once. */
export async function updateWebhook(
  tx: Tx,
  webhook_id: number,
  change: Partial<{
    name: string;
    url: string;
    events: WebhookEvent[];
    is_on: boolean;
    sealed_secret: string;
  }>,
): Promise<void> {
  await tx
    .updateTable("webhook")
    .set({
      ...change,
      changed_at: sql<Date>`now()`,
      wait_until: null,
      // Whoever switches it on, or says where else it is, begins anew.
      ...(change.is_on === true || change.url !== undefined ? { stopped_at: null, failing_since: null } : {}),
    })
    .where("webhook_id", "=", webhook_id)
    .execute();
}

/** Takes the webhook away; the jobs of its deliveries find nothing. */
export async function deleteWebhook(tx: Tx, webhook_id: number): Promise<void> {
  await tx.deleteFrom("webhook").where("webhook_id", "=", webhook_id).execute();
}

/** Notes that something has arrived. */
export async function noteArrived(tx: Tx, webhook_id: number): Promise<void> {
  await tx
    .updateTable("webhook")
    .set({ failing_since: null, wait_until: null })
    .where("webhook_id", "=", webhook_id)
    .execute();
}

/** Notes that nothing has arrived, and until when nothing is tried. */
export async function noteFailing(
  tx: Tx,
  webhook_id: number,
  { at, wait_until }: { at: Date; wait_until: Date | null },
): Promise<void> {
  await tx
    .updateTable("webhook")
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${at})`, wait_until })
    .where("webhook_id", "=", webhook_id)
    .execute();
}

/** Switches the webhook off because nothing has arrived for days; false: it was off. */
export async function stopWebhook(tx: Tx, webhook_id: number, at: Date): Promise<boolean> {
  const changed = await tx
    .updateTable("webhook")
    .set({ is_on: false, stopped_at: at })
    .where("webhook_id", "=", webhook_id)
    .where("is_on", "=", true)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}
