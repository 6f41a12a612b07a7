// Data quality: the page of a project, its strip by keys, and its cells as a file.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, minutesAgo, type Plant } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Trusted plant");
  await plant.send(45_000, minutesAgo(50, 40, 30, 20, 10));
});

test("data quality: a tab of the project, a strip that keys walk through, the same as a table and a file", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  await page.getByRole("link", { name: "Data quality", exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/data-quality/${plant.project_uid}`));
  await expect(page.getByRole("heading", { level: 1, name: "Data quality" })).toBeVisible();
  const strip = page.getByRole("grid", { name: "By day and device" });
  await expect(strip.getByRole("row", { name: /MET-1/ })).toBeVisible();
  await strip.locator("[tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/device=.*day=/);
  await expect(strip.locator("[aria-selected=true]")).toHaveCount(1);
  await page.getByRole("button", { name: "View as table" }).click();
  await expect(page.getByRole("table", { name: "By day and device" })).toContainText("MET-1");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save days and devices as CSV" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("MET-1");
  expect(text).toContain("Estimated over a gap (%)");
  expect(heard).toEqual([]);
});
