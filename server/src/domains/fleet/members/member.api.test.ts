import { listMembers, listOwnProjects, removeMember, setMember } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";

async function kit() {
  const kitted = await projectsApi();
  const { api, token, plant } = kitted;
  const { project_uid } = plant;
  const friend = await accountOn(kitted.db, null);
  return {
    ...kitted,
    friend,
    set: (email: string, role: string, by = token) =>
      api(setMember, { token: by, body: { project_uid, email, role } }),
    remove: (email: string, by = token) => api(removeMember, { token: by, query: { project_uid, email } }),
    list: async (by = token) => (await api(listMembers, { token: by, query: { project_uid } })).body.items,
  };
}

test("an owner gives a role, changes it and takes it away, and the member sees the project just as long", async () => {
  const { api, plant, friend, set, remove, list } = await kit();
  const sees = async () => (await api(listOwnProjects, { token: friend.token })).body.items;
  expect(await sees()).toEqual([]);
  expect((await set(friend.email.toUpperCase(), "managed")).status).toBe(200);
  expect(await sees()).toMatchObject([{ project_uid: plant.project_uid, role: "managed" }]);
  expect((await set(friend.email, "read_only")).status).toBe(200);
  expect(await list()).toEqual(
    [
      { email: plant.email, display_name: "Lan Tran", role: "owner" },
      { email: friend.email, display_name: "Minh Pham", role: "read_only" },
    ].toSorted((a, b) => (a.email < b.email ? -1 : 1)),
  );
  expect((await remove(friend.email)).status).toBe(200);
  expect(await sees()).toEqual([]);
  expect((await remove(friend.email)).body.code).toBe("member.not_found");
});

test("who is not there, is disabled, or is no e-mail, becomes no member", async () => {
  const { db, plant, friend, set, list } = await kit();
  const nobody = await set("nobody@test.example", "owner");
  expect([nobody.status, nobody.body.code]).toEqual([404, "account.not_found"]);
  await db
    .updateTable("account")
    .set({ disabled_at: new Date() })
    .where("email", "=", friend.email)
    .execute();
  expect((await set(friend.email, "owner")).body.code).toBe("account.not_found");
  expect((await set("nobody", "owner")).body.fields).toHaveProperty(["body.email"]);
  expect((await set(plant.email, "admin")).body.fields).toHaveProperty(["body.role"]);
  expect(await list()).toHaveLength(1);
});

test("the last owner can neither go nor step down", async () => {
  const { plant, friend, set, remove, list } = await kit();
  for (const told of [await remove(plant.email), await set(plant.email, "managed")]) {
    expect([told.status, told.body.code]).toEqual([409, "project.last_owner"]);
  }
  expect(await list()).toMatchObject([{ email: plant.email, role: "owner" }]);
  await set(friend.email, "owner");
  expect((await remove(plant.email)).status).toBe(200);
  expect(await list(friend.token)).toMatchObject([{ email: friend.email, role: "owner" }]);
});

test("of two owners who remove each other at once, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { db, plant, token, friend, set, remove } = await kit();
    await set(friend.email, "owner");
    const told = await Promise.all([remove(friend.email, token), remove(plant.email, friend.token)]);
    expect(told.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.selectFrom("project_member").select("role").execute()).toEqual([{ role: "owner" }]);
  }
});

test("a project has at most 500 members", async () => {
  const { db, plant, friend, set } = await kit();
  await sql`with made as (
      insert into account (email, display_name) select 'm' || n || '@test.example', 'M' from generate_series(1, 499) n
      returning account_id)
    insert into project_member (project_id, account_id, role)
    select ${plant.project_id}, account_id, 'read_only' from made`.execute(db);
  expect((await set(friend.email, "read_only")).body.code).toBe("member.too_many");
  expect((await set("m1@test.example", "managed")).status).toBe(200);
});
