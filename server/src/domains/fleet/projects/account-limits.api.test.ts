import { addGateway, createProject, removeGateway, removeProject } from "@heliograph/contract";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

const roof = {
  name: "Roof",
  address: "12 Xa lộ Hà Nội",
  latitude: 10.85,
  longitude: 106.77,
  project_type: "pv",
  timezone: "Asia/Ho_Chi_Minh",
  capacity_wp: 125_000,
};
const counted = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

test("an account owns as many projects as the installation allows, however many are made at once, and the refusal names the number", async () => {
  const { api, token, plant } = await projectsApi({ projects: 4, gateways: 10 });
  const made = await Promise.all(Array.from({ length: 8 }, () => api(createProject, { token, body: roof })));
  const statuses = made.map(({ status }) => status);
  expect([counted(statuses, 200), counted(statuses, 409)]).toEqual([3, 5]);
  const refused = made.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: "project.too_many",
    message: "An account may own 4 projects",
  });
  await api(removeProject, { token, query: { project_uid: plant.project_uid } });
  expect((await api(createProject, { token, body: roof })).status).toBe(200);
});

test("the projects of an owner have as many gateways as the installation allows, whoever adds them and however many at once", async () => {
  const { db, api, token, plant } = await projectsApi({ projects: 10, gateways: 4 });
  const second = (await api(createProject, { token, body: roof })).body.project_uid;
  const helper = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  const add = (project_uid: string, serial: string, by: string) =>
    api(addGateway, { token: by, body: { project_uid, serial } });
  const added = await Promise.all([
    ...Array.from({ length: 5 }, (_, n) => add(plant.project_uid, `HELPED-${n}`, helper.token)),
    ...Array.from({ length: 5 }, (_, n) => add(second, `OWN-${n}`, token)),
  ]);
  const statuses = added.map(({ status }) => status);
  // The plant has one already.
  expect([counted(statuses, 200), counted(statuses, 409)]).toEqual([3, 7]);
  expect(added.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "gateway.too_many",
    message: "The projects of an account may have 4 gateways",
  });
  // What the helper owns is counted apart, and one that is taken out makes room.
  const theirs = (await api(createProject, { token: helper.token, body: roof })).body.project_uid;
  expect((await add(theirs, "THEIRS-1", helper.token)).status).toBe(200);
  await api(removeGateway, { token, query: { gateway_uid: plant.gateway_uid } });
  expect((await add(second, "OWN-9", token)).status).toBe(200);
});
