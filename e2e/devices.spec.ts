// The device list and its dialogs, as an owner and as one who may only look.
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { graveFaults } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, VIEWER } from "./plant.ts";

test("an owner finds a device, sees its values move, opens it by a link, and takes the list along", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant with devices");
  await plant.send(45_000, 10);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const facts = page.locator("section", { has: page.getByRole("heading", { name: "About the project" }) });
  await facts.getByRole("link", { name: "Inverter" }).click();
  await expect(page).toHaveURL(/list-device.*group=inverters/);
  const inverter = page.getByRole("row").filter({ hasText: "INV-1" });
  await expect(inverter).toContainText("45.0 kW");
  await expect(inverter).toContainText("Connected");
  await plant.send(52_000);
  await expect(inverter).toContainText("52.0 kW");
  await page.getByRole("radiogroup", { name: "Kind of device" }).getByRole("radio", { name: "All" }).click();
  await expect(page.getByRole("row").filter({ hasText: "RAD-1" })).toContainText("800 W/m²");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain(",INV-1,INV-1,Inverter,");

  await page.getByRole("button", { name: "INV-1", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "AC side" })).toBeVisible();
  await expect(dialog).toContainText("52.00 kW");
  expect(await graveFaults(page)).toEqual([]);
  await dialog.getByRole("radio", { name: "Details" }).click();
  await expect(dialog).toContainText("2099-12-31");
  await page.reload();
  await expect(dialog).toContainText("2099-12-31");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/device=/);
  expect(heard).toEqual([]);
});

test("one who may only look sees the same on a phone, in a sheet as large as the screen", async ({
  page,
}) => {
  const heard = complaints(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const plant = await makePlant("Plant seen on a phone");
  await plant.send(30_000);
  await signIn(page, VIEWER, { mode: "dark" });
  await open(page, `/list-device/${plant.project_uid}`, { mode: "dark" });
  await expect(page.getByText("30.0 kW")).toBeVisible();
  await page.getByRole("button", { name: "RAD-1", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Normal", { exact: true })).toBeVisible();
  const box = await dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  expect(box?.height).toBeGreaterThanOrEqual(844);
  expect(await graveFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "RAD-1", exact: true })).toBeFocused();
  expect(heard).toEqual([]);
});
