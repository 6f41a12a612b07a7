// Alarms of a history that was sent afterwards, against what the simulator knows to have happened.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { rowsOf } from "../../server/testing/ledger-db-kit.ts";
import { freshPools } from "../../server/testing/test-kit.ts";
import { daysInto, dayStartMs, type PvPlant } from "../../simulator/src/fleet/plant.ts";
import { outage, silences } from "../../simulator/src/quirks.ts";
import { demoPlant, settledAt, type DemoPlant, type ShownAlarm } from "./demo-kit.ts";

const NOW = Date.parse("2026-11-20T20:10:00Z");
const KEPT_EVERY_MS = 300_000;
const ofKind = (alarms: readonly ShownAlarm[], kind: string) => alarms.filter((one) => one.kind === kind);
const pv = ({ plant }: DemoPlant) => plant as PvPlant; // the tests name plants with modules

/** The inverter's faults as the simulator stages them, ms since 1970, those of several days as one. */
function faultsOf({ plant, days }: DemoPlant, inverter: number): [number, number][] {
  const spans: [number, number][] = [];
  for (const day of days) {
    const span = outage(plant as PvPlant, inverter, day);
    if (span === null) continue;
    const [from, to] = span.map((second) => dayStartMs(plant.site, day) + second * 1000);
    const last = spans.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to ?? 0;
    else spans.push([from ?? 0, to ?? 0]);
  }
  return spans;
}

const near = (got: number | null | undefined, want: number) =>
  Math.abs((got ?? Number.NaN) - want) <= KEPT_EVERY_MS;

test("an outage has one alarm from its first reading to the first after it, a lost line one from reading to reading, whichever day came first", async () => {
  const shown: ShownAlarm[][] = [];
  for (const order of [(days: string[]) => days.toReversed(), (days: string[]) => days]) {
    const pools = await freshPools();
    const demo = await demoPlant(pools, "cold-storage-almond", { count: 16, nowMs: NOW });
    for (const day of order([...demo.days])) {
      await demo.send([day]);
      // Judged in pieces, as they come.
      if (daysInto({ everyDays: 3, phase: 0 }, day) === 0) await settledAt(pools, NOW);
    }
    await settledAt(pools, NOW);
    const alarms = await demo.alarms();
    shown.push(alarms);
    const unit = pv(demo).inverters[2]?.name ?? "";
    const faults = ofKind(alarms, "inverter_fault").filter(({ device }) => device === unit);
    const truth = faultsOf(demo, 2);
    expect(truth.length).toBeGreaterThan(0);
    expect(faults).toHaveLength(truth.length);
    for (const [i, [from, to]] of truth.entries()) {
      expect(near(faults[i]?.started_ms, from)).toBe(true);
      expect(near(faults[i]?.ended_ms, to)).toBe(true);
      expect(faults[i]?.from_history).toBe(true);
    }
    // One that is not over yet has no next reading: that is for the live rule to say.
    const lost = demo.days
      .flatMap((day) =>
        silences(demo.plant, 0, day).map(({ from, to }) =>
          [from, to].map((second) => dayStartMs(demo.plant.site, day) + second * 1000),
        ),
      )
      .filter(([, to = Infinity]) => to < NOW - KEPT_EVERY_MS);
    const silent = ofKind(alarms, "gateway_silent");
    expect(lost.length).toBeGreaterThan(0);
    expect(silent).toHaveLength(lost.length);
    for (const [i, [from, to]] of lost.entries()) {
      expect(near(silent[i]?.started_ms, from ?? 0)).toBe(true);
      expect(near(silent[i]?.ended_ms, to ?? 0)).toBe(true);
    }
  }
  // What is of yesterday may be news in one order and history in the other.
  const [one, other] = shown.map((alarms) => alarms.map(({ from_history: _, ...alarm }) => alarm));
  expect(other).toEqual(one);
});

test("alarm list and availability tell the same: a real outage costs the days of its alarm, a lost line none", async () => {
  const pools = await freshPools();
  const demo = await demoPlant(pools, "cold-storage-almond", { count: 13, nowMs: NOW });
  await demo.send(demo.days.toReversed());
  await settledAt(pools, NOW);
  const alarms = await demo.alarms();
  const { rows } = await sql<{
    day: string;
    name: string;
    rated: number;
    up: number;
    silence: { outage: number };
  }>`
    select k.day, v.name, (e->>'rated')::float8 as rated, (e->>'up')::float8 as up, e->'silence' as silence
    from project_kpi_day k cross join json_array_elements(k.devices) e join device v on v.device_id = (e->>'device_id')::int4
    where not k.outdated order by k.day, v.name`.execute(pools.db);
  expect(rows.length).toBeGreaterThan(50);
  for (const { day, name, rated, up, silence } of rows) {
    const from = dayStartMs(demo.plant.site, day);
    const faulty = ofKind(alarms, "inverter_fault").some(
      ({ device, started_ms, ended_ms }) =>
        device === name && started_ms < from + 72_000_000 && (ended_ms ?? Infinity) > from + 28_800_000,
    );
    expect([day, name, up < rated - 0.5]).toEqual([day, name, faulty]);
    if (!faulty) expect(silence.outage).toBe(0);
  }
});

test("judged again, or stored again, the past is as it was, to the row", async () => {
  const pools = await freshPools();
  const demo = await demoPlant(pools, "cold-storage-almond", { count: 9, nowMs: NOW });
  await demo.send(demo.days);
  await settledAt(pools, NOW);
  const before = await rowsOf(pools.db, "alarm");
  expect(before.length).toBeGreaterThan(2);
  await sql`insert into late_spans (project_id, what, since, until)
    select project_id, what, to_timestamp(${NOW / 1000 - 864_000}), to_timestamp(${NOW / 1000})
    from project cross join unnest('{readings,days}'::text[]) as w (what)`.execute(pools.db);
  await sql`update project_kpi_day set outdated = true`.execute(pools.db);
  await demo.send(demo.days.slice(3));
  await settledAt(pools, NOW);
  expect(await rowsOf(pools.db, "alarm")).toEqual(before);
});

test("a string that failed weeks ago has an open alarm from its first hour of sun on, and dust one from the day it cost too much", async () => {
  const pools = await freshPools();
  const strings = await demoPlant(pools, "planta-chanarcillo", { count: 8, nowMs: NOW });
  const dust = await demoPlant(pools, "grain-mortlock", { count: 30, nowMs: NOW });
  await strings.send(strings.days.toReversed());
  await dust.send(dust.days.toReversed());
  await settledAt(pools, NOW);
  const fault = pv(strings).quirks.stringFault;
  const unit = pv(strings).inverters[fault?.inverter ?? 0]?.name;
  const failing = strings.days.filter((day) => fault !== undefined && daysInto(fault, day) < fault.days);
  const deviating = ofKind(await strings.alarms(), "string_deviation");
  expect(deviating.map(({ device }) => device)).toEqual(failing.length === 0 ? [] : [unit]);
  const weak = ofKind(await dust.alarms(), "plant_underperforming");
  const { rows } = await sql<{ day: string; ratio: number }>`
    select day, energy_wh / (insolation_wh_m2 * ${dust.plant.capacityWp / 1000}) as ratio from project_kpi_day
    where project_id = ${dust.project_id} and reason is null and not outdated order by day`.execute(pools.db);
  const guaranteed = (pv(dust).agreement?.guaranteedYearPercent ?? 0) / 100;
  const [first] = rows.filter(({ ratio }) => ratio < 0.87 * guaranteed);
  if (first === undefined) expect(weak).toEqual([]);
  else expect(weak[0]?.started_ms).toBeLessThanOrEqual(dayStartMs(dust.plant.site, first.day));
});

test("hourly history has no alarms of nights and mornings: devices that sleep with the sun are not silent", async () => {
  const pools = await freshPools();
  const demo = await demoPlant(pools, "dmt-hoathang", { count: 20, nowMs: NOW, hourly: true });
  await demo.send(demo.days.toReversed());
  await settledAt(pools, NOW);
  const silent = (await demo.alarms()).filter(({ kind }) => kind.endsWith("_silent"));
  expect(silent).toEqual([]);
});
