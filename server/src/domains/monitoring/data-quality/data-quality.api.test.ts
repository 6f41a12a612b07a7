import { statisticsTotal, type QualityEvent } from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDay, addDevice, addHours, heard, minutesAgo, NOON } from "../../../../testing/performance-kit.ts";
import { addFiveDays, DUE_S, hoursOfDay, ledgerNote, qualityPlant } from "../../../../testing/quality-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";

test("days are due from the first reading by daylight alone, today until now, and what came is complete", async () => {
  const { ask } = await qualityPlant();
  const body = await ask();
  expect(body.columns).toHaveLength(7);
  expect(body.first_day).toBe("2026-01-30");
  const [device] = body.devices;
  // Nothing was due before the first day; no day is longer than the sun was up, and today is half over.
  expect(device.complete_s[0]).toBeNull();
  expect(device.complete_s.slice(2, 6)).toEqual(Array.from({ length: 4 }, () => device.complete_s[2]));
  expect(device.complete_s[2]).toBe(DUE_S);
  expect(device.complete_s[6]).toBeGreaterThan(4 * 3600);
  expect(device.complete_s[6]).toBeLessThan(6.5 * 3600);
  for (const part of ["integrated_s", "estimated_s", "missing_s", "refused_s"] as const) {
    expect(device[part].slice(1)).toEqual([0, 0, 0, 0, 0, 0]);
  }
  expect(body.received.share.value).toBe(100);
  expect(body.received.readings).toBe(body.received.due);
  expect([body.events, body.tasks]).toEqual([[], []]);
});

test("a gap that the counter bridged is estimated and healed, with its energy; the sum is exact", async () => {
  const { db, plant, ask } = await qualityPlant({ spread: [9, 10] });
  const { project_id, device_id } = plant;
  const since = Date.parse("2026-02-02T09:00:00+07:00");
  await db
    .insertInto("ledger_event")
    .values({
      project_id,
      device_id,
      ...ledgerNote("production", "2026-02-02T11:00:00+07:00", "gap", { since, wh: 2000 }),
    })
    .execute();
  const body = await ask();
  expect(body.devices[0].estimated_s[4]).toBe(7200);
  expect(body.devices[0].missing_s[4]).toBe(0);
  expect(body.events).toHaveLength(1);
  expect(body.events[0]).toMatchObject({
    kind: "gap",
    at: "2026-02-02T02:00:00.000Z",
    until: "2026-02-02T04:00:00.000Z",
    day: "2026-02-02",
    column: 4,
    device_uid: plant.device_uid,
    energy: { value: 2 },
    state: "healed",
    seen: { silent_s: 7200, devices: 1 },
  });
  expect(body.energy).toEqual({
    source: "solar_inverter",
    total: { value: 66, unit: "kWh" },
    counted: { value: 64, unit: "kWh" },
    integrated: { value: 0, unit: "kWh" },
    estimated: { value: 2, unit: "kWh" },
  });
});

test("the classes of energy add up to the production that the statistics have of the same days", async () => {
  const { db, api, plant, token, query, ask } = await qualityPlant({ spread: [9] });
  const meter = await addDevice(db, plant, { asset_type: "electric_meter", serial: "M-1" });
  await addDay(db, meter, "2026-02-01", { export_wh: 11_111.5 });
  await addDay(db, meter, "2026-02-02", { production_wh: 10_000.25, est_production_wh: 100 });
  await db.transaction().execute((tx) => refreshSummaries(tx, [plant.project_id], NOON));
  const { energy } = await ask();
  const { body } = await api(statisticsTotal, { token, query });
  expect(energy.source).toBe("mixed");
  expect(energy.total).toEqual(body.production);
  expect(energy.counted.value + energy.integrated.value + energy.estimated.value).toBeCloseTo(
    energy.total.value,
    9,
  );
  expect(energy.estimated.value).toBe(0.1);
});

test("a sensor that was silent is missing, what a counter says nothing of, and one that is silent still is a task", async () => {
  const { db, plant, ask } = await qualityPlant();
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "WS-1" });
  await addHours(db, sensor, "2026-02-02", hoursOfDay([9, 10, 11]));
  await addDay(db, sensor, "2026-02-02", { covered_s: DUE_S - 3 * 3600 });
  const body = await ask();
  const own = body.events.filter((one: QualityEvent) => one.device_uid === sensor.device_uid);
  expect(own.map(({ state, day, until }: QualityEvent) => [state, day, until === null])).toEqual([
    ["open", "2026-02-03", true],
    ["missing", "2026-02-02", false],
  ]);
  expect(body.devices[1].missing_s[4]).toBe(3 * 3600);
  expect(body.devices[1].complete_s[5]).toBe(0);
  expect(body.tasks).toMatchObject([{ kind: "device_silent", name: "WS-1", changes_figures: false }]);
});

test("a silence over a night is as long as the clock says, though nothing is due at night", async () => {
  const { db, plant, ask } = await qualityPlant();
  const sensor = await addDevice(db, plant, { asset_type: "sensor_radiation", serial: "WS-1" });
  await addHours(db, sensor, "2026-02-02", hoursOfDay([13, 14, 15, 16, 17]));
  await addDay(db, sensor, "2026-02-02", { covered_s: DUE_S - 5 * 3600 });
  await addHours(db, sensor, "2026-02-03", hoursOfDay([5, 6, 7, 8]));
  await addDay(db, sensor, "2026-02-03", { covered_s: DUE_S - 4 * 3600 });
  const { events } = await ask();
  const night = events.find(({ day }: QualityEvent) => day === "2026-02-02");
  expect(night).toMatchObject({
    at: "2026-02-02T06:00:00.000Z",
    until: "2026-02-03T02:00:00.000Z",
    seen: { silent_s: 20 * 3600, devices: 1 },
  });
});

test("a gateway whose devices were silent together is one event, and one that is silent now is one task", async () => {
  const { db, plant, ask } = await qualityPlant({ silent: [13, 14] });
  const other = await addDevice(db, plant, {
    asset_type: "solar_inverter",
    serial: "INV-2",
    ac_nominal_w: 50_000,
  });
  await addFiveDays(db, other, { silent: [13, 14] });
  await heard(db, plant, minutesAgo(120));
  const { events, tasks } = await ask();
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({
    kind: "gap",
    device_uid: null,
    gateway_uid: plant.gateway_uid,
    name: plant.gateway_serial,
    state: "missing",
    seen: { silent_s: 7200, devices: 2 },
  });
  expect(tasks).toMatchObject([{ kind: "gateway_silent", gateway_uid: plant.gateway_uid, count: 2 }]);
});

test("what the ledger saw on a counter stands at its day with its figures, and as a sign in its cell", async () => {
  const { db, plant, ask } = await qualityPlant();
  const { project_id, device_id } = plant;
  const of = { project_id, device_id };
  // Midnight of the 2nd ends the last interval of the 1st.
  await db
    .insertInto("ledger_event")
    .values([
      {
        ...of,
        ...ledgerNote("production", "2026-02-02T00:00:00+07:00", "reset", { high_wh: 9000, low_wh: 10 }),
      },
      { ...of, ...ledgerNote("production", "2026-02-01T10:00:00+07:00", "glitch", { wh: 0, high_wh: 8000 }) },
      {
        ...of,
        ...ledgerNote("production", "2026-02-03T10:00:00+07:00", "spike", {
          high_wh: 9000,
          wh: 1e9,
          limit_wh: 4683,
        }),
      },
      { ...of, ...ledgerNote("production", "2026-02-03T17:59:00+07:00", "gap", { since: 0, wh: 1 }) },
      { ...of, ...ledgerNote("production", "2026-01-20T10:00:00+07:00", "reset", {}) },
    ])
    .execute();
  await db
    .insertInto("reading_correction")
    .values({ ...of, ts: "2026-01-31T05:00:00Z", was: "{}", became: "{}" })
    .execute();
  const { events, devices } = await ask();
  // The gap is not one: data came all the time. What lies outside of the days is not there.
  expect(events.map(({ kind, day, column }: QualityEvent) => [kind, day, column])).toEqual([
    ["spike", "2026-02-03", 5],
    ["reset", "2026-02-01", 3],
    ["glitch", "2026-02-01", 3],
    ["correction", "2026-01-31", 2],
  ]);
  expect(events[0].seen).toEqual({ from_wh: 9000, to_wh: 1e9, limit_wh: 4683 });
  expect(events[1].seen).toEqual({ from_wh: 9000, to_wh: 10 });
  expect(events[3].seen).toEqual({ count: 1 });
  expect(devices[0].signs).toEqual([null, null, "correction", "reset", null, "spike", null]);
});

test("refusals are counted by day and reason, drawn in what is missing, and a task while they go on", async () => {
  const { db, plant, ask } = await qualityPlant({ silent: [9, 10] });
  const { project_id, gateway_id, device_id } = plant;
  const row = { project_id, gateway_id, example: "ac_power_w is 1e12" };
  await db
    .insertInto("refused_day")
    .values([
      {
        ...row,
        device_id,
        day: "2026-02-02",
        reason: "reading.out_of_range",
        count: 12,
        last_at: minutesAgo(3000),
      },
      {
        ...row,
        device_id: 0,
        day: "2026-02-04",
        reason: "message.invalid",
        count: 3,
        last_at: minutesAgo(5),
      },
    ])
    .execute();
  const body = await ask();
  expect(body.refused).toEqual({ readings: 15, reasons: 2 });
  expect([body.devices[0].refused_s[4], body.devices[0].missing_s[4]]).toEqual([3600, 3600]);
  const refused = body.events.filter(({ kind }: QualityEvent) => kind === "refused");
  expect(refused.map((one: QualityEvent) => [one.day, one.device_uid, one.state, one.seen.count])).toEqual([
    ["2026-02-04", null, "open", 3],
    ["2026-02-02", plant.device_uid, "missing", 12],
  ]);
  expect(body.tasks).toMatchObject([
    { kind: "refused", name: plant.gateway_serial, count: 3, reason: "message.invalid" },
  ]);
});

test("an inverter without a rating is a task that changes figures, and comes first", async () => {
  const { db, plant, ask } = await qualityPlant();
  await db.updateTable("device").set({ ac_nominal_w: null, model: "SG50" }).execute();
  await heard(db, plant, minutesAgo(120));
  const { tasks, devices } = await ask();
  expect(tasks).toMatchObject([
    { kind: "unrated", device_uid: plant.device_uid, model: "SG50", changes_figures: true },
    { kind: "gateway_silent", changes_figures: false },
  ]);
  expect(devices[0].unrated).toBe(true);
});

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);

test("ranges of more than 45 days are weeks from Monday, whose cells are those of their days", async () => {
  const { ask } = await qualityPlant({ silent: [9, 10] });
  const days = await ask();
  const weeks = await ask({ from_date: "2025-11-07" });
  expect(weeks.columns[0]).toEqual({ from: "2025-11-07", to: "2025-11-09" });
  expect(weeks.columns.at(-2)).toEqual({ from: "2026-01-26", to: "2026-02-01" });
  expect(weeks.columns.at(-1)).toEqual({ from: "2026-02-02", to: "2026-02-04" });
  const [ofDays, ofWeeks] = [days.devices[0], weeks.devices[0]];
  expect(ofWeeks.missing_s.at(-1)).toBe(sum(ofDays.missing_s.slice(4)));
  expect(ofWeeks.complete_s.at(-2)).toBe(sum(ofDays.complete_s.slice(1, 4)));
  expect(weeks.received).toEqual(days.received);
});

test("a plant that was commissioned before its first reading was due from then on", async () => {
  const { db, ask } = await qualityPlant();
  await db.updateTable("project").set({ commissioned_on: "2026-01-20" }).execute();
  const body = await ask({ from_date: "2026-01-15" });
  expect(body.first_day).toBe("2026-01-20");
  const [device] = body.devices;
  expect(device.missing_s.slice(0, 5)).toEqual([null, null, null, null, null]);
  expect(device.missing_s.slice(5, 15).every((seconds: number) => seconds > 11 * 3600)).toBe(true);
  expect(body.received.share.value).toBeLessThan(50);
});
