import {
  createProject,
  listOwnProjects,
  removeProject,
  setTariff,
  updateProject,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { gatewayByCredential } from "../index.ts";
import { newCredential } from "../gateways/credential.sql.ts";

const roof = {
  name: " Nhà máy Bình An ",
  address: "12 Xa lộ Hà Nội",
  latitude: 10.85,
  longitude: 106.77,
  project_type: "swh",
  timezone: "Asia/Ho_Chi_Minh",
  capacity_wp: 125_000,
};

test("a new project belongs to its maker, has a summary, and a tariff for all time", async () => {
  const { db, api, token, plant } = await projectsApi();
  const tariff = {
    vnd_per_kwh: 2204.07,
    bands: [{ from: "17:00", to: "24:00", days: [1, 2], vnd_per_kwh: "3640.5" }],
  };
  const body = { ...roof, tariff, commissioned_on: "2024-02-29", night_from: "18:30", night_to: "05:45" };
  const told = await api(createProject, { token, body });
  expect(told.status).toBe(200);
  const { project_uid } = told.body;
  const row = await db
    .selectFrom("project")
    .selectAll()
    .where("project_uid", "=", project_uid)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    ...roof,
    name: "Nhà máy Bình An",
    commissioned_on: "2024-02-29",
    night_from: "18:30:00",
    night_to: "05:45:00",
    run_nze: false,
    calculate_expected_data_by: "gateway",
    removed_at: null,
  });
  const { project_id } = row;
  const of = async (table: "project_member" | "project_summary" | "tariff") =>
    (await sql`select * from ${sql.table(table)} where project_id = ${project_id}`.execute(db)).rows;
  expect(await of("project_member")).toMatchObject([{ account_id: plant.account_id, role: "owner" }]);
  expect(await of("project_summary")).toMatchObject([{ plant_status: "not_configured" }]);
  expect(await of("tariff")).toEqual([
    {
      project_id,
      valid_from: "1970-01-01",
      vnd_per_kwh: "2204.0700",
      export_vnd_per_kwh: "0.0000",
      bands: [{ from: "17:00", to: "24:00", days: [1, 2], vnd_per_kwh: "3640.5" }],
    },
  ]);
});

test("nobody makes himself more than owner, or a project with fields of his choice", async () => {
  const { db, api, token } = await projectsApi();
  const body = { ...roof, project_id: 1, role: "admin", removed_at: "2020-01-01", project_uid: "x" };
  expect((await api(createProject, { token, body })).status).toBe(200);
  const roles = await db.selectFrom("project_member").select("role").execute();
  expect(roles).toEqual([{ role: "owner" }, { role: "owner" }]);
});

test("what is not valid in a project is named by its field, and nothing is made", async () => {
  const { db, api, token } = await projectsApi();
  const bad = {
    name: "  ",
    address: "a\u0000b",
    latitude: 91,
    longitude: "106",
    project_type: "wind",
    timezone: "+07:00",
    capacity_wp: -1,
    commissioned_on: "2023-02-29",
    night_from: "24:00",
    tariff: { vnd_per_kwh: "1e3", bands: [{ from: "10:00", to: "09:00", vnd_per_kwh: 1, days: [8] }] },
  };
  const told = await api(createProject, { token, body: bad });
  expect(told.status).toBe(400);
  const fields = Object.keys(told.body.fields).toSorted();
  expect(fields).toEqual([
    "body.address",
    "body.capacity_wp",
    "body.commissioned_on",
    "body.latitude",
    "body.longitude",
    "body.name",
    "body.night_from",
    "body.project_type",
    "body.tariff.bands.0.days.0",
    "body.tariff.bands.0.to",
    "body.tariff.vnd_per_kwh",
    "body.timezone",
  ]);
  for (const [change, field] of [
    [{ night_from: "18:00" }, "body.night_to"],
    [{ night_from: "18:00", night_to: null }, "body.night_to"],
    [{ timezone: "Asia/Atlantis" }, "body.timezone"],
    [
      { tariff: { vnd_per_kwh: 1, bands: [{ from: "10:00", to: "10:00", vnd_per_kwh: 1 }] } },
      "body.tariff.bands.0.to",
    ],
  ] as const) {
    const one = await api(createProject, { token, body: { ...roof, ...change } });
    expect([one.status, Object.keys(one.body.fields)]).toEqual([400, [field]]);
  }
  expect(await db.selectFrom("project").select("project_id").execute()).toHaveLength(1);
});

test("one's own projects are listed by name with one's role, a page at a time, and no one else's", async () => {
  const { db, api, plant } = await projectsApi();
  const { token, account_id } = await accountOn(db, { ...plant, role: "read_only" });
  for (const name of ["alpha", "Beta 100%", "gamma", "delta_1"]) {
    await api(createProject, { token, body: { ...roof, name } });
  }
  await scene(db);
  const names = async (query: Record<string, string | number>) => {
    const { body } = await api(listOwnProjects, { token, query });
    return [body.items.map(({ name }: { name: string }) => name), body.total_items];
  };
  expect(await names({})).toEqual([["alpha", "Beta 100%", "delta_1", "gamma", "Roof 1"], 5]);
  expect(await names({ items_page: 2, page: 2 })).toEqual([["delta_1", "gamma"], 5]);
  expect(await names({ items_page: 2, page: 9 })).toEqual([[], 5]);
  expect(await names({ keyword: "BETA" })).toEqual([["Beta 100%"], 1]);
  expect(await names({ keyword: "%" })).toEqual([["Beta 100%"], 1]);
  expect(await names({ keyword: "_" })).toEqual([["delta_1"], 1]);
  expect(await names({ keyword: "HA NOI" })).toEqual([["alpha", "Beta 100%", "delta_1", "gamma"], 4]);
  expect(await names({ keyword: "nothing" })).toEqual([[], 0]);
  const { body } = await api(listOwnProjects, { token, query: { keyword: "roof" } });
  expect(body.items).toEqual([
    {
      project_uid: plant.project_uid,
      name: "Roof 1",
      project_type: "pv",
      role: "read_only",
      capacity_wp: 60_000,
      timezone: "Asia/Ho_Chi_Minh",
    },
  ]);
  await db.updateTable("project").set({ removed_at: new Date() }).where("name", "=", "alpha").execute();
  expect(await names({ items_page: 1 })).toEqual([["Beta 100%"], 4]);
  await db.deleteFrom("project_member").where("account_id", "=", account_id).execute();
  expect(await names({})).toEqual([[], 0]);
  expect((await api(listOwnProjects, { token, query: { items_page: 101 } })).body.fields).toHaveProperty([
    "query.items_page",
  ]);
});

test("a change changes what is given and leaves the rest; null clears what may be absent", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid } = plant;
  const read = () => db.selectFrom("project").selectAll().executeTakeFirstOrThrow();
  await api(updateProject, {
    token,
    body: { project_uid, commissioned_on: "2024-01-01", night_from: "18:00", night_to: "06:00" },
  });
  const before = await read();
  const told = await api(updateProject, {
    token,
    body: { project_uid, name: "Roof 2", capacity_wp: 70_000 },
  });
  expect(told.status).toBe(200);
  expect(await read()).toEqual({ ...before, name: "Roof 2", capacity_wp: 70_000, search_text: "roof 2 " });
  await api(updateProject, {
    token,
    body: { project_uid, commissioned_on: null, night_from: null, night_to: null },
  });
  expect(await read()).toMatchObject({
    name: "Roof 2",
    commissioned_on: null,
    night_from: null,
    night_to: null,
  });
  expect((await api(updateProject, { token, body: { project_uid } })).status).toBe(200);
  const half = await api(updateProject, { token, body: { project_uid, night_to: "06:00" } });
  expect(half.body.fields).toHaveProperty(["body.night_to"]);
});

test("the time zone may change until readings have arrived, then not: every local day would be another", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid, project_id, device_id } = plant;
  expect((await api(updateProject, { token, body: { project_uid, timezone: "Asia/Tokyo" } })).status).toBe(
    200,
  );
  await db.insertInto("reading").values({ project_id, device_id, ts: new Date(), interval_s: 10 }).execute();
  const told = await api(updateProject, {
    token,
    body: { project_uid, timezone: "Asia/Seoul", name: "New" },
  });
  expect(told.status).toBe(409);
  expect(told.body).toMatchObject({
    code: "project.wrong_state",
    fields: { "body.timezone": expect.anything() },
  });
  const kept = await db.selectFrom("project").select(["timezone", "name"]).executeTakeFirstOrThrow();
  expect(kept).toEqual({ timezone: "Asia/Tokyo", name: "Roof 1" });
  expect((await api(updateProject, { token, body: { project_uid, timezone: "Asia/Tokyo" } })).status).toBe(
    200,
  );
});

test("a removed project is gone for all its members and its gateways, and its data are kept", async () => {
  const { db, api, token, plant } = await projectsApi();
  const viewer = await accountOn(db, { ...plant, role: "read_only" });
  const { credential, credential_hash } = newCredential();
  await db.updateTable("gateway").set({ credential_hash }).execute();
  expect(await gatewayByCredential(db, plant.gateway_serial, credential)).not.toBeNull();
  expect((await api(removeProject, { token, query: { project_uid: plant.project_uid } })).status).toBe(200);
  expect(await gatewayByCredential(db, plant.gateway_serial, credential)).toBeNull();
  for (const who of [token, viewer.token]) {
    expect((await api(listOwnProjects, { token: who })).body).toEqual({ items: [], total_items: 0 });
  }
  const again = await api(removeProject, { token, query: { project_uid: plant.project_uid } });
  expect(again.body.code).toBe("project.not_found");
  expect(await db.selectFrom("device").select("device_id").execute()).toHaveLength(1);
});

test("an account owns at most 20,000 projects", async () => {
  const { db, api, token, plant } = await projectsApi();
  await sql`with made as (
      insert into project (name, latitude, longitude, project_type, timezone, capacity_wp)
      select 'P' || n, 0, 0, 'pv', 'UTC', 0 from generate_series(1, 19999) n returning project_id)
    insert into project_member (project_id, account_id, role) select project_id, ${plant.account_id}, 'owner' from made`.execute(
    db,
  );
  const told = await api(createProject, { token, body: roof });
  expect([told.status, told.body.code]).toEqual([409, "project.too_many"]);
  await api(removeProject, { token, query: { project_uid: plant.project_uid } });
  expect((await api(createProject, { token, body: roof })).status).toBe(200);
});

test("a tariff holds from the day named, or from today on the plant's calendar, and is replaced by one of the same day", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid } = plant;
  const price = { project_uid, vnd_per_kwh: "2000.1234", export_vnd_per_kwh: 671 };
  await api(setTariff, { token, body: { ...price, valid_from: "2025-01-01" } });
  await api(setTariff, { token, body: { ...price, valid_from: "2025-01-01", vnd_per_kwh: 2100 } });
  const { today } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Ho_Chi_Minh')::date as today`
    .execute(db)
    .then(({ rows: [row] }) => row ?? { today: "" });
  await api(setTariff, { token, body: price });
  const tariffs = await db
    .selectFrom("tariff")
    .select(["valid_from", "vnd_per_kwh", "export_vnd_per_kwh"])
    .orderBy("valid_from")
    .execute();
  expect(tariffs).toEqual([
    { valid_from: "2025-01-01", vnd_per_kwh: "2100.0000", export_vnd_per_kwh: "671.0000" },
    { valid_from: today, vnd_per_kwh: "2000.1234", export_vnd_per_kwh: "671.0000" },
  ]);
  for (const vnd_per_kwh of ["-1", "1.23456", "1234567890", "", null, -1, 1e9]) {
    const told = await api(setTariff, { token, body: { project_uid, vnd_per_kwh } });
    expect([vnd_per_kwh, Object.keys(told.body.fields ?? {})]).toEqual([vnd_per_kwh, ["body.vnd_per_kwh"]]);
  }
});

test("a project has at most 500 tariffs", async () => {
  const { db, api, token, plant } = await projectsApi();
  await sql`insert into tariff (project_id, valid_from, vnd_per_kwh)
    select ${plant.project_id}, '2000-01-01'::date + n, 1 from generate_series(1, 500) n`.execute(db);
  const put = (valid_from: string) =>
    api(setTariff, { token, body: { project_uid: plant.project_uid, vnd_per_kwh: 1, valid_from } });
  expect((await put("2020-01-01")).body.code).toBe("tariff.too_many");
  expect((await put("2000-01-02")).status).toBe(200);
  const { count } = await db
    .selectFrom("tariff")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(500);
});
