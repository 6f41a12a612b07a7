import { allProjectList } from "@heliograph/contract/performance/project-list";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { projectInfo } from "../project-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../test-kit.tsx";
import { Portal } from "./Portal.tsx";
import { ProjectTypeChooser } from "./ProjectTypeChooser.tsx";

freshBrowser();

const openProject = (project_type: "pv" | "swh") => {
  signedInAs("good");
  fakeServer({
    "project/all-project-list": () =>
      answer(allProjectList, { data: [], paginate_info: { total_item: 0, total_page: 0 } }),
    "project/project-info-only": () => projectInfo({ project_type }),
  });
  const frame = <Portal />;
  return renderAt("/detail/u1", {
    "/detail/:id": frame,
    "/warranty/:id": frame,
    "/resource/:id": frame,
    "/support/:id": frame,
  });
};

test("of a pv project every entry leads to its page", async () => {
  const router = await openProject("pv");
  for (const [name, at] of [
    ["Warranty info", "/warranty/u1"],
    ["Resources", "/resource/u1"],
    ["Support", "/support/u1"],
  ] as const) {
    fireEvent.click(await screen.findByRole("link", { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(at));
  }
  expect(screen.queryByText("Function is updating")).toBeNull();
});

test("of a hot-water project Warranty info and Resources only say 'Function is updating', and Support is there", async () => {
  const router = await openProject("swh");
  for (const name of ["Warranty info", "Resources"]) {
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

test("a default project type counts once it is confirmed, and leads to its list", async () => {
  signedInAs("good");
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
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/list-project-swh"));
  expect([localStorage.getItem("project_type"), sessionStorage.getItem("menuSelected")]).toEqual([
    "swh",
    "list",
  ]);
});

test("pv as the default type leads to its list and stores no menu", async () => {
  signedInAs("good");
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
