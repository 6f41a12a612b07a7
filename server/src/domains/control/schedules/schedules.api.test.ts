import { randomUUID } from "node:crypto";
import { addDays, getScheduleTimelineType, getScheduleType, SCHEDULE_LIMITS } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import {
  LATER,
  scheduleApi,
  PLANT_TODAY,
  TOMORROW,
  PLANT_ZONE,
} from "../../../../testing/control/schedule-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";

test("the kinds of schedules are those of the specification", async () => {
  const { api, token } = await scheduleApi();
  expect((await api(getScheduleType, { token })).body).toEqual([
    { id: 1, name: "On/Off" },
    { id: 2, name: "Power control" },
  ]);
  const timelines = (await api(getScheduleTimelineType, { token })).body;
  expect(timelines.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
});

test("a schedule is added and read with the fields of the specification, and says when it runs next", async () => {
  const { create, list, plant, weekly } = await scheduleApi();
  const told = await create();
  expect([told.status, told.body]).toEqual([
    200,
    { message: "Create schedule successful", schedule_id: expect.any(String) },
  ]);
  expect(await list()).toEqual({
    timezone: PLANT_ZONE,
    items: [
      {
        id: 1,
        schedule_id: told.body.schedule_id,
        available: true,
        device_serial: [{ device_uid: plant.device_uid, device_serial: "INV-1", name: "INV-1" }],
        gateway_uid: plant.gateway_uid,
        gateway_serial: plant.gateway_serial,
        schedule_type_id: 2,
        schedule_timeline_type_id: 2,
        from_date: TOMORROW,
        to_date: LATER,
        timezone: PLANT_ZONE,
        day: weekly.day,
        option_overwrite: false,
        attributes_value: {
          from_time: "20:00",
          to_time: "04:00",
          state: "OFF",
          operation_type: "PERCENT",
          value: 60,
        },
        relay: null,
        rank: expect.any(Number),
        next_run_at: `${TOMORROW}T13:00:00.000Z`,
      },
    ],
  });
});

test("what is left out is a tenth of the rating, off, not repeated on any day, available, and gives way to others", async () => {
  const { create, list, plant } = await scheduleApi();
  const { value: _value, operation_type: _type, ...rest } = { value: 0, operation_type: "" };
  const span = {
    ...rest,
    schedule_timeline_type_id: 4,
    day: undefined,
    value: undefined,
    operation_type: undefined,
  };
  expect((await create(span)).status).toBe(200);
  const [item] = (await list()).items;
  expect(item).toMatchObject({
    day: [],
    available: true,
    option_overwrite: false,
    attributes_value: { value: 10, operation_type: "PERCENT", state: "OFF" },
  });
  expect(item.gateway_uid).toBe(plant.gateway_uid);
});

test("one that meets another of a device for the same thing is refused, and the other named", async () => {
  const { create, update, plant, second, list } = await scheduleApi();
  const first = (await create()).body.schedule_id;
  const told = await create({ from_time: "03:00", to_time: "05:00" });
  expect([told.status, told.body.code, told.body.fields.schedule_id]).toEqual([
    409,
    "schedule.overlaps",
    first,
  ]);
  expect(told.body.message).toBe("Overlaps schedule 1");
  expect(told.body.fields).toMatchObject({
    window: "20:00–04:00",
    first: `INV-1 on ${addDays(TOMORROW, 1)} at 03:00`,
  });
  // Another device, another thing, another time, or not available: no overlap.
  expect((await create({ device_serial: [{ device_uid: second }] })).status).toBe(200);
  expect((await create({ schedule_type_id: 1 })).status).toBe(200);
  expect((await create({ from_time: "04:00", to_time: "20:00" })).status).toBe(200);
  const idle = await create({ available: false });
  expect(idle.status).toBe(200);
  // One that becomes available is judged as one that is added; an update overrides unless it says otherwise.
  const refused = await update(idle.body.schedule_id, { available: true, option_overwrite: false });
  expect(refused.body.code).toBe("schedule.overlaps");
  expect((await update(idle.body.schedule_id, { available: true })).status).toBe(200);
  expect((await list()).items).toHaveLength(5);
  expect(plant.device_uid).not.toBe(second);
});

test("what a schedule is for cannot be changed, though it may be named", async () => {
  const { create, update, weekly, second } = await scheduleApi();
  const { schedule_id } = (await create()).body;
  expect((await update(schedule_id, { ...weekly, schedule_id, relay: null, value: 70 })).status).toBe(200);
  const others = [
    [{ device_serial: [{ device_uid: second }] }, 404, "device.not_found"],
    [{ gateway_uid: randomUUID() }, 404, "gateway.not_found"],
    [{ schedule_id: randomUUID() }, 404, "schedule.not_found"],
    [{ schedule_type_id: 1 }, 400, "schedule.fixed"],
    [{ schedule_timeline_type_id: 3 }, 400, "schedule.fixed"],
    [{ relay: "RL1" }, 400, "schedule.fixed"],
  ] as const;
  for (const [body, status, code] of others) {
    const told = await update(schedule_id, body);
    expect([told.status, told.body.code]).toEqual([status, code]);
  }
});

const ONE_DAY = { from_date: TOMORROW, to_date: TOMORROW };
test.each([
  ["without a device", { device_serial: [] }, "device_serial", "Please select at least 1 device"],
  ["without a gateway", { gateway_uid: "" }, "gateway_uid", "* Please select at least 1 gateway"],
  [
    "that ends before it starts",
    { from_date: LATER, to_date: TOMORROW },
    "to_date",
    "The end date must not be before the start date",
  ],
  ["that ends the next day where there is none", ONE_DAY, "to_time", "End time must be > start time"],
  ["without a start date", { from_date: undefined }, "from_date", undefined],
  ["without an end date", { to_date: undefined }, "to_date", undefined],
  ["without a start time", { from_time: undefined }, "from_time", undefined],
  ["without an end time", { to_time: undefined }, "to_time", undefined],
  ["weekly without a day", { day: [] }, "day", "Please select at least 1 day"],
  ["weekly on an eighth day", { day: [8] }, "day", "Days are 1 to 7"],
  ["on day 32", { day: [32], schedule_timeline_type_id: 3 }, "day", undefined],
  ["of more than all", { value: 101 }, "value", "Must be at most 100 percent"],
  ["of less than nothing", { value: -1, operation_type: "FIX_VALUE" }, "value", undefined],
  ["of a time that no clock shows", { from_time: "24:00" }, "from_time", "Must be a time like 18:30"],
  [
    "of a decade and more",
    { to_date: addDays(TOMORROW, SCHEDULE_LIMITS.days + 1) },
    "to_date",
    `Must be at most ${SCHEDULE_LIMITS.days} days after from_date`,
  ],
  [
    "of two years at a stretch",
    { schedule_timeline_type_id: 4, to_date: addDays(TOMORROW, 367) },
    "to_date",
    "Must be at most 366 days after from_date",
  ],
  ["of a kind that there is not", { schedule_timeline_type_id: 5 }, "schedule_timeline_type_id", undefined],
  ["with a field that it does not have", { hours: 3 }, "hours", undefined],
])("a schedule %s is refused by the field's name", async (_what, body, field, message) => {
  const { create, list } = await scheduleApi();
  const told = await create(body);
  expect([told.status, told.body.code]).toEqual([400, "request.invalid"]);
  expect(Object.keys(told.body.fields).join()).toContain(`body.${field}`);
  if (message !== undefined) expect(Object.values(told.body.fields)).toContain(message);
  expect((await list()).items).toEqual([]);
});

test("an update is judged with what stays as it was", async () => {
  const { create, update, list } = await scheduleApi();
  const { schedule_id } = (await create()).body;
  for (const [body, field] of [
    [{ to_date: TOMORROW }, "body.to_time"],
    [{ day: [] }, "body.day"],
    [{ value: 450_000 }, "body.value"],
    [{ from_date: addDays(LATER, 1) }, "body.to_date"],
  ] as const) {
    const told = await update(schedule_id, body);
    expect([told.status, Object.keys(told.body.fields)]).toEqual([400, [field]]);
  }
  expect((await list()).items[0]).toMatchObject({ to_date: LATER, attributes_value: { value: 60 } });
});

test("one whose days are all over is refused", async () => {
  const { create } = await scheduleApi();
  const told = await create({ from_date: addDays(PLANT_TODAY, -9), to_date: addDays(PLANT_TODAY, -7) });
  expect([told.status, told.body.code]).toEqual([400, "schedule.over"]);
});

test("a project has only so many", async () => {
  const { db, create, list } = await scheduleApi();
  await create();
  const [row] = await db.selectFrom("schedule").selectAll().execute();
  const { schedule_id: _id, schedule_uid: _uid, subject: _subject, rank: _rank, ...copy } = row ?? {};
  const more = Array.from({ length: SCHEDULE_LIMITS.ofProject - 1 }, (_, n) => ({
    ...copy,
    schedule_no: n + 2,
  }));
  await db
    .insertInto("schedule")
    .values(more as never)
    .execute();
  const told = await create({ option_overwrite: true });
  expect([told.status, told.body.code]).toEqual([409, "schedule.too_many"]);
  expect((await list()).items).toHaveLength(SCHEDULE_LIMITS.ofProject);
});

test("who may only look reads schedules and their log and changes none; for a stranger none is there", async () => {
  const { db, plant, create, update, remove, list, log } = await scheduleApi();
  const { schedule_id } = (await create()).body;
  const reader = (await accountOn(db, { project_id: plant.project_id, role: "read_only" })).token;
  const manager = (await accountOn(db, { project_id: plant.project_id, role: "managed" })).token;
  const stranger = await tokenFor(db, await scene(db));
  expect((await list(reader)).items).toHaveLength(1);
  expect((await log(schedule_id, reader)).items).toEqual([]);
  const tries = (by: string) => [
    create({ option_overwrite: true }, by),
    update(schedule_id, { value: 1 }, by),
    remove(schedule_id, true, by),
  ];
  const codes = async (by: string) =>
    (await Promise.all(tries(by))).map(({ status, body }) => [status, body.code]);
  expect(await codes(reader)).toEqual([
    [403, "gateway.read_only"],
    [403, "schedule.read_only"],
    [403, "schedule.read_only"],
  ]);
  expect(await codes(stranger)).toEqual([
    [404, "gateway.not_found"],
    [404, "schedule.not_found"],
    [404, "schedule.not_found"],
  ]);
  expect([(await list(stranger)).code, (await log(schedule_id, stranger)).code]).toEqual([
    "project.not_found",
    "schedule.not_found",
  ]);
  expect((await update(schedule_id, { value: 50 }, manager)).status).toBe(200);
});

test("each change is in the audit log with what it was before", async () => {
  const { db, plant, create, update, remove } = await scheduleApi();
  const { schedule_id } = (await create()).body;
  await update(schedule_id, { value: 50 });
  await remove(schedule_id);
  const entries = await db
    .selectFrom("audit_event")
    .select(["action", "subject", "project_id", "before", "after"])
    .where("action", "like", "schedule.%")
    .orderBy("audit_id")
    .execute();
  const of = { subject: schedule_id, project_id: plant.project_id };
  expect(entries).toEqual([
    {
      ...of,
      action: "schedule.added",
      before: null,
      after: expect.objectContaining({ value: 60, from_time: "20:00" }),
    },
    {
      ...of,
      action: "schedule.changed",
      before: { value: 60 },
      after: { value: 50 },
    },
    { ...of, action: "schedule.removed", before: expect.objectContaining({ value: 50 }), after: null },
  ]);
});
