// The whole first hour of a newcomer, on the screens alone.
import { expect, test, type Page } from "@playwright/test";
import { gatewayAdded, shell } from "./gateway-lines.ts";
import { complaints, open } from "./pages.ts";
import { chart, drop, wide } from "./year-files.ts";

const PHONE = { width: 390, height: 844 };
const PASSWORD = "a long secret";

/** Makes an account on the page of the login. */
async function newcomer(page: Page) {
  await open(page, "/register");
  await page.getByLabel("Full name").fill("Linh Dang");
  await page.getByLabel("E-mail").fill(`linh.${Date.now()}@test.example`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Retype password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/list-project/);
}

/** From the empty list to the gateway of a new project, whose first readings are seen and whose rating is confirmed. */
async function readingsArrive(page: Page) {
  await page.getByRole("link", { name: "Add project" }).first().click();
  await page.getByLabel("Name of the project").fill("First roof");
  await page.getByLabel("Installed capacity").fill("100");
  await page.getByLabel("Find the place").fill("10.77, 106.70");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.getByRole("option").click();
  await page.getByRole("button", { name: "Add it and go on" }).click();
  await expect(page).toHaveURL(/\/set-up\/.*step=gateway/);
  const { birth, readings } = await gatewayAdded(page);
  await shell(`${birth}\n${readings}`);
  await expect(
    page.getByRole("list", { name: "What arrives" }).getByText("1 stored, 0 refused"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Confirm ratings" }).click();
  await expect(page.getByText("confirmed", { exact: true })).toBeVisible();
}

const stepTo = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Steps of setting up" }).getByRole("link", { name }).click();
const found = (page: Page) => page.locator("[data-sum-line]").filter({ hasText: "=" });
const row = (page: Page, file: string) => page.getByRole("row").filter({ hasText: file });

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a newcomer adds a project and a gateway, sees readings arrive, imports a year, and invites a viewer, who sees it", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  await newcomer(page);
  await readingsArrive(page);

  await stepTo(page, /History/);
  await drop(page, "wide.csv", wide());
  await expect(found(page)).toHaveText(/26,352 \+ 0 \+ 0 = 26,352/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Import 26,352 readings" }).click();
  await expect(row(page, "wide.csv")).toContainText("29,280 kWh", { timeout: 60_000 });
  await page.getByRole("button", { name: "Undo: wide.csv" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "wide.csv")).toContainText("Undone", { timeout: 60_000 });
  await drop(page, "again.csv", wide());
  await expect(found(page)).toHaveText(/26,352 \+ 0 \+ 0 = 26,352/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Import 26,352 readings" }).click();
  await expect(row(page, "again.csv")).toContainText("29,280 kWh", { timeout: 60_000 });
  await drop(page, "chart.csv", chart());
  await expect(page.getByText("Recognised as SolarEdge by its first lines.")).toBeVisible();
  await expect(found(page)).toHaveText(/17,568 \+ 0 \+ 0 = 17,568/, { timeout: 60_000 });
  await page.getByRole("button", { name: "Import 17,568 readings" }).click();
  await expect(row(page, "chart.csv")).toContainText("14,640 kWh", { timeout: 60_000 });

  await stepTo(page, /People/);
  await page.getByLabel("E-mail address").fill(`viewer.${Date.now()}@test.example`);
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = new URL(await page.getByRole("textbox", { name: /^Link for/ }).inputValue());
  const guest = await (await browser.newContext()).newPage();
  await open(guest, link.pathname + link.hash);
  await guest.getByLabel("Full name").fill("Mai Vo");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByLabel("Retype password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Create the account and take part" }).click();
  await expect(guest.getByRole("heading", { name: "First roof" })).toBeVisible();
  // What was imported: two inverters of one file and that of the other gave 40 kWh each on each day.
  const project = new URL(guest.url()).pathname.split("/").at(-1) ?? "";
  await open(guest, `/statistic-project/${project}?bin=1_days&from=2024-03-01&to=2024-03-31`);
  await expect(guest.getByRole("row", { name: /^2024-03-31/ })).toContainText("120.00");
  await expect(guest.locator("#main")).toContainText("3.72K");
  expect(heard).toEqual([]);
});

test("the same on a phone, up to the import", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const heard = complaints(page);
  await newcomer(page);
  await readingsArrive(page);
  await stepTo(page, /History/);
  await drop(page, "few.csv", wide().split("\n").slice(0, 400).join("\n"));
  await expect(found(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Import .* readings$/ }).click();
  await expect(page.getByText(/^Import done/)).toBeVisible({ timeout: 60_000 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(heard).toEqual([]);
});
