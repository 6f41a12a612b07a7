// What people do to alarms of the desk, and what is written of it.
import {
  alarmCourse,
  alarmDetail,
  assignAlarms,
  getTicket,
  moveAlarms,
  openAlarmTicket,
  resolveAlarms,
  snoozeAlarms,
  type DeskAlarm,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { desk, faultOf, groupsOf, historyOf, raise, refresh, shown } from "../../../../testing/alarm-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { minutesAgo, NOON } from "../../../../testing/performance-kit.ts";

const DAY = "2026-02-04";

test("an alarm is taken, given to somebody, given back, put aside and resolved, and its history says so", async () => {
  const at = await desk();
  const { api, token, db, plant } = at;
  const alarm_uid = await raise(db, faultOf(at));
  await refresh(at);
  const other = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  const those = { list_alarm_uid: [alarm_uid] };
  const group = async () =>
    (await shown(at)).items.map((item: DeskAlarm) => [item.group, item.holder?.is_me]);
  expect((await api(moveAlarms, { token, body: { ...those, action: "take" } })).status).toBe(200);
  expect(await group()).toEqual([["in_work", true]]);
  const { body } = await api(alarmDetail, { token, query: { alarm_uid } });
  const people: { account_uid: string; is_me: boolean }[] = body.people;
  expect(people).toHaveLength(2);
  const account_uid = people.find(({ is_me }) => !is_me)?.account_uid;
  expect((await api(assignAlarms, { token, body: { ...those, account_uid } })).status).toBe(200);
  expect(await group()).toEqual([["in_work", false]]);
  expect((await shown(at, { view: "mine" }, other.token)).items).toHaveLength(1);
  expect((await shown(at, { view: "mine" })).items).toHaveLength(0);
  await api(moveAlarms, { token, body: { ...those, action: "give_back" } });
  expect(await group()).toEqual([["nobody", undefined]]);
  expect((await api(snoozeAlarms, { token, body: { ...those, until: "two_hours" } })).status).toBe(200);
  expect((await shown(at)).items).toMatchObject([
    { group: "snoozed", snoozed_until: new Date(NOON + 7_200_000).toISOString() },
  ]);
  at.clock.ms = NOON + 7_200_001;
  await refresh(at);
  expect(await group()).toEqual([["nobody", undefined]]);
  const resolved = { ...those, cause: "connector", note: "Wet connector of string 7" };
  expect((await api(resolveAlarms, { token, body: resolved })).status).toBe(200);
  expect((await shown(at)).items).toEqual([]);
  expect((await shown(at, { view: "closed" })).items).toMatchObject([
    {
      group: "resolved",
      resolved: { cause: "connector", note: "Wet connector of string 7", by: "Lan Tran" },
    },
  ]);
  expect(await historyOf(at, alarm_uid)).toEqual([
    "begun",
    "raised",
    "taken",
    "assigned",
    "given_back",
    "snoozed",
    "woken",
    "resolved",
  ]);
  const audits = await db.selectFrom("audit_event").select("action").orderBy("audit_id").execute();
  expect(audits.map(({ action }) => action)).toEqual([
    "alarm.taken",
    "alarm.assigned",
    "alarm.given_back",
    "alarm.snoozed",
    "alarm.resolved",
  ]);
});

test("what is resolved can only be opened again, and waits for somebody then", async () => {
  const at = await desk();
  const { api, token } = at;
  const those = { list_alarm_uid: [await raise(at.db, faultOf(at))] };
  await refresh(at);
  await api(resolveAlarms, { token, body: { ...those, cause: "other" } });
  const take = { token, body: { ...those, action: "take" } };
  expect((await api(moveAlarms, take)).body).toMatchObject({ code: "alarm.closed" });
  expect((await api(moveAlarms, { token, body: { ...those, action: "reopen" } })).status).toBe(200);
  expect(groupsOf(await shown(at))).toEqual(["nobody inverter_fault"]);
});

test("the next alarm at the same place says that it was seen before, from what, and who mended it", async () => {
  const at = await desk();
  const first = await raise(at.db, { ...faultOf(at), minutes: 600 });
  await refresh(at);
  const done = { list_alarm_uid: [first], cause: "connector", note: "String 7" };
  await at.api(resolveAlarms, { token: at.token, body: done });
  await at.db
    .updateTable("alarm")
    .set({ ended_at: minutesAgo(500) })
    .execute();
  const again = await raise(at.db, faultOf(at));
  await refresh(at);
  const { body } = await at.api(alarmDetail, { token: at.token, query: { alarm_uid: again } });
  expect(body.seen_before).toMatchObject({
    started_at: minutesAgo(600).toISOString(),
    ended_at: minutesAgo(500).toISOString(),
    cause: "connector",
    note: "String 7",
    by: "Lan Tran",
  });
});

test("days end a snooze at 08:00 of the plant; a past one and one too far ahead are refused by the field", async () => {
  const at = await desk();
  const alarm_uid = await raise(at.db, faultOf(at));
  await refresh(at);
  const until = async (day: string) => {
    const body = { list_alarm_uid: [alarm_uid], until: day };
    const { status, body: told } = await at.api(snoozeAlarms, { token: at.token, body });
    return status === 200 ? (await shown(at)).items[0].snoozed_until : told.fields;
  };
  expect(await until("tomorrow")).toBe("2026-02-05T01:00:00.000Z");
  expect(await until("2026-02-10")).toBe("2026-02-10T01:00:00.000Z");
  const refused = { "body.until": "Must be a day from tomorrow on, 90 days ahead at most" };
  expect(await until(DAY)).toEqual(refused);
  expect(await until("2026-06-01")).toEqual(refused);
});

test("a read-only person sees the desk and is refused every action; a stranger is told that there is no such alarm", async () => {
  const at = await desk();
  const alarm_uid = await raise(at.db, faultOf(at));
  await refresh(at);
  const reader = await accountOn(at.db, { project_id: at.plant.project_id, role: "read_only" });
  const stranger = await accountOn(at.db, null);
  expect((await shown(at, {}, reader.token)).items).toMatchObject([{ project: { may_change: false } }]);
  expect((await shown(at, {}, stranger.token)).items).toEqual([]);
  const { body } = await at.api(alarmDetail, { token: reader.token, query: { alarm_uid } });
  expect(body.people).toEqual([]);
  const those = { list_alarm_uid: [alarm_uid] };
  const calls = [
    [moveAlarms, { ...those, action: "take" }],
    [assignAlarms, { ...those, account_uid: at.plant.account_uid }],
    [snoozeAlarms, { ...those, until: "two_hours" }],
    [resolveAlarms, { ...those, cause: "other" }],
    [openAlarmTicket, { alarm_uid, subject: "A", body: "B" }],
  ] as const;
  for (const [call, sent] of calls) {
    const told = async (token: string) => {
      const answer = await at.api(call, { token, body: sent });
      return [answer.status, answer.body.code];
    };
    expect(await told(reader.token)).toEqual([403, "alarm.read_only"]);
    expect(await told(stranger.token)).toEqual([404, "alarm.not_found"]);
  }
  for (const call of [alarmDetail, alarmCourse]) {
    const { status } = await at.api(call, { token: stranger.token, query: { alarm_uid } });
    expect(status).toBe(404);
  }
  expect((await shown(at)).items).toMatchObject([{ group: "nobody" }]);
});

test("an alarm cannot be given to a read-only person or a stranger", async () => {
  const at = await desk();
  const alarm_uid = await raise(at.db, faultOf(at));
  await refresh(at);
  const reader = await accountOn(at.db, { project_id: at.plant.project_id, role: "read_only" });
  const stranger = await accountOn(at.db, null);
  for (const { account_id } of [reader, stranger]) {
    const { account_uid } = await at.db
      .selectFrom("account")
      .select("account_uid")
      .where("account_id", "=", account_id)
      .executeTakeFirstOrThrow();
    const sent = { list_alarm_uid: [alarm_uid], account_uid };
    const { status, body } = await at.api(assignAlarms, { token: at.token, body: sent });
    expect([status, body.code]).toEqual([400, "alarm.no_member"]);
  }
});

test("a ticket is opened from an alarm and stands in its history", async () => {
  const at = await desk();
  const alarm_uid = await raise(at.db, faultOf(at));
  await refresh(at);
  const sent = { alarm_uid, subject: "INV-1 stopped", body: "Please look." };
  const { body } = await at.api(openAlarmTicket, { token: at.token, body: sent });
  const { ticket_uid } = body;
  const ticket = await at.api(getTicket, { token: at.token, query: { ticket_uid } });
  expect(ticket.body).toMatchObject({ subject: "INV-1 stopped" });
  expect((await shown(at)).items).toMatchObject([{ ticket_uid }]);
  expect(await historyOf(at, alarm_uid)).toContain("ticket");
});
