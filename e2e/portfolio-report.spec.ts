// A portfolio report from the form to the spreadsheet that was opened.
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, noonPlace } from "./plant.ts";

// By the clocks of the plant, so that the days which the form proposes are over there too.
test.use({ timezoneId: noonPlace().timezone });

test("a portfolio report is asked for, looked at and opened as a spreadsheet, and stands under Runs when the page was closed meanwhile", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Reported plant");
  await plant.send(
    40_000,
    [30, 29, 28].map((hours) => hours * 3600),
  );
  await signIn(page);
  await open(page, "/report");
  await page.getByRole("button", { name: "Create report" }).click();
  await expect(page.getByText("Please select a project")).toBeVisible();

  await page.getByLabel("Projects", { exact: true }).fill("Reported plant");
  await page.getByRole("option", { name: "Reported plant" }).first().click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Create report" }).click();
  await expect(page.getByText("The report is being made")).toBeVisible();

  const results = page.getByRole("table", { name: "Results" });
  await results.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("dialog").getByText("00:00-00:15")).toBeVisible();
  await page.keyboard.press("Escape");

  await open(page, "/list-project");
  await open(page, "/report");
  const run = page
    .getByRole("table", { name: "Runs" })
    .getByRole("row")
    .filter({ hasText: "Reported plant" });
  await expect(run).toContainText("Done");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    run.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Reported plant .*\.xlsx$/);
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())));
  expect(sheets.map(({ name }) => name)).toEqual(["Portfolio Report", "Reported plant"]);
  // Two days of quarter hours below two lines and the titles, and the total.
  expect(sheets[1]?.rows).toHaveLength(3 + 2 * 96 + 1);
  expect(heard).toEqual([]);
});
