import {
  kpiExplain,
  projectAlarms,
  projectList,
  swhEnergyChart,
  swhTemperatureChart,
  swhWidget,
  widgetList,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { everyFiveMinutes, heaterApi, type Sent } from "../../../../testing/heater-kit.ts";
import { putSchedule } from "../../../../testing/control/schedule-kit.ts";
import { runSchedules } from "../../control/schedules/due.sql.ts";
import { performanceApi } from "../../../../testing/performance-kit.ts";

const NOON = Date.parse("2026-02-04T12:00:00+07:00");
const kwh = (value: number | null) => ({ value, unit: "kWh" });

/** A morning from 9 to noon: 100 Wh of heat every five minutes, the pump from 10 on. */
const morning = (day: string, start: number, over: (index: number) => Partial<Sent> = () => ({})) =>
  everyFiveMinutes(`${day}T09:00:00+07:00`, 36, (index) => ({
    m: {
      energy_total_wh: start + 95 * index,
      energy_import_wh: 1000,
      collector_temperature_c: 70,
      tank_temperature_c: 50 + index / 10,
      flow_l_h: index < 12 ? 0 : 80,
    },
    x: {
      relays: [
        { relay: "RL1", on: index >= 12 },
        { relay: "RL2", on: false },
      ],
    },
    ...over(index),
  }));

test("the widgets tell savings, sensors, relays and the model, and say where nothing is scheduled", async () => {
  const { db, api, plant, controller, token, send } = await heaterApi(NOON);
  const model = {
    tank_volume_l: 600,
    collector_area_m2: 8,
    collector_type: "flat_plate",
    heater_power_w: 4000,
  };
  await db.updateTable("project").set(model).where("project_id", "=", plant.project_id).execute();
  await send(morning("2026-01-31", 0));
  await send(morning("2026-02-03", 3325));
  await send(morning("2026-02-04", 6650));
  const query = { project_uid: plant.project_uid };
  const { status, body } = await api(swhWidget, { token, query });
  expect(status).toBe(200);
  expect(swhWidget.answer.parse(body)).toEqual(body);
  const day = 35 * 0.1;
  expect(body.widget_swh_energy_saving).toEqual({
    today: kwh(expect.closeTo(day, 9)),
    month: kwh(expect.closeTo(2 * day, 9)),
    total: kwh(expect.closeTo(3 * day, 9)),
    solar_heat: { today: kwh(expect.closeTo(0.95 * day, 9)), total: kwh(expect.closeTo(3 * 0.95 * day, 9)) },
    solar_fraction: { value: 100, unit: "%" },
    source: "counter",
  });
  expect(body.widget_swh_cost_saving.today).toEqual({ value: Math.round(day * 2204.0655), unit: "VND" });
  const of = { device_uid: controller.device_uid, device_serial: "C-1", alias: "C-1" };
  const normal = { status: "Normal", reason: null };
  expect(body.widget_swh_sensor).toEqual([
    { ...of, sensor: "S1", name: "collector_temperature", value: 70, unit: "°C", ...normal },
    { ...of, sensor: "S2", name: "tank_temperature", value: 53.5, unit: "°C", ...normal },
    { ...of, sensor: "S6", name: "flow", value: 80, unit: "L/h", ...normal },
  ]);
  expect(body.widget_swh_relay).toEqual([
    { ...of, relay: "RL1", on: true, since: "2026-02-04T03:05:00.000Z", today_on: { value: 2, unit: "h" } },
    { ...of, relay: "RL2", on: false, since: null, today_on: { value: 0, unit: "h" } },
  ]);
  expect(body.widget_swh_model).toMatchObject({
    tank_volume: { value: 600, unit: "L" },
    collector_type: "flat_plate",
    heater_efficiency: { value: 95, unit: "%" },
    controller_list: [{ ...of, manufacturer: null }],
  });
  const nothing = { state: "no_schedule", schedule_list: [] };
  expect([body.widget_swh_active_schedule, body.widget_swh_upcoming_schedule]).toEqual([nothing, nothing]);
  expect(body.error_list).toEqual([]);
  const names = (await api(widgetList, { token, query })).body.widgets_list.map(
    ({ widget_name }: { widget_name: string }) => widget_name,
  );
  expect(names.slice(5)).toEqual(Object.keys(body).filter((name) => name.startsWith("widget_swh")));
});

test("a relay's schedule stands under active while it runs and under upcoming with its next run, until it is over", async () => {
  const { db, api, plant, controller, token } = await heaterApi(NOON);
  const query = { project_uid: plant.project_uid };
  const widgets = async () => {
    const { body } = await api(swhWidget, { token, query });
    return [body.widget_swh_active_schedule, body.widget_swh_upcoming_schedule];
  };
  const where = { ...plant, device_id: controller.device_id };
  await db
    .updateTable("device")
    .set({ alias: "Roof boiler" })
    .where("device_id", "=", controller.device_id)
    .execute();
  const stated = { schedule_type_id: 1, relay: "RL2", state: "ON", from_time: "11:00", to_time: "13:00" };
  const eleven = new Date("2026-02-04T11:00:00+07:00");
  await putSchedule(db, where, { ...stated, day: [3] }, new Date(eleven.getTime() - 1));
  const limit = { schedule_type_id: 2, relay: null, from_time: "11:00", to_time: "13:00" };
  await putSchedule(db, plant, limit, new Date(eleven.getTime() - 1));
  const of = { schedule_id: 1, device_serial: "C-1", alias: "Roof boiler", relay: "RL2", on: true };
  const next = { from: "2026-02-11T04:00:00.000Z", to: "2026-02-11T06:00:00.000Z" };
  const upcoming = { state: "scheduled", schedule_list: [{ ...of, ...next }] };
  const nothing = { state: "no_schedule", schedule_list: [] };
  expect(await widgets()).toEqual([nothing, upcoming]);
  await runSchedules(db, eleven);
  const now = { from: "2026-02-04T04:00:00.000Z", to: "2026-02-04T06:00:00.000Z" };
  expect(await widgets()).toEqual([{ state: "scheduled", schedule_list: [{ ...of, ...now }] }, upcoming]);
  await runSchedules(db, new Date("2026-02-04T13:00:00+07:00"));
  expect(await widgets()).toEqual([nothing, upcoming]);
});

test("errors are listed with their level while they hold and for a week after, each of them an alarm of its own", async () => {
  const { api, plant, token, send } = await heaterApi(NOON);
  const query = { project_uid: plant.project_uid };
  const errors = async () =>
    (await api(swhWidget, { token, query })).body.error_list.map(
      (row: { error: string; level: string; until: string | null }) => [
        row.error,
        row.level,
        row.until === null,
      ],
    );
  const said = (m: Record<string, number>, list: readonly string[]) =>
    send([
      { t: NOON - 600_000 + 60_000 * list.length, m: { tank_temperature_c: 50, ...m }, x: { errors: list } },
    ]);
  await said({ collector_temperature_c: 999.9 }, ["TMX state", "Anode worn"]);
  expect(await errors()).toEqual([
    ["S1 error", "Critical", true],
    ["TMX state", "Notice", true],
    ["Anode worn", "Notice", true],
  ]);
  const sensors = (await api(swhWidget, { token, query })).body.widget_swh_sensor;
  expect(sensors).toMatchObject([
    { sensor: "S1", value: null, status: "Critical", reason: "open" },
    { sensor: "S2", value: 50, status: "Normal" },
  ]);
  const alarms = (await api(projectAlarms, { token, query })).body;
  expect(alarms.items[0]).toMatchObject({
    kind: "swh_s1_error",
    severity: "critical",
    cause: { lines: [{ sensor: "S1", line: "open" }] },
  });
  expect(alarms.open).toEqual({ critical: 1, warning: 0, minor: 2 });
  const list = (await api(projectList, { token, body: { project_type: "swh" } })).body;
  expect(list.paginate_data.items[0].plant_status).toBe("warning");
  // The sensor is repaired; one error stays.
  await said({ collector_temperature_c: 70 }, ["RL2 timeout", "TMX state", "x"]);
  expect(new Map((await errors()).map((row: [string, string, boolean]) => [row[0], row[2]]))).toEqual(
    new Map([
      ["RL2 timeout", true],
      ["TMX state", true],
      ["x", true],
      ["S1 error", false],
    ]),
  );
});

test("the temperature chart has a line for each sensor that spoke, and gaps where none did", async () => {
  const { api, plant, token, send } = await heaterApi(NOON);
  await send(morning("2026-02-04", 0));
  const { body } = await api(swhTemperatureChart, {
    token,
    query: { project_uid: plant.project_uid, view_day: "2026-02-04" },
  });
  expect(body.date_label).toHaveLength(288);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    "collector_temperature",
    "tank_temperature",
  ]);
  const [, tank] = body.data;
  expect([
    tank.unit,
    tank.arr_value[107],
    tank.arr_value[108],
    tank.arr_value[143],
    tank.arr_value[144],
  ]).toEqual(["°C", null, 50, 53.5, null]);
});

test("the energy chart has a bar a day or month with nothing where nothing is known, and whole months", async () => {
  const { api, plant, token, send } = await heaterApi(NOON);
  await send(morning("2026-01-31", 0));
  await send(morning("2026-02-03", 3325));
  const chart = async (asked: object) =>
    (await api(swhEnergyChart, { token, query: { project_uid: plant.project_uid, ...asked } })).body;
  const byDay = await chart({ from_date: "2026-02-02", to_date: "2026-02-04" });
  expect(byDay.date_label).toEqual(["2026-02-02", "2026-02-03", "2026-02-04"]);
  expect(byDay.data.map((bar: { energy_saving: object }) => bar.energy_saving)).toEqual([
    kwh(null),
    kwh(expect.closeTo(3.5, 9)),
    kwh(null),
  ]);
  expect(byDay.data[1]).toMatchObject({
    solar_heat: kwh(expect.closeTo(3.325, 9)),
    auxiliary: kwh(0),
    solar_fraction: { value: 100, unit: "%" },
    estimated: false,
  });
  const byMonth = await chart({ from_date: "2026-01-31", to_date: "2026-02-01", get_type: "month" });
  expect(byMonth.date_label).toEqual(["2026-01", "2026-02"]);
  // From the last reading of January to the first of February the counter stood still.
  expect(byMonth.data.map((bar: { solar_heat: { value: number } }) => bar.solar_heat.value)).toEqual([
    expect.closeTo(3.325, 9),
    expect.closeTo(3.325, 9),
  ]);
});

test.each([
  [{ from_date: "2026-02-02", to_date: "2026-02-01" }],
  [{ from_date: "2026-01-01", to_date: "2026-03-04" }],
  [{ from_date: "2020-01-01", to_date: "2026-03-04", get_type: "month" }],
])("a range that no chart shows is refused by its field: %o", async (asked) => {
  const { api, plant, token } = await heaterApi(NOON);
  const told = await api(swhEnergyChart, { token, query: { project_uid: plant.project_uid, ...asked } });
  expect([told.status, told.body.fields]).toMatchObject([400, { "query.to_date": expect.any(String) }]);
});

interface Told {
  readonly inputs: { readonly name: string; readonly value: number; readonly source: string | null }[];
}
const input = ({ inputs }: Told, name: string) => inputs.find((one) => one.name === name);

test("the saving is explained by heat, efficiency and price, so that it can be computed again", async () => {
  const { api, plant, token, send } = await heaterApi(NOON);
  await send(morning("2026-02-03", 0));
  const explain = async (kpi: string) => {
    const range = { from_date: "2026-02-03", to_date: "2026-02-03" };
    return (await api(kpiExplain, { token, query: { project_uid: plant.project_uid, ...range, kpi } })).body;
  };
  const saved = await explain("energy_saving");
  expect(input(saved, "solar_heat")?.source).toBe("Heat meter of the controller");
  const again =
    (input(saved, "solar_heat")?.value ?? 0) / ((input(saved, "heater_efficiency")?.value ?? 0) / 100);
  expect(saved).toMatchObject({ value: expect.closeTo(again, 9), unit: "kWh", reason: null });
  const cost = await explain("saving");
  const paid = (input(cost, "saved_energy")?.value ?? 0) * (input(cost, "price")?.value ?? 0);
  expect(cost.value).toBeCloseTo(paid, 1);
  expect((await explain("co2")).value).toBeCloseTo((again * 0.6592) / 1000, 9);
  const pv = await performanceApi();
  const asked = {
    project_uid: pv.plant.project_uid,
    from_date: "2026-02-03",
    to_date: "2026-02-03",
    kpi: "energy_saving",
  };
  expect((await pv.api(kpiExplain, { token: pv.token, query: asked })).body).toMatchObject({
    value: null,
    reason: "not_applicable",
  });
});
