// Completeness is said by many screens: of what was due, by the rule of the data quality page, on all of them.
import {
  binsizeExport,
  kpiExplain,
  productionChart,
  qualityMarks,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { addDay, addHours } from "../../../../testing/performance-kit.ts";
import { DUE_S, qualityPlant } from "../../../../testing/quality-kit.ts";

type Made = Awaited<ReturnType<typeof qualityPlant>>;
type Range = { readonly from_date: string; readonly to_date: string };

/** The completeness of a range in per cent, by each screen that says one. */
async function saidBy({ api, token, query, ask }: Made, range: Range) {
  const asked = { ...query, ...range };
  const total = await api(statisticsTotal, { token, query: asked });
  const explained = await api(kpiExplain, { token, query: { ...asked, kpi: "completeness" } });
  return {
    quality: (await ask(range)).received.share.value,
    statistics: total.body.completeness.value,
    explanation: explained.body.value,
  };
}

test("a plant that told nothing for twenty months after its commissioning is not complete, on no screen and in no file", async () => {
  const made = await qualityPlant();
  const { db, api, token, query } = made;
  await db.updateTable("project").set({ commissioned_on: "2024-06-01" }).execute();
  const range = { from_date: "2024-06-01", to_date: "2026-02-03" };
  const months = { ...query, ...range, binsize: "1_months" };
  const { body } = await api(statisticsTotal, { token, query: { ...query, ...range } });
  expect(body.completeness.value).toBeGreaterThan(0.5);
  expect(body.completeness.value).toBeLessThan(1);
  const last = { from_date: "2026-01-20", to_date: "2026-02-03" };
  const { quality, statistics, explanation } = await saidBy(made, last);
  expect([statistics, explanation]).toEqual([quality, quality]);
  expect(quality).toBeLessThan(40);
  const series = (await api(statisticsSeries, { token, query: months })).body;
  expect(series.completeness.slice(0, 3)).toEqual([0, 0, 0]);
  expect(series.inverter_production[0]).toBeNull();
  const devices = (await api(statisticsDevices, { token, query: months })).body;
  expect(devices.devices[0].completeness).toEqual(series.completeness);
  const chart = await api(productionChart, {
    token,
    query: { ...query, from_date: "2026-01-01", to_date: "2026-01-31", get_type: "month" },
  });
  expect(chart.body.total_display[0].completeness).toBeCloseTo(series.completeness[19], 12);
  expect(chart.body.chart_data[0].data[0].completeness).toBeCloseTo(series.completeness[19], 12);
  const { bytes } = await api(binsizeExport, { token, query: { ...months, view: "total" } });
  expect(new TextDecoder().decode(bytes).split("\r\n")[1]).toBe("06-2024,,2024-06,,,,,,,0,,");
});

test("at night nothing is due of production: no 0 % there, and none of what an inverter says in the dark", async () => {
  const made = await qualityPlant({ silent: [9] });
  const { db, api, token, query, plant } = made;
  // Half an hour after sunset the inverter still talks, of nothing.
  await addHours(db, plant, "2026-02-02", [
    ...Array.from({ length: 12 }, () => null),
    { production_wh: 0, covered_s: 0 },
  ]);
  const day = { from_date: "2026-02-02", to_date: "2026-02-02" };
  const { body } = await api(statisticsSeries, {
    token,
    query: { ...query, ...day, binsize: "1_hours" },
  });
  expect(body.completeness[0]).toBeNull();
  expect(body.completeness[18]).toBeNull();
  expect([body.completeness[8], body.completeness[9]]).toEqual([1, 0]);
  const night = { ...query, ...day, from_time: "19:00", to_time: "23:00" };
  expect((await api(statisticsTotal, { token, query: night })).body.completeness.value).toBeNull();
  const morning = { ...query, ...day, from_time: "08:00", to_time: "10:00" };
  expect((await api(statisticsTotal, { token, query: morning })).body.completeness.value).toBe(50);
  const devices = await api(statisticsDevices, { token, query: { ...query, ...day, binsize: "1_hours" } });
  expect(devices.body.devices[0].completeness).toEqual(body.completeness);
});

test("today is complete while all of it came that is over, and so is the day of the first reading", async () => {
  const made = await qualityPlant();
  const today = { from_date: "2026-02-04", to_date: "2026-02-04" };
  expect(await saidBy(made, today)).toEqual({ quality: 100, statistics: 100, explanation: 100 });
  const first = { from_date: "2026-01-30", to_date: "2026-01-30" };
  expect(await saidBy(made, first)).toEqual({ quality: 100, statistics: 100, explanation: 100 });
});

test("a first day that began at noon has no quiet mark of a gap; a later day of which half came has", async () => {
  const { db, api, token, plant } = await qualityPlant();
  const marks = async () => {
    const body = { project_uids: [plant.project_uid], from_date: "2026-01-29", to_date: "2026-02-04" };
    const answered = await api(qualityMarks, { token, body });
    return answered.body.marks.map((one: { kind: string; day: string }) => [one.kind, one.day]);
  };
  await addDay(db, plant, "2026-01-30", { covered_s: DUE_S / 2, expected_s: DUE_S });
  expect(await marks()).toEqual([]);
  await addDay(db, plant, "2026-02-01", { covered_s: DUE_S / 2, expected_s: DUE_S });
  expect(await marks()).toEqual([["gap", "2026-02-01"]]);
});
