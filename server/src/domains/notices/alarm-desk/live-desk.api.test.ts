// Open screens are told of what changes on the desk.
import { moveAlarms } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { desk, faultOf, openAlarm, raise, refresh } from "../../../../testing/alarm-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { liveServer, waiting } from "../../../../testing/live-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { ALARMS_CHANGED, announceAlarms } from "../../telemetry/live/live-alarms.sql.ts";
import { startListener } from "../../../platform/listener.ts";

/** The desk with one who looks at it and a stranger, both told of news. */
async function watched() {
  const at = await desk();
  const listener = startListener(at.url);
  onTestFinished(() => listener.stop());
  const url = await liveServer(at.db, listener);
  const stranger = await scene(at.db);
  const looking = await waiting(url, at.token, { notices: "true" });
  const elsewhere = await waiting(url, await tokenFor(at.db, stranger), { notices: "true" });
  return { at, listener, looking, elsewhere };
}

test("whoever sees the project is told that an alarm has come on the desk, and nobody else", async () => {
  const { at, looking, elsewhere } = await watched();
  await raise(at.db, faultOf(at));
  await refresh(at);
  await expect.poll(() => looking.alarms).toEqual([true]);
  expect(elsewhere.alarms).toEqual([]);
});

test("what somebody does to an alarm is told", async () => {
  const { at, looking } = await watched();
  const alarm_uid = await openAlarm(at.db, at.plant);
  const body = { list_alarm_uid: [alarm_uid], action: "take" };
  expect((await at.api(moveAlarms, { token: at.token, body })).status).toBe(200);
  await expect.poll(() => looking.alarms).toEqual([true]);
});

test("a round of the desk that finds nothing new says nothing", async () => {
  const { at, listener } = await watched();
  const told: string[] = [];
  await listener.on(ALARMS_CHANGED, { hear: (payload) => told.push(payload), missed: () => {} });
  const ours = JSON.stringify([at.plant.account_id]);
  await raise(at.db, faultOf(at));
  await refresh(at);
  // That it is there, and what it costs.
  await expect.poll(() => told).toEqual([ours, ours]);
  // A minute later its costs are computed anew, and are what they were.
  at.clock.ms += 60_000;
  await refresh(at);
  const other = await scene(at.db);
  await announceAlarms(at.db, [other.project_id]);
  await expect.poll(() => told.length).toBeGreaterThan(2);
  expect(told.slice(2)).toEqual([JSON.stringify([other.account_id])]);
});
