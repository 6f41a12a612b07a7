// What people say of a day, with a figure that the portal computed: as they wrote it, and as the report of that day prints it.
import { readFile } from "node:fs/promises";
import { addDays, localDay } from "@heliograph/contract/kernel/time";
import { generateValue, listComments } from "@heliograph/contract/notices/comments/comments";
import { expect, test } from "@playwright/test";
import { pdfText } from "../server/testing/documents/pdf-text.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, type Plant } from "./plant.ts";

/** The plant's day before this one, once energy of it is known. */
async function dayWithEnergy({ project_uid }: Plant): Promise<string> {
  const token = await bearer();
  const { timezone } = await ask(listComments, { query: { project_uid } }, token);
  const day = addDays(localDay(timezone, Date.now()), -1);
  const query = {
    project_uid,
    calc_param_name: "inverter_production",
    calc_type: "day",
    calc_time: day,
  } as const;
  const energy = async () => (await ask(generateValue, { query }, token)).value ?? 0;
  await expect.poll(energy, { timeout: 30_000 }).toBeGreaterThan(0);
  return day;
}

test("a comment on a day keeps the figure that it names, and the report of that day prints both", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant of a printed comment");
  await plant.send(
    40_000,
    [40, 30, 20].map((minutes) => 24 * 3600 + minutes * 60),
  );
  const day = await dayWithEnergy(plant);
  await signIn(page);
  await open(page, `/events/${plant.project_uid}`);

  await page.getByRole("button", { name: "Insert a figure" }).click();
  const picker = page.getByRole("group", { name: "Insert a figure" });
  await picker.getByRole("radio", { name: "Day" }).click();
  await expect(picker.getByText(/[1-9].*kWh$/)).toBeVisible();
  await picker.getByRole("button", { name: "Insert", exact: true }).click();
  const text = page.getByLabel("Comment", { exact: true });
  await expect(text).toHaveValue(`{{inverter_production|day|${day}}}`);
  await text.pressSequentially(" in spite of the snow");
  const about = page.getByRole("textbox", { name: "Day it is about" });
  await about.fill(day);
  await about.press("Enter");
  await page.getByRole("checkbox", { name: "Show in reports" }).check();
  await page.getByRole("button", { name: "Add the comment" }).click();
  const written = page.getByRole("article");
  await expect(written).toContainText("kWh in spite of the snow");
  const [figure = ""] = /[\d.,]+\s+kWh/.exec(await written.innerText()) ?? [];
  expect(figure).not.toBe("");

  await open(page, `/report/${plant.project_uid}`);
  await page.getByRole("button", { name: "New report" }).click();
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: "Monthly report" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("The day of the snow");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The report has been added")).toBeVisible();
  for (const end of ["From", "To"]) {
    const field = page.getByRole("textbox", { name: new RegExp(`^Days: ${end}`, "i") });
    await field.fill(day);
    await field.press("Enter");
  }
  await page.getByRole("button", { name: "Make it now" }).click();
  const run = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("img", { name: "Made" }), hasText: day });
  const download = run.getByRole("button", { name: "Download" });
  await expect(download).toBeVisible({ timeout: 30_000 });
  const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
  const printed = (await pdfText(await readFile(await file.path()))).text;
  expect(printed).toContain("in spite of the snow");
  expect(printed).toContain(figure.replaceAll(/\s+/g, " "));
  expect(heard).toEqual([]);
});
