import {
  changeNoticePreferences,
  checkAcceptNotifications,
  deleteNotifications,
  getNoticePreferences,
  getNotification,
  listNotifications,
  pushKey,
  registerNotifications,
  unreadNotifications,
  unregisterNotifications,
  updateAcceptNotifications,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { alarmOf, haveAlarms, neighbours } from "../../../../testing/notices/alarm-kit.ts";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { freshDb } from "../../../../testing/test-kit.ts";
import { noticesRoutes } from "../index.ts";
import { takeAlarms } from "./notices.jobs.ts";

const NOON = Date.parse("2026-11-23T05:00:00Z");

/** Some plants of one owner, each with an alarm that was noticed, and the calls. */
async function inbox(count = 1) {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db));
  const plants = await neighbours(db, count);
  for (const [at, project_id] of plants.project_ids.entries()) {
    const alarm = alarmOf(project_id, NOON + at * 1000, { kind: "plant_underperforming" });
    await haveAlarms(db, [alarm], { project_ids: [project_id] }, NOON + at * 1000);
    await takeAlarms(db, NOON + at * 1000);
  }
  return { db, api, plants, token: await tokenFor(db, plants) };
}
type At = Awaited<ReturnType<typeof inbox>>;

async function page({ api, token }: Pick<At, "api" | "token">, page_number = 1) {
  const { body } = await api(listNotifications, {
    token,
    query: { app_id: "web", page_number, language: "en" },
  });
  return listNotifications.answer.parse(body);
}

const browserToken = (endpoint = "https://fcm.googleapis.com/fcm/send/abc") =>
  JSON.stringify({
    endpoint,
    expirationTime: null,
    keys: {
      p256dh: Buffer.alloc(65, 4).toString("base64url"),
      auth: Buffer.alloc(16, 1).toString("base64url"),
    },
  });

test("the list has id, title, body, time and read of each notification, ten a page with the newest first, and total and page_number", async () => {
  const at = await inbox(12);
  const first = await page(at);
  expect({ ...first, items: first.items.length }).toEqual({
    items: 10,
    total: 12,
    page_number: 1,
    unread: 12,
  });
  expect(first.items[0]).toMatchObject({
    title: "Performance below the guarantee",
    body: "Roof 12 · since 12:00 23/11",
    time: "2026-11-23T05:00:11.000Z",
    read: false,
  });
  expect((await page(at, 2)).items).toHaveLength(2);
});

test("loading a notification returns its project_uid, and from then on it counts as read", async () => {
  const at = await inbox();
  const { api, token, plants } = at;
  const [one] = (await page(at)).items;
  const { body } = await api(getNotification, { token, query: { id: one?.id ?? "" } });
  expect(body).toMatchObject({ project_uid: plants.project_uid, read: true });
  expect((await page(at)).items).toMatchObject([{ read: true }]);
  expect((await api(unreadNotifications, { token })).body).toEqual({ unread: 0 });
});

test("notifications are deleted all or none, with deleteNotificationStatus and a message", async () => {
  const at = await inbox(2);
  const { api, token } = at;
  const ids = (await page(at)).items.map(({ id }) => id);
  const other = crypto.randomUUID();
  expect(await api(deleteNotifications, { token, body: { id_list: [ids[0], other] } })).toMatchObject({
    status: 404,
  });
  expect((await page(at)).total).toBe(2);
  expect((await api(deleteNotifications, { token, body: { id_list: [ids[0]] } })).body).toEqual({
    deleteNotificationStatus: true,
    message: "The notification has been deleted",
  });
  expect((await page(at)).total).toBe(1);
});

test("somebody else's notification answers as one that is not there, and who is no member any more has none", async () => {
  const at = await inbox();
  const { db, api, plants } = at;
  const [one] = (await page(at)).items;
  const stranger = await accountOn(db, null);
  const theirs = await api(getNotification, { token: stranger.token, query: { id: one?.id ?? "" } });
  const none = await api(getNotification, { token: stranger.token, query: { id: crypto.randomUUID() } });
  expect([theirs.status, theirs.body.code]).toEqual([404, "notification.not_found"]);
  expect({ ...theirs.body, request_id: 0 }).toEqual({ ...none.body, request_id: 0 });
  await db.deleteFrom("project_member").where("account_id", "=", plants.account_id).execute();
  expect(await page(at)).toMatchObject({ items: [], total: 0, unread: 0 });
  expect((await api(getNotification, { token: at.token, query: { id: one?.id ?? "" } })).status).toBe(404);
});

test("accepting and declining is kept for the account, and answers what holds", async () => {
  const { api, token } = await inbox();
  expect((await api(checkAcceptNotifications, { token })).body).toEqual({ accept_nof: true });
  const declined = await api(updateAcceptNotifications, { token, body: { accept_nof: false } });
  expect(declined.body).toEqual({ message: "Notifications are declined", accept_nof: false });
  expect((await api(checkAcceptNotifications, { token })).body).toEqual({ accept_nof: false });
});

test("preferences keep what is given and leave the rest, and name what is wrong", async () => {
  const { api, token } = await inbox();
  const quiet_hours = { from: "22:00", until: "06:00" };
  const change = {
    quiet_hours,
    timezone: "Asia/Tokyo",
    severities: ["critical", "critical"],
    language: "en",
  };
  expect((await api(changeNoticePreferences, { token, body: change })).body).toMatchObject({
    quiet_hours,
    timezone: "Asia/Tokyo",
    severities: ["critical"],
    push: true,
  });
  await api(changeNoticePreferences, { token, body: { push: false } });
  expect((await api(getNoticePreferences, { token })).body).toMatchObject({
    push: false,
    quiet_hours,
    language: "en",
  });
  const same = await api(changeNoticePreferences, {
    token,
    body: { quiet_hours: { from: "22:00", until: "22:00" } },
  });
  expect([same.status, same.body.fields]).toEqual([
    400,
    { "body.quiet_hours.until": "Must differ from the beginning" },
  ]);
  const off = await api(changeNoticePreferences, { token, body: { quiet_hours: null } });
  expect(off.body).toMatchObject({ quiet_hours: null });
});

test("a browser is registered for the one who is signed in, moves to whoever registers it next, and only its own account takes it away", async () => {
  const { db, api, token, plants } = await inbox();
  const registration_token = browserToken();
  const body = { registration_token, app_id: "web", user_id: plants.account_uid };
  expect((await api(registerNotifications, { token, body })).status).toBe(200);
  const other = await accountOn(db, null);
  expect((await api(registerNotifications, { token: other.token, body })).body.code).toBe("user.not_found");
  const owners = () => db.selectFrom("push_registration").select("account_id").execute();
  await api(registerNotifications, { token: other.token, body: { ...body, user_id: other.account_uid } });
  expect(await owners()).toEqual([{ account_id: other.account_id }]);
  await api(unregisterNotifications, { token, body: { registration_token, app_id: "web" } });
  expect(await owners()).toHaveLength(1);
  await api(unregisterNotifications, { token: other.token, body: { registration_token, app_id: "web" } });
  expect(await owners()).toEqual([]);
});

test.each([
  "http://fcm.googleapis.com/x",
  "https://169.254.169.254/latest",
  "https://10.0.0.7/push",
  "https://localhost:9000/push",
  "https://push.example.com/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://me@fcm.googleapis.com/x",
  "https://fcm.googleapis.com:8443/x",
])("the endpoint %s is refused: pushes go to the push services of browsers alone", async (endpoint) => {
  const { api, token, plants } = await inbox();
  const body = { registration_token: browserToken(endpoint), app_id: "web", user_id: plants.account_uid };
  const refused = await api(registerNotifications, { token, body });
  expect([refused.status, refused.body.code]).toEqual([400, "push.host_refused"]);
  expect(refused.body.fields).toHaveProperty(["body.registration_token"]);
});

test("a token that is no subscription is refused with the field's name", async () => {
  const { api, token, plants } = await inbox();
  for (const registration_token of [
    "",
    "{}",
    '{"endpoint":"https://fcm.googleapis.com/x"}',
    "x".repeat(5000),
  ]) {
    const body = { registration_token, app_id: "web", user_id: plants.account_uid };
    const refused = await api(registerNotifications, { token, body });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ["body.registration_token"]]);
  }
});

test("the installation's key for pushes is a point of P-256, the same for all who ask", async () => {
  const { api, token, db } = await inbox();
  const { public_key } = (await api(pushKey, { token })).body;
  expect(Buffer.from(public_key, "base64url")).toHaveLength(65);
  const other = await accountOn(db, null);
  expect((await api(pushKey, { token: other.token })).body).toEqual({ public_key });
});
