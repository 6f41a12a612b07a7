import {
  makePortfolioReport,
  projectReport,
  reportProjects,
  type ProjectReportData,
} from "@heliograph/contract/reports/portfolio-report";
import { cancelRun, listRuns, runAgain, type ReportRun } from "@heliograph/contract/reports/runs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import PortfolioReportScreen from "./PortfolioReportScreen.tsx";

freshBrowser();

const uidOf = (n: number) => `0198a5a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const projects = Array.from({ length: 7 }, (_, n) => ({
  project_uid: uidOf(n + 1),
  name: `Roof ${n + 1}`,
  timezone: "Asia/Ho_Chi_Minh",
  gateways: n === 5 ? 0 : 1,
  devices: n === 6 ? 0 : 2,
}));
const run = (change: Partial<ReportRun> = {}): ReportRun => ({
  run_uid: uidOf(50),
  kind: "portfolio",
  title: "Roof 1 +1 2026-02-01 2026-02-02",
  state: "running",
  progress: 0.5,
  asked_at: "2026-02-03T05:00:00.000Z",
  started_at: "2026-02-03T05:00:01.000Z",
  ended_at: null,
  file: null,
  error: null,
  ...change,
});
const record = {
  inverter_production: 1.234,
  inverter_accumulation: 4.2,
  metter_production: null,
  metter_accumulation: null,
  pr_data: null,
  gateway_status: "Active" as const,
};
type BinRecord = ProjectReportData["project_data"][number]["binsize_data"][number]["record"];
const reportOf = (bins: number, of: BinRecord = record) => ({
  items: [
    {
      project_uid: uidOf(1),
      name: "Roof 1",
      timezone: "Asia/Ho_Chi_Minh",
      units: { energy: "kWh" as const, pr_data: "%" as const },
      project_data: [
        {
          calculate_day: "2026-02-01",
          binsize_data: Array.from({ length: bins }, (_, n) => ({
            binsize: `0${n}:00-0${n + 1}:00`,
            record: of,
          })),
        },
      ],
    },
  ],
});

async function open(address = "/report", more: Parameters<typeof fakeServer>[0] = {}) {
  signedInAs("lan@kho.example");
  const server = fakeServer({
    [reportProjects.path]: () => answer(reportProjects, { items: projects }),
    [listRuns.path]: () => answer(listRuns, { items: [], total_items: 0 }),
    [makePortfolioReport.path]: () =>
      answer(makePortfolioReport, { message: "The report is being made", run: run() }),
    [projectReport.path]: () => answer(projectReport, reportOf(7)),
    ...more,
  });
  await renderAt(address, { "/report": <PortfolioReportScreen /> });
  return server;
}
const asked = `/report?projects=${projects.map(({ project_uid }) => project_uid).join(",")}&from=2026-02-01&to=2026-02-02&bin=1_hours`;

test("without a project, a start and an end nothing is sent, and each field says what it needs (M177)", async () => {
  await open();
  const make = await screen.findByRole("button", { name: "Create report" });
  for (const label of ["Start date", "End date"]) {
    const field = screen.getByLabelText(label);
    fireEvent.change(field, { target: { value: "" } });
    fireEvent.blur(field);
  }
  fireEvent.click(make);
  expect(await screen.findByText("Please select a project")).toBeTruthy();
  expect(screen.getByText("Please select a start date")).toBeTruthy();
  expect(screen.getByText("Please select an end date")).toBeTruthy();
});

test.each([
  ["2026-02-05", "2026-02-02", "15_minutes", "Start date cannot be after end date"],
  ["2026-02-05", "2026-02-02", "15_minutes", "End date cannot be before start date"],
  ["2026-01-01", "2026-02-01", "15_minutes", "The selected binsize allows a maximum of 31 days"],
])("a report from %s to %s by %s is not sent: %s (M178, M179)", async (from, to, bin, words) => {
  await open(`/report?projects=${uidOf(1)}&from=${from}&to=${to}&bin=${bin}`);
  expect(screen.getByText("Longest range in days: 31")).toBeTruthy();
  await screen.findByRole("row", { name: /Roof 1/ });
  fireEvent.click(screen.getByRole("button", { name: "Create report" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("projects without a gateway or a device cannot be chosen and say why (M91)", async () => {
  await open();
  const field = await screen.findByLabelText("Projects");
  await waitFor(() => expect(field.hasAttribute("disabled")).toBe(false));
  fireEvent.click(field);
  fireEvent.keyDown(field, { key: "ArrowDown" });
  const option = await screen.findByRole("option", { name: /Roof 6/ });
  expect(option.textContent).toContain("This item has no gateway");
  expect(option.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("option", { name: /Roof 7/ }).textContent).toContain("This project has no device");
  expect(screen.getByRole("option", { name: /Roof 1/ }).getAttribute("aria-disabled")).not.toBe("true");
});

test("what was asked for is a row for each project, five a page, and a preview shows all bins, five a page (M88, M89)", async () => {
  await open(asked);
  const results = await screen.findByRole("table", { name: "Results" });
  await waitFor(() => expect(within(results).getAllByRole("row")).toHaveLength(1 + 5));
  fireEvent.click(within(results).getAllByRole("button", { name: "Preview" })[0] ?? results);
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(within(dialog).getAllByRole("row")).toHaveLength(1 + 5));
  expect(within(dialog).getByText("00:00-01:00")).toBeTruthy();
  expect(within(dialog).getAllByText("1.234")).toHaveLength(5);
  fireEvent.click(within(dialog).getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(within(dialog).getAllByRole("row")).toHaveLength(1 + 2));
});

const preview = async () => {
  fireEvent.click((await screen.findAllByRole("button", { name: "Preview" }))[0] ?? document.body);
  return screen.findByRole("dialog");
};

test("a preview of a project of which nothing is known says so (M254, M255)", async () => {
  const nothing = { ...record, inverter_production: null, gateway_status: "Inactive" as const };
  await open(asked, { [projectReport.path]: () => answer(projectReport, reportOf(2, nothing)) });
  const dialog = await preview();
  expect(await within(dialog).findByText("Data is not available")).toBeTruthy();
  expect(within(dialog).getByText("Roof 1 is updating")).toBeTruthy();
});

test.each([
  [504, "A timeout has occurred"],
  [404, "Failed to handle project report."],
])("a preview that is answered %s says: %s (M251, M252)", async (status, words) => {
  await open(asked, { [projectReport.path]: () => refusal(status, "Said by the server") });
  expect(await within(await preview()).findByText(words)).toBeTruthy();
});

test("what is being made shows how far it is and can be cancelled; what failed says why and can be made again", async () => {
  const error = { code: "report.no_data", message: "No project data available for download" };
  const failed = run({ run_uid: uidOf(51), state: "failed", ended_at: "2026-02-03T05:01:00.000Z", error });
  const server = await open("/report", {
    [listRuns.path]: () => answer(listRuns, { items: [run(), failed], total_items: 2 }),
    [cancelRun.path]: () =>
      answer(cancelRun, { message: "It has been cancelled", run: run({ state: "cancelled" }) }),
    [runAgain.path]: () => answer(runAgain, { message: "It is being made again", run: run() }),
  });
  const runs = await screen.findByRole("table", { name: "Runs" });
  const bar = await within(runs).findByRole("progressbar");
  expect(bar.getAttribute("value")).toBe("0.5");
  expect(within(runs).getByText("No project data available for download")).toBeTruthy();
  fireEvent.click(within(runs).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(server.filter(({ path }) => path === cancelRun.path)).toHaveLength(1));
  fireEvent.click(within(runs).getByRole("button", { name: "Make again" }));
  await waitFor(() => expect(server.filter(({ path }) => path === runAgain.path)).toHaveLength(1));
});

test("the project report has a tab for each calculated day and a table of its bins that scrolls at 350 px (M73, M261)", async () => {
  const [first] = reportOf(2).items[0]?.project_data ?? [];
  const days = ["2026-02-01", "2026-02-02"].map((calculate_day) => ({
    binsize_data: [],
    ...first,
    calculate_day,
  }));
  const items = reportOf(2).items.map((item) => ({ ...item, project_data: days }));
  await open(asked, { [projectReport.path]: () => answer(projectReport, { items }) });
  fireEvent.click((await screen.findAllByRole("button", { name: "By day" }))[0] ?? document.body);
  const dialog = await screen.findByRole("dialog");
  const tabs = await within(dialog).findAllByRole("tab");
  expect(tabs.map(({ textContent }) => textContent)).toEqual(["01-02-2026", "02-02-2026"]);
  expect(within(dialog).getAllByRole("row")).toHaveLength(1 + 2);
  expect(await screen.findByText("Project report handled successfully")).toBeTruthy();
  fireEvent.click(tabs[1] ?? dialog);
  await waitFor(() => expect(within(dialog).getAllByText("02-02-2026").length).toBeGreaterThan(2));
});
