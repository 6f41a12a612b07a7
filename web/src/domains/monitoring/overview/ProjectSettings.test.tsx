import {
  listTariffs,
  projectNight,
  removeTariff,
  setTariff,
  updateProject,
} from "@heliograph/contract/fleet/projects";
import {
  getPerformanceContract,
  setPerformanceContract,
  USUAL_TERMS,
} from "@heliograph/contract/kpi/contract-terms";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router";
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
import { SettingsButton } from "./SettingsButton.tsx";

freshBrowser();

const TARIFFS = [
  { valid_from: "2199-01-01", vnd_per_kwh: "3000.0000", export_vnd_per_kwh: "0.0000", bands: [] },
  { valid_from: "1970-01-01", vnd_per_kwh: "2204.0655", export_vnd_per_kwh: "671.0000", bands: [] },
];
const LOST = "What you have entered is lost if you go on.";
const twelve = Array.from({ length: 12 }, (_, month) => 80 + month / 2);

async function open(section: string, given: { type?: "pv" | "swh"; change?: () => Response } = {}) {
  signedInAs("good");
  const { change } = given;
  const all = fakeServer({
    "fleet/project/night": () => answer(projectNight, { night_from: null, night_to: null }),
    "fleet/project": change ?? (() => answer(updateProject, { message: "The project has been changed" })),
    "fleet/performance-contract": ({ method }) =>
      method === "GET"
        ? answer(getPerformanceContract, { ...USUAL_TERMS, guaranteed_year_percent: 80 })
        : (change?.() ??
          answer(setPerformanceContract, { message: "The performance contract has been set" })),
    "fleet/tariff": ({ method }) => {
      if (method === "GET") return answer(listTariffs, { items: TARIFFS });
      if (method === "DELETE") return answer(removeTariff, { message: "The tariff has been removed" });
      return change?.() ?? answer(setTariff, { message: "The tariff has been set" });
    },
  });
  const told = projectInfoOnly.answer.parse(
    await fakeProjectInfo({ project_type: given.type ?? "pv" }).json(),
  );
  const page = (
    <>
      <SettingsButton project={told.project_info} />
      <Link to="/elsewhere">Away</Link>
    </>
  );
  await renderAt("/", { "/": page, "/elsewhere": <p>Elsewhere</p> });
  fireEvent.click(screen.getByRole("button", { name: "Project settings" }));
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.click(await drawer.findByRole("tab", { name: section }));
  const changes = () =>
    all.filter(({ method }) => method !== "GET").map(({ method, body }) => [method, body]);
  return { all, drawer, changes };
}

/** Times are taken when their field is left. */
function type(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

test("the night follows the sun until hours are set, which must differ", async () => {
  const { changes, drawer } = await open("Night hours");
  const bySun = await drawer.findByRole<HTMLInputElement>("radio", { name: "By the sun" });
  const save = drawer.getByRole("button", { name: "Save" });
  expect([bySun.checked, save]).toMatchObject([true, { disabled: true }]);
  fireEvent.click(drawer.getByRole("radio", { name: "Fixed hours" }));
  type(drawer.getByLabelText("To"), "18:30");
  expect(drawer.getByText("The two times must differ")).toBeTruthy();
  expect(save).toHaveProperty("disabled", true);
  type(drawer.getByLabelText("To"), "05:45");
  fireEvent.click(save);
  expect(await screen.findByText("The project has been changed")).toBeTruthy();
  expect(changes()).toEqual([["PUT", { project_uid: PROJECT_UID, night_from: "18:30", night_to: "05:45" }]]);
});

test("a refusal of the hours is shown and what was chosen stays", async () => {
  const { drawer } = await open("Night hours", {
    change: () => refusal(403, "Read-only members may not change it"),
  });
  fireEvent.click(await drawer.findByRole("radio", { name: "Fixed hours" }));
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Read-only members may not change it")).toBeTruthy();
  expect(drawer.getByLabelText("From")).toHaveProperty("value", "18:30");
});

test("a guarantee is saved whole, with the months that are pasted from a spreadsheet", async () => {
  const { changes, drawer } = await open("Guarantee and simulation");
  type(await drawer.findByLabelText("Guaranteed, year"), "81.5");
  const simulated = within(drawer.getByRole("group", { name: "PVsyst by month, %" }));
  fireEvent.paste(simulated.getByLabelText("March"), { clipboardData: { getData: () => twelve.join("\t") } });
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The performance contract has been set")).toBeTruthy();
  const body = {
    ...USUAL_TERMS,
    project_uid: PROJECT_UID,
    guaranteed_year_percent: 81.5,
    pvsyst_month_percent: twelve,
  };
  expect(changes()).toEqual([["PUT", body]]);
});

test("a field out of its range is named with its rule and gets the focus; nothing is sent until it is mended", async () => {
  const { changes, drawer } = await open("Guarantee and simulation");
  const degradation = await drawer.findByLabelText("Degradation a year");
  type(degradation, "11");
  type(within(drawer.getByRole("group", { name: "Guaranteed by month, %" })).getByLabelText("May"), "80");
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await drawer.findByText("Degradation a year: must be from 0 to 10")).toBeTruthy();
  expect(drawer.getByText("Guaranteed by month, %: fill in all twelve months, or none")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(degradation));
  type(degradation, "0.5");
  await waitFor(() => expect(drawer.queryByText("Degradation a year: must be from 0 to 10")).toBeNull());
  expect(changes()).toEqual([]);
});

test("what the server refuses is told with the field and its rule", async () => {
  const { drawer } = await open("Guarantee and simulation", {
    change: () =>
      refusal(400, "The request is not valid", {
        code: "request.invalid",
        fields: { "body.starts_on": "Must lie in 1970 to 2199" },
      }),
  });
  type(await drawer.findByLabelText("Guaranteed, year"), "82");
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(
    await screen.findByText("The request is not valid · starts_on: Must lie in 1970 to 2199"),
  ).toBeTruthy();
  expect(drawer.getByLabelText("Guaranteed, year")).toHaveProperty("value", "82");
});

/** Answers the question whether what was entered may be lost. */
const answerWith = async (name: string) => {
  expect(await screen.findByText(LOST)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
};

test("what is not saved is not lost by another section, by closing or by leaving the page, unless that is wanted", async () => {
  const { drawer } = await open("Guarantee and simulation");
  type(await drawer.findByLabelText("Guaranteed, year"), "82");
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  fireEvent.click(drawer.getByRole("tab", { name: "Energy price" }));
  await answerWith("Keep editing");
  fireEvent.click(screen.getByText("Away"));
  await answerWith("Keep editing");
  expect(screen.queryByText("Elsewhere")).toBeNull();
  expect(drawer.getByLabelText("Guaranteed, year")).toHaveProperty("value", "82");
  fireEvent.click(drawer.getByRole("tab", { name: "Energy price" }));
  await answerWith("Discard changes");
  expect(await drawer.findByText("In force")).toBeTruthy();
  fireEvent.click(screen.getByText("Away"));
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
});

test("prices are listed with the one in force, and another is set with its hours", async () => {
  const { changes, drawer } = await open("Energy price");
  const item = (await drawer.findByText("In force")).closest("li");
  expect(item?.textContent).toContain("From the beginning");
  expect(item?.textContent).toContain("2,204.0655 VND/kWh · Price of exports: 671 VND/kWh");
  fireEvent.click(drawer.getByRole("button", { name: "Edit the price: From 2199-01-01" }));
  fireEvent.click(drawer.getByRole("button", { name: "Add hours" }));
  const band = within(drawer.getByRole("group", { name: "Hours 1" }));
  type(band.getByLabelText("From"), "17:30");
  type(band.getByLabelText("To"), "17:30");
  type(band.getByLabelText("Price"), "3,640.5");
  fireEvent.click(band.getByRole("button", { name: "Sun" }));
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await drawer.findByText("Hours 1: the end must be later than the beginning")).toBeTruthy();
  type(band.getByLabelText("To"), "00:00");
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The tariff has been set")).toBeTruthy();
  const bands = [{ from: "17:30", to: "24:00", days: [1, 2, 3, 4, 5, 6], vnd_per_kwh: "3640.5" }];
  const price = { vnd_per_kwh: "3000", export_vnd_per_kwh: "0" };
  expect(changes()).toEqual([
    ["PUT", { project_uid: PROJECT_UID, valid_from: "2199-01-01", ...price, bands }],
  ]);
});

test("a price is deleted once that is confirmed", async () => {
  const { all, drawer } = await open("Energy price");
  fireEvent.click(await drawer.findByRole("button", { name: "Delete the price: From 2199-01-01" }));
  expect(all.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
  expect(await screen.findByText("The tariff has been removed")).toBeTruthy();
});

test("a hot-water project has only its night", async () => {
  const { drawer } = await open("Night hours", { type: "swh" });
  expect(drawer.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Night hours"]);
});
