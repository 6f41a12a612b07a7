// The losses of a real plant of 22 inverters close. Its files lie beside the repository, not in it.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { worker } from "../../../../testing/ledger-db-kit.ts";
import { importPlant, isThere, PLANT, project } from "../../../../testing/real-plants-kit.ts";
import { freshPools } from "../../../../testing/test-kit.ts";
import { refreshKeyFigures, refreshSummaries } from "../index.ts";

const NEXT_NOON = Date.parse("2020-06-18T12:00:00+05:30");

test.skipIf(!isThere(...PLANT))(
  "every day of every inverter of the real plant closes, and all days together with its 5,381,113 kWh (needs ../shared)",
  async () => {
    const pools = await freshPools();
    const project_id = await project(pools.db, "Asia/Kolkata");
    await pools.db.insertInto("project_summary").values({ project_id }).execute();
    const working = worker(pools);
    await importPlant(pools, project_id);
    await working.idle();
    await pools.db.transaction().execute((tx) => refreshSummaries(tx, [project_id], NEXT_NOON));
    for (let some = -1; some !== 0;) some = await refreshKeyFigures(pools.db, NEXT_NOON);
    const { rows } = await sql<{
      day: string;
      device_id: number;
      lost: number;
      ledger: number;
      open: number;
    }>`
      select l.day::text as day, l.device_id, sum(l.measured_wh)::float8 as lost, min(e.production_wh) as ledger,
        sum(l.base_wh - l.temperature_wh - l.zero_export_wh - l.clipping_wh - l.outage_wh - l.communication_wh - l.usual_wh
          - l.unexplained_wh - l.measured_wh)::float8 as open
      from loss_day l join energy_day e using (project_id, device_id, day) group by 1, 2`.execute(pools.db);
    expect(rows.length).toBeGreaterThan(34 * 20);
    expect(rows.filter(({ open }) => open !== 0)).toEqual([]);
    expect(rows.filter(({ lost, ledger }) => Math.abs(lost - ledger) > 0.5)).toEqual([]);
    const total = rows.reduce((sum, { lost }) => sum + lost, 0);
    expect(Math.abs(total - 5_381_113_000)).toBeLessThanOrEqual(rows.length / 2);
  },
  180_000,
);
