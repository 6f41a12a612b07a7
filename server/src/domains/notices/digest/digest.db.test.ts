import { changeNoticePreferences, getNoticePreferences } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { alarmOf, haveAlarms, jobsOf } from "../../../../testing/notices/alarm-kit.ts";
import { account, freshDb, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { noticesRoutes } from "../index.ts";
import { GATHER_MS, SETTLE_MS } from "../notifications/notice-news.sql.ts";
import { sendDue, takeAlarms } from "../notifications/notices.jobs.ts";
import { sendDigests } from "./send-digests.jobs.ts";

/** Seven in the morning in Ho Chi Minh City. */
const SEVEN = Date.parse("2026-11-23T00:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TOLD = { product: "Heliograph", origin: "https://portal.example" };

/** A plant whose owner wants a digest at seven, in English unless told otherwise. */
async function reader(given: object = {}) {
  const db = await freshDb();
  const plant = await scene(db);
  await db
    .insertInto("notice_preference")
    .values({
      account_id: plant.account_id,
      language: "en",
      digest_at: "07:00",
      digest_since: new Date(0),
      ...given,
    })
    .execute();
  return { db, plant };
}

interface Case {
  readonly opened: number;
  readonly closed?: number;
  readonly kind?: string;
  readonly severity?: string;
  readonly of?: object;
}

/** An alarm of the plant on the desk, opened and closed at the instants. */
async function have(
  db: Db,
  { project_id, device_id }: { project_id: number; device_id: number },
  { opened, closed, kind = "inverter_fault", severity = "warning", of = {} }: Case,
) {
  const at = new Date(opened);
  const ended_at = closed === undefined ? null : new Date(closed);
  const { alarm_id } = await db
    .insertInto("alarm")
    .values({
      project_id,
      device_id,
      kind,
      severity,
      started_at: at,
      confirmed_at: at,
      ended_at,
      cause: "{}",
    })
    .returning("alarm_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("alarm_case")
    .values({ alarm_id, project_id, closed_at: ended_at, ...of })
    .execute();
}

const mailsOf = (db: Db) =>
  db.selectFrom("mail").select(["subject", "text", "account_id"]).orderBy("mail_id").execute();

test("a digest tells what opened, what closed and was what, and what is open from before, with what each costs", async () => {
  const { db, plant } = await reader();
  await have(db, plant, {
    opened: SEVEN - 2 * HOUR,
    of: { least_vnd: "12000", most_vnd: "12000", lost_vnd: "24000" },
  });
  await have(db, plant, {
    opened: SEVEN - 5 * HOUR,
    closed: SEVEN - 3 * HOUR,
    kind: "gateway_silent",
    of: { verdict: "communication", lost_vnd: "0" },
  });
  await have(db, plant, {
    opened: SEVEN - 40 * HOUR,
    closed: SEVEN - HOUR,
    kind: "string_deviation",
    of: { resolved_cause: "connector", lost_vnd: "500000" },
  });
  await have(db, plant, {
    opened: SEVEN - 3 * DAY,
    kind: "bus_silent",
    of: { least_vnd: "0", most_vnd: "90000" },
  });
  expect(await sendDigests(db, TOLD, SEVEN)).toBe(1);
  const [mail] = await mailsOf(db);
  expect(mail?.subject).toBe("Heliograph: Alarms of the day – 2 opened · 2 closed · 2 still open");
  expect(mail?.text.split("\n")).toEqual([
    "From 07:00 22/11 to 07:00 23/11",
    "2 opened · 2 closed · 2 still open · 12,000–102,000 VND/h · 524,000 VND lost",
    "",
    "New and open:",
    "- Roof 1: Inverter reports a fault · since 05:00 23/11 · 12,000 VND/h · 24,000 VND lost",
    "",
    "Closed:",
    "- Roof 1: Strings weaker than the others · 15:00 21/11 – 06:00 23/11 · connector · 500,000 VND lost",
    "- Roof 1: Gateway out of contact · 02:00 23/11 – 04:00 23/11 · communication only, the plant produced",
    "",
    "Open from before:",
    "- Roof 1: All devices behind the gateway are silent · since 07:00 20/11 · 0–90,000 VND/h",
    "",
    "See the alarms:",
    "https://portal.example/alarms",
    "",
    "-- ",
    "You get this because your Heliograph account has chosen a daily digest. You can change that under notifications in the portal.",
    "",
  ]);
});

test("who has nothing to be told gets no mail, and the day is over all the same", async () => {
  const { db, plant } = await reader();
  expect(await sendDigests(db, TOLD, SEVEN)).toBe(1);
  await have(db, plant, { opened: SEVEN - HOUR });
  expect(await sendDigests(db, TOLD, SEVEN + HOUR)).toBe(0);
  expect(await mailsOf(db)).toEqual([]);
});

test("a day has one digest, also where two processes make it at once, after a restart and when the clock was put back", async () => {
  const { db, plant } = await reader();
  await have(db, plant, { opened: SEVEN - HOUR });
  expect(await sendDigests(db, TOLD, SEVEN - 1)).toBe(1);
  const made = await Promise.all([1, 2, 3].map(() => sendDigests(db, TOLD, SEVEN)));
  expect(made.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  for (const later of [0, HOUR, -HOUR, 23 * HOUR]) await sendDigests(db, TOLD, SEVEN + later);
  expect(await mailsOf(db)).toHaveLength(1);
  expect(await sendDigests(db, TOLD, SEVEN + DAY)).toBe(1);
  expect(await mailsOf(db)).toHaveLength(2);
});

test("days on which nothing ran are told by one digest when it runs again", async () => {
  const { db, plant } = await reader();
  await sendDigests(db, TOLD, SEVEN);
  await have(db, plant, { opened: SEVEN + HOUR, closed: SEVEN + 2 * HOUR });
  expect(await sendDigests(db, TOLD, SEVEN + 3 * DAY + 5 * HOUR)).toBe(1);
  expect((await mailsOf(db))[0]?.text).toContain("From 07:00 23/11 to 07:00 26/11");
});

test("each person gets it by the clocks and in the language chosen, of the projects, topics and severities that are the person's own", async () => {
  const { db, plant } = await reader({ language: "vi", topics: ["contact"], severities: ["critical"] });
  const stranger = await account(db);
  await db
    .insertInto("notice_preference")
    .values({ account_id: stranger.account_id, digest_at: "07:00", digest_since: new Date(0) })
    .execute();
  await have(db, plant, { opened: SEVEN - HOUR, severity: "critical" });
  await have(db, plant, { opened: SEVEN - HOUR, kind: "gateway_silent", severity: "minor" });
  await have(db, plant, { opened: SEVEN - HOUR, kind: "bus_silent", severity: "critical" });
  await sendDigests(db, TOLD, SEVEN);
  const mails = await mailsOf(db);
  expect(mails).toMatchObject([
    {
      account_id: plant.account_id,
      subject: "Heliograph: Bản tin cảnh báo – 1 mới · 0 đã đóng · 1 còn mở",
    },
  ]);
});

test("who declines notifications or mails gets no digest", async () => {
  for (const off of [{ accepts: false }, { mail: false }]) {
    const { db, plant } = await reader(off);
    await have(db, plant, { opened: SEVEN - HOUR });
    expect(await sendDigests(db, TOLD, SEVEN)).toBe(0);
  }
});

test("who wants a digest is neither pushed nor mailed to one by one, but for what is critical where that is wanted; programs are told at once", async () => {
  for (const digest_critical of [true, false]) {
    const { db, plant } = await reader({ digest_critical });
    const { project_id, gateway_id, device_id } = plant;
    const minor = alarmOf(project_id, SEVEN, {
      kind: "inverter_event",
      gateway_id,
      device_id,
      severity: "minor",
    });
    const of = { project_ids: [project_id], kinds: ["inverter_event", "gateway_silent"] as const };
    await haveAlarms(db, [minor, alarmOf(project_id, SEVEN)], of, SEVEN);
    await takeAlarms(db, SEVEN);
    await sendDue(db, SEVEN + GATHER_MS);
    const critical = digest_critical ? 1 : 0;
    expect(await jobsOf(db, "notices.push")).toBe(critical);
    expect(await jobsOf(db, "notices.alarm-mail")).toBe(critical);
    expect(await jobsOf(db, "notices.alarm-webhook")).toBe(2);
    await haveAlarms(db, [], of, SEVEN + HOUR);
    await takeAlarms(db, SEVEN + HOUR);
    await sendDue(db, SEVEN + HOUR + SETTLE_MS);
    expect(await jobsOf(db, "notices.alarm-mail")).toBe(2 * critical);
    expect(await jobsOf(db, "notices.alarm-webhook")).toBe(4);
  }
});

test("the longest list of alarms is cut in the mail, and counted whole", async () => {
  const { db, plant } = await reader();
  for (let n = 0; n < 32; n += 1) {
    const { project_id } = await db
      .insertInto("project")
      .values({
        name: `Roof ${n + 2}`,
        latitude: 10,
        longitude: 106,
        project_type: "pv",
        timezone: "Asia/Ho_Chi_Minh",
        capacity_wp: 60_000,
      })
      .returning("project_id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("project_member")
      .values({ project_id, account_id: plant.account_id, role: "owner" })
      .execute();
    await have(db, { ...plant, project_id }, { opened: SEVEN - HOUR });
  }
  await sendDigests(db, TOLD, SEVEN);
  const [mail] = await mailsOf(db);
  expect(mail?.subject).toContain("32 opened");
  expect(mail?.text.match(/^- /gm)).toHaveLength(30);
  expect(mail?.text).toContain("and 2 more");
});

test("a digest is chosen with its time; a time that is no time of day is refused by name; one at another time waits for that time", async () => {
  const db = await freshDb();
  const api = await apiOf(db, (serve) => noticesRoutes(serve, db));
  const plant = await scene(db);
  const token = await tokenFor(db, plant);
  const digest = { at: "07:30", critical_at_once: false };
  expect((await api(getNoticePreferences, { token })).body.digest).toBeNull();
  expect((await api(changeNoticePreferences, { token, body: { digest } })).body.digest).toEqual(digest);
  const since = async () =>
    (await db.selectFrom("notice_preference").select("digest_since").executeTakeFirstOrThrow()).digest_since;
  const first = await since();
  await api(changeNoticePreferences, { token, body: { language: "en" } });
  expect(await since()).toEqual(first);
  await api(changeNoticePreferences, { token, body: { digest: { ...digest, at: "09:00" } } });
  expect((await since()).getTime()).toBeGreaterThan(first.getTime());
  const refused = await api(changeNoticePreferences, { token, body: { digest: { ...digest, at: "24:00" } } });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields)).toEqual(["body.digest.at"]);
  expect((await api(changeNoticePreferences, { token, body: { digest: null } })).body.digest).toBeNull();
});
