// What a plant spares the environment: from its CO2 to trees, cars and power plants, with the factors, and the weather at it.
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { faultless, graveFaults } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, VIEWER, type Plant, secondsFrom } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Mái Rừng Xanh");
  await plant.send(60_000, secondsFrom(1800, 0, 10));
});

const tile = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });

test("from the overview's CO2 to its modal, to the page, to the urban side, to the factors and their file", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page, VIEWER);
  await open(page, `/detail/${plant.project_uid}`);
  const weather = page.getByRole("region", { name: "Weather at the project" });
  await expect(weather).toContainText("Day · sun at");
  await expect(weather).toContainText("800W/m²");
  await page.getByRole("button", { name: "CO2: see the environmental impact" }).first().click();
  const modal = page.getByRole("dialog");
  await expect(modal.getByRole("heading", { name: "Phones charged" })).toBeVisible();
  expect(await graveFaults(page)).toEqual([]);
  await modal.getByRole("link", { name: "Open the full page" }).click();
  await expect(page).toHaveURL(new RegExp(`/esg/${plant.project_uid}$`));
  await expect(tile(page, "Trees")).toContainText(/\d\.\d\d trees/);
  await expect(tile(page, "Coal burned")).toContainText("Meter");
  await page.getByRole("radio", { name: "Urban" }).click();
  await expect(page).toHaveURL(/side=urban/);
  await expect(tile(page, "Natural-gas power plants")).toContainText(/0\.\d{4} plants/);
  await faultless(page);
  await page.getByRole("button", { name: "Factors and sources" }).click();
  const drawer = page.getByRole("dialog", { name: "Factors and sources" });
  await expect(drawer.getByRole("row", { name: /^2023 0\.6592/ })).toBeVisible();
  const saved = page.waitForEvent("download");
  await drawer.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain("2022,0.6766,,");
  expect(heard).toEqual([]);
});

test("all projects have a page in the menu; on a phone in the dark it stands in one column, by month", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await open(page, "/esg", { mode: "dark" });
  await page.getByRole("radio", { name: "Month" }).click();
  await expect(page).toHaveURL(/period=month/);
  await expect(tile(page, "Forest for one year")).toContainText(/\d\.\d\d ha/);
  const [first, second] = await Promise.all([
    tile(page, "Forest for one year").boundingBox(),
    tile(page, "Land waste").boundingBox(),
  ]);
  expect(second?.x).toBe(first?.x);
  await faultless(page);
});
