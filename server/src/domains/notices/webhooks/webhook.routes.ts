import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  replaceWebhookSecret,
  testWebhook,
  WEBHOOK_LIMITS,
  type Webhook,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import { given } from "../../../platform/given.ts";
import type { Serve } from "../../../platform/http.ts";
import { outboundRefusal, resolveOnce, type OutboundAllow } from "../../../platform/outbound/target.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { deliveriesOf, deliveryShown, insertTest, wakeDelivery } from "./delivery.sql.ts";
import { deliverAt } from "./webhook-queue.jobs.ts";
import { tryOnce, type WebhookSettings } from "./webhook.jobs.ts";
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  newWebhookSecret,
  ownsProject,
  updateWebhook,
  webhooksOf,
} from "./webhook.sql.ts";

/** Serves the webhooks of an account to that account alone. */
export function webhookRoutes(serve: Serve, db: Db, settings: WebhookSettings): void {
  serve(listWebhooks, async ({ session: { account_id } }) => ({
    items: (await webhooksOf(db, account_id)).map(shown),
    may_add: await ownsProject(db, account_id),
  }));
  serveChanges(serve, db, settings.allow);
  serveSecrets(serve, db);
  serveDeliveries(serve, db, settings);
}

function serveChanges(serve: Serve, db: Db, allow: OutboundAllow): void {
  serve(addWebhook, async ({ body, session, origin: { address } }) => {
    await mustBeOutside(body.url, allow);
    return db.transaction().execute(async (tx) => {
      const { account_id } = session;
      if (!(await ownsProject(tx, account_id))) {
        throw new Problem(403, "webhook.owner_only", "Only the owner of a project may add a webhook");
      }
      if ((await countWebhooks(tx, account_id)) >= WEBHOOK_LIMITS.perAccount) {
        const message = `An account may have ${WEBHOOK_LIMITS.perAccount} webhooks`;
        throw new Problem(409, "webhook.too_many", message);
      }
      const { secret, sealed_secret } = await newWebhookSecret(tx, account_id);
      const uid = await insertWebhook(tx, { ...body, account_id, sealed_secret });
      const after = { name: body.name, url: body.url, events: body.events };
      await audit(tx, { ...session, address, action: "webhook.added", subject: uid, after });
      return {
        message: "The webhook has been added",
        webhook: shown(await found(tx, account_id, uid)),
        secret,
      };
    });
  });

  serve(changeWebhook, async ({ body: { webhook_uid, ...fields }, session, origin: { address } }) => {
    const change = given(fields);
    if (change.url !== undefined) await mustBeOutside(change.url, allow);
    return db.transaction().execute(async (tx) => {
      const before = await found(tx, session.account_id, webhook_uid);
      await updateWebhook(tx, before.webhook_id, change);
      const after = await found(tx, session.account_id, webhook_uid);
      await audit(tx, {
        ...session,
        address,
        action: "webhook.changed",
        subject: webhook_uid,
        before: logged(before),
        after: logged(after),
      });
      return { message: "The webhook has been changed", webhook: shown(after) };
    });
  });

  serve(removeWebhook, ({ query: { webhook_uid }, session, origin: { address } }) =>
    db.transaction().execute(async (tx) => {
      const before = await found(tx, session.account_id, webhook_uid);
      await deleteWebhook(tx, before.webhook_id);
      await audit(tx, {
        ...session,
        address,
        action: "webhook.removed",
        subject: webhook_uid,
        before: logged(before),
      });
      return { message: "The webhook has been removed" };
    }),
  );
}

function serveSecrets(serve: Serve, db: Db): void {
  serve(replaceWebhookSecret, ({ body: { webhook_uid }, session, origin: { address } }) =>
    db.transaction().execute(async (tx) => {
      const { webhook_id, name } = await found(tx, session.account_id, webhook_uid);
      const { secret, sealed_secret } = await newWebhookSecret(tx, session.account_id);
      await updateWebhook(tx, webhook_id, { sealed_secret });
      await audit(tx, {
        ...session,
        address,
        action: "webhook.secret_replaced",
        subject: webhook_uid,
        detail: { name },
      });
      return { message: "The webhook has a new secret", secret };
    }),
  );
}

function serveDeliveries(serve: Serve, db: Db, settings: WebhookSettings): void {
  serve(testWebhook, async ({ body: { webhook_uid }, session, origin: { address } }) => {
    const delivery_id = await db.transaction().execute(async (tx) => {
      const { webhook_id, name } = await found(tx, session.account_id, webhook_uid);
      await audit(tx, {
        ...session,
        address,
        action: "webhook.tested",
        subject: webhook_uid,
        detail: { name },
      });
      return insertTest(tx, webhook_id, new Date());
    });
    if (delivery_id === null) {
      const message = `A webhook may be tested ${WEBHOOK_LIMITS.testsPerMinute} times a minute`;
      throw new Problem(429, "webhook.too_many_tests", message);
    }
    await tryOnce(db, settings, delivery_id);
    return deliveryShown(db, delivery_id);
  });

  serve(listDeliveries, async ({ query: { webhook_uid, page, page_size }, session }) => {
    const { webhook_id } = await found(db, session.account_id, webhook_uid);
    return deliveriesOf(db, webhook_id, { limit: page_size, offset: (page - 1) * page_size });
  });

  serve(redeliver, ({ body: { delivery_uid }, session, origin: { address } }) =>
    db.transaction().execute(async (tx) => {
      const woken = await wakeDelivery(tx, session.account_id, delivery_uid);
      if (woken === undefined) throw new Problem(404, "delivery.not_found", "No such delivery");
      if (woken === "queued") {
        throw new Problem(409, "delivery.queued", "The delivery waits to be tried already");
      }
      await deliverAt(tx, woken.delivery_id);
      const { webhook_uid: subject, event } = woken;
      await audit(tx, { ...session, address, action: "webhook.resent", subject, detail: { event } });
      return { message: "It is delivered again" };
    }),
  );
}

/** Refuses addresses that deliveries would be refused; a name that is not there yet may come to be. */
async function mustBeOutside(url: string, allow: OutboundAllow): Promise<void> {
  const refusal = outboundRefusal(url, allow) ?? (await resolveOnce(new URL(url), allow).catch(() => null));
  if (refusal === null || Array.isArray(refusal)) return;
  const message = "Must be an address on the public Internet, at port 80, 443 or from 1024 on";
  throw new Problem(400, "webhook.address_refused", message, { "body.url": message });
}

async function found(db: Db, account_id: number, webhook_uid: string) {
  const [webhook] = await webhooksOf(db, account_id, webhook_uid);
  if (webhook === undefined) throw new Problem(404, "webhook.not_found", "No such webhook");
  return webhook;
}

const shown = ({ webhook_id: _, ...webhook }: Webhook & { webhook_id: number }): Webhook => webhook;
const logged = ({ name, url, events, is_on }: Webhook) => ({ name, url, events, is_on });
