// Who is told when nobody takes an alarm: kept as it was chosen, read by those who may not change it.
import { expect, test } from "@playwright/test";
import { graveFaults } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, VIEWER } from "./plant.ts";

test("who is told when nobody takes an alarm is chosen, kept, read by a viewer and taken back", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("A watched plant");
  await signIn(page);
  await open(page, `/alarms/rules/${plant.project_uid}`);
  await page.getByRole("link", { name: "Escalation" }).click();
  await expect(page).toHaveURL(new RegExp(`/alarms/escalation/${plant.project_uid}$`));
  await expect(page.getByText("Nobody else is told yet.")).toBeVisible();
  await page.getByRole("combobox", { name: "Add a person" }).click();
  const name = await page.getByRole("option").first().innerText();
  await page.getByRole("option").first().click();
  const minutes = page.getByRole("textbox", { name: "After the alarm was told" });
  await minutes.fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(minutes).toHaveAttribute("aria-invalid", "true");
  await minutes.fill("20");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The escalation has been saved")).toBeVisible();
  await page.reload();
  await expect(minutes).toHaveValue("20");
  expect(await graveFaults(page)).toEqual([]);

  const viewer = await browser.newPage();
  await signIn(viewer, VIEWER);
  await open(viewer, `/alarms/escalation/${plant.project_uid}`);
  await expect(viewer.getByText(`${name}, after 20 min`)).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Save" })).toHaveCount(0);
  await viewer.close();

  await page.getByRole("button", { name: `Take out: ${name}` }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nobody else is told yet.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nobody else is told yet.")).toBeVisible();
  expect(heard).toEqual([]);
});
