import {
  adminProjectList,
  clearProjectCache,
  type AdminProjectItem,
} from "@heliograph/contract/admin/projects";
import { logoutSid } from "@heliograph/contract/identity/sso";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accessToken } from "../../platform/session.ts";
import { AdminPortal } from "../../app/shell/AdminPortal.tsx";
import UnknownScreen from "../../app/shell/UnknownScreen.tsx";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
  type ReceivedRequest,
} from "../../testing/test-kit.tsx";
import AdminListScreen from "./AdminListScreen.tsx";

freshBrowser();

const project = (n: number, more: Partial<AdminProjectItem> = {}): AdminProjectItem => ({
  project_uid: `3f2504e0-4f89-41d3-9a0c-0305e82c33${n}`,
  project_ssoc_name: `Plant ${n}`,
  project_address: "Long An",
  project_type: "pv",
  project_capacity_pv: 499.5,
  timezone: "Asia/Ho_Chi_Minh",
  owners: [{ display_name: "Lan Tran", email: "lan@example.com" }],
  open_tickets: 0,
  plant_status: "normal",
  sleeping: false,
  alert_data: { status: "normal" },
  last_reading_at: null,
  last_contact_at: null,
  ...more,
});

function serve(data: readonly AdminProjectItem[], list?: (received: ReceivedRequest) => Response) {
  signedInAs("of-admin");
  localStorage.setItem("project_type", "admin");
  const paginate_info = { total_item: data.length, total_page: Math.ceil(data.length / 10) };
  return fakeServer({
    "admin-management/all-project-list":
      list ?? (() => answer(adminProjectList, { data: data.slice(0, 10), paginate_info })),
    "admin-project/clear-project-cache": () =>
      answer(clearProjectCache, { message: "The figures of the project have been made anew", projects: 1 }),
    "admin-center/logout-sid": () => answer(logoutSid, { message: "You are signed out" }),
  });
}
const list = { "/admin": <AdminListScreen />, "/admin/:idProject": <p>one</p> };

test("every project has its owner, capacity, status and the messages that wait", async () => {
  serve([
    project(11, { open_tickets: 3 }),
    project(12, { sleeping: true, plant_status: "offline", owners: [] }),
  ]);
  const router = await renderAt("/admin", list);
  const row = await screen.findByRole("row", { name: /Plant 11/ });
  expect(row.textContent).toContain(
    "Lan Tranlan@example.com499.5ConnectedMessages waiting: 3".replace("Connected", "Connected3"),
  );
  expect(screen.getByRole("row", { name: /Plant 12/ }).textContent).toContain("Sleeping");
  fireEvent.click(screen.getByRole("link", { name: "Plant 11" }));
  expect(router.state.location.pathname).toBe(`/admin/${project(11).project_uid}`);
});

test("searching rewrites the address a second later, and pages stand in it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const all = serve(Array.from({ length: 12 }, (_, n) => project(10 + n)));
  const router = await renderAt("/admin", list);
  await screen.findByRole("row", { name: /Plant 10/ });
  fireEvent.click(screen.getByRole("button", { name: "2" }));
  await waitFor(() => expect(router.state.location.search).toBe("?page=2"));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "long an" } });
  vi.advanceTimersByTime(900);
  expect(router.state.location.search).toBe("?page=2");
  vi.advanceTimersByTime(200);
  await waitFor(() => expect(router.state.location.search).toBe("?keyword=long+an"));
  await waitFor(() => expect(all.at(-1)?.query.get("keyword")).toBe("long an"));
  expect(all.at(-1)?.query.get("page")).toBe("1");
});

test("a page that is gone gives way to the last one", async () => {
  const paginate_info = { total_item: 12, total_page: 2 };
  serve([], ({ query }) =>
    answer(adminProjectList, { data: query.get("page") === "2" ? [project(11)] : [], paginate_info }),
  );
  const router = await renderAt("/admin?page=9", list);
  expect(await screen.findByRole("row", { name: /Plant 11/ })).toBeTruthy();
  expect(router.state.location.search).toBe("?page=2");
  expect(screen.queryByText("No projects yet")).toBeNull();
});

test("clearing a project's cache asks first, and says what the server says", async () => {
  const all = serve([project(11)]);
  await renderAt("/admin", list);
  fireEvent.click(await screen.findByRole("button", { name: "Clear project cache: Plant 11" }));
  expect(await screen.findByText("The summed figures of Plant 11 are made anew from its days.")).toBeTruthy();
  expect(all.some(({ path }) => path.endsWith("clear-project-cache"))).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("The figures of the project have been made anew")).toBeTruthy();
  const cleared = all.filter(({ path }) => path.endsWith("clear-project-cache"));
  expect(cleared.map(({ query }) => query.get("project_uid"))).toEqual([project(11).project_uid]);
});

test("a phone has cards, none is said, and a failure can be tried again", async () => {
  screenOf(390);
  serve([project(11)]);
  await renderAt("/admin", list);
  expect(await screen.findByRole("link", { name: "Plant 11" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a refresh that failed stays said above the projects that were there before, with its reason, until one succeeds", async () => {
  let fails = false;
  const paginate_info = { total_item: 1, total_page: 1 };
  serve([], () =>
    fails ? refusal(500, "Internal error") : answer(adminProjectList, { data: [project(11)], paginate_info }),
  );
  await renderAt("/admin", list);
  expect(await screen.findByRole("row", { name: /Plant 11/ })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  fails = true;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Refresh failed: Internal error");
  expect(screen.getByRole("row", { name: /Plant 11/ })).toBeTruthy();
  expect(screen.queryByText("Live")).toBeNull();
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("no project and a failed list are told apart", async () => {
  serve([]);
  await renderAt("/admin", list);
  expect(await screen.findByRole("heading", { name: "No projects yet" })).toBeTruthy();
  serve([], () => refusal(500, "Internal error"));
  await renderAt("/admin", list);
  expect(await screen.findByRole("heading", { name: "The project list could not be loaded" })).toBeTruthy();
});

test("the frame holds all projects, their cache, the account's security and the way out, and nothing of the rest", async () => {
  const all = serve([]);
  await renderAt("/admin", { "/admin": <AdminPortal /> });
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["#main", "/admin", "/admin", "/security"]);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(accessToken()).toBeNull());
  expect(all.map(({ path }) => path)).toContain("admin-center/logout-sid");
  expect(all.map(({ path }) => path)).not.toContain("logout");
});

test("an unknown address leads an administrator home to the administration", async () => {
  serve([]);
  await renderAt("/nowhere", { "*": <UnknownScreen /> });
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/admin");
});
