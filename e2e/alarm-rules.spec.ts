// A rule of alarms from its sentence to the alarm that it raises: saved only as it was replayed.
import { expect, test, type Page } from "@playwright/test";
import { graveFaults } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, VIEWER } from "./plant.ts";

const replay = async (page: Page) => {
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await expect(page.getByText("for the rule as it stands")).toBeVisible({ timeout: 30_000 });
};

test("an alarm rule is replayed over its history and saved", async ({ page }) => {
  const heard = complaints(page);
  const plant = await makePlant("A ruled plant");
  await plant.send(60_000, 60);
  await plant.send(40_000, 30);
  await signIn(page);
  await open(page, `/alarms/rules/${plant.project_uid}`);
  await expect(page.getByText("When a device is silent for 1 min", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Rule of a measured value" }).click();
  await page.getByRole("combobox", { name: "Value" }).click();
  await page.getByRole("option", { name: "AC power", exact: true }).click();
  await page.getByRole("textbox", { name: "Threshold" }).fill("45");
  await page.getByRole("textbox", { name: "For" }).fill("0");
  const save = page.getByRole("button", { name: "Save rule" });
  await expect(save).toBeDisabled();

  await replay(page);
  await expect(page.getByText("Not enough history to replay: 1 of 90 days.", { exact: false })).toBeVisible();
  await expect(save).toBeEnabled();
  expect(await graveFaults(page)).toEqual([]);

  // Another sentence is another rule: it must be replayed itself.
  await page.getByRole("textbox", { name: "Threshold" }).fill("50");
  await expect(save).toBeDisabled();
  await expect(page.getByText("The rule has changed since: replay it again to save it")).toBeVisible();
  await replay(page);
  await save.click();
  await expect(page.getByText("The rule of alarms has been saved")).toBeVisible();
  await expect(page.getByText("When AC power is over 50 kW for 0 min")).toBeVisible();

  // What the gateway sends next raises it.
  await plant.send(70_000);
  await expect(async () => {
    await open(page, `/alarms/rules/${plant.project_uid}`);
    const row = page.getByRole("row", { name: /AC power/ });
    await expect(row.getByRole("cell").filter({ hasText: /^[12]$/ })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });

  const viewer = await page.context().browser()?.newPage();
  if (viewer === undefined) throw new Error("no browser");
  await signIn(viewer, VIEWER);
  await open(viewer, `/alarms/rules/${plant.project_uid}`);
  await expect(viewer.getByText("When AC power is over 50 kW for 0 min")).toBeVisible();
  await expect(viewer.getByRole("switch")).toHaveCount(0);
  await expect(viewer.getByRole("button", { name: "Rule of a measured value" })).toHaveCount(0);
  await viewer.close();
  expect(heard).toEqual([]);
});
