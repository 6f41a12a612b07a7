import { loginSid } from "@heliograph/contract/identity/sso";
import { expect, test } from "vitest";
import { takeAuthToken } from "../../platform/session/auth-token.ts";
import { accessToken, portalType } from "../../platform/session.ts";
import { answer, fakeServer, freshBrowser, refusal, signedInAs } from "../../testing/test-kit.tsx";
import { signOnWith } from "./sign-in.ts";

freshBrowser();

const uid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const signedOn = () =>
  answer(loginSid, {
    access_token: "of-admin",
    refresh_token: "r",
    token_type: "Bearer",
    expires_in: 900,
    session_expires_at: "2026-03-01T12:00:00.000Z",
    start_time: 1,
    user_id: uid,
    username: "linh@corp.example",
    user: {
      uid,
      display_name: "Linh",
      email: "linh@corp.example",
      username_login: "linh@corp.example",
      state_id: { name: null },
      street: null,
      phone: null,
      country_id: { name: null },
      mode: "system",
      default_project_type: "pv",
      kind: "admin",
    },
  });

test("the token leaves the address at once, on whatever page it came", () => {
  history.replaceState(null, "", "/list-project?auth_token=a.b.c&page=2");
  expect(takeAuthToken()).toBe("a.b.c");
  expect(location.href).not.toContain("auth_token");
  expect(location.pathname).toBe("/");
  expect(takeAuthToken()).toBeNull();
});

test("an accepted token begins an administrator's session with a token of its own", async () => {
  signedInAs("of-user");
  const all = fakeServer({ "admin-center/login-sid": signedOn });
  expect(await signOnWith("a.b.c")).toBe(true);
  expect([accessToken(), portalType()]).toEqual(["of-admin", "admin"]);
  expect(all.map(({ query, headers }) => [query.get("auth_token"), headers.get("authorization")])).toEqual([
    ["a.b.c", null],
  ]);
});

test("a refused token clears an administrator's session, and leaves a user's alone", async () => {
  fakeServer({ "admin-center/login-sid": () => refusal(401, "Login faild") });
  signedInAs("of-user");
  expect(await signOnWith("a.b.c")).toBe(false);
  expect(accessToken()).toBe("of-user");
  localStorage.setItem("project_type", "admin");
  expect(await signOnWith("a.b.c")).toBe(false);
  expect([accessToken(), localStorage.getItem("project_type")]).toEqual([null, null]);
});
