import { mapData, mapRadiation, type MapProject } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Asking } from "../../../../testing/api-kit.ts";
import { accountOn } from "../../../../testing/fleet-kit.ts";
import { performanceApi } from "../../../../testing/performance-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import type { Db } from "../../../platform/db.ts";

/** Another project of the account, as the map sees it. */
async function addPlace(
  db: Db,
  account_id: number,
  place: { name: string; irradiance_w_m2?: number | null; latitude?: number; project_type?: string },
) {
  const { name, irradiance_w_m2 = null, latitude = 10, project_type = "pv" } = place;
  const { project_id } = await db
    .insertInto("project")
    .values({ name, latitude, longitude: 106, project_type, timezone: "UTC", capacity_wp: 1000 })
    .returning("project_id")
    .executeTakeFirstOrThrow();
  await db.insertInto("project_member").values({ project_id, account_id, role: "managed" }).execute();
  await db
    .insertInto("project_summary")
    .values({ project_id, irradiance_w_m2, plant_status: irradiance_w_m2 === null ? "offline" : "normal" })
    .execute();
  return project_id;
}

async function kit() {
  const made = await performanceApi();
  const { api, token } = made;
  const get = async (e: typeof mapData | typeof mapRadiation, query: Asking["query"] = {}) =>
    (await api(e, { token, query })).body;
  return { ...made, get };
}
const shown = (list: readonly MapProject[]) =>
  list.map(({ project_info, project_data }) => [
    project_info.project_ssoc_name,
    project_data.radiation_data.radiation_value.value,
  ]);

test("the map names every project with its place and radiation; a silent sensor is null, never zero", async () => {
  const { db, get, plant } = await kit();
  await addPlace(db, plant.account_id, { name: "Nhà máy A", irradiance_w_m2: 512.345, latitude: 10.1234567 });
  await addPlace(db, plant.account_id, { name: "Heater", project_type: "swh" });
  const body = await get(mapData);
  expect(shown(body.project_data)).toEqual([
    ["Roof 1", null],
    ["Nhà máy A", 512.3],
  ]);
  expect(body.project_data[1].project_info).toMatchObject({
    project_latitude: 10.12346,
    project_longitude: 106,
  });
  expect(body.project_data[1].project_data.radiation_data.radiation_value.unit).toBe("W/m2");
});

test("what is written without being checked is what the contract states, whatever a project is called", async () => {
  const { db, api, token, plant } = await kit();
  const name = 'Mái "Đông" \\ <b>\u2028\u0007';
  await addPlace(db, plant.account_id, { name, irradiance_w_m2: -0.04, latitude: -10.000001 });
  const { body, headers } = await api(mapData, { token });
  expect(mapData.answer.parse(body)).toEqual(body);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(shown(body.project_data)).toContainEqual([name, 0]);
  expect(mapData.answer.parse((await api(mapData, { token, query: { keyword: "nowhere" } })).body)).toEqual({
    ...body,
    project_data: [],
    map_version: expect.not.stringContaining(body.map_version),
  });
});

test("the values alone come in the order of the map, under the same version", async () => {
  const { db, get, plant } = await kit();
  const project_id = await addPlace(db, plant.account_id, { name: "A", irradiance_w_m2: 100 });
  const map = await get(mapData);
  await db
    .updateTable("project_summary")
    .set({ irradiance_w_m2: 250 })
    .where("project_id", "=", project_id)
    .execute();
  const values = await get(mapRadiation);
  expect(values).toMatchObject({ radiation_values: [null, 250], map_version: map.map_version });
  expect((await get(mapData)).map_version).toBe(map.map_version);
});

test("the version changes when a project is added, renamed, moved or removed", async () => {
  const { db, get, plant } = await kit();
  const versions = [(await get(mapRadiation)).map_version];
  const project_id = await addPlace(db, plant.account_id, { name: "A" });
  for (const change of [{}, { name: "B" }, { latitude: 11 }, { removed_at: new Date() }]) {
    if (Object.keys(change).length > 0) {
      await db.updateTable("project").set(change).where("project_id", "=", project_id).execute();
    }
    versions.push((await get(mapRadiation)).map_version);
  }
  expect(versions.at(-1)).toBe(versions[0]);
  expect(new Set(versions).size).toBe(versions.length - 1);
});

test("words and statuses narrow the map as they narrow the list", async () => {
  const { db, get, plant } = await kit();
  await addPlace(db, plant.account_id, { name: "Nhà máy Đông", irradiance_w_m2: 5 });
  await addPlace(db, plant.account_id, { name: "Nhà máy Tây" });
  const names = async (query: Asking["query"]) =>
    shown((await get(mapData, query)).project_data).map(([name]) => name);
  expect(await names({ keyword: "nha may" })).toEqual(["Nhà máy Đông", "Nhà máy Tây"]);
  expect(await names({ keyword: "nha may", status: "normal" })).toEqual(["Nhà máy Đông"]);
  expect(await names({ keyword: "nowhere" })).toEqual([]);
  expect((await get(mapRadiation, { keyword: "nowhere" })).radiation_values).toEqual([]);
});

test("another account's projects are on no map, and whoever may look sees theirs", async () => {
  const { db, api, plant, get } = await kit();
  await scene(db);
  expect((await get(mapData)).project_data).toHaveLength(1);
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const seen = await api(mapData, { token: viewer.token });
  expect(shown(seen.body.project_data)).toEqual([["Roof 1", null]]);
  const stranger = await accountOn(db, null);
  expect((await api(mapData, { token: stranger.token })).body.project_data).toEqual([]);
});

test("a map that cannot be drawn is refused by the name of the field", async () => {
  const { api, token } = await kit();
  const rows = [
    [mapData, { query: { keyword: "x".repeat(101) } }, "query.keyword"],
    [mapData, { query: { status: "normal,asleep" } }, "query.status.1"],
    [mapRadiation, { query: { project_type: "wind" } }, "query.project_type"],
    [mapData, { timezone: "Mars/Olympus" }, "header.timezone"],
  ] as const;
  for (const [e, asking, field] of rows) {
    const { status, body } = await api(e, { token, ...asking });
    expect([e.name, status, Object.keys(body.fields ?? {})]).toEqual([e.name, 400, [field]]);
  }
});
