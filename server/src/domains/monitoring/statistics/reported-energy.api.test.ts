import { statisticsDevices, statisticsSeries } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { tokenFor } from "../../../../testing/fleet-kit.ts";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import { NOON } from "../../../../testing/performance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { refreshSummaries } from "../../kpi/index.ts";
import { LANE, putChanges } from "../../telemetry/index.ts";
import { monitoringRoutes } from "../index.ts";

test("statistics show energies of days and months that are reported as such, and charts by the quarter hour none", async () => {
  const pools = await freshPools();
  const { db } = pools;
  const plant = await scene(db);
  const { project_id, device_id } = plant;
  const reported = (period: "day" | "month", since: string, production_wh: number) => ({
    project_id,
    device_id,
    period,
    since,
    production_wh,
  });
  await db
    .insertInto("reported_energy")
    .values([
      reported("month", "2025-11-01", 900_000),
      reported("day", "2026-01-05", 40_000),
      reported("day", "2026-01-06", 60_000),
    ])
    .execute();
  const client = await pools.pool.connect();
  const span = { since: Date.parse("2025-11-01"), until: Date.parse("2026-01-06") };
  await putChanges(client, LANE.backlog, [{ project_id, device_id, ...span }]).finally(() =>
    client.release(),
  );
  await worker(pools).idle();
  await db.transaction().execute((tx) => refreshSummaries(tx, [project_id], NOON));

  const api = await apiOf(db, (serve) => monitoringRoutes(serve, db, () => NOON));
  const token = await tokenFor(db, plant);
  const of = async (from_date: string, to_date: string, binsize: string) => {
    const query = { project_uid: plant.project_uid, from_date, to_date, binsize };
    const [series, devices] = [
      await api(statisticsSeries, { token, query }),
      await api(statisticsDevices, { token, query }),
    ];
    const own = devices.body.devices.find((one: { device_serial: string }) => one.device_serial === "INV-1");
    return [series.body.inverter_production, own?.production ?? []];
  };
  const months = [900, null, 100];
  expect(await of("2025-11-01", "2026-01-31", "1_months")).toEqual([months, months]);
  expect(await of("2025-11-01", "2026-01-31", "year")).toEqual([
    [900, 100],
    [900, 100],
  ]);
  expect(await of("2026-01-05", "2026-01-07", "1_days")).toEqual([
    [40, 60, null],
    [40, 60, null],
  ]);
  // A month that the range cuts is not known.
  expect((await of("2025-11-02", "2025-11-30", "1_months"))[0]).not.toContain(900);
  const [quarters, ofDevice] = await of("2026-01-05", "2026-01-05", "15_minutes");
  expect([...quarters, ...ofDevice].filter((value: number | null) => value !== null)).toEqual([]);
});
