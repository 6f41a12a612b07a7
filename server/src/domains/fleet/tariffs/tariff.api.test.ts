import { listTariffs, removeTariff, setTariff } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { asAccount } from "../../../platform/db.ts";

const EVENING = { from: "17:00", to: "20:00", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: "3640.5" };

async function priced() {
  const kit = await projectsApi();
  const { api, token, plant } = kit;
  const { project_uid } = plant;
  await kit.db.deleteFrom("tariff").where("project_id", "=", plant.project_id).execute();
  for (const body of [
    { project_uid, valid_from: "2025-01-01", vnd_per_kwh: 2000 },
    {
      project_uid,
      valid_from: "2026-05-10",
      vnd_per_kwh: "2204.07",
      export_vnd_per_kwh: 671,
      bands: [EVENING],
    },
  ]) {
    expect((await api(setTariff, { token, body })).status).toBe(200);
  }
  const read = async (as: string) => api(listTariffs, { token: as, query: { project_uid } });
  return { ...kit, project_uid, read };
}

const FIRST = { valid_from: "2025-01-01", vnd_per_kwh: "2000.0000", export_vnd_per_kwh: "0.0000", bands: [] };
const SECOND = {
  valid_from: "2026-05-10",
  vnd_per_kwh: "2204.0700",
  export_vnd_per_kwh: "671.0000",
  bands: [EVENING],
};

test("what was priced is read back digit by digit, the latest first, by every member", async () => {
  const { db, read, token, plant } = await priced();
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  expect((await read(token)).body).toEqual({ items: [SECOND, FIRST] });
  expect((await read(viewer.token)).body).toEqual({ items: [SECOND, FIRST] });
});

test("a stranger is told of no project, and row-level security shows him no price", async () => {
  const { db, read, plant } = await priced();
  const stranger = await accountOn(db, null);
  const refused = await read(stranger.token);
  expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
  const rows = (projects: number[]) =>
    asAccount(db, { account_id: stranger.account_id, projects }, (tx) =>
      tx.selectFrom("tariff").select("project_id").execute(),
    );
  expect(await rows([])).toEqual([]);
  expect(await rows([plant.project_id])).toHaveLength(2);
});

test("a price set by mistake is removed once; its days are priced anew by the one before", async () => {
  const { db, api, read, token, plant, project_uid } = await priced();
  const { project_id } = plant;
  await db.insertInto("project_day").values({ project_id, day: "2026-05-09" }).execute();
  await db.insertInto("project_day").values({ project_id, day: "2026-05-10" }).execute();
  await db.deleteFrom("changed_project_days").execute();
  const query = { project_uid, valid_from: "2026-05-10" };
  const told = await api(removeTariff, { token, query });
  expect(told.body).toEqual({ message: "The tariff has been removed" });
  expect((await read(token)).body.items).toEqual([FIRST]);
  expect(await db.selectFrom("changed_project_days").select(["project_id", "day"]).execute()).toEqual([
    { project_id, day: "2026-05-10" },
  ]);
  const again = await api(removeTariff, { token, query });
  expect([again.status, again.body.code]).toEqual([404, "tariff.not_found"]);
});

test("a price that cannot be is refused by the name of its field, and nothing is set", async () => {
  const { api, read, token, project_uid } = await priced();
  const body = { project_uid, vnd_per_kwh: "1e3", bands: [{ ...EVENING, to: "16:00" }] };
  const told = await api(setTariff, { token, body });
  expect(told.status).toBe(400);
  expect(Object.keys(told.body.fields).toSorted()).toEqual(["body.bands.0.to", "body.vnd_per_kwh"]);
  expect((await read(token)).body.items).toHaveLength(2);
});
