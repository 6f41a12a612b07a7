import { projectReport } from "@heliograph/contract/reports/portfolio-report";
import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { screenParts } from "../../../app/screen-parts.ts";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
import { answer, freshBrowser, renderAt, screenOf, signedInAs } from "../../../testing/test-kit.tsx";
import ProjectListScreen from "./ProjectListScreen.tsx";
import SwhListScreen from "./SwhListScreen.tsx";
import { listAnswer, listItem, listServer, UIDS } from "./testing/list-fakes.ts";

freshBrowser();

const record = {
  inverter_production: 1.234,
  inverter_accumulation: 4.2,
  metter_production: null,
  metter_accumulation: null,
  pr_data: null,
  gateway_status: "Active" as const,
};

/** The list of two solar projects, Nam and Bac. */
async function open(address = "/list-project") {
  signedInAs("good");
  const nam = listItem();
  const bac = listItem({
    project_info: { ...nam.project_info, project_uid: UIDS[1], project_ssoc_name: "Bac" },
  });
  const names = new Map<string, string>(
    [nam, bac].map(({ project_info: of }) => [of.project_uid, of.project_ssoc_name]),
  );
  const all = listServer({
    "project/list": () => listAnswer([nam, bac]),
    [projectReport.path]: ({ body }) => {
      const [project_uid = ""] = (body as { project_uid: string[] }).project_uid;
      return answer(projectReport, {
        items: [
          {
            project_uid,
            name: names.get(project_uid) ?? "",
            timezone: "Asia/Ho_Chi_Minh",
            units: { energy: "kWh", pr_data: "%" },
            project_data: [
              { calculate_day: "2026-02-01", binsize_data: [{ binsize: "00:00-00:15", record }] },
            ],
          },
        ],
      });
    },
  });
  await renderAt(address, {
    "/list-project": (
      <ScreenPartsContext value={screenParts}>
        <ProjectListScreen />
      </ScreenPartsContext>
    ),
    "/list-project-swh": (
      <ScreenPartsContext value={screenParts}>
        <SwhListScreen />
      </ScreenPartsContext>
    ),
  });
  const reports = () => all.filter(({ path }) => path === projectReport.path).map(({ body }) => body);
  return { reports };
}

const pressReport = () => fireEvent.click(screen.getByRole("button", { name: "Project report" }));

test("with no project chosen the project report warns, and lets projects be chosen (M175)", async () => {
  const { reports } = await open();
  await screen.findByRole("link", { name: "Nam" });
  expect(screen.queryByRole("checkbox", { name: "Select Nam" })).toBeNull();
  pressReport();
  expect(await screen.findByText("Please select at least one project.")).toBeTruthy();
  expect(await screen.findByRole("checkbox", { name: "Select Nam" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(reports()).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("checkbox", { name: "Select Nam" })).toBeNull();
});

test.each([1440, 390])(
  "the project report shows the report of each chosen project, one after the other, at width %s",
  async (width) => {
    screenOf(width);
    const { reports } = await open();
    await screen.findByText("Nam");
    pressReport();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select Nam" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Bac" }));
    pressReport();
    const dialog = await screen.findByRole("dialog", { name: "Project report of Nam" });
    expect(await within(dialog).findByText("1 of 2")).toBeTruthy();
    expect(await within(dialog).findByRole("tab", { name: "01-02-2026" })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Next project" }));
    const next = await screen.findByRole("dialog", { name: "Project report of Bac" });
    expect(await within(next).findByText("2 of 2")).toBeTruthy();
    expect(within(next).getByRole<HTMLButtonElement>("button", { name: "Next project" }).disabled).toBe(true);
    expect(reports().map((body) => (body as { project_uid: string[] }).project_uid)).toEqual([
      [UIDS[0]],
      [UIDS[1]],
    ]);
  },
);

test("the list of water heaters has no project reports", async () => {
  await open("/list-project-swh");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: "Project report" })).toBeNull();
});
