import { type ProjectRole } from "@heliograph/contract/fleet/project-types";
import { listTariffs, updateProject } from "@heliograph/contract/fleet/projects";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import { answer, fakeServer, freshBrowser, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import SetUpScreen from "./SetUpScreen.tsx";
import { fakeSetUp, SET_UP } from "../../../testing/set-up-fakes.ts";

freshBrowser();

type SetUpChange = Parameters<typeof fakeSetUp>[0];

async function open(change: NonNullable<SetUpChange> = {}, role: ProjectRole = "owner") {
  signedInAs("good");
  const all = fakeServer({
    "project/project-info-only": () =>
      fakeProjectInfo({ project_role_to_user: role, project_type: change.project?.project_type ?? "pv" }),
    "fleet/set-up": () => fakeSetUp(change),
    "fleet/tariff": () => answer(listTariffs, { items: [] }),
    "fleet/project": () => answer(updateProject, { message: "The project has been changed" }),
  });
  const router = await renderAt(`/set-up/${PROJECT_UID}`, {
    "/set-up/:id": <SetUpScreen />,
    "/detail/:id": <p>The project</p>,
  });
  return { all, router };
}

const nameField = () => screen.findByLabelText("Name of the project");
const sent = (all: Awaited<ReturnType<typeof open>>["all"]) =>
  all.filter(({ method }) => method === "PUT").map(({ body }) => body);

test("the row of steps says which is open and which are done, and leads to each", async () => {
  await open({ steps_done: ["project"] });
  await nameField();
  const row = screen.getByRole("navigation", { name: "Steps of setting up" });
  const step = within(row).getByRole("link", { name: /Project, done/ });
  expect(step.getAttribute("href")).toBe(`/set-up/${PROJECT_UID}?step=project`);
  expect(step.getAttribute("aria-current")).toBe("step");
  expect(row.textContent).toMatch(/1 of \d done/);
});

test("who may only look has no such page", async () => {
  await open({}, "read_only");
  await screen.findByRole("heading", { name: "Can not found any Project with this User" });
  expect(screen.queryByRole("navigation", { name: "Steps of setting up" })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("a change of the project sends what was changed and nothing else, kWp as Wp", async () => {
  const { all } = await open();
  fireEvent.change(await nameField(), { target: { value: "Kho mới" } });
  fireEvent.change(screen.getByLabelText("Installed capacity"), { target: { value: "512.5" } });
  fireEvent.change(screen.getByLabelText("Tilt"), { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The project has been changed");
  expect(sent(all)).toEqual([
    { project_uid: PROJECT_UID, name: "Kho mới", capacity_wp: 512_500, tilt_deg: 12 },
  ]);
});

test("what no project can be is said beside its field, and nothing is sent", async () => {
  const { all } = await open();
  fireEvent.change(await nameField(), { target: { value: " " } });
  fireEvent.change(screen.getByLabelText("Installed capacity"), { target: { value: "" } });
  fireEvent.change(screen.getByLabelText("Azimuth"), { target: { value: "360" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Must be below 360");
  expect(screen.getByLabelText("Name of the project").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText("Installed capacity").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText("Tilt").getAttribute("aria-invalid")).toBeNull();
  expect(sent(all)).toEqual([]);
});

test("the zone of a project with readings is shown and cannot be changed", async () => {
  await open({ zone_is_fixed: true });
  await nameField();
  expect(screen.getByLabelText("Time zone")).toHaveProperty("disabled", true);
  expect(screen.getByLabelText("Time zone")).toHaveProperty("value", SET_UP.project.timezone);
});

test("a water heater is asked for its tank, and neither for modules nor for a price", async () => {
  await open({ project: { ...SET_UP.project, project_type: "swh", capacity_wp: 0, heater_power_w: 1500 } });
  await nameField();
  expect(screen.getByLabelText("Electric heater")).toHaveProperty("value", "1.5");
  expect(screen.getByLabelText("Tank volume")).toBeTruthy();
  expect(screen.queryByLabelText("Tilt")).toBeNull();
  expect(screen.queryByLabelText("Installed capacity")).toBeNull();
  expect(screen.queryByRole("heading", { name: "Energy price" })).toBeNull();
});

test("another page is not opened over what is not saved without a question", async () => {
  const { router } = await open();
  fireEvent.change(await nameField(), { target: { value: "Kho mới" } });
  fireEvent.click(screen.getByRole("link", { name: /^(Later|To the project)$/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(router.state.location.pathname).toBe(`/set-up/${PROJECT_UID}`);
});
