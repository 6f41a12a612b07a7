import {
  listOwnProjects,
  listRemovedProjects,
  removeProject,
  restoreProject,
  type Answer,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import type { AccountLimits } from "../index.ts";

async function removed(limits?: AccountLimits) {
  const kit = await projectsApi(limits);
  const { db, api, token, plant } = kit;
  const { project_id, project_uid } = plant;
  const manager = await accountOn(db, { project_id, role: "managed" });
  expect((await api(removeProject, { token, query: { project_uid } })).status).toBe(200);
  const list = async (who = token): Promise<Answer<typeof listRemovedProjects>["items"]> =>
    (await api(listRemovedProjects, { token: who })).body.items;
  const restore = async (who = token) =>
    (await api(restoreProject, { token: who, body: { project_uid } })).status;
  const own = async (who = token): Promise<number> =>
    (await api(listOwnProjects, { token: who, query: {} })).body.total_items;
  return { ...kit, manager, list, restore, own };
}

test("a removed project is found by its owner with the day it ends, and restored to all its members", async () => {
  const { plant, manager, list, restore, own } = await removed();
  const [project, ...others] = await list();
  expect(others).toEqual([]);
  expect(project).toMatchObject({ project_uid: plant.project_uid, name: "Roof 1", project_type: "pv" });
  expect(Date.parse(project?.kept_until ?? "") - Date.parse(project?.removed_at ?? "")).toBe(30 * 86_400_000);
  expect([await own(), await own(manager.token)]).toEqual([0, 0]);
  expect(await restore()).toBe(200);
  expect([await own(), await own(manager.token)]).toEqual([1, 1]);
  expect(await list()).toEqual([]);
  // It is not removed any more.
  expect(await restore()).toBe(404);
});

test("only its owner finds and restores it; to anybody else it is not there", async () => {
  const { db, manager, list, restore, own, api } = await removed();
  const stranger = await accountOn(db, null);
  expect([await list(manager.token), await list(stranger.token)]).toEqual([[], []]);
  expect([await restore(manager.token), await restore(stranger.token)]).toEqual([404, 404]);
  expect((await api(listRemovedProjects, {})).status).toBe(403);
  expect(await own()).toBe(0);
});

test("after 30 days it is neither found nor restored", async () => {
  const { db, plant, list, restore } = await removed();
  const removed_at = new Date(Date.now() - 30 * 86_400_000);
  await db.updateTable("project").set({ removed_at }).where("project_id", "=", plant.project_id).execute();
  expect(await list()).toEqual([]);
  expect(await restore()).toBe(404);
});

test("a restored project counts against what an account may own", async () => {
  const { db, plant, restore, list } = await removed({ projects: 1, gateways: 10 });
  const made = { latitude: 1, longitude: 1, timezone: "UTC", project_type: "pv", capacity_wp: 1 };
  const { project_id } = await db
    .insertInto("project")
    .values({ name: "Second", ...made })
    .returning("project_id")
    .executeTakeFirstOrThrow();
  const { account_id } = plant;
  await db.insertInto("project_member").values({ project_id, account_id, role: "owner" }).execute();
  expect(await restore()).toBe(409);
  expect(await list()).toHaveLength(1);
});
