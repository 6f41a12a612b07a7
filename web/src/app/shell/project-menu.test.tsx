import { changePreferences } from "@heliograph/contract/identity/user-info";
import { allProjectList } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ACCOUNT, fakeProjectInfo } from "../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, refusal, renderAt, signedInAs } from "../../testing/test-kit.tsx";
import { Portal } from "./Portal.tsx";
import { ProjectTypeChooser } from "./ProjectTypeChooser.tsx";

freshBrowser();

const openProject = (project_type: "pv" | "swh", heaters = 0, known = Promise.resolve()) => {
  signedInAs("good");
  fakeServer({
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: heaters, total_page: heaters } }),
    "project/project-info-only": async () => {
      await known;
      return fakeProjectInfo({ project_type });
    },
  });
  const frame = <Portal />;
  return renderAt("/detail/u1", {
    "/detail/:id": frame,
    "/list-device/:id": frame,
    "/warranty/:id": frame,
    "/resource/:id": frame,
    "/support/:id": frame,
  });
};

test.each([
  ["pv", "/list-project"],
  ["swh", "/list-project-swh"],
] as const)("the logo leads to the list of the type: %s", async (type, list) => {
  localStorage.setItem("project_type", type);
  await openProject(type);
  const logo = await screen.findByRole("link", { name: "Heliograph" });
  await waitFor(() => expect(logo.getAttribute("href")).toBe(list));
});

test("of a pv project every entry leads to its page", async () => {
  const router = await openProject("pv");
  for (const [name, at] of [
    ["List of devices", "/list-device/u1"],
    ["Warranty info", "/warranty/u1"],
    ["Resources", "/resource/u1"],
    ["Support", "/support/u1"],
  ] as const) {
    fireEvent.click(await screen.findByRole("link", { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(at));
  }
  expect(screen.queryByText("Function is updating")).toBeNull();
});

test("of a hot-water project List of devices, Warranty info and Resources only say 'Function is updating', and Support is there", async () => {
  const router = await openProject("swh");
  for (const name of ["List of devices", "Warranty info", "Resources"]) {
    await waitFor(() =>
      expect(screen.getByRole("link", { name }).getAttribute("aria-disabled")).toBe("true"),
    );
    fireEvent.click(screen.getByRole("link", { name }));
    expect(await screen.findByText("Function is updating")).toBeTruthy();
    expect(router.state.location.pathname).toBe("/detail/u1");
  }
  fireEvent.click(screen.getByRole("link", { name: "Support" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/support/u1"));
});

test.each([
  ["pv", "/list-device/u1", null],
  ["swh", "/detail/u1", "Function is updating"],
] as const)(
  "an entry that is pressed before the project is known waits for it: of a %s project it leads to %s",
  async (project_type, at, said) => {
    const { promise: known, resolve: tell } = Promise.withResolvers<void>();
    const router = await openProject(project_type, 0, known);
    fireEvent.click(screen.getByRole("link", { name: "List of devices" }));
    expect(router.state.location.pathname).toBe("/detail/u1");
    tell();
    if (said === null) await waitFor(() => expect(router.state.location.pathname).toBe(at));
    else expect(await screen.findByText(said)).toBeTruthy();
    expect(router.state.location.pathname).toBe(at);
  },
);

test.each(["pv", "swh"] as const)("on every page of a %s project the header marks Overview", async (type) => {
  const router = await openProject(type, 1);
  const menu = await screen.findByRole("navigation", { name: "Main menu" });
  const marked = () =>
    [...menu.querySelectorAll("[aria-current=page], [data-holds-project]")].map((link) => link.textContent);
  expect(marked()).toEqual(["Overview"]);
  await router.navigate("/support/u1");
  expect(marked()).toEqual(["Overview"]);
});

test("a default project type counts once it is confirmed and kept, and leads to its list", async () => {
  signedInAs("good");
  const all = fakeServer({ "user-info": () => answer(changePreferences, ACCOUNT) });
  localStorage.setItem("project_type", "pv");
  const chooser = <ProjectTypeChooser open close={() => {}} />;
  const router = await renderAt("/", {
    "/": chooser,
    "/list-project-swh": <p>list</p>,
    "/list-project": <p>list</p>,
  });
  fireEvent.click(screen.getByRole("radio", { name: /Solar hot water/ }));
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  expect(screen.getByText("Use Solar hot water as the default project type?")).toBeTruthy();
  expect([localStorage.getItem("project_type"), sessionStorage.getItem("menuSelected")]).toEqual([
    "pv",
    null,
  ]);
  fireEvent.click(screen.getByRole("button", { name: "No" }));
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  expect(all).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/list-project-swh"));
  expect(all.map(({ method, body }) => [method, body])).toEqual([["PUT", { default_project_type: "swh" }]]);
  expect([localStorage.getItem("project_type"), sessionStorage.getItem("menuSelected")]).toEqual([
    "swh",
    "list",
  ]);
});

test("a default project type that cannot be kept is not in force, and the server's word is shown", async () => {
  signedInAs("good");
  fakeServer({ "user-info": () => refusal(500, "Internal error") });
  const router = await renderAt("/", { "/": <ProjectTypeChooser open close={() => {}} /> });
  fireEvent.click(screen.getByRole("radio", { name: /Solar hot water/ }));
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Internal error")).toBeTruthy();
  expect([router.state.location.pathname, localStorage.getItem("project_type")]).toEqual(["/", null]);
});

test("pv as the default type leads to its list and stores no menu", async () => {
  signedInAs("good");
  fakeServer({ "user-info": () => answer(changePreferences, ACCOUNT) });
  localStorage.setItem("project_type", "swh");
  const chooser = <ProjectTypeChooser open close={() => {}} />;
  const router = await renderAt("/", { "/": chooser, "/list-project": <p>list</p> });
  fireEvent.click(screen.getByRole("radio", { name: /Solar power/ }));
  fireEvent.click(screen.getByRole("button", { name: "Choose" }));
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/list-project"));
  expect([localStorage.getItem("project_type"), sessionStorage.getItem("menuSelected")]).toEqual([
    "pv",
    null,
  ]);
});
