import { expect, test } from "vitest";
import { everyFiveMinutes, heaterApi } from "../../../../testing/heater-kit.ts";

const NOON = Date.parse("2026-02-04T12:00:00+07:00");
/** One hour of 10 K at 120 L/h: 1395.6 Wh. */
const FLOWING = { flow_l_h: 120, inlet_temperature_c: 45, outlet_temperature_c: 55 };
const HOUR_WH = 120 * 1.163 * 10;

test("a controller's own heat meter counts, its resets and repeats included; what it saves is by the heater's efficiency", async () => {
  const { send, days } = await heaterApi(NOON);
  const counted = everyFiveMinutes("2026-02-03T10:00:00+07:00", 13, (index) => ({
    m: { energy_total_wh: 5000 + 100 * index, energy_import_wh: 700 + 10 * index, ...FLOWING },
  }));
  await send(counted);
  await send(counted.slice(3, 6));
  expect(await days()).toEqual([
    {
      day: "2026-02-03",
      heat_wh: 1200,
      heat_source: "counter",
      auxiliary_wh: 120,
      saved_wh: 1200 / 0.95,
      // Without a tariff the average retail price counts: 1.2632 kWh at 2,204.0655 VND.
      saving_vnd: "2784.08",
    },
  ]);
});

test("without a counter flow and temperatures tell the heat, and a corrected or late reading changes its day", async () => {
  const { send, days } = await heaterApi(NOON);
  const hour = everyFiveMinutes("2026-02-03T10:00:00+07:00", 12, () => ({ m: FLOWING }));
  await send(hour);
  expect((await days())[0]).toMatchObject({ heat_source: "flow" });
  expect((await days())[0]?.heat_wh).toBeCloseTo(HOUR_WH, 6);
  const [first] = hour;
  if (first === undefined) throw new RangeError("no reading");
  // Only a temperature changes: no counter, no coverage.
  await send([{ ...first, m: { ...FLOWING, outlet_temperature_c: 57 } }]);
  expect((await days())[0]?.heat_wh).toBeCloseTo(HOUR_WH + (120 * 1.163 * 2) / 12, 6);
  await send(everyFiveMinutes("2026-02-02T10:00:00+07:00", 12, () => ({ m: FLOWING })));
  expect((await days()).map(({ day }) => day)).toEqual(["2026-02-02", "2026-02-03"]);
  expect((await days())[0]?.heat_wh).toBeCloseTo(HOUR_WH, 6);
});

test("without a flow the tank's warming is an estimate, which a known volume makes possible and another one changes", async () => {
  const { db, plant, send, days, refresh } = await heaterApi(NOON);
  await send(
    everyFiveMinutes("2026-02-03T10:00:00+07:00", 13, (index) => ({ m: { tank_temperature_c: 40 + index } })),
  );
  expect(await days()).toMatchObject([
    { heat_wh: null, heat_source: null, saved_wh: null, saving_vnd: null },
  ]);
  const volume = (tank_volume_l: number) =>
    db.updateTable("project").set({ tank_volume_l }).where("project_id", "=", plant.project_id).execute();
  await volume(300);
  await refresh();
  expect(await days()).toMatchObject([{ heat_source: "tank" }]);
  expect((await days())[0]?.heat_wh).toBeCloseTo(300 * 1.163 * 12, 6);
  await volume(600);
  await refresh();
  expect((await days())[0]?.heat_wh).toBeCloseTo(600 * 1.163 * 12, 6);
});

test("a saving is priced by the hour in which the sun heats, by a counter and by flow alike", async () => {
  const tariff = {
    valid_from: "1970-01-01",
    vnd_per_kwh: "1000",
    bands: JSON.stringify([{ from: "10:00", to: "11:00", days: [2], vnd_per_kwh: "3000" }]),
  };
  const priced = async (m: (index: number) => Record<string, number>) => {
    const { db, plant, send, days } = await heaterApi(NOON);
    await db
      .insertInto("tariff")
      .values({ project_id: plant.project_id, ...tariff })
      .execute();
    // A Tuesday, from 10 to 12: half of it in the band.
    await send(everyFiveMinutes("2026-02-03T09:55:00+07:00", 25, (index) => ({ m: m(index) })));
    const [day] = await days();
    return (1e6 * Number(day?.saving_vnd)) / (day?.saved_wh ?? Number.NaN) / 1000;
  };
  expect(await priced((index) => ({ energy_total_wh: 1000 + 100 * index }))).toBeCloseTo(2000, 1);
  expect(
    await priced((index) => (index === 0 ? { tank_temperature_c: 40 } : { ...FLOWING, flow_l_h: 100 })),
  ).toBeCloseTo(2000, 1);
});

test("the sun of a water heater is no production: only its savings are summed", async () => {
  const { db, plant, send } = await heaterApi(NOON);
  for (const day of ["2026-02-03", "2026-02-04"]) {
    const steps = everyFiveMinutes(`${day}T08:00:00+07:00`, 11, (index) => ({
      m: { energy_total_wh: (day === "2026-02-04" ? 9500 : 0) + 1000 + 950 * index, tank_temperature_c: 55 },
      x: { relays: [{ relay: "RL1", on: true }] },
    }));
    await send(steps);
  }
  const summary = await db
    .selectFrom("project_summary")
    .selectAll()
    .where("project_id", "=", plant.project_id)
    .executeTakeFirstOrThrow();
  expect(summary).toMatchObject({
    today_saved_wh: 10_000,
    before_today_saved_wh: 10_000,
    today_meter_wh: null,
    today_inverter_wh: null,
    inverter_co2_kg: null,
  });
  expect(summary.saved_co2_kg).toBeCloseTo(20 * 0.6592, 9);
  expect(Number(summary.saving_vnd)).toBeCloseTo(20 * 2204.0655, 1);
});
