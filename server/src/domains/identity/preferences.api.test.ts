import { appConfig, changePreferences, getUserInfo, login } from "@heliograph/contract";
import { expect, test } from "vitest";
import { apiOf, newcomer, PASSWORD, signIn } from "../../../testing/api-kit.ts";
import { freshDb } from "../../../testing/test-kit.ts";
import { identityRoutes } from "./index.ts";

async function scene() {
  const db = await freshDb();
  return { db, api: await apiOf(db, (serve) => identityRoutes(serve, db, appConfig.parse({}))) };
}

test("an account keeps its colours and its home list, each by itself, and another account keeps its own", async () => {
  const { db, api } = await scene();
  const [who, other] = [await newcomer(db), await newcomer(db)];
  const { access_token: token } = await signIn(api, login, who.email);
  const { access_token: others } = await signIn(api, login, other.email);
  const kept = await api(changePreferences, { token, body: { mode: "dark" } });
  expect([kept.status, kept.body.mode, kept.body.default_project_type]).toEqual([200, "dark", "pv"]);
  await api(changePreferences, { token, body: { default_project_type: "swh" } });
  const again = await api(login, { body: { username: who.email, password: PASSWORD } });
  expect(again.body.user).toMatchObject({ mode: "dark", default_project_type: "swh" });
  expect((await api(changePreferences, { token, body: {} })).body).toEqual(again.body.user);
  expect((await api(getUserInfo, { token: others })).body).toMatchObject({
    mode: "system",
    default_project_type: "pv",
  });
  const wrong = await api(changePreferences, {
    token,
    body: { mode: "sepia", default_project_type: "admin" },
  });
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([
    400,
    ["body.mode", "body.default_project_type"],
  ]);
});

test("a profile is entered field by field, an empty field is one that is not told, and rules are named", async () => {
  const { db, api } = await scene();
  const { email } = await newcomer(db);
  const { access_token: token } = await signIn(api, login, email);
  const change = (body: object) => api(changePreferences, { token, body });
  await change({ street: "1 Equator Road", city: "Pontianak", phone: "+62 561 730 000" });
  expect((await change({ country: "Indonesia", display_name: "  Minh Pham " })).body).toMatchObject({
    display_name: "Minh Pham",
    street: "1 Equator Road",
    state_id: { name: "Pontianak" },
    country_id: { name: "Indonesia" },
    phone: "+62 561 730 000",
  });
  expect((await change({ city: null, street: "", phone: null })).body).toMatchObject({
    street: null,
    phone: null,
    state_id: { name: null },
    country_id: { name: "Indonesia" },
  });
  const wrong = await change({ display_name: " ", phone: "call me", city: "a\nb", street: "x".repeat(301) });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body.fields).toSorted()).toEqual([
    "body.city",
    "body.display_name",
    "body.phone",
    "body.street",
  ]);
});

test("hot water is the home of an account that has nothing else and has chosen nothing", async () => {
  const { db, api } = await scene();
  const who = await newcomer(db);
  const { access_token: token } = await signIn(api, login, who.email);
  const home = async () => (await api(getUserInfo, { token })).body.default_project_type;
  const add = async (project_type: "pv" | "swh") => {
    const { project_id } = await db
      .insertInto("project")
      .values({
        project_type,
        name: project_type,
        latitude: 10,
        longitude: 106,
        timezone: "Asia/Ho_Chi_Minh",
        capacity_wp: 1000,
      })
      .returning("project_id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("project_member")
      .values({ project_id, account_id: who.account_id, role: "owner" })
      .execute();
  };
  await add("swh");
  expect(await home()).toBe("swh");
  await add("pv");
  expect(await home()).toBe("pv");
  await api(changePreferences, { token, body: { default_project_type: "swh" } });
  expect(await home()).toBe("swh");
});
