import { listRemovedProjects, restoreProject } from "@heliograph/contract/fleet/commissioning";
import { type ProjectRole } from "@heliograph/contract/fleet/project-types";
import { listTariffs, removeProject } from "@heliograph/contract/fleet/projects";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { ListMenu } from "./ListMenu.tsx";
import SetUpScreen from "./SetUpScreen.tsx";
import { fakeSetUp } from "../../../testing/set-up-fakes.ts";

freshBrowser();

async function openStep(role: ProjectRole) {
  signedInAs("good");
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role }),
    "fleet/set-up": () => fakeSetUp(),
    "fleet/tariff": () => answer(listTariffs, { items: [] }),
    "fleet/project": () => answer(removeProject, { message: "The project has been removed" }),
  });
  const router = await renderAt(`/set-up/${PROJECT_UID}`, {
    "/set-up/:id": <SetUpScreen />,
    "/list-project": <p>The list</p>,
  });
  await screen.findByRole("heading", { name: "Energy price" });
  return { all, router };
}

test("a project is deleted once its name is typed, and its owner is at the list then", async () => {
  const { all } = await openStep("owner");
  fireEvent.click(screen.getByRole("button", { name: "Delete the project" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete Kho Long An?" }));
  const button = question.getByRole("button", { name: "Delete the project" });
  const field = question.getByLabelText("Type its name to confirm: Kho Long An");
  fireEvent.change(field, { target: { value: "Kho Long" } });
  expect(button).toHaveProperty("disabled", true);
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: "Kho Long An" } });
  expect(all.filter(({ method }) => method === "DELETE")).toEqual([]);
  fireEvent.click(button);
  await screen.findByText("The list");
  const sent = all.filter(({ method }) => method === "DELETE");
  expect(sent.map(({ path, query }) => [path, query.get("project_uid")])).toEqual([
    ["fleet/project", PROJECT_UID],
  ]);
});

test("who works on a project without owning it is not offered to delete it", async () => {
  await openStep("managed");
  expect(screen.queryByRole("button", { name: "Delete the project" })).toBeNull();
});

const REMOVED = {
  project_uid: PROJECT_UID,
  name: "Kho Long An",
  project_type: "pv",
  removed_at: "2026-11-01T03:00:00.000Z",
  kept_until: "2026-12-01T03:00:00.000Z",
} as const;

async function openDeleted(
  restored: () => Response = () => answer(restoreProject, { message: "The project has been restored" }),
) {
  signedInAs("good");
  let items = [REMOVED];
  const all = fakeServer({
    "fleet/removed-projects": () => answer(listRemovedProjects, { items }),
    "fleet/removed-projects/restore": () => {
      const reply = restored();
      if (reply.ok) items = [];
      return reply;
    },
  });
  await renderAt("/", { "/": <ListMenu /> });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Deleted projects" }));
  return { all, user, drawer: within(await screen.findByRole("dialog", { name: "Deleted projects" })) };
}

test("deleted projects stand with the day on which they end, and go from the list when they are restored", async () => {
  const { all, user, drawer } = await openDeleted();
  const restore = await drawer.findByRole("button", { name: "Restore: Kho Long An" });
  expect(drawer.getByText(/Deleted 2026-11-01.* · kept until 2026-12-01/)).toBeTruthy();
  await user.click(restore);
  await drawer.findByText("No deleted projects");
  const sent = all.filter(({ method }) => method === "POST");
  expect(sent.map(({ body }) => body)).toEqual([{ project_uid: PROJECT_UID }]);
});

test("a project that may not come back stays in the list, with the reason said", async () => {
  const { user, drawer } = await openDeleted(() =>
    refusal(409, "An account may own 1 projects", { code: "project.too_many" }),
  );
  await user.click(await drawer.findByRole("button", { name: "Restore: Kho Long An" }));
  await waitFor(() => expect(screen.getByText("An account may own 1 projects")).toBeTruthy());
  expect(drawer.getByText("Kho Long An")).toBeTruthy();
});
