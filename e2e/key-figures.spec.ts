// Key figures on the overview: a silent device becomes one alarm and ends, and every figure tells how it was computed.
import { expect, test } from "@playwright/test";
import { projectAlarms, setPerformanceContract } from "@heliograph/contract";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, VIEWER, type Plant, secondsFrom } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Mái Kho Lạnh");
  await plant.send(60_000, secondsFrom(2700, 0, 10));
  // The plant is an hour old: its first day is judged by what there is of it.
  const limits = { min_completeness_percent: 0, min_insolation_wh_m2: 0 };
  const body = { project_uid: plant.project_uid, guaranteed_year_percent: 80, ...limits };
  await ask(setPerformanceContract, { body }, await bearer());
});

const panel = (page: Parameters<typeof open>[0], name: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name, exact: true }) });

test("the ratio of today is drawn, read as a table, and explained by its quarter hours", async ({ page }) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const ratio = panel(page, "Performance ratio");
  await ratio.getByRole("button", { name: "View as table" }).click();
  await expect(ratio.getByRole("row").last()).toContainText("80.0");
  await ratio.getByRole("button", { name: "Performance ratio: how was this computed?" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("PR = 100 * sum(E) / sum(P0 * G * t / 1000)", { exact: true })).toBeVisible();
  await expect(drawer.getByRole("row", { name: /P0: installed capacity/ })).toContainText("100 kWp");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  expect(heard).toEqual([]);
});

test("by month the ratio says that there is no PVsyst, and the address keeps the choice", async ({
  page,
}) => {
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const ratio = panel(page, "Performance ratio");
  await ratio.getByRole("radio", { name: "Month" }).click();
  await expect(ratio.getByText("The project doesn't have PVsyst")).toBeVisible();
  await expect(page).toHaveURL(/ratio=month/);
  await page.reload();
  await expect(panel(page, "Performance ratio").getByText("The project doesn't have PVsyst")).toBeVisible();
});

test("availability of the last ten days opens by gateway and device, by keyboard alone", async ({ page }) => {
  await signIn(page, VIEWER);
  await open(page, `/detail/${plant.project_uid}`);
  const availability = panel(page, "Availability");
  await availability.getByText("By gateway and device").focus();
  await page.keyboard.press("Enter");
  await expect(availability.getByText("INV-1")).toBeVisible();
});

test("a gateway that falls silent by day is one alarm for all behind it, and ends when it is back", async ({
  page,
}) => {
  const silent = await makePlant("Mái Im Lặng");
  await silent.send(50_000);
  await signIn(page);
  await open(page, `/detail/${silent.project_uid}`);
  const alarms = panel(page, "Alarms");
  await expect(alarms.getByText("No alarm in the last 7 days")).toBeVisible();
  // Asked of the server: a page that is loaded over and over would take the machine from what it waits for.
  const owner = await bearer();
  const { project_uid } = silent;
  const openAlarms = async () =>
    (await ask(projectAlarms, { query: { project_uid, state: "open" } }, owner)).total_items;
  await expect.poll(openAlarms, { timeout: 120_000, intervals: [1000] }).toBe(1);
  await page.reload();
  await expect(alarms.getByText("Gateway out of contact")).toBeVisible();
  await expect(alarms.getByRole("listitem")).toHaveCount(1);
  await silent.send(50_000);
  await expect.poll(openAlarms, { timeout: 40_000, intervals: [500] }).toBe(0);
  await page.reload();
  await expect(alarms.getByText("No alarm is open")).toBeVisible();
  await expect(alarms.getByText("Ended in the last 7 days")).toBeVisible();
});
