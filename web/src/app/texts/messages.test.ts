// Every message that the specification quotes, and the test in which it appears where it is called for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");

/** Line of the specification, its words, the file of the test and how the test's name begins. */
const MESSAGES: readonly (readonly [line: string, words: string, file: string, name: string])[] = [
  ["M27", "Login faild", "e2e/admin.spec.ts", "an administrator signs on"],
  ["M29, M258", "Function is updating", "web/src/app/shell/project-menu.test.tsx", "of a hot-water project"],
  [
    "M30",
    "Can not found any Project with this User",
    "web/src/app/shell/shell.test.tsx",
    "an unknown address",
  ],
  [
    "M39",
    "Try again",
    "web/src/domains/monitoring/portfolio/ProjectListScreen.test.tsx",
    "without projects there is",
  ],
  [
    "M40, M256",
    "Based on no device",
    "web/src/domains/monitoring/portfolio/ProjectListScreen.test.tsx",
    "a project without a gateway",
  ],
  ["M44", "Connected", "web/src/domains/monitoring/portfolio/list-statuses.test.tsx", "a project is %s"],
  ["M44", "Warning", "web/src/domains/monitoring/portfolio/list-statuses.test.tsx", "a project is %s"],
  ["M44", "Offline", "web/src/domains/monitoring/portfolio/list-statuses.test.tsx", "a project is %s"],
  ["M44", "Sleeping", "web/src/domains/monitoring/portfolio/list-statuses.test.tsx", "a project is %s"],
  [
    "M44",
    "Not installed yet",
    "web/src/domains/monitoring/portfolio/list-statuses.test.tsx",
    "a project is %s",
  ],
  [
    "M47",
    "Plants are fully-operational",
    "web/src/domains/monitoring/portfolio/ProjectListScreen.test.tsx",
    "totals are",
  ],
  ["M54", "The project doesn't have PVsyst", "e2e/key-figures.spec.ts", "by month the ratio says"],
  ["M57", "Time", "e2e/statistics.spec.ts", "statistics: the day in quarter hours"],
  ["M67", "Are you sure?", "web/src/domains/fleet/files/ResourcesScreen.test.tsx", "deleting asks"],
  [
    "M91",
    "This item has no gateway",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "projects without a gateway or a device",
  ],
  [
    "M91",
    "This project has no device",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "projects without a gateway or a device",
  ],
  [
    "M175",
    "Please select at least one project.",
    "web/src/domains/monitoring/portfolio/project-reports.test.tsx",
    "with no project chosen the project report warns",
  ],
  [
    "M177",
    "Please select a start date",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "without a project, a start",
  ],
  [
    "M177",
    "Please select an end date",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "without a project, a start",
  ],
  [
    "M177",
    "Please select a project",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "without a project, a start",
  ],
  [
    "M177",
    "Please select binsize",
    "server/src/domains/reports/portfolio-report/portfolio-report.api.test.ts",
    "%s: %j is refused",
  ],
  [
    "M178",
    "Start date cannot be after end date",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "a report from %s to %s",
  ],
  [
    "M178",
    "End date cannot be before start date",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "a report from %s to %s",
  ],
  [
    "M250",
    "An error occurred while processing the request",
    "web/src/domains/reports/portfolio-report/report-rules.test.ts",
    "%s: a failed report",
  ],
  [
    "M251",
    "A timeout has occurred",
    "web/src/domains/reports/portfolio-report/report-rules.test.ts",
    "%s: a failed report",
  ],
  [
    "M252",
    "Failed to handle project report.",
    "web/src/domains/reports/portfolio-report/report-rules.test.ts",
    "%s: a failed report",
  ],
  [
    "M253",
    "An unexpected error occurred. Please try again later",
    "web/src/domains/reports/portfolio-report/report-rules.test.ts",
    "%s: a failed report",
  ],
  [
    "M254",
    "No project data available for download",
    "server/src/domains/reports/portfolio-report/report-spreadsheet.api.test.ts",
    "a report of nothing",
  ],
  [
    "M255",
    "Roof 1 is updating",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "a preview of a project of which",
  ],
  [
    "M261",
    "Project report handled successfully",
    "web/src/domains/reports/portfolio-report/PortfolioReportScreen.test.tsx",
    "the project report has a tab",
  ],
  [
    "M184",
    "Start time must be < current time",
    "web/src/domains/monitoring/statistics/StatisticsRange.test.tsx",
    "a From later than now",
  ],
  [
    "M184",
    "End time must be < current time",
    "web/src/domains/monitoring/statistics/StatisticsRange.test.tsx",
    "a To later than now",
  ],
  [
    "M163, M257",
    "No data found",
    "web/src/domains/monitoring/map/RadiationMap.test.tsx",
    "a map without a single",
  ],
  [
    "M163, M257",
    "No data found in range 200–299 W/m²",
    "web/src/domains/monitoring/map/RadiationMap.test.tsx",
    "a band that no project lies in",
  ],
  ["M201", "Access token is missing", "web/src/platform/call.test.ts", "without a token nothing is sent"],
  ["M80", "Updating", "web/src/domains/fleet/aliases/SettingDrawer.test.tsx", "the tabs are Alias"],
  [
    "M81",
    "This project has no gateway",
    "web/src/domains/fleet/aliases/SettingDrawer.test.tsx",
    "in a list a project is chosen first",
  ],
  [
    "M82",
    "Not available",
    "web/src/domains/fleet/aliases/SettingDrawer.test.tsx",
    "in a project its gateways stand",
  ],
  ["M95", "Stop", "web/src/domains/control/schedules/SchedulesPanel.test.tsx", "deleted with %s"],
  ["M95", "Default", "web/src/domains/control/schedules/SchedulesPanel.test.tsx", "deleted with %s"],
  [
    "M157",
    "Active",
    "web/src/domains/control/schedules/SchedulesPanel.test.tsx",
    "a schedule stands in the table",
  ],
  [
    "M157",
    "Deactive",
    "web/src/domains/control/schedules/SchedulesPanel.test.tsx",
    "a schedule stands in the table",
  ],
  [
    "M157",
    "Override and apply",
    "web/src/domains/control/schedules/SchedulesPanel.test.tsx",
    "an update keeps gateway",
  ],
  [
    "M188",
    "* Please select at least 1 gateway",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "without gateway, device and day",
  ],
  [
    "M188",
    "Please select at least 1 device",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "without gateway, device and day",
  ],
  [
    "M190",
    "Start time must be < end time",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "an end that is not after",
  ],
  [
    "M190",
    "End time must be > start time",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "an end that is not after",
  ],
  [
    "M192, M260",
    "Please select 1 project",
    "web/src/domains/control/schedules/SchedulesPanel.test.tsx",
    "without a project",
  ],
  [
    "M194",
    "Function is updating",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "only the manual mode sends",
  ],
  ["M195", "Percent", "web/src/domains/control/schedules/ScheduleForm.test.tsx", "the power is a percentage"],
  [
    "M195",
    "Pmax (W)",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "the power is a percentage",
  ],
  ["M242", "Login faild", "server/src/domains/identity/sso.api.test.ts", "what is not vouched for"],
  ["M243", "Old password is not correct!", "web/src/app/shell/shell.test.tsx", "a wrong old password"],
  ["M243", "Notification", "web/src/app/shell/shell.test.tsx", "a wrong old password"],
  [
    "M246",
    "Please wait a moment for the function to execute!!",
    "web/src/domains/fleet/aliases/SettingDrawer.test.tsx",
    "restoring says",
  ],
  [
    "M248",
    "Something went wrong",
    "web/src/domains/control/zero-export/ZeroExportPanel.test.tsx",
    "a command that is refused",
  ],
  [
    "M248",
    "Something went wrong",
    "web/src/domains/control/zero-export/ZeroExportPanel.test.tsx",
    "clearing that fails",
  ],
  ["M261", "Logged in successfully", "e2e/admin.spec.ts", "an administrator signs on"],
  ["M261", "Successful delete", "web/src/domains/fleet/files/ResourcesScreen.test.tsx", "deleting asks"],
  [
    "M261",
    "Command sent successfully",
    "web/src/domains/control/zero-export/ZeroExportPanel.test.tsx",
    "Space on the switch",
  ],
  [
    "M261",
    "Clear control nze log successfully",
    "web/src/domains/control/zero-export/ZeroExportPanel.test.tsx",
    "clearing needs at least",
  ],
  [
    "M261",
    "Create schedule successful",
    "web/src/domains/control/schedules/ScheduleForm.test.tsx",
    "a new schedule is sent",
  ],
  [
    "M261",
    "Delete schedule successful",
    "web/src/domains/control/schedules/SchedulesPanel.test.tsx",
    "deleted with %s",
  ],
];

/** The source of the test whose name begins so, up to the next one; a list of cases before the name belongs to it. */
function testIn(file: string, name: string): string | undefined {
  const code = readFileSync(join(ROOT, file), "utf8");
  return code.split(/^(?=(?: {2})?test[.(])/m).find((part) => part.includes(`("${name}`));
}

test.each(MESSAGES)("%s: '%s' appears where it is called for", (_line, words, file, name) => {
  const body = testIn(file, name);
  expect(body, `${file}: "${name}…"`).toBeDefined();
  // The words of a test of several cases stand in those; of any other behind its name.
  const held = name.includes("%s") ? body : body?.slice(body.indexOf("=>"));
  expect(held).toMatch(new RegExp(`["'/]${words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}["'/]`));
});
