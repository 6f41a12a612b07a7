import { undoImport } from "@heliograph/contract";
import { expect, test } from "vitest";
import { importsApi, OWN, wide } from "../../../../../testing/import-kit.ts";
import { dumpOf, healthy, rowsOf, send } from "../../../../../testing/ledger-db-kit.ts";

test("an undo takes exactly what the import added: what was there before, and its energy, are as they were, and it may be imported again", async () => {
  const { db, pools, upload, tried, begun, undone, plant, api, token, settled } = await importsApi();
  // Half an hour of the first inverter is there already, and a day of live readings two years later.
  const there = await upload([{ name: "there.csv", content: wide(6, 30) }]);
  await tried(there, OWN);
  await begun(there);
  await send(pools, plant, healthy(60));
  await settled();
  const tables = ["energy_quarter", "energy_day", "energy_month", "ledger_event", "energy_opening", "latest"];
  const all = () => Promise.all(["reading", ...tables].map((table) => rowsOf(db, table)));
  const idle = async () => {
    await settled();
    await expect.poll(() => rowsOf(db, "changed_readings"), { timeout: 20_000 }).toEqual([]);
  };
  await idle();
  const before = await all();
  const uid = await upload([{ name: "a.csv", content: wide(120) }]);
  const { trial } = await tried(uid, OWN);
  expect(trial).toMatchObject({ found: 360, fresh: 342, there: 18, refused: 0 });
  expect(await begun(uid)).toMatchObject({ state: "done", stored: 342, there: 18 });
  await idle();
  const imported = await all();
  expect(imported).not.toEqual(before);
  expect(await undone(uid)).toMatchObject({ state: "undone" });
  await idle();
  expect(await all()).toEqual(before);
  const twice = await api(undoImport, { token, query: { import_uid: uid } });
  expect([twice.status, twice.body.code]).toEqual([409, "import.not_done"]);
  const again = await upload([{ name: "a.csv", content: wide(120) }]);
  expect((await tried(again, OWN)).trial).toMatchObject({ fresh: 342, there: 18 });
  expect(await begun(again)).toMatchObject({ state: "done", stored: 342, there: 18 });
  await idle();
  expect(await all()).toEqual(imported);
});

test("where an import has completed readings of an earlier one, the later is undone first, and gives them back as they were", async () => {
  const { db, upload, tried, begun, undone, api, token } = await importsApi();
  const power =
    "time,INV-1 Active power(kW)\n2024-03-02 12:00,10\n2024-03-02 12:05,11\n2024-03-02 12:10,12\n";
  const counter =
    "time,INV-1 Total yield(kWh)\n2024-03-02 12:00,100\n2024-03-02 12:05,101\n2024-03-02 12:10,102\n2024-03-02 12:15,103\n";
  const first = await upload([{ name: "power.csv", content: power }]);
  await tried(first, OWN);
  expect(await begun(first)).toMatchObject({ stored: 3, completed: 0 });
  const before = await rowsOf(db, "reading");
  const second = await upload([{ name: "counter.csv", content: counter }]);
  await tried(second, OWN);
  expect(await begun(second)).toMatchObject({ stored: 1, completed: 3 });
  const refused = await api(undoImport, { token, query: { import_uid: first } });
  expect([refused.status, refused.body.code]).toEqual([409, "import.later_first"]);
  expect(await undone(second)).toMatchObject({ state: "undone" });
  expect(await rowsOf(db, "reading")).toEqual(before);
  expect(await undone(first)).toMatchObject({ state: "undone" });
  expect(await rowsOf(db, "reading")).toEqual([]);
  expect(await rowsOf(db, "energy_day")).toEqual([]);
});

const DAYS = ["Date,INV-1 Production (kWh)", "2024-03-01,10", "2024-03-02,12", "2024-03-03,9"].join("\n");

test("days and months that a file reports are taken back by an undo like readings", async () => {
  const { db, plant, upload, tried, begun, undone } = await importsApi();
  const uid = await upload([{ name: "days.csv", content: DAYS }]);
  const { trial } = await tried(uid, OWN);
  expect(trial).toMatchObject({
    fresh: 3,
    days: 3,
    sum_wh: 31_000,
    months: [{ month: "2024-03", wh: 31_000 }],
  });
  expect(await begun(uid)).toMatchObject({ stored: 3, days: 3, energy_wh: 31_000 });
  expect(await rowsOf(db, "energy_month")).toHaveLength(1);
  await undone(uid);
  for (const table of ["reported_energy", "energy_day", "energy_month"]) {
    expect([table, await rowsOf(db, table)]).toEqual([table, []]);
  }
  expect((await dumpOf(db, plant)).days).toEqual([]);
});
