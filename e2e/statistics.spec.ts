// Statistics and the chart tool: a range is asked for, read and taken away as a file.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, minutesAgo, type Plant } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Counted plant");
  await plant.send(45_000, minutesAgo(50, 40, 30, 20, 10));
});

test("statistics: the day in quarter hours, its bins in the address, and its rows as a file", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  await page.getByRole("link", { name: "Statistic" }).first().click();
  await expect(page).toHaveURL(new RegExp(`/statistic-project/${plant.project_uid}`));
  await expect(page.getByRole("heading", { level: 1, name: "Statistic" })).toBeVisible();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(97);
  await expect(page.getByText("Self-consumed").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Time", exact: true }).click();
  await page.getByRole("option", { name: "1 hour" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/bin=1_hours/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(25);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Counted-plant-.*1-hours-total\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(25);
  expect(lines[0]).toContain("completeness_percent");
  expect(heard).toEqual([]);
});

test("statistics: devices, and what the address says survives a reload", async ({ page }) => {
  await signIn(page);
  await open(page, `/statistic-project/${plant.project_uid}?view=devices&bin=1_hours`);
  await expect(page.getByRole("columnheader", { name: "INV-1 kWh" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "MET-1 kWh" })).toBeVisible();
});

test("chart tool: power against irradiance on two axes, in the address, as a table and a file", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  await page.getByRole("link", { name: "Chart", exact: true }).first().click();
  // It opens with power beside the sun; what is taken away stays away.
  const power = page.getByRole("checkbox", { name: /AC power/ }).first();
  const sun = page.getByRole("checkbox", { name: /Irradiance/ });
  await expect(power).toBeChecked();
  await expect(sun).toBeChecked();
  await power.click();
  await expect(power).not.toBeChecked();
  await sun.click();
  await expect(page.getByText("Choose a quantity to draw")).toBeVisible();
  await power.click();
  await expect(page).toHaveURL(/series=.*ac_power_w/);
  await page.getByText("RAD-1").click();
  await sun.click();
  await expect(page).toHaveURL(/series=.*ac_power_w.*irradiance_w_m2/);
  await expect(page.getByRole("checkbox", { name: /Module temperature/ })).toBeDisabled();
  const statistics = page.getByRole("region", { name: "Statistics of the series" });
  await expect(statistics.getByRole("row").filter({ hasText: "AC power kW" })).toContainText("45.00");
  await page.reload();
  await expect(statistics.getByRole("row").filter({ hasText: "Irradiance" })).toContainText("800");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("INV-1 · AC power (kW)");
  expect(text).toMatch(/,45(\.0+)?,/);
  const plot = await page.locator("[data-chart-over]").boundingBox();
  if (plot === null) throw new Error("The chart is not drawn");
  await page.mouse.move(plot.x + plot.width * 0.1, plot.y + plot.height / 2);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.9, plot.y + plot.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/zoom=\d+-\d+/);
  expect(heard).toEqual([]);
});
