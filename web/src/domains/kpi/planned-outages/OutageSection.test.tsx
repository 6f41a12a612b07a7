import { listGateways } from "@heliograph/contract/fleet/gateways";
import { getPerformanceContract, USUAL_TERMS } from "@heliograph/contract/kpi/contract-terms";
import {
  addPlannedOutage,
  listPlannedOutages,
  removePlannedOutage,
} from "@heliograph/contract/kpi/planned-outages";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  choose,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { SettingsButton } from "../../monitoring/overview/SettingsButton.tsx";

freshBrowser();

/** A time is taken when its field is left. */
function typeTime(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

const UID = "00000000-0000-4000-8000-000000000001";
const GATEWAY = "00000000-0000-4000-8000-000000000002";
const OUTAGE = {
  outage_uid: UID,
  from_at: "2026-02-03T01:00:00Z",
  to_at: "2026-02-03T05:00:00Z",
  reason: "Transformer service",
  gateway_uid: null,
  gateway: null,
};

/** The section of the settings; the list has what was answered last. */
async function open(given: { items?: (typeof OUTAGE)[]; add?: () => Response } = {}) {
  signedInAs("good");
  const { items = [OUTAGE], add } = given;
  const all = fakeServer({
    "fleet/performance-contract": () => answer(getPerformanceContract, { ...USUAL_TERMS }),
    "fleet/gateways": () =>
      answer(listGateways, {
        items: [
          {
            gateway_uid: GATEWAY,
            serial: "G-1",
            name: "East",
            alias: null,
            capacity_wp: null,
            interval_s: 60,
            firmware_version: null,
            connected: true,
            last_contact_at: null,
            devices: [],
          },
        ],
        total_items: 1,
      }),
    "project-availability/planned-outages": ({ method }) => {
      if (method === "GET") return answer(listPlannedOutages, { timezone: "Asia/Ho_Chi_Minh", items });
      if (method === "DELETE") {
        return answer(removePlannedOutage, { message: "The planned outage has been removed" });
      }
      return (
        add?.() ?? answer(addPlannedOutage, { message: "The planned outage has been added", outage_uid: UID })
      );
    },
  });
  const told = projectInfoOnly.answer.parse(await fakeProjectInfo({ project_type: "pv" }).json());
  const page = (
    <>
      <SettingsButton project={told.project_info} />
    </>
  );
  await renderAt("/", { "/": page });
  fireEvent.click(screen.getByRole("button", { name: "Project settings" }));
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.click(await drawer.findByRole("tab", { name: "Planned outages" }));
  return { drawer, changes: () => all.filter(({ method }) => method !== "GET") };
}

test("planned outages stand by the clocks of the project, with their reasons and what they concern", async () => {
  const { drawer } = await open({ items: [OUTAGE, { ...OUTAGE, outage_uid: GATEWAY, reason: "Cleaning" }] });
  expect(await drawer.findAllByText("2026-02-03 08:00 – 2026-02-03 12:00")).toHaveLength(2);
  expect(drawer.getByText("Transformer service · Whole project")).toBeTruthy();
  expect(drawer.getByText("Cleaning · Whole project")).toBeTruthy();
});

test("one more is added with what was typed; what is missing is named and nothing is sent", async () => {
  const { drawer, changes } = await open({ items: [] });
  expect(await drawer.findByText("No outage is planned")).toBeTruthy();
  fireEvent.click(drawer.getByRole("button", { name: "Add a planned outage" }));
  typeTime(drawer.getByLabelText("To: Time"), "07:00");
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await drawer.findByText("The end must be after the beginning")).toBeTruthy();
  expect(drawer.getByText("Please enter a reason")).toBeTruthy();
  expect(changes()).toEqual([]);
  typeTime(drawer.getByLabelText("To: Time"), "10:15");
  fireEvent.change(drawer.getByLabelText("Reason"), { target: { value: "Cleaning" } });
  await waitFor(() =>
    expect(drawer.getByRole("combobox", { name: "Concerns" })).toHaveProperty("disabled", false),
  );
  await choose(drawer.getByRole("combobox", { name: "Concerns" }), "East");
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The planned outage has been added")).toBeTruthy();
  const [sent] = changes();
  expect(sent).toMatchObject({
    method: "POST",
    body: { project_uid: PROJECT_UID, gateway_uid: GATEWAY, reason: "Cleaning" },
  });
  expect(await drawer.findByText("No outage is planned")).toBeTruthy();
});

test("a refusal is told, and what was typed stays", async () => {
  const { drawer } = await open({ items: [], add: () => refusal(403, "You can only look at this project") });
  fireEvent.click(await drawer.findByRole("button", { name: "Add a planned outage" }));
  fireEvent.change(drawer.getByLabelText("Reason"), { target: { value: "Cleaning" } });
  fireEvent.click(drawer.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("You can only look at this project")).toBeTruthy();
  expect(drawer.getByLabelText("Reason")).toHaveProperty("value", "Cleaning");
});

test("an outage is taken back after a question", async () => {
  const { drawer, changes } = await open();
  fireEvent.click(await drawer.findByRole("button", { name: /^Delete the outage: 2026-02-03 08:00/ }));
  expect(changes()).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
  expect(await screen.findByText("The planned outage has been removed")).toBeTruthy();
  expect(changes().map(({ method, query }) => [method, query.get("outage_uid")])).toEqual([["DELETE", UID]]);
});
