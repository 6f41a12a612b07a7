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
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { jobsDone, runner } from "../../../../testing/jobs-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { receiver } from "../../../../testing/channels/webhook-kit.ts";
import { isSigned } from "../../../../testing/channels/webhook-signature.ts";
import { queueWebhooks, webhookRoutes, webhookWork } from "../index.ts";

const OUTSIDE = "https://8.8.8.8/hook";
const SPEC = { name: "Control room", url: OUTSIDE, events: ["alarm.opened"] };

async function scenery(allow: readonly string[] = []) {
  const pools = await freshPools();
  const { db } = pools;
  const settings = { allow, product: "Heliograph" };
  const api = await apiOf(db, (serve) => webhookRoutes(serve, db, settings));
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const add = async (spec: object = {}) => {
    const told = await api(addWebhook, { token, body: { ...SPEC, ...spec } });
    expect(told.status).toBe(200);
    return told.body as { webhook: { webhook_uid: string }; secret: string };
  };
  return { pools, db, api, plant, token, add, settings };
}

test("the secret is told once, and neither the list, the log nor the database has it in the clear", async () => {
  const { db, api, token, add } = await scenery();
  const { webhook, secret } = await add();
  expect(secret).toMatch(/^hgw_[\w-]{43}$/);
  const { body } = await api(listWebhooks, { token });
  expect(body).toMatchObject({
    may_add: true,
    items: [{ ...SPEC, is_on: true, stopped_at: null, last: null }],
  });
  const query = { webhook_uid: webhook.webhook_uid };
  const again = await api(replaceWebhookSecret, { token, body: query });
  expect(again.body.secret).not.toBe(secret);
  const kept = [
    body,
    await db.selectFrom("webhook").selectAll().execute(),
    await db.selectFrom("audit_event").selectAll().execute(),
  ];
  for (const one of [secret, again.body.secret]) expect(JSON.stringify(kept)).not.toContain(one);
});

test("an inner address is refused when it is saved, by its field, however it is written", async () => {
  const { db, api, token, add } = await scenery();
  const { webhook } = await add();
  for (const url of [
    "http://127.0.0.1:9000/",
    "http://localhost/",
    "http://2130706433/",
    "http://[::ffff:10.0.0.1]/",
    "https://10.0.0.8/hook",
    "http://169.254.169.254/latest/meta-data",
    "https://8.8.8.8:25/",
    "https://name:word@8.8.8.8/",
  ]) {
    const told = [
      await api(addWebhook, { token, body: { ...SPEC, url } }),
      await api(changeWebhook, { token, body: { webhook_uid: webhook.webhook_uid, url } }),
    ];
    for (const { status, body } of told) {
      expect([url, status, body.code]).toEqual([url, 400, "webhook.address_refused"]);
      expect(Object.keys(body.fields)).toEqual(["body.url"]);
    }
  }
  expect(await db.selectFrom("webhook").select("url").execute()).toEqual([{ url: OUTSIDE }]);
});

test("what cannot be a webhook is refused by the name of its field", async () => {
  const { api, token } = await scenery();
  const told = await api(addWebhook, { token, body: { name: " ", url: "ftp://8.8.8.8/", events: [] } });
  expect([told.status, told.body.fields]).toEqual([
    400,
    {
      "body.name": expect.any(String),
      "body.url": "Must be an address that begins with https:// or http://",
      "body.events": "Choose at least one event",
    },
  ]);
});

test("a test is delivered at once, signed, and its answer stands in the log; so many a minute and no more", async () => {
  const { url, allow, calls } = await receiver([{ status: 500, body: "not today" }]);
  const { api, token, add } = await scenery(allow);
  const { webhook, secret } = await add({ url });
  const query = { webhook_uid: webhook.webhook_uid };
  const failed = await api(testWebhook, { token, body: query });
  expect(failed.body).toMatchObject({
    event: "webhook.test",
    state: "failed",
    status: 500,
    answer: "not today",
  });
  const good = await api(testWebhook, { token, body: query });
  expect(good.body).toMatchObject({ state: "delivered", status: 204, attempts: 1 });
  expect(calls.every((call) => isSigned(call, secret))).toBe(true);
  const { body } = await api(listDeliveries, { token, query });
  expect(body).toEqual({ items: [good.body, failed.body], total_items: 2 });
  // A test that fails says nothing of what has happened since when.
  expect((await api(listWebhooks, { token })).body.items[0].failing_since).toBeNull();
  for (let n = 2; n < WEBHOOK_LIMITS.testsPerMinute; n += 1) await api(testWebhook, { token, body: query });
  const beyond = await api(testWebhook, { token, body: query });
  expect([beyond.status, beyond.body.code]).toEqual([429, "webhook.too_many_tests"]);
  expect(calls.length).toBe(WEBHOOK_LIMITS.testsPerMinute);
});

test("what has failed is delivered again with the same id and body", async () => {
  const { url, allow, calls } = await receiver([410]);
  const { pools, db, api, plant, token, add, settings } = await scenery(allow);
  const { webhook } = await add({ url });
  const { account_id } = plant;
  const news = { account_id, event: "alarm.opened", data: { n: 1 }, key: "alarm 1" };
  await db.transaction().execute((tx) => queueWebhooks(tx, news));
  runner(pools, webhookWork(settings));
  await jobsDone(db);
  const query = { webhook_uid: webhook.webhook_uid };
  const [failed] = (await api(listDeliveries, { token, query })).body.items;
  expect([failed.state, failed.status]).toEqual(["failed", 410]);
  const body = { delivery_uid: failed.delivery_uid };
  expect((await api(redeliver, { token, body })).status).toBe(200);
  await jobsDone(db);
  const [arrived] = (await api(listDeliveries, { token, query })).body.items;
  expect([arrived.delivery_uid, arrived.state]).toEqual([failed.delivery_uid, "delivered"]);
  expect(calls[1]?.body).toBe(calls[0]?.body);
});

test("a webhook is its account's alone: to others it is not there, and who owns no project adds none", async () => {
  const { db, api, plant, token, add } = await scenery();
  const { webhook } = await add();
  const { project_id } = plant;
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const { webhook_uid } = webhook;
  const told = [
    await api(changeWebhook, { token: reader.token, body: { webhook_uid, name: "Mine" } }),
    await api(testWebhook, { token: reader.token, body: { webhook_uid } }),
    await api(replaceWebhookSecret, { token: reader.token, body: { webhook_uid } }),
    await api(removeWebhook, { token: reader.token, query: { webhook_uid } }),
    await api(listDeliveries, { token: reader.token, query: { webhook_uid } }),
  ];
  expect(told.map(({ status, body }) => [status, body.code])).toEqual(
    told.map(() => [404, "webhook.not_found"]),
  );
  const refused = await api(addWebhook, { token: reader.token, body: SPEC });
  expect([refused.status, refused.body.code]).toEqual([403, "webhook.owner_only"]);
  const { body } = await api(listWebhooks, { token: reader.token });
  expect(body).toEqual({ items: [], may_add: false });
  expect((await api(removeWebhook, { token, query: { webhook_uid } })).status).toBe(200);
  expect((await api(listWebhooks, { token })).body.items).toEqual([]);
});

test("an account has at most as many webhooks as are allowed, also when they are added at once", async () => {
  const { api, token, add } = await scenery();
  for (let n = 1; n < WEBHOOK_LIMITS.perAccount; n += 1) await add({ name: `Hook ${n}` });
  const told = await Promise.all(Array.from({ length: 3 }, () => api(addWebhook, { token, body: SPEC })));
  expect(told.map(({ body }): string => body.code ?? "added").toSorted()).toEqual([
    "added",
    "webhook.too_many",
    "webhook.too_many",
  ]);
});

test("each change stands in the log with its values before and after", async () => {
  const { db, api, token, add } = await scenery();
  const { webhook } = await add();
  const { webhook_uid } = webhook;
  await api(changeWebhook, { token, body: { webhook_uid, is_on: false } });
  await api(removeWebhook, { token, query: { webhook_uid } });
  const log = await db
    .selectFrom("audit_event")
    .select(["action", "subject", "before", "after"])
    .orderBy("audit_id")
    .execute();
  expect(log).toEqual([
    { action: "webhook.added", subject: webhook_uid, before: null, after: SPEC },
    expect.objectContaining({ action: "webhook.changed", before: expect.objectContaining({ is_on: true }) }),
    { action: "webhook.removed", subject: webhook_uid, before: { ...SPEC, is_on: false }, after: null },
  ]);
});
