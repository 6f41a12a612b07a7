import { SESSION_CHECK_MS } from "@heliograph/contract/identity/session";
import { expect, test, vi } from "vitest";
import { freshBrowser, signedInAs } from "../testing/test-kit.tsx";
import { keepOpenedProject, keepWidgets, openedProjectUid } from "./session/opened-project.ts";
import { sessionAge, watchSession } from "./session/session-age.ts";
import {
  accessToken,
  forgetSession,
  keepProjectType,
  leaveSessionEnd,
  onSessionEnd,
  portalType,
  startSession,
  takeSessionEnd,
} from "./session.ts";

freshBrowser();

/** Everything in local storage. */
const stored = () =>
  Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));

const DAY_MS = 86_400_000;
const user = {
  uid: "0b8f7b3c-1d6e-4a5f-9c0d-2e1f3a4b5c6d",
  display_name: "Nguyễn Thị Minh Anh",
  email: "owner@demo.example",
  username_login: "owner@demo.example",
  state_id: { name: null },
  street: null,
  phone: null,
  country_id: { name: null },
  mode: "system",
  default_project_type: "pv",
  kind: "user",
} as const;
const signedIn = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "Bearer",
  expires_in: 900,
  session_expires_at: "2027-01-01T00:00:00Z",
  start_time: 1_700_000_000_000,
  user,
} as const;

test("a login leaves the keys that the specification names and nothing of an earlier session", () => {
  localStorage.setItem("project_uid", "of someone else");
  localStorage.setItem("language", "zh");
  sessionStorage.setItem("widget_list", "of someone else");
  startSession(signedIn);
  expect(stored()).toEqual({
    user: JSON.stringify(user),
    access_token: "access",
    refresh_token: "refresh",
    name: "Nguyễn Thị Minh Anh",
    userUid: user.uid,
    project_type: "pv",
    startTime: "1700000000000",
    language: "zh",
  });
  expect(sessionStorage).toHaveLength(0);
});

test("signing out clears token, account, project, widgets and lists, and keeps language and theme", () => {
  startSession(signedIn);
  localStorage.setItem("language", "en");
  localStorage.setItem("mode", "dark");
  keepOpenedProject({ uid: "u1", name: "Plant", capacity_kwp: 12, gateways: [{ uid: "g" }] });
  keepWidgets("u1", [{ widget_name: "w" }]);
  sessionStorage.setItem("list_view:pv", "{}");
  forgetSession("logout");
  expect(stored()).toEqual({ language: "en", mode: "dark" });
  expect(sessionStorage).toHaveLength(0);
});

test("the end of a session is told once, and not when there was none", () => {
  const told = vi.fn();
  const stop = onSessionEnd(told);
  forgetSession("expired");
  signedInAs("token");
  forgetSession("expired");
  forgetSession("expired");
  stop();
  signedInAs("token");
  forgetSession("logout");
  expect(told.mock.calls).toEqual([["expired"]]);
});

test("signing out in another tab ends the session in this one", () => {
  const told = vi.fn();
  const stop = onSessionEnd(told);
  const event = { storageArea: localStorage, key: "access_token" };
  dispatchEvent(new StorageEvent("storage", { ...event, newValue: "renewed" }));
  expect(told).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent("storage", { ...event, newValue: null }));
  expect(told.mock.calls).toEqual([["logout"]]);
  stop();
});

test.each([
  [0, "fresh"],
  [85 * DAY_MS - 1, "fresh"],
  [85 * DAY_MS, "expiring"],
  [89 * DAY_MS, "expiring"],
  [89 * DAY_MS + 1, "over"],
])("a session %d ms old is %s", (ageMs, expected) => {
  expect(sessionAge(1_000, 1_000 + ageMs)).toBe(expected);
});

test("the age is checked at once and every 180,000 ms: a warning first, then the end", () => {
  vi.useFakeTimers();
  startSession({ ...signedIn, start_time: 0 });
  let nowMs = 85 * DAY_MS - 1;
  const warn = vi.fn();
  const stop = watchSession(warn, () => nowMs);
  expect(warn).not.toHaveBeenCalled();
  nowMs = 86 * DAY_MS;
  vi.advanceTimersByTime(SESSION_CHECK_MS - 1);
  expect(warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(accessToken()).toBe("access");
  nowMs = 90 * DAY_MS;
  vi.advanceTimersByTime(SESSION_CHECK_MS);
  expect(accessToken()).toBeNull();
  stop();
});

test("widgets are kept only for the project that is still open", () => {
  keepOpenedProject({ uid: "u2", name: "Plant", capacity_kwp: null, gateways: [] });
  keepWidgets("u1", [{ widget_name: "late" }]);
  expect([openedProjectUid(), sessionStorage.getItem("widget_list")]).toEqual(["u2", null]);
});

test("the list that was open last decides the home screen, except for an admin", () => {
  startSession(signedIn);
  keepProjectType("swh");
  expect(portalType()).toBe("swh");
  startSession({ ...signedIn, user: { ...user, kind: "admin" } });
  keepProjectType("swh");
  expect(portalType()).toBe("admin");
});

test("the login page is told why the session ended, however many calls were refused at once", () => {
  signedInAs("token");
  const stop = onSessionEnd(leaveSessionEnd);
  forgetSession("expired");
  forgetSession("expired");
  stop();
  expect([takeSessionEnd(), takeSessionEnd()]).toEqual(["expired", null]);
});
