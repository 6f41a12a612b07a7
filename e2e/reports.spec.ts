// A project's report from its template to the file that was made of it, and what those see who may only look.
import { readFile } from "node:fs/promises";
import { reportBrand } from "@heliograph/contract/reports/templates/brand";
import { addReport, reportDetails, reportTemplates } from "@heliograph/contract/reports/templates/reports";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, minutesAgo, VIEWER } from "./plant.ts";

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
  const heard = complaints(page);
  const plant = await makePlant("Told plant");
  await plant.send(40_000, minutesAgo(40, 30, 20));
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
  await page.getByRole("button", { name: "Save", exact: true }).click();
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

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a report is of several projects, opens by its address on whatever page of the list it stands, and is made of days of one's choice", async ({
  page,
}) => {
  const heard = complaints(page);
  const [one, other] = [await makePlant("First of two"), await makePlant("Second of two")];
  const token = await bearer();
  const { items: templates } = await ask(reportTemplates, { query: {} }, token);
  const add = (title: string) =>
    ask(
      addReport,
      {
        body: {
          title,
          template_uid: templates[0]?.template_uid ?? "",
          project_uid_list: [one.project_uid],
          lang: "en",
          delivery_method: "download",
          email_list: [],
          schedule: "monthly",
          period: "previous_month",
          send_on: { time: "06:00", weekday: null, day: 1, date: null },
          from_date: null,
          to_date: null,
        },
      },
      token,
    );
  const { report } = await add("The oldest");
  for (let n = 0; n < 20; n += 1) await add(`Newer ${n}`);
  await signIn(page);
  await open(page, `/report/${one.project_uid}?report=${report.report_uid}`);
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("The oldest");

  await page.getByRole("combobox", { name: "Projects" }).fill("Second of two");
  await page.getByRole("option", { name: "Second of two" }).first().click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("the document has a part for each of 2")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The report has been changed")).toBeVisible();
  const changed = await ask(reportDetails, { query: { report_uid: report.report_uid } }, token);
  expect(changed.project_uid_list).toEqual([one.project_uid, other.project_uid]);

  for (const [end, day] of [
    ["From", "2026-01-01"],
    ["To", "2026-01-05"],
  ] as const) {
    const field = page.getByRole("textbox", { name: new RegExp(`^Days: ${end}`, "i") });
    await field.fill(day);
    await field.press("Enter");
  }
  await page.getByRole("button", { name: "Make it now" }).click();
  const run = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("img", { name: "Made" }), hasText: "2026-01-01 – 2026-01-05" });
  await expect(run.getByRole("button", { name: "Download" })).toBeVisible({ timeout: 30_000 });
  expect(heard).toEqual([]);
});

test("blocks of a report are saved as a template and taken away again; logo and colour are those of all reports", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant with a logo");
  await signIn(page);
  await open(page, `/report/${plant.project_uid}?report=new`);

  const name = `Ours ${plant.project_uid.slice(0, 8)}`;
  await page.getByRole("button", { name: "Save as template" }).click();
  const naming = page.getByRole("dialog", { name: "Save as template" });
  await naming.getByRole("textbox", { name: "Name of the template" }).fill(name);
  await naming.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The template has been saved")).toBeVisible();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name }).click();
  await expect(page.getByRole("combobox", { name: "Template" })).toContainText(name);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: `Delete ${name}` })).toHaveCount(0);

  await page.getByLabel("Colour").fill("#123456");
  await page.getByRole("button", { name: "Use this colour" }).click();
  await expect(page.getByText("The colour has been changed")).toBeVisible();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page.getByRole("img", { name: "Logo", exact: true })).toBeVisible();
  expect((await ask(reportBrand, {}, await bearer())).colour).toBe("#123456");
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.getByRole("button", { name: "Upload a logo" })).toBeVisible();
  expect(heard).toEqual([]);
});
