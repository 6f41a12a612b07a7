import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { isPoison, openLanes } from "./lanes.jobs.ts";
import type { ReadingRow } from "./reading-rows.ts";

const NOON = Date.UTC(2026, 6, 1, 5);

async function place() {
  const pools = await freshPools();
  const { project_id, gateway_id, device_id } = await scene(pools.db);
  const lanes = openLanes(pools.url);
  onTestFinished(() => lanes.stop(1000));
  const row = (minute: number, rest: Partial<ReadingRow> = {}): ReadingRow => ({
    project_id,
    device_id,
    ts: NOON + minute * 60_000,
    interval_s: 300,
    source: 0,
    m: { ac_power_w: minute },
    ext: null,
    ...rest,
  });
  const minutes = async () => {
    const rows = await pools.db.selectFrom("reading").select("ts").orderBy("ts").execute();
    return rows.map(({ ts }) => (ts.getTime() - NOON) / 60_000);
  };
  const refused = () =>
    pools.db.selectFrom("refused_reading").select(["gateway_id", "reason", "detail"]).execute();
  return { ...pools, lanes, gateway_id, row, minutes, refused };
}

test("what PostgreSQL itself refuses is refused alone, and all other readings of its batch are stored", async () => {
  const { lanes, gateway_id, row, minutes, refused } = await place();
  const nul = row(3, { ext: '{"errors":["\\u0000"]}' });
  const tooLong = row(6, { interval_s: 40_000 });
  const parcels = [[row(1), row(2)], [nul, row(4)], [row(5), tooLong, row(7)], [row(8)]];
  const fates = await Promise.all(parcels.map((rows) => lanes.live.add({ gateway_id, rows, refused: [] })));
  expect(fates).toEqual([
    ["stored", "stored"],
    [{ refused: expect.stringContaining("Unicode") }, "stored"],
    ["stored", { refused: expect.stringContaining("32767") }, "stored"],
    ["stored"],
  ]);
  expect(await minutes()).toEqual([1, 2, 4, 5, 7, 8]);
  expect(await refused()).toMatchObject([
    { gateway_id, reason: "reading.invalid" },
    { gateway_id, reason: "reading.invalid" },
  ]);
});

test("a month's partition is made before its first reading, so that nothing lies where it cannot be taken away by month", async () => {
  const { lanes, gateway_id, row, pool } = await place();
  await lanes.backlog.add({
    gateway_id,
    rows: [row(0, { ts: Date.UTC(2024, 1, 29) }), row(0, { ts: Date.UTC(2024, 2, 1) })],
    refused: [],
  });
  const { rows } = await pool.query<{ part: string; n: number }>(
    "select tableoid::regclass::text as part, count(*)::int as n from reading group by 1 order by 1",
  );
  expect(rows).toEqual([
    { part: "reading_2024_02", n: 1 },
    { part: "reading_2024_03", n: 1 },
  ]);
});

test("only errors that lie in the data count as poison: an error that may pass must never cost a reading", async () => {
  const { pool } = await place();
  const error = async (sql: string) =>
    pool
      .query(sql)
      .then(() => null)
      .catch((reason: unknown) => reason);
  expect(isPoison(await error('select \'{"a":"\\u0000"}\'::jsonb'))).toBe(true);
  expect(isPoison(await error("select 1e400::float8"))).toBe(true);
  expect(isPoison(new RangeError("out of range"))).toBe(true);
  expect(isPoison(await error("select * from no_such_table"))).toBe(false);
  expect(isPoison(await error("select pg_terminate_backend(pg_backend_pid())"))).toBe(false);
  const away = new pg.Client({ host: "127.0.0.1", port: 1 });
  expect(isPoison(await away.connect().catch((reason: unknown) => reason))).toBe(false);
  expect(isPoison(new Error("timeout exceeded when trying to connect"))).toBe(false);
});
