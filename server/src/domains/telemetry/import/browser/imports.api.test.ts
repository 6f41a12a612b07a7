import { sql } from "kysely";
import { readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import {
  importWish,
  listImports,
  OWN_MAPPING,
  readImport,
  removeImportFile,
  startImport,
  stopImport,
  tryImport,
  undoImport,
  uploadImportFile,
  wishImport,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn } from "../../../../../testing/fleet-kit.ts";
import { importsApi, OWN, wide } from "../../../../../testing/import-kit.ts";
import { rowsOf } from "../../../../../testing/ledger-db-kit.ts";

test("a wide file that no preset knows is read by guesses: devices of the project by their names, a bright noon, and why columns are left out", async () => {
  const { upload, draft } = await importsApi();
  const uid = await upload([{ name: "plant_2024.csv", content: wide(120) }]);
  const { previews, state, files } = await draft(uid);
  expect(state).toBe("draft");
  expect(files).toMatchObject([{ name: "plant_2024.csv", rows: null }]);
  expect(previews).toHaveLength(1);
  expect(previews[0]).toMatchObject({
    preset: null,
    fault: null,
    assumes: { stamp: "end", timezone: "Asia/Ho_Chi_Minh", decimal: ".", interval_s: 300, period: null },
    sampled_at: "2024-03-02 12:55",
  });
  const columns = previews[0]?.columns ?? [];
  expect(
    columns.map(({ name, role, device, quantity, unit, why, is_guess }) => [
      name,
      role,
      device,
      quantity,
      unit,
      why,
      is_guess,
    ]),
  ).toEqual([
    ["Start Time", "stamp", null, null, null, null, false],
    ["INV-1 Active power(kW)", "value", "INV-1", "ac_power_w", "kW", null, true],
    ["INV-1 Total yield(kWh)", "value", "INV-1", "energy_total_wh", "kWh", null, true],
    ["INV-2 Active power(kW)", "value", "INV-2", "ac_power_w", "kW", null, true],
    ["INV-2 Total yield(kWh)", "value", "INV-2", "energy_total_wh", "kWh", null, true],
    ["EMI Irradiance(W/m²)", "value", "EMI", "irradiance_w_m2", "W/m²", null, true],
    ["INV-1 Daily energy(kWh)", "left_out", null, null, null, "counter_counts", false],
    ["Revenue(VND)", "left_out", null, null, null, "no_quantity", false],
  ]);
  expect(columns[5]?.sample).toBe("483");
});

test("a dry run stores nothing, its numbers add up, and the import then stores just what it said", async () => {
  const { db, upload, tried, begun, plant } = await importsApi();
  const tables = ["reading", "device", "changed_readings", "energy_day", "history_import_mark"];
  const before = await Promise.all(tables.map((table) => rowsOf(db, table)));
  const uid = await upload([{ name: "a.csv", content: `${wide(120)}2024-03-02 17:00,x,1,2,3,4,5,6\n` }]);
  const { trial, state, files } = await tried(uid, OWN);
  expect(state).toBe("tried");
  expect(files).toMatchObject([{ rows: 121 }]);
  // The row with a broken number still holds those of the others.
  expect(trial).toMatchObject({
    rows: 121,
    found: 363,
    fresh: 362,
    there: 0,
    refused: 1,
    is_partial: false,
    days: 1,
  });
  expect(trial?.refusals).toEqual([
    {
      reason: "number.unreadable",
      count: 1,
      first: [{ file: "a.csv", line: 122, detail: 'INV-1 Active power(kW): "x"' }],
    },
  ]);
  expect(
    trial?.devices.map(({ serial, readings, is_new, is_rated }) => [serial, readings, is_new, is_rated]),
  ).toEqual([
    ["EMI", 121, true, false],
    ["INV-1", 120, false, true],
    ["INV-2", 121, true, false],
  ]);
  expect(await Promise.all(tables.map((table) => rowsOf(db, table)))).toEqual(before);
  const item = await begun(uid);
  expect(item).toMatchObject({
    state: "done",
    stored: 362,
    there: 0,
    refused: 1,
    days: 1,
    fault: null,
    by: { is_you: true },
  });
  expect(item?.energy_wh).toBeCloseTo(trial?.sum_wh ?? NaN, 6);
  expect(await rowsOf(db, "reading")).toHaveLength(362);
  const { rows } = await sql<{ serial: string; asset_type: string }>`
    select serial, asset_type from device where project_id = ${plant.project_id} order by device_id`.execute(
    db,
  );
  expect(rows.map(({ serial, asset_type }) => [serial, asset_type])).toEqual([
    ["INV-1", "solar_inverter"],
    ["INV-2", "solar_inverter"],
    ["EMI", "sensor_radiation"],
  ]);
});

test("a packed file is read, a picture or a name without columns is refused, and a file that cannot be read shows its first lines", async () => {
  const { upload, tried, draft, api, token, plant } = await importsApi();
  const uid = await upload([{ name: "a.csv.gz", content: gzipSync(wide(24)) }]);
  expect((await tried(uid, OWN)).trial).toMatchObject({ rows: 24, found: 72 });
  const { project_uid } = plant;
  for (const [name, content] of [
    ["a.csv", Buffer.from([0x89, 0x50, 0, 1])],
    ["a.csv.gz", Buffer.from("not packed")],
  ] as const) {
    const refused = await api(uploadImportFile, { token, query: { project_uid, name }, file: content });
    expect([name, refused.status, refused.body.code]).toEqual([name, 400, "file.type"]);
  }
  const named = await api(uploadImportFile, {
    token,
    query: { project_uid, name: "a.xls" },
    file: Buffer.from("a"),
  });
  expect([named.status, named.body.code]).toEqual([400, "request.invalid"]);
  const letter = await upload([
    { name: "letter.txt", content: "Dear all,\nthe plant is fine.\nYours\nLan\n" },
  ]);
  expect((await draft(letter)).previews).toMatchObject([
    { fault: expect.any(String), first_lines: ["Dear all,", "the plant is fine.", "Yours"], columns: [] },
  ]);
  const failed = await tried(letter);
  expect(failed.trial).toMatchObject({ found: 0, faults: [{ file: "letter.txt" }] });
});

test("what a person says of a column goes before the guess: another device, another unit, left out", async () => {
  const { upload, tried, draft } = await importsApi();
  const uid = await upload([{ name: "a.csv", content: wide(24) }]);
  const wish = importWish.parse({
    preset: OWN_MAPPING,
    time: { stamp: "start" },
    columns: {
      "INV-2 Active power(kW)": null,
      "INV-2 Total yield(kWh)": null,
      "Revenue(VND)": { quantity: "ac_voltage_v", unit: "V", device: "INV-1" },
    },
  });
  const { trial } = await tried(uid, wish);
  expect(trial?.devices.map(({ serial }) => serial)).toEqual(["EMI", "INV-1"]);
  const columns = (await draft(uid)).previews[0]?.columns ?? [];
  expect(columns.find(({ name }) => name === "INV-2 Active power(kW)")).toMatchObject({
    role: "left_out",
    why: "person",
  });
  expect(columns.find(({ name }) => name === "Revenue(VND)")).toMatchObject({
    quantity: "ac_voltage_v",
    is_guess: false,
  });
  const wrong = {
    ...wish,
    columns: { "Revenue(VND)": { quantity: "ac_voltage_v", unit: "kWh", device: "INV-1" } },
  };
  const told = await tried(uid, wrong);
  expect(told.previews[0]?.fault).toContain("must be one of V, kV for ac_voltage_v");
});

test("only who may change the project sees or does anything with its imports, and a stranger finds none", async () => {
  const { db, api, plant, upload, tried, token } = await importsApi();
  const { project_uid, project_id } = plant;
  const uid = await upload([{ name: "a.csv", content: wide(24) }]);
  await tried(uid, OWN);
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const one = { query: { import_uid: uid } };
  const file_uid = "00000000-0000-4000-8000-000000000000";
  const calls = [
    [readImport, one],
    [wishImport, { ...one, body: {} }],
    [tryImport, one],
    [startImport, one],
    [stopImport, one],
    [undoImport, one],
    [removeImportFile, { query: { import_uid: uid, file_uid } }],
  ] as const;
  for (const [endpoint, asking] of calls) {
    const seen = await api(endpoint, { ...asking, token: viewer.token });
    expect([endpoint.name, seen.status, seen.body.code]).toEqual([endpoint.name, 403, "import.read_only"]);
    const hidden = await api(endpoint, { ...asking, token: stranger.token });
    expect([endpoint.name, hidden.status, hidden.body.code]).toEqual([
      endpoint.name,
      404,
      "import.not_found",
    ]);
    const nobody = await api(endpoint, asking);
    expect([endpoint.name, nobody.status]).toEqual([endpoint.name, 403]);
  }
  const own = [
    [listImports, { query: { project_uid } }],
    [uploadImportFile, { query: { project_uid, name: "b.csv" }, file: Buffer.from(wide(2)) }],
  ] as const;
  for (const [endpoint, asking] of own) {
    expect((await api(endpoint, { ...asking, token: viewer.token })).status).toBe(403);
    expect((await api(endpoint, { ...asking, token: stranger.token })).status).toBe(404);
    expect((await api(endpoint, asking)).status).toBe(403);
  }
  expect((await api(stopImport, { ...one, token })).body.code).toBe("import.not_running");
  expect((await api(undoImport, { ...one, token })).body.code).toBe("import.not_done");
});

test("what is done with imports stands in the audit log, and the files are gone after it", async () => {
  const { db, folder, upload, tried, begun, undone } = await importsApi();
  const kept = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;
  const uid = await upload([{ name: "a.csv", content: wide(24) }]);
  expect(await kept()).toBe(1);
  await tried(uid, OWN);
  await begun(uid);
  expect(await kept()).toBe(0);
  await undone(uid);
  const { rows } = await sql<{ action: string }>`select action from audit_event order by at`.execute(db);
  expect(rows.map(({ action }) => action)).toEqual(["import.file_added", "import.started", "import.undone"]);
});
