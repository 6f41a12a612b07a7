import { controlProjects, type ControlledProject } from "@heliograph/contract/control/projects";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeProjectInfo, PROJECT_UID } from "../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../testing/test-kit.tsx";
import ControlScreen from "./ControlScreen.tsx";

freshBrowser();

const BARE = "3f2504e0-4f89-41d3-9a0c-0305e82c33ff";
const project = (change: Partial<ControlledProject>): ControlledProject => ({
  project_uid: PROJECT_UID,
  project_ssoc_name: "Kho Long An",
  project_type: "pv",
  project_role_to_user: "owner",
  gateways: 2,
  silent_gateways: 1,
  inverters: 14,
  ...change,
});

/** Opens /control over an account with two projects, of which one has no gateway. */
async function open(address = "/control", { total = 12 } = {}) {
  signedInAs("token");
  const heard = fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    [controlProjects.path]: ({ query }) =>
      answer(controlProjects, {
        data:
          query.get("page") === "2"
            ? [project({ project_uid: BARE, project_ssoc_name: "Mái nhà" })]
            : [
                project({}),
                project({
                  project_uid: BARE,
                  project_ssoc_name: "Bãi đỗ xe",
                  gateways: 0,
                  silent_gateways: 0,
                  inverters: 0,
                }),
              ],
        paginate_info: { total_item: total, total_page: Math.ceil(total / 10) },
      }),
  });
  const router = await renderAt(address, { "/control": <ControlScreen /> });
  return { heard, router };
}

test("a project is chosen from ten a page; one without a gateway is greyed and says why", async () => {
  const { heard, router } = await open();
  await screen.findByText("Choose a project");
  const chosen = await screen.findByRole("button", { name: /Kho Long An/ });
  expect(chosen.textContent).toContain("2 gateways · 14 inverters · 1 silent");
  const bare = screen.getByRole("button", { name: /Bãi đỗ xe/ });
  expect(bare.hasAttribute("disabled")).toBe(true);
  expect(bare.textContent).toContain("This project has no gateway");
  expect(heard.find(({ path }) => path === controlProjects.path)?.query.get("item_num")).toBe("10");
  screen.getByText("1–10 of 12");
  await userEvent.click(screen.getByRole("button", { name: "Next page" }));
  await screen.findByRole("button", { name: /Mái nhà/ });
  await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
  await userEvent.click(await screen.findByRole("button", { name: /Kho Long An/ }));
  expect(router.state.location.search).toBe(`?project=${PROJECT_UID}`);
  await screen.findByText(/Asia\/Ho_Chi_Minh, GMT\+7/);
});

test("projects are found by a keyword", async () => {
  const { heard } = await open();
  await userEvent.type(await screen.findByRole("searchbox", { name: "Find projects" }), "kho");
  await waitFor(() =>
    expect(
      heard.some(({ path, query }) => path === controlProjects.path && query.get("keyword") === "kho"),
    ).toBe(true),
  );
});

test("a project that is not to be had is the page that says so", async () => {
  signedInAs("token");
  fakeServer({
    "project/project-info-only": () => refusal(404, "No such project", { code: "project.not_found" }),
    [controlProjects.path]: () =>
      answer(controlProjects, { data: [], paginate_info: { total_item: 0, total_page: 0 } }),
  });
  await renderAt(`/control?project=${PROJECT_UID}`, { "/control": <ControlScreen /> });
  await screen.findByText("Can not found any Project with this User");
});

test("on a phone the project is chosen from a list that opens", async () => {
  screenOf(390);
  await open(`/control?project=${PROJECT_UID}`);
  expect(await screen.findByDisplayValue("Kho Long An")).toBe(
    screen.getByRole("combobox", { name: "Project" }),
  );
  expect(screen.queryByRole("searchbox", { name: "Find projects" })).toBeNull();
});
