import { sql } from "kysely";
import { expect, test } from "vitest";
import { healthy, send, worker } from "../../../../testing/ledger-db-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";
import { refreshOutdated, refreshSummaries } from "../index.ts";

const NOW = Date.parse("2026-03-02T12:00:00+07:00");

/** A plant whose counter stood at 1,000 kWh at its first reading and has risen by 12 since. */
async function countedPlant() {
  const pools = await freshPools();
  const place = await scene(pools.db);
  const working = worker(pools, {
    afterPass: async (tx, projects) => void (await refreshSummaries(tx, projects, NOW)),
  });
  await send(pools, place, healthy(13));
  await working.idle();
  return { pools, place, working };
}

const summaryOf = (db: Db, { project_id }: { project_id: number }) =>
  db.selectFrom("project_summary").selectAll().where("project_id", "=", project_id).executeTakeFirstOrThrow();

test("a total holds what the counter had counted before its first reading, from that reading on", async () => {
  const { pools, place } = await countedPlant();
  expect(await summaryOf(pools.db, place)).toMatchObject({
    before_today_counted_wh: 1_000_000,
    before_today_inverter_wh: 1_000_000,
    today_inverter_wh: 12_000,
    measured_since: "2026-03-02",
    inverter_lifetime: true,
    counted_lifetime: true,
    opening_avoids: false,
    saving_vnd: (12 * 2204.0655).toFixed(2),
  });
});

test("a commissioning date that is told later spreads CO2 and saving of the opening, and a tariff prices it", async () => {
  const { pools, place } = await countedPlant();
  const { db } = pools;
  const { project_id } = place;
  await db
    .updateTable("project")
    .set({ commissioned_on: "2020-03-02" })
    .where("project_id", "=", project_id)
    .execute();
  await refreshOutdated(db, NOW);
  const row = await summaryOf(db, place);
  expect(row.saving_vnd).toBe(((1000 + 12) * 2204.0655).toFixed(2));
  // 2020 to 2022 by their factors, and 2023 to 2026 by that of 2023, a day of the six years each.
  const days = 365 * 6 + 1;
  const kg = (305 * 0.8041 + 365 * 0.7221 + 365 * 0.6766 + (days - 305 - 730) * 0.6592) / days;
  expect(row.opening_inverter_co2_kg).toBeCloseTo(1000 * kg, 6);
  expect(row.counted_co2_kg).toBeCloseTo(1000 * kg + 12 * 0.6592, 6);
  await db
    .insertInto("tariff")
    .values({ project_id, valid_from: "2026-06-01", vnd_per_kwh: "1000" })
    .execute();
  await refreshOutdated(db, NOW);
  expect((await summaryOf(db, place)).saving_vnd).toBe((1000 * 1000 + 12 * 2204.0655).toFixed(2));
});

test("what a replaced device had produced is in the total as soon as it is told", async () => {
  const { pools, place } = await countedPlant();
  const { db } = pools;
  const tell = (energy_before_wh: number | null) =>
    db.updateTable("device").set({ energy_before_wh }).where("device_id", "=", place.device_id).execute();
  await tell(250_000);
  await refreshOutdated(db, NOW);
  expect((await summaryOf(db, place)).before_today_counted_wh).toBe(1_250_000);
  await tell(null);
  await refreshOutdated(db, NOW);
  expect((await summaryOf(db, place)).before_today_counted_wh).toBe(1_000_000);
});

test("a corrected first reading corrects the total, and a device without readings has no opening", async () => {
  const { pools, place, working } = await countedPlant();
  const { db } = pools;
  await db
    .updateTable("reading")
    .set({ energy_total_wh: 999_000 })
    .where("ts", "=", sql<Date>`(select min(ts) from reading)`)
    .execute();
  await sql`insert into changed_readings (lane, project_id, device_id, since, until)
    select 1, array[project_id], array[device_id], array[min(ts)], array[min(ts)] from reading group by 1, project_id, device_id`.execute(
    db,
  );
  await working.idle();
  const row = await summaryOf(db, place);
  expect([row.opening_counted_wh, row.today_inverter_wh]).toEqual([999_000, 13_000]);
});
