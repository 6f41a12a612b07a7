import { projectNight, updateProject } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

test("the night is the sun's until hours are set, as every member may read and those who may change can set", async () => {
  const { db, api, token, plant } = await projectsApi();
  const { project_uid, project_id } = plant;
  const viewer = await accountOn(db, { project_id, role: "read_only" });
  const night = async (as: string) => {
    const { status, body } = await api(projectNight, { token: as, query: { project_uid } });
    return [status, body];
  };
  expect(await night(token)).toEqual([200, { night_from: null, night_to: null }]);
  const body = { project_uid, night_from: "18:30", night_to: "05:45" };
  expect((await api(updateProject, { token: viewer.token, body })).status).toBe(403);
  expect((await api(updateProject, { token, body })).status).toBe(200);
  expect(await night(viewer.token)).toEqual([200, { night_from: "18:30", night_to: "05:45" }]);
  const stranger = await accountOn(db, null);
  const refused = await api(projectNight, { token: stranger.token, query: { project_uid } });
  expect([refused.status, refused.body.code]).toEqual([404, "project.not_found"]);
});
