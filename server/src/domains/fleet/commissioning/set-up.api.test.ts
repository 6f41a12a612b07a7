import {
  addGateway,
  projectSetUp,
  putChecklistAway,
  setTariff,
  updateProject,
  type Answer,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

const of = (project_uid: string) => ({ project_uid });

test("what a project lacks is counted from what is stored of it, and goes as it is given", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid, project_id } = plant;
  const look = async (): Promise<Answer<typeof projectSetUp>> =>
    (await api(projectSetUp, { token, query: of(project_uid) })).body;
  const missing = async () => (await look()).items.flatMap(({ item, done }) => (done ? [] : [item]));
  // Roof 1 has a place, a capacity, a gateway and an inverter with its rating.
  expect(await missing()).toEqual(["commissioned", "tariff", "contact", "readings", "history", "people"]);
  expect(await look()).toMatchObject({ zone_is_fixed: false, steps_done: ["devices"], put_away: false });

  const told = { commissioned_on: "2024-03-01", tilt_deg: 12, azimuth_deg: 180.5 };
  await api(updateProject, { token, body: { project_uid, ...told } });
  await api(setTariff, { token, body: { project_uid, vnd_per_kwh: "2204.07" } });
  expect(await missing()).toEqual(["contact", "readings", "history", "people"]);
  expect(await look()).toMatchObject({
    project: { name: "Roof 1", capacity_wp: 60_000, ...told },
    steps_done: ["project", "devices"],
  });

  await db
    .updateTable("gateway")
    .set({ last_contact_at: new Date() })
    .where("project_id", "=", project_id)
    .execute();
  const { device_id } = plant;
  const reading = { ts: new Date("2025-01-01T05:00:00Z"), interval_s: 300, ac_power_w: 1 };
  await db
    .insertInto("reading")
    .values({ project_id, device_id, ...reading })
    .execute();
  expect(await missing()).toEqual(["history", "people"]);
  expect((await look()).zone_is_fixed).toBe(true);
  await db.insertInto("energy_day").values({ project_id, device_id, day: "2025-01-01" }).execute();
  expect(await missing()).toEqual(["people"]);
  await accountOn(db, { project_id, role: "read_only" });
  expect(await missing()).toEqual([]);

  // A second gateway announces an inverter without its rating.
  const added = await api(addGateway, { token, body: { project_uid, serial: "GW-second" } });
  const { gateway_uid } = added.body;
  await sql`insert into device (project_id, gateway_id, asset_type, serial)
    select project_id, gateway_id, 'solar_inverter', 'INV-9' from gateway where gateway_uid = ${gateway_uid}`.execute(
    db,
  );
  expect(await missing()).toEqual(["ratings"]);
  expect((await look()).steps_done).toEqual(["project", "gateway", "history", "people"]);
});

test("a plane that no roof has is refused by its field", async () => {
  const { api, token, plant } = await projectsApi();
  const body = { project_uid: plant.project_uid, tilt_deg: 90.5, azimuth_deg: 360 };
  const told = await api(updateProject, { token, body });
  expect([told.status, Object.keys(told.body.fields)]).toEqual([400, ["body.tilt_deg", "body.azimuth_deg"]]);
});

test("a checklist is put away by one person for one person, and comes back", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid, project_id } = plant;
  const manager = await accountOn(db, { project_id, role: "managed" });
  const away = async (who: string) =>
    (await api(projectSetUp, { token: who, query: of(project_uid) })).body.put_away;
  await api(putChecklistAway, { token, body: { project_uid, put_away: true } });
  expect([await away(token), await away(manager.token)]).toEqual([true, false]);
  await api(putChecklistAway, { token, body: { project_uid, put_away: false } });
  expect(await away(token)).toBe(false);
});

test("who may only look, or not even that, is told nothing of setting up and keeps nothing", async () => {
  const { db, api, plant } = await projectsApi();
  const { project_uid, project_id } = plant;
  const reader = await accountOn(db, { project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const statuses = async (who: string | undefined) => {
    const token = who === undefined ? {} : { token: who };
    const asked = await api(projectSetUp, { ...token, query: of(project_uid) });
    const put = await api(putChecklistAway, { ...token, body: { project_uid, put_away: true } });
    return [asked.status, put.status];
  };
  expect(await statuses(undefined)).toEqual([403, 403]);
  expect(await statuses(stranger.token)).toEqual([404, 404]);
  expect(await statuses(reader.token)).toEqual([403, 403]);
  const kept = await db.selectFrom("project_member").select("checklist_away_at").execute();
  expect(kept.every(({ checklist_away_at }) => checklist_away_at === null)).toBe(true);
});
