// What holds for every call of the fleet alike, then the life of projects and members.
import {
  changeDevice,
  confirmRatings,
  removeDevice,
  replaceDevice,
  addGateway,
  api as everyCall,
  apiByDomain,
  createProject,
  acceptInvitation,
  inviteMember,
  listGateways,
  listInvitations,
  listMembers,
  listOwnProjects,
  listRemovedProjects,
  listTariffs,
  places,
  projectNight,
  projectSetUp,
  putChecklistAway,
  removeGateway,
  removeMember,
  removeProject,
  removeTariff,
  renewGatewayCredential,
  restoreProject,
  revokeInvitation,
  setEnergyBefore,
  setMember,
  setTariff,
  updateProject,
  createApiKey,
  getAlias,
  listApiKeys,
  ownAudit,
  projectAudit,
  restoreDefaultAlias,
  revokeApiKey,
  setAlias,
  type Endpoint,
} from "@heliograph/contract";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Asking } from "../../../../testing/api-kit.ts";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

const FIRST_DAY = "2026-01-01";

/** Calls of features whose roles stand in tests of their own, beside them. */
const ofTheirOwnTests: readonly Endpoint[] = [
  createApiKey,
  getAlias,
  listApiKeys,
  ownAudit,
  projectAudit,
  restoreDefaultAlias,
  revokeApiKey,
  setAlias,
];

/** Every call that names a project or gateway, as its owner would make it, and what a lesser role is told. */
function calls(plant: { project_uid: string; gateway_uid: string; device_uid: string; email: string }) {
  const { project_uid, gateway_uid, device_uid, email } = plant;
  const rows: [Endpoint, Asking, managed: string | null, readOnly: string | null][] = [
    [updateProject, { body: { project_uid, name: "New" } }, null, "project.read_only"],
    [
      setTariff,
      { body: { project_uid, vnd_per_kwh: 2000, valid_from: FIRST_DAY } },
      null,
      "project.read_only",
    ],
    [projectNight, { query: { project_uid } }, null, null],
    [listTariffs, { query: { project_uid } }, null, null],
    [removeTariff, { query: { project_uid, valid_from: FIRST_DAY } }, null, "project.read_only"],
    [listGateways, { query: { project_uid } }, null, null],
    [addGateway, { body: { project_uid, serial: `S-${randomUUID()}` } }, null, "project.read_only"],
    [renewGatewayCredential, { body: { gateway_uid } }, null, "gateway.read_only"],
    [
      setEnergyBefore,
      { body: { project_uid, device_uid, energy_before_kwh: 12.5 } },
      null,
      "project.read_only",
    ],
    [projectSetUp, { query: { project_uid } }, null, "project.read_only"],
    [putChecklistAway, { body: { project_uid, put_away: true } }, null, "project.read_only"],
    [changeDevice, { body: { project_uid, device_uid, name: "Roof" } }, null, "project.read_only"],
    [
      confirmRatings,
      { body: { project_uid, devices: [{ device_uid, ac_nominal_w: 1, dc_capacity_wp: null }] } },
      null,
      "project.read_only",
    ],
    [replaceDevice, { body: { project_uid, device_uid, serial: "INV-9" } }, null, "project.read_only"],
    [replaceDevice, { body: { project_uid, device_uid, serial: null } }, null, "project.read_only"],
    [removeDevice, { query: { project_uid, device_uid } }, null, "project.read_only"],
    [listMembers, { query: { project_uid } }, "project.owner_only", "project.read_only"],
    [setMember, { body: { project_uid, email, role: "owner" } }, "project.owner_only", "project.read_only"],
    [
      removeMember,
      { query: { project_uid, email: "x@test.example" } },
      "project.owner_only",
      "project.read_only",
    ],
    [
      inviteMember,
      { body: { project_uid, email: "new@test.example", role: "owner" } },
      "project.owner_only",
      "project.read_only",
    ],
    [listInvitations, { query: { project_uid } }, "project.owner_only", "project.read_only"],
    [removeGateway, { query: { gateway_uid } }, null, "gateway.read_only"],
    [removeProject, { query: { project_uid } }, "project.owner_only", "project.read_only"],
  ];
  return rows;
}

test("every call of the fleet is tried here, and none is answered without a token", async () => {
  const { api, plant } = await projectsApi();
  const tried: [Endpoint, Asking][] = [
    ...calls(plant).map(([e, asking]): [Endpoint, Asking] => [e, asking]),
    [createProject, { body: {} }],
    [listOwnProjects, {}],
    [places, { query: { keyword: "Hue" } }],
    [listRemovedProjects, {}],
    [restoreProject, { body: { project_uid: plant.project_uid } }],
    [revokeInvitation, { query: { project_uid: plant.project_uid, invitation_uid: randomUUID() } }],
    [acceptInvitation, { body: { token: "A".repeat(43) } }],
    ...ofTheirOwnTests.map((e): [Endpoint, Asking] => [e, {}]),
  ];
  // The calls of files stand in file.api.test.ts and firmware.api.test.ts.
  const ofFiles = new Set([
    "listFiles",
    "uploadFile",
    "downloadFile",
    "removeFile",
    "listFirmware",
    "firmwareInfo",
    "downloadFirmware",
  ]);
  const expected = apiByDomain["fleet"]
    ?.filter(({ name, access }) => !ofFiles.has(name) && access === "session")
    .map(({ name }) => name);
  expect(new Set(tried.map(([{ name }]) => name))).toEqual(new Set(expected));
  for (const [e, asking] of tried) {
    expect(everyCall).toContain(e);
    const told = await api(e, asking);
    expect([e.name, told.status, told.body.message]).toEqual([e.name, 403, "Token is required"]);
  }
});

test("a stranger is told of a project what he is told of none, and changes nothing", async () => {
  const { db, api, plant } = await projectsApi();
  const stranger = await accountOn(db, null);
  const nothing = {
    project_uid: randomUUID(),
    gateway_uid: randomUUID(),
    device_uid: randomUUID(),
    email: plant.email,
  };
  const before = await everything(db);
  const there = calls(plant);
  for (const [index, [e, asking]] of calls(nothing).entries()) {
    const absent = await api(e, { ...asking, token: stranger.token });
    const foreign = await api(e, { ...there[index]?.[1], token: stranger.token });
    expect([e.name, absent.status, absent.body.code]).toEqual([
      e.name,
      404,
      expect.stringMatching(/^(project|gateway)\.not_found$/),
    ]);
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...absent.body, request_id: "" });
  }
  expect(await everything(db)).toEqual(before);
});

test("who may only look is refused every change, who manages only what owners decide; refused calls change nothing", async () => {
  const { db, api, plant } = await projectsApi();
  const viewer = await accountOn(db, { ...plant, role: "read_only" });
  const operator = await accountOn(db, { ...plant, role: "managed" });
  const before = await everything(db);
  for (const [e, asking, , readOnly] of calls(plant)) {
    const told = await api(e, { ...asking, token: viewer.token });
    expect([e.name, told.status, told.body.code]).toEqual(
      readOnly === null ? [e.name, 200, undefined] : [e.name, 403, readOnly],
    );
  }
  expect(await everything(db)).toEqual(before);
  for (const [e, asking, managed] of calls(plant)) {
    const told = await api(e, { ...asking, token: operator.token });
    expect([e.name, told.status, told.body.code]).toEqual(
      managed === null ? [e.name, 200, undefined] : [e.name, 403, managed],
    );
  }
});

type Kit = Awaited<ReturnType<typeof projectsApi>>;
async function everything(db: Kit["db"]) {
  return [
    await db.selectFrom("project").selectAll().orderBy("project_id").execute(),
    await db.selectFrom("gateway").selectAll().orderBy("gateway_id").execute(),
    await db.selectFrom("device").selectAll().orderBy("device_id").execute(),
    await db.selectFrom("project_member").selectAll().orderBy("account_id").orderBy("project_id").execute(),
    await db.selectFrom("tariff").selectAll().execute(),
  ];
}
