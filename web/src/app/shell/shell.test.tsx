import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { changePassword } from "@heliograph/contract/identity/account";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { logout } from "@heliograph/contract/identity/session";
import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { accessToken } from "../../platform/session.ts";
import { ACCOUNT, PROJECT_UID } from "../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../testing/test-kit.tsx";
import { carried } from "../../platform/navigation.ts";
import { Portal } from "./Portal.tsx";
import UnknownScreen from "./UnknownScreen.tsx";

freshBrowser();

/** Opens the frame at an address, with or without hot-water projects. */
function openFrame(
  address: string,
  { swh = 0, change = () => answer(changePassword, { message: "ok" }) } = {},
) {
  signedInAs("good");
  const all = fakeServer({
    "user-info": () => answer(getUserInfo, ACCOUNT),
    "app-config": () => answer(getAppConfig, { app_store_url: "https://apps.example/heliograph" }),
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: swh, total_page: swh } }),
    "auth/change-password": change,
    logout: () => answer(logout, { message: "You are signed out" }),
  });
  const frame = <Portal />;
  return renderAt(address, { "/list-project": frame, "/detail/:id": frame }).then(() => all);
}
const sidebar = () => document.querySelector<HTMLElement>("#sidebar");
const openMenu = async (name: string) => {
  fireEvent.click(await screen.findByRole("button", { name: /Nguyễn Thị Minh Anh/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
};

test.each([
  [1440, "none"],
  [974, "none"],
  [973, "rail"],
  [600, "rail"],
  [599, "bottom"],
  [320, "bottom"],
])("at a width of %d px the sidebar is: %s", async (width, expected) => {
  screenOf(width);
  await openFrame("/list-project");
  expect(sidebar()?.dataset["place"] ?? "none").toBe(expected);
});

test("links carry the search of the list through, and nothing else of the query", async () => {
  screenOf(800);
  await openFrame("/detail/u1?searchProject=kho&day=2026-01-01");
  const links = within(sidebar() ?? document.body).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/detail/u1?searchProject=kho",
    "/statistic-project/u1?searchProject=kho",
    "/list-device/u1?searchProject=kho",
    "/chart-tool/u1?searchProject=kho",
    "/events/u1?searchProject=kho",
    "/report/u1?searchProject=kho",
    "/data-quality/u1?searchProject=kho",
    "/warranty/u1?searchProject=kho",
    "/resource/u1?searchProject=kho",
    "/esg/u1?searchProject=kho",
    "/support/u1?searchProject=kho",
    "/control?project=u1&searchProject=kho",
    "/report?searchProject=kho",
    "/list-project?searchProject=kho",
    "/showcase?searchProject=kho",
    "/esg?searchProject=kho",
    "/alarms?searchProject=kho",
    "/rehash/dashboard?searchProject=kho",
  ]);
  expect(carried("?page=2")).toBe("");
});

test("hot-water projects are in the menu of those who have some", async () => {
  await openFrame("/list-project", { swh: 4 });
  expect(await screen.findByRole("link", { name: "Solar hot-water projects" })).toBeTruthy();
});

test("the footer links to the app stores that the installation names", async () => {
  await openFrame("/list-project");
  expect((await screen.findByRole("link", { name: "App Store" })).getAttribute("href")).toBe(
    "https://apps.example/heliograph",
  );
  expect(screen.queryByRole("link", { name: "Google Play" })).toBeNull();
});

test("the account shows what is filled in, and Updating for what is not", async () => {
  await openFrame("/list-project");
  await openMenu("Account information");
  const drawer = await screen.findByRole("dialog");
  const fields = [...drawer.querySelectorAll("dl > div")].map((field) => field.textContent);
  expect(fields).toEqual([
    "E-mailowner@demo.example",
    "CityHuế",
    "AddressUpdating",
    "PhoneUpdating",
    "CountryUpdating",
  ]);
});

test("colours that are chosen show at once and are kept for the account", async () => {
  const all = await openFrame("/list-project");
  fireEvent.click(screen.getByRole("button", { name: "Theme" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
  await waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
  expect(localStorage.getItem("mode")).toBe("dark");
  await waitFor(() =>
    expect(all.find(({ method }) => method === "PUT")).toMatchObject({
      path: "user-info",
      body: { mode: "dark" },
    }),
  );
});

test("a new password is required, long enough and typed twice, before it is sent", async () => {
  const all = await openFrame("/list-project");
  await openMenu("Change password");
  const dialog = await screen.findByRole("dialog");
  const save = within(dialog).getByRole("button", { name: "Change password" });
  const fill = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  fireEvent.click(save);
  expect(await within(dialog).findAllByText("Please enter your password!")).toHaveLength(3);
  fill("Old password", "sunlight");
  fill("New password", "1234");
  fill("Confirm new password", "12345");
  fireEvent.click(save);
  expect(await within(dialog).findByText("Password at least 5 characters")).toBeTruthy();
  expect(await within(dialog).findByText("Confirmation password does not match")).toBeTruthy();
  expect(all.some((one) => one.path === "auth/change-password")).toBe(false);
  fill("New password", "12345");
  fireEvent.click(save);
  await waitFor(() =>
    expect(all.find((one) => one.path === "auth/change-password")?.body).toEqual({
      old_password: "sunlight",
      new_password: "12345",
      confirm_new_password: "12345",
      username: "owner@demo.example",
    }),
  );
  expect(await screen.findByText("ok")).toBeTruthy();
});

test("a wrong old password is a notification with that title, and the dialog stays", async () => {
  const wrong = "Old password is not correct!";
  await openFrame("/list-project", {
    change: () => refusal(400, wrong, { code: "password.wrong", fields: { "body.old_password": wrong } }),
  });
  await openMenu("Change password");
  const dialog = await screen.findByRole("dialog");
  for (const label of ["Old password", "New password", "Confirm new password"]) {
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value: "12345" } });
  }
  fireEvent.click(within(dialog).getByRole("button", { name: "Change password" }));
  expect(await within(dialog).findByText(wrong)).toBeTruthy();
  expect(await screen.findByText("Notification")).toBeTruthy();
  expect(screen.getByRole("dialog", { name: "Change password" })).toBeTruthy();
});

test("signing out tells the server and clears the session, also when the server is away", async () => {
  const all = await openFrame("/list-project");
  await openMenu("Logout");
  await waitFor(() => expect(accessToken()).toBeNull());
  expect(all.some((one) => one.path === "logout")).toBe(true);
});

test("an unknown address is the project that is open in this tab, else the not-found page", async () => {
  const routes = { "/detail/:id": <p>project</p>, "*": <UnknownScreen /> };
  const lost = await renderAt("/nowhere", routes);
  expect(screen.getByRole("heading", { name: "Can not found any Project with this User" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/list-project");
  expect(lost.state.location.pathname).toBe("/nowhere");
  sessionStorage.setItem("project_uid", "u1");
  const found = await renderAt("/nowhere", routes);
  expect(found.state.location.pathname).toBe("/detail/u1");
});

test("an unknown address that names a project is that project, never the one that is open", async () => {
  sessionStorage.setItem("project_uid", "u1");
  const routes = { "/detail/:id": <p>project</p>, "*": <UnknownScreen /> };
  const named = await renderAt(`/inverter-map/${PROJECT_UID}/today`, routes);
  expect(named.state.location.pathname).toBe(`/detail/${PROJECT_UID}`);
});
