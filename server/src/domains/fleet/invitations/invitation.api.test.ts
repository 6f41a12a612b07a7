import {
  acceptInvitation,
  getUserInfo,
  inviteMember,
  listInvitations,
  listMembers,
  listOwnProjects,
  readInvitation,
  registerInvited,
  removeProject,
  revokeInvitation,
  appConfig,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { identityRoutes } from "../../identity/index.ts";
import { fleetRoutes } from "../index.ts";

const NEW = "an.nguyen@test.example";
const PASSWORD = "correct horse";

async function kit() {
  const { db, plant, token } = await projectsApi();
  // Registration is closed: whoever is invited makes an account all the same.
  const settings = appConfig.parse({ registration_open: false, password_min: 8 });
  const api = await apiOf(db, (serve) => {
    identityRoutes(serve, db, settings);
    fleetRoutes(serve, db, undefined, settings);
  });
  const { project_uid } = plant;
  return {
    db,
    api,
    plant,
    token,
    invite: async (email = NEW, role = "read_only", by = token) =>
      api(inviteMember, { token: by, body: { project_uid, email, role } }),
    list: async (by = token) => api(listInvitations, { token: by, query: { project_uid } }),
    read: (link: string) => api(readInvitation, { body: { token: link } }),
    register: (link: string, password = PASSWORD) =>
      api(registerInvited, {
        body: { token: link, fullname: "An Nguyen", password, retypePassword: password },
      }),
    accept: (link: string, by: string) => api(acceptInvitation, { token: by, body: { token: link } }),
  };
}

test("who has no account makes one with the link, takes part with its role, and the link is good no more", async () => {
  const { api, db, plant, invite: asked, read, register, accept, list, token } = await kit();
  const made = await asked("An.Nguyen@Test.Example");
  expect(made.status).toBe(200);
  const link = made.body.token;
  expect((await read(link)).body).toEqual({
    project_name: expect.any(String),
    project_type: "pv",
    role: "read_only",
    email: NEW,
    invited_by: "Lan Tran",
    expires_at: made.body.expires_at,
    has_account: false,
  });
  const joined = await register(link);
  expect([joined.status, joined.body.user.email, joined.body.user.display_name]).toEqual([
    200,
    NEW,
    "An Nguyen",
  ]);
  expect((await read(link)).body.has_account).toBe(true);
  const theirs = joined.body.access_token;
  expect((await accept(link, theirs)).body).toEqual({ project_uid: plant.project_uid, project_type: "pv" });
  expect((await api(listOwnProjects, { token: theirs })).body.items).toMatchObject([
    { project_uid: plant.project_uid, role: "read_only" },
  ]);
  const members = await api(listMembers, { token, query: { project_uid: plant.project_uid } });
  expect(members.body.items).toContainEqual({ email: NEW, display_name: "An Nguyen", role: "read_only" });
  for (const again of [await read(link), await register(link), await accept(link, theirs)]) {
    expect([again.status, again.body.code]).toEqual([404, "invitation.not_valid"]);
  }
  expect((await list()).body.items).toEqual([]);
  const actions = await db.selectFrom("audit_event").select("action").orderBy("audit_id").execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["invitation.made", "account.created", "invitation.accepted"]),
  );
});

test("the token is kept as a hash alone", async () => {
  const { db, invite: asked } = await kit();
  const { token } = (await asked()).body;
  const rows = JSON.stringify(await db.selectFrom("invitation").selectAll().execute());
  const audited = JSON.stringify(await db.selectFrom("audit_event").selectAll().execute());
  expect(rows + audited).not.toContain(token);
});

test("a link that never was, has expired, was revoked or replaced, or leads to a project that is gone answers alike", async () => {
  const { db, api, plant, token, invite: asked, read, list } = await kit();
  const { project_uid } = plant;
  const replaced = (await asked()).body.token;
  const expired = (await asked()).body.token;
  await db
    .updateTable("invitation")
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const revoked = await asked("two@test.example");
  const { invitation_uid } = revoked.body;
  expect((await api(revokeInvitation, { token, query: { project_uid, invitation_uid } })).status).toBe(200);
  expect((await api(revokeInvitation, { token, query: { project_uid, invitation_uid } })).body.code).toBe(
    "invitation.not_found",
  );
  const gone = (await asked("three@test.example")).body.token;
  expect((await list()).body.items.map(({ email }: { email: string }) => email)).toEqual([
    NEW,
    "three@test.example",
  ]);
  await api(removeProject, { token, query: { project_uid } });
  const told = [];
  for (const link of ["A".repeat(43), replaced, expired, revoked.body.token, gone]) {
    const { status, body } = await read(link);
    told.push(JSON.stringify([status, { ...body, request_id: "" }]));
  }
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain("invitation.not_valid");
});

test("who has an account accepts with it; another account cannot use the link, and what one may do already stays", async () => {
  const { db, plant, invite: asked, read, accept, register, api } = await kit();
  const friend = await accountOn(db, null);
  const other = await accountOn(db, null);
  const link = (await asked(friend.email, "managed")).body.token;
  expect((await read(link)).body.has_account).toBe(true);
  expect((await register(link)).body.code).toBe("account.exists");
  expect([(await accept(link, other.token)).status, (await accept(link, other.token)).body.code]).toEqual([
    403,
    "invitation.other_account",
  ]);
  // In the meantime an owner has given a role by hand.
  const { project_id } = plant;
  await db
    .insertInto("project_member")
    .values({ project_id, account_id: friend.account_id, role: "owner" })
    .execute();
  expect((await accept(link, friend.token)).status).toBe(200);
  expect((await api(listOwnProjects, { token: friend.token })).body.items).toMatchObject([{ role: "owner" }]);
});

test("of two who use one link at once, one does", async () => {
  const { db, invite: asked, accept } = await kit();
  const friend = await accountOn(db, null);
  for (let round = 0; round < 5; round += 1) {
    await db.deleteFrom("project_member").where("account_id", "=", friend.account_id).execute();
    const link = (await asked(friend.email)).body.token;
    const told = await Promise.all([accept(link, friend.token), accept(link, friend.token)]);
    expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  }
});

test("owners alone invite, see and revoke; members are not invited again, and there is an end to open invitations", async () => {
  const { db, api, plant, token, invite: asked, list } = await kit();
  const { project_id, project_uid } = plant;
  const managed = await accountOn(db, { project_id, role: "managed" });
  const stranger = await accountOn(db, null);
  const { invitation_uid } = (await asked()).body;
  for (const [who, code] of [
    [managed, "project.owner_only"],
    [stranger, "project.not_found"],
  ] as const) {
    const told = [
      await asked("x@test.example", "owner", who.token),
      await list(who.token),
      await api(revokeInvitation, { token: who.token, query: { project_uid, invitation_uid } }),
    ];
    expect(told.map(({ body }) => body.code)).toEqual([code, code, code]);
  }
  expect((await asked(managed.email)).body).toMatchObject({
    code: "member.exists",
    fields: { "body.email": "This address takes part already" },
  });
  for (let more = 1; more < 100; more += 1) await asked(`m${more}@test.example`);
  expect((await asked("one.more@test.example")).body.code).toBe("invitation.too_many");
  // A newer one for the same address takes the place of the older.
  expect((await asked("m7@test.example", "owner")).status).toBe(200);
  expect((await list()).body.items).toHaveLength(100);
  expect(
    (await api(inviteMember, { token, body: { project_uid, email: "no", role: "x", valid_days: 31 } })).body
      .fields,
  ).toMatchObject({
    "body.email": expect.any(String),
    "body.role": expect.any(String),
    "body.valid_days": expect.any(String),
  });
});

test("an account made by an invitation keeps the installation's rule for passwords", async () => {
  const { invite: asked, register, api } = await kit();
  const link = (await asked()).body.token;
  expect((await register(link, "short")).body.fields).toHaveProperty(["body.password"]);
  const joined = await register(link);
  expect((await api(getUserInfo, { token: joined.body.access_token })).body.email).toBe(NEW);
});

test("who tries tokens is slowed", async () => {
  const { read } = await kit();
  const codes = [];
  for (let tries = 0; tries < 21; tries += 1) codes.push((await read("B".repeat(43))).body.code);
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "invitation.not_valid"));
  expect(codes.at(-1)).toBe("too_many_attempts");
});
