import { addDays } from "@heliograph/contract";
import { expect, test } from "vitest";
import { GOING_ON, scheduleApi, PLANT_TODAY, TOMORROW } from "../../../../testing/control/schedule-kit.ts";

test("an instant schedule gives its command at once, to each of its devices, as its person's", async () => {
  const { create, ordered, plant, second, log } = await scheduleApi();
  const { device_uid, account_id } = plant;
  const told = await create({
    schedule_timeline_type_id: 1,
    device_serial: [{ device_uid }, { device_uid: second }],
    from_date: PLANT_TODAY,
    from_time: "00:00",
    to_date: TOMORROW,
    to_time: "23:59",
    value: 40,
  });
  expect(told.status).toBe(200);
  const limit = { name: "power_limit", args: { limit: { percent: 40 } }, cause: "person", state: "queued" };
  expect(await ordered()).toEqual([
    { ...limit, serial: "INV-1", account_id, revert_to: "own_limit" },
    { ...limit, serial: "INV-2", account_id, revert_to: "own_limit" },
  ]);
  const { items } = await log(told.body.schedule_id);
  expect(items).toEqual([
    {
      stt: 1,
      createdAt: expect.any(String),
      process_status: "running",
      local_date: PLANT_TODAY,
      starts_at: expect.any(String),
      ends_at: `${TOMORROW}T16:59:00.000Z`,
      tb_execute_logs_send_command_id: [
        expect.objectContaining({ device_serial: "INV-1", resolve_status: "queued", is_end: false }),
        expect.objectContaining({ device_serial: "INV-2", resolve_status: "queued", is_end: false }),
      ],
    },
  ]);
  expect(Date.now() - Date.parse(items[0].createdAt)).toBeLessThan(60_000);
});

test("an instant schedule whose end is past is refused, available or not", async () => {
  const { create } = await scheduleApi();
  const past = {
    schedule_timeline_type_id: 1,
    from_date: addDays(PLANT_TODAY, -3),
    to_date: addDays(PLANT_TODAY, -2),
  };
  for (const available of [true, false]) {
    const told = await create({ ...past, available });
    expect([told.status, told.body.code]).toEqual([400, "schedule.over"]);
  }
});

test("one that would run now begins as it is saved; stopped with its deletion it gives the device back at once", async () => {
  const { create, remove, ordered, list, log } = await scheduleApi();
  const off = { ...GOING_ON, schedule_type_id: 1, state: "OFF" };
  const { schedule_id } = (await create(off)).body;
  expect((await ordered()).map(({ args, cause }) => [args, cause])).toEqual([[{ on: false }, "schedule"]]);
  expect((await log(schedule_id)).items).toHaveLength(1);
  const told = await remove(schedule_id, true);
  expect([told.status, told.body]).toEqual([200, { message: "Delete schedule successful" }]);
  expect((await ordered()).map(({ args, cause, state }) => [args, cause, state])).toEqual([
    [{ on: false }, "schedule", "superseded"],
    [{ on: true }, "end", "queued"],
  ]);
  expect((await list()).items).toEqual([]);
  expect((await log(schedule_id)).code).toBe("schedule.not_found");
});

test("deleted by default it lets its run end: nothing is ordered, and nothing begins any more", async () => {
  const { create, remove, ordered, list, db } = await scheduleApi();
  const { schedule_id } = (await create(GOING_ON)).body;
  expect((await remove(schedule_id)).status).toBe(200);
  expect(await ordered()).toHaveLength(1);
  expect((await list()).items).toEqual([]);
  const runs = await db.selectFrom("schedule_run").select("status").execute();
  expect(runs).toEqual([{ status: "open" }]);
});

test("one that is no longer available stops, and is given again when it is", async () => {
  const { create, update, ordered, list, log } = await scheduleApi();
  const { schedule_id } = (await create(GOING_ON)).body;
  expect((await update(schedule_id, { available: false })).body).toEqual({
    message: "Update schedule successful",
  });
  expect((await ordered()).map(({ cause }) => cause)).toEqual(["schedule", "end"]);
  expect((await list()).items[0].next_run_at).toBeNull();
  await update(schedule_id, { available: true });
  expect((await ordered()).map(({ cause, state }) => [cause, state])).toEqual([
    ["schedule", "superseded"],
    ["end", "superseded"],
    ["schedule", "queued"],
  ]);
  const statuses = (await log(schedule_id)).items.map(
    (one: { process_status: string }) => one.process_status,
  );
  expect(statuses).toEqual(["running", "stopped"]);
});

test("a value changed during a run is ordered at once; the same once more changes nothing", async () => {
  const { create, update, ordered } = await scheduleApi();
  const { schedule_id } = (await create(GOING_ON)).body;
  await update(schedule_id, { value: 30 });
  await update(schedule_id, { value: 30, option_overwrite: false });
  expect((await ordered()).map(({ args, state }) => [args, state])).toEqual([
    [{ limit: { percent: 60 } }, "superseded"],
    [{ limit: { percent: 30 } }, "queued"],
  ]);
});

test("with 'Override and apply' the other yields at once, and its run is logged as superseded", async () => {
  const { create, remove, ordered, log } = await scheduleApi();
  const first = (await create(GOING_ON)).body.schedule_id;
  const second = await create({ ...GOING_ON, value: 20, option_overwrite: true });
  expect(second.status).toBe(200);
  expect((await ordered()).map(({ args, state }) => [args, state])).toEqual([
    [{ limit: { percent: 60 } }, "superseded"],
    [{ limit: { percent: 20 } }, "queued"],
  ]);
  expect((await log(first)).items[0].process_status).toBe("superseded");
  expect((await log(second.body.schedule_id)).items[0].process_status).toBe("running");
  // Once the other is stopped the first runs for its rest.
  await remove(second.body.schedule_id, true);
  expect((await ordered()).map(({ args }) => args).at(-1)).toEqual({ limit: { percent: 60 } });
  expect((await log(first)).items[0]).toMatchObject({
    process_status: "superseded",
    tb_execute_logs_send_command_id: [{ resolve_status: "superseded" }, { resolve_status: "queued" }],
  });
});

test("what was off before a run is off after it", async () => {
  const { create, remove, ordered } = await scheduleApi();
  const off = { ...GOING_ON, schedule_type_id: 1, state: "OFF" };
  await create(off);
  const on = await create({ ...off, state: "ON", option_overwrite: true });
  // The first is still in its window: it takes over again.
  await remove(on.body.schedule_id, true);
  expect((await ordered()).map(({ args, cause }) => [args, cause])).toEqual([
    [{ on: false }, "schedule"],
    [{ on: true }, "schedule"],
    [{ on: false }, "schedule"],
  ]);
});

test("a controller of a water heater switches its relays, and each of them goes back to what it last said it was", async () => {
  const { db, create, remove, ordered, plant } = await scheduleApi({ project_type: "swh" });
  const { project_id, device_id } = plant;
  await db
    .updateTable("device")
    .set({ asset_type: "swh_controller" })
    .where("device_id", "=", device_id)
    .execute();
  await db
    .insertInto("latest")
    .values({
      project_id,
      device_id,
      ts: new Date(),
      m: JSON.stringify({
        ext: {
          relays: [
            { relay: "RL1", on: true },
            { relay: "RL2", on: false },
          ],
        },
      }),
    })
    .execute();
  const on = { ...GOING_ON, schedule_type_id: 1, state: "ON" };
  for (const relay of ["RL1", "RL2"]) {
    const told = await create({ ...on, relay });
    expect(told.status).toBe(200);
    await remove(told.body.schedule_id, true);
  }
  expect((await ordered()).map(({ args }) => args)).toEqual([
    { on: true, relay: "RL1" },
    { on: true, relay: "RL1" },
    { on: true, relay: "RL2" },
    { on: false, relay: "RL2" },
  ]);
  for (const wrong of [{ ...on }, { ...GOING_ON, relay: "RL1" }]) {
    const told = await create(wrong);
    expect([told.status, told.body.code, Object.keys(told.body.fields)]).toEqual([
      400,
      "schedule.not_for_device",
      ["body.device_serial"],
    ]);
  }
});

test("two that meet, added by two people at the same time, are not both there", async () => {
  const { create, list } = await scheduleApi();
  const told = await Promise.all([create(), create(), create({ value: 10 })]);
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect((await list()).items).toHaveLength(1);
});
