// Importing a year in the browser: by own mapping and by a preset, taken back, repeated, and its numbers on the project's pages.
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";
import { chart, drop, wide } from "./year-files.ts";

const found = (page: Page) => page.locator("[data-sum-line]").filter({ hasText: "=" });
const row = (page: Page, file: string) => page.getByRole("row").filter({ hasText: file });

test("a year from a wide file is tried, imported, undone and imported again, and another by a preset; their numbers are on the project's page", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant with a past");
  await signIn(page);
  await open(page, `/set-up/${plant.project_uid}?step=history`);
  await expect(page.getByText("Nothing is stored before you press Import")).toBeVisible();
  await drop(page, "wide.csv", wide());
  await expect(found(page)).toHaveText(/26,352 \+ 0 \+ 0 = 26,352/, { timeout: 40_000 });
  await expect(page.getByRole("combobox", { name: "Device: INV-1 Total yield(kWh)" })).toContainText("INV-1");
  await expect(page.getByRole("combobox", { name: "Device: EMI Irradiance(W/m²)" })).toContainText(
    "New: EMI",
  );
  await faultless(page, "all");
  await page.keyboard.press("Alt+Enter");
  await expect(page.getByText("Import done: 26,352 readings, 366 days")).toBeVisible({ timeout: 60_000 });
  await expect(row(page, "wide.csv")).toContainText("29,280 kWh");
  await page.getByRole("button", { name: "Undo: wide.csv" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("26,352 readings on 366 days go");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "wide.csv")).toContainText("Undone", { timeout: 60_000 });
  await drop(page, "wide-again.csv", wide());
  await expect(found(page)).toHaveText(/26,352 \+ 0 \+ 0 = 26,352/, { timeout: 40_000 });
  await page.getByRole("button", { name: "Import 26,352 readings" }).click();
  await expect(row(page, "wide-again.csv")).toContainText("29,280 kWh", { timeout: 60_000 });
  await drop(page, "chart.csv", chart());
  await expect(page.getByText("Recognised as SolarEdge by its first lines.")).toBeVisible();
  await expect(found(page)).toHaveText(/17,568 \+ 0 \+ 0 = 17,568/, { timeout: 40_000 });
  await page.getByRole("button", { name: "Import 17,568 readings" }).click();
  await expect(row(page, "chart.csv")).toContainText("SolarEdge", { timeout: 60_000 });
  await expect(row(page, "chart.csv")).toContainText("14,640 kWh", { timeout: 60_000 });
  await open(page, `/statistic-project/${plant.project_uid}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(heard).toEqual([]);
});

test("on a phone files are chosen, columns are cards, and nothing is wider than the screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await makePlant("Plant in a pocket");
  await signIn(page);
  await open(page, `/set-up/${plant.project_uid}?step=history`);
  await expect(page.getByRole("button", { name: /^Choose files/ })).toBeVisible();
  await drop(page, "few.csv", wide().split("\n").slice(0, 400).join("\n"));
  await expect(found(page)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole("button", { name: /^Import .* readings$/ })).toBeEnabled();
  await expect(page.getByRole("table", { name: "Columns" })).toHaveCount(0);
  await faultless(page, "all");
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
