// A project's report from its template to the file that was made of it, and what those see who may only look.
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, VIEWER } from "./plant.ts";

/** The first bytes of the file that comes of the press, and its name. */
async function fileOf(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), begins: bytes.subarray(0, 5).toString() };
}

test("a report is made by a template, its blocks ordered and switched, saved and generated, and its run has the file; who may only look has its pages and its file", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const heard = complaints(page);
  const plant = await makePlant("Told plant");
  for (const minutes of [40, 30, 20]) await plant.send(40_000, minutes * 60);
  const address = `/report/${plant.project_uid}`;
  await signIn(page);
  await open(page, address);
  await expect(page.getByText("No reports yet")).toBeVisible();

  await page.getByRole("button", { name: "New report" }).click();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "Weekly report" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Roof each week");
  const blocks = page.getByRole("listitem").filter({ has: page.getByRole("switch") });
  const figures = page.getByRole("button", { name: "Key figures" });
  await expect(blocks.nth(1)).toContainText("Key figures");
  await figures.press("Alt+ArrowUp");
  await expect(blocks.nth(0)).toContainText("Key figures");
  await expect(figures).toBeFocused();
  await expect(page.getByText("Key figures: place 1 of 13")).toBeAttached();
  // And without a keyboard or a mouse.
  await figures.click();
  await page.getByRole("button", { name: "Move down" }).click();
  await expect(blocks.nth(1)).toContainText("Key figures");
  await page.getByRole("button", { name: "Move up" }).click();
  await expect(blocks.nth(0)).toContainText("Key figures");
  await expect(page.getByRole("radio", { name: "Weekly" })).toBeChecked();
  await page.getByRole("switch", { name: "Photos" }).click();
  await expect(page.getByRole("switch", { name: "Photos" })).toBeChecked();
  await expect(page.getByRole("img", { name: /^Page 1 of / })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The report has been added")).toBeVisible();
  await expect(page).toHaveURL(/[?&]report=[0-9a-f-]{36}/);

  await page.reload();
  await expect(blocks.nth(0)).toContainText("Key figures");
  await expect(page.getByRole("switch", { name: "Photos" })).toBeChecked();
  const generate = page.getByRole("button", { name: "Download", exact: true }).first();
  expect(await fileOf(page, () => generate.click())).toEqual({ name: "Roof-each-week.pdf", begins: "%PDF-" });
  await expect(page.getByText("Project report handled successfully")).toBeVisible();
  const run = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Made" }) });
  const kept = await fileOf(page, () => run.getByRole("button", { name: "Download" }).click());
  expect(kept.begins).toBe("%PDF-");

  const reader = await browser.newPage();
  await signIn(reader, VIEWER);
  await open(reader, address);
  const row = reader.getByRole("row").filter({ hasText: "Roof each week" });
  await expect(row.getByRole("button")).toHaveText(["Preview", "Download"]);
  await expect(reader.getByRole("button", { name: "New report" })).toHaveCount(0);
  expect((await fileOf(reader, () => row.getByRole("button", { name: "Download" }).click())).begins).toBe(
    "%PDF-",
  );
  await row.getByRole("button", { name: "Preview" }).click();
  await expect(reader.getByRole("img", { name: /^Page 1 of / })).toBeVisible();
  await expect(reader.getByRole("button", { name: "Save" })).toHaveCount(0);
  await expect(reader.getByRole("switch")).toHaveCount(0);
  await reader.close();
  expect(heard).toEqual([]);
});
