import { controlProjects } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { freshDb, scene } from "../../../../testing/test-kit.ts";
import { controlRoutes } from "../index.ts";

const NOON = Date.parse("2026-02-04T12:00:00Z");

/** A plant of a project whose gateway has just called, its owner's token, and the calls of control at NOON. */
async function place() {
  const db = await freshDb();
  const plant = await scene(db);
  await db
    .updateTable("gateway")
    .set({ last_contact_at: new Date(NOON - 60_000) })
    .execute();
  const api = await apiOf(db, (serve) => controlRoutes(serve, db, () => NOON));
  return { db, plant, api, token: await tokenFor(db, plant) };
}

/** Adds projects without a gateway to the account. */
async function addProjects(
  { db, plant }: Awaited<ReturnType<typeof place>>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const { project_id } = await db
      .insertInto("project")
      .values({
        name,
        project_type: "pv",
        latitude: 10,
        longitude: 106,
        timezone: "UTC",
        capacity_wp: 1000,
      })
      .returning("project_id")
      .executeTakeFirstOrThrow();
    const { account_id } = plant;
    await db.insertInto("project_member").values({ project_id, account_id, role: "read_only" }).execute();
  }
}

test("projects are chosen from ten a page by name, found by words of name or address without their accents", async () => {
  const at = await place();
  await addProjects(
    at,
    Array.from({ length: 13 }, (_, index) => `Mái số ${index + 10}`),
  );
  const ask = async (query: Record<string, string | number> = {}) => {
    const { body } = await at.api(controlProjects, { token: at.token, query });
    const names = body.data.map((row: { project_ssoc_name: string }) => row.project_ssoc_name);
    return { names, ...body.paginate_info };
  };
  expect(await ask()).toMatchObject({ total_item: 14, total_page: 2 });
  expect((await ask()).names).toHaveLength(10);
  expect((await ask({ page: 2 })).names).toEqual(["Mái số 20", "Mái số 21", "Mái số 22", "Roof 1"]);
  expect((await ask({ keyword: "so mai 2" })).names).toEqual([
    "Mái số 12",
    "Mái số 20",
    "Mái số 21",
    "Mái số 22",
  ]);
  expect((await ask({ keyword: "%" })).names).toEqual([]);
});

test("each project comes with its gateways, those that are silent, and its inverters", async () => {
  const at = await place();
  await addProjects(at, ["Bare"]);
  const list = async () => (await at.api(controlProjects, { token: at.token })).body.data;
  expect(await list()).toMatchObject([
    { project_ssoc_name: "Bare", project_role_to_user: "read_only", gateways: 0, inverters: 0 },
    { project_uid: at.plant.project_uid, gateways: 1, silent_gateways: 0, inverters: 1 },
  ]);
  await at.db
    .updateTable("gateway")
    .set({ last_contact_at: new Date(NOON - 3_600_000) })
    .execute();
  expect((await list())[1]).toMatchObject({ gateways: 1, silent_gateways: 1 });
  await at.db
    .updateTable("gateway")
    .set({ removed_at: new Date(NOON) })
    .execute();
  expect((await list())[1]).toMatchObject({ gateways: 0, silent_gateways: 0, inverters: 0 });
});

test("nobody is shown the projects of others", async () => {
  const { db, api } = await place();
  const stranger = await accountOn(db, null);
  const { body } = await api(controlProjects, { token: stranger.token });
  expect(body).toEqual({ data: [], paginate_info: { total_item: 0, total_page: 0 } });
});
