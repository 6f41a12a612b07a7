import { createPublicKey, createVerify } from "node:crypto";
import { logout, registerNotifications } from "@heliograph/contract";
import { appConfig } from "@heliograph/contract";
import { expect, test } from "vitest";
import { alarmOf, haveAlarms, jobsOf } from "../../../../../testing/notices/alarm-kit.ts";
import { apiOf } from "../../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../../testing/fleet-kit.ts";
import { pushBrowser } from "../../../../../testing/notices/push-browser.ts";
import { pushService } from "../../../../../testing/notices/push-kit.ts";
import { freshDb, scene } from "../../../../../testing/test-kit.ts";
import { identityRoutes } from "../../../identity/index.ts";
import { noticesRoutes } from "../../index.ts";
import { sendDue, takeAlarms } from "../notices.jobs.ts";
import { pushNotice, pushToBrowser } from "./push.jobs.ts";
import { pushKeysOf } from "./push.sql.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");

/** A plant whose owner has a browser at the push service, and an alarm of which a notice is to be pushed. */
async function place(service: Awaited<ReturnType<typeof pushService>>) {
  const db = await freshDb();
  const outboundAllow = [service.host];
  const api = await apiOf(db, (serve) => {
    identityRoutes(serve, db, appConfig.parse({}));
    noticesRoutes(serve, db, { outboundAllow });
  });
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const browser = pushBrowser(service.endpoint());
  const body = { registration_token: browser.token, app_id: "web", user_id: plant.account_uid };
  const registered = await api(registerNotifications, { token, body });
  const { project_id, gateway_id, device_id } = plant;
  const fault = alarmOf(project_id, NOON, { kind: "inverter_fault", gateway_id, device_id });
  await haveAlarms(db, [fault], { project_ids: [project_id] }, NOON);
  await takeAlarms(db, NOON);
  await sendDue(db, NOON);
  const { notice_uid } = await db.selectFrom("notice").select("notice_uid").executeTakeFirstOrThrow();
  const push = () =>
    pushToBrowser(
      db,
      { notice_uid, what: "opened", endpoint: service.endpoint() },
      { contact: "mailto:operator@example.com", allow: outboundAllow },
    );
  const registrations = () => db.selectFrom("push_registration").selectAll().execute();
  return { db, api, plant, token, browser, body, registered, notice_uid, push, registrations };
}

test("a notice is pushed to the browser, which alone can read it, signed by the installation's key", async () => {
  const service = await pushService({ status: 201 });
  const { db, plant, browser, registered, notice_uid, push } = await place(service);
  expect(registered.status).toBe(200);
  await push();
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = service.received;
  expect(browser.read(body)).toEqual({
    title: "Biến tần báo lỗi",
    body: "Roof 1 · từ 12:00 23/11",
    url: `/detail/${plant.project_uid}`,
    tag: notice_uid,
    severity: "critical",
  });
  expect(body.length).toBeLessThan(3000);
  expect(body.includes("Roof")).toBe(false);
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high", ttl: "43200" });
  const [, jwt = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers["authorization"] ?? "") ?? [];
  expect(key).toBe((await pushKeysOf(db)).publicKey);
  expect(isSigned(jwt, key)).toBe(true);
  expect(JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    aud: `http://${service.host}`,
    sub: "mailto:operator@example.com",
  });
});

/** Whether the token is signed with ES256 by the key, a point of P-256 as base64url. */
function isSigned(jwt: string, key: string): boolean {
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  return createVerify("sha256")
    .update(`${head}.${claims}`)
    .verify(
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
}

test("a job of the channel becomes a job for each of the person's browsers", async () => {
  const service = await pushService({ status: 201 });
  const { db, api, plant, token, notice_uid, body } = await place(service);
  const second = pushBrowser(service.endpoint("/two")).token;
  await api(registerNotifications, { token, body: { ...body, registration_token: second } });
  await pushNotice(db, { notice_uid, what: "opened", sent_uid: plant.project_uid });
  expect(await jobsOf(db, "notices.push-browser")).toBe(2);
});

test.each([404, 410])("a browser that its push service no longer knows (%i) is forgotten", async (status) => {
  const { push, registrations } = await place(await pushService({ status }));
  await push();
  expect(await registrations()).toEqual([]);
});

test("Retry-After is honoured: nothing is sent before, and it is tried again then", async () => {
  const service = await pushService({ status: 429, headers: { "retry-after": "120" } });
  const { db, push, registrations } = await place(service);
  const before = Date.now();
  await push();
  const [{ wait_until } = { wait_until: null }] = await registrations();
  expect((wait_until?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(119_000);
  await push();
  expect(service.received).toHaveLength(1);
  expect(await jobsOf(db, "notices.push-browser")).toBe(2);
});

test("a push service that fails is asked again by the runner", async () => {
  const { push, registrations } = await place(await pushService({ status: 500 }));
  await expect(push()).rejects.toThrow("500");
  expect(await registrations()).toHaveLength(1);
});

test("who signs out is pushed nothing more, nor is who registered the browser before", async () => {
  const service = await pushService({ status: 201 });
  const { db, api, token, push, body } = await place(service);
  const other = await accountOn(db, null);
  const moved = { ...body, user_id: other.account_uid };
  await api(registerNotifications, { token: other.token, body: moved });
  await push();
  expect(service.received).toEqual([]);
  await api(registerNotifications, { token, body });
  await push();
  expect(service.received).toHaveLength(1);
  await api(logout, { token });
  await push();
  expect(service.received).toHaveLength(1);
});

test("an endpoint that means an inner address is asked nothing, even where it was registered when that was allowed", async () => {
  const service = await pushService({ status: 201 });
  const { db, notice_uid, registrations } = await place(service);
  const of = { notice_uid, what: "opened", endpoint: service.endpoint() } as const;
  await pushToBrowser(db, of, { contact: "mailto:operator@example.com", allow: [] });
  expect(service.received).toEqual([]);
  expect(await registrations()).toEqual([]);
});
