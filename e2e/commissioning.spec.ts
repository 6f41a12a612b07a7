// The first hour of a project, from a list without it to its set-up.
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, OWNER, VIEWER } from "./plant.ts";

const PHONE = { width: 390, height: 844 };

/** Every address that the page asks of another server. */
function strangers(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== process.env["HELIOGRAPH_URL"]) asked.push(request.url());
  });
  return asked;
}

test("a project is added from the list: found by name, moved on the map, with the zone of its place", async ({
  page,
}) => {
  const heard = complaints(page);
  const left = strangers(page);
  await signIn(page);
  await page.getByRole("link", { name: "Add project" }).first().click();
  await expect(page.getByRole("heading", { name: "Add a project" })).toBeVisible();
  await page.getByLabel("Name of the project").fill("Bãi đỗ xe Mỹ Phước");
  await page.getByLabel("Installed capacity").fill("300");
  await page.getByLabel("Find the place").fill("perth, aus");
  await page
    .getByRole("option", { name: /^Perth Western Australia/ })
    .first()
    .click();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue("Australia/Perth");
  await page.getByLabel("Find the place").fill("Biên Hòa");
  await page
    .getByRole("option", { name: /^Biên Hòa/ })
    .first()
    .click();
  await expect(zone).toHaveValue("Asia/Ho_Chi_Minh");
  const found = await page.getByLabel("Latitude").inputValue();
  const map = page.getByRole("application", { name: "Map to choose the place" });
  await map.click({ position: { x: 60, y: 60 } });
  await expect(page.getByLabel("Latitude")).not.toHaveValue(found);
  await faultless(page);
  await page.getByRole("button", { name: "Add it and go on" }).click();
  await expect(page).toHaveURL(/\/set-up\/[0-9a-f-]{36}\?step=gateway$/);
  await page
    .getByRole("link", { name: /Project/, exact: false })
    .and(page.locator("[href*='step=project']"))
    .click();
  await expect(page.getByLabel("Name of the project")).toHaveValue("Bãi đỗ xe Mỹ Phước");
  await faultless(page);
  await page.setViewportSize(PHONE);
  await faultless(page);
  expect([heard, left]).toEqual([[], []]);
});

test("a project is set up by keyboard alone, and what is unsaved is asked about", async ({ page }) => {
  await signIn(page);
  await open(page, "/new-project?type=swh");
  await page.getByLabel("Name of the project").focus();
  await page.keyboard.type("Bể nước nóng");
  await page.getByLabel("Find the place").focus();
  await page.keyboard.type("16.07, 108.22");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Asia/Ho_Chi_Minh");
  await page.getByRole("link", { name: "Cancel" }).press("Enter");
  await page.getByRole("button", { name: "Keep editing" }).press("Enter");
  await page.getByLabel("Name of the project").press("Enter");
  await expect(page).toHaveURL(/\/set-up\//);
});

test("who may only look finds no way to the set-up and no page there", async ({ page }) => {
  const plant = await makePlant("Chỉ xem");
  await signIn(page, VIEWER);
  await open(page, `/detail/${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: plant.name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Set up the project" })).toHaveCount(0);
  await open(page, `/set-up/${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: "Can not found any Project with this User" })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, OWNER);
  await open(page, `/detail/${plant.project_uid}`);
  await page.getByRole("link", { name: "Set up the project" }).click();
  await expect(page.getByLabel("Name of the project")).toHaveValue(plant.name);
});

test("a new project says what it still needs, its owner puts that away, deletes it by its name and has it back", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Mái Thử Xóa");
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const checklist = page.getByRole("heading", { name: /What this project still needs/ });
  await expect(checklist).toBeVisible();
  await faultless(page);
  await page.getByRole("link", { name: "Commissioning date" }).click();
  await expect(page).toHaveURL(/\/set-up\/.*step=project/);
  await open(page, `/detail/${plant.project_uid}`);
  await page.getByRole("button", { name: "Put away" }).click();
  await expect(checklist).toHaveCount(0);
  await page.getByRole("link", { name: "Set up the project" }).click();
  await page.getByRole("button", { name: "Delete the project" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("textbox").fill("Mái Thử");
  await expect(question.getByRole("button", { name: "Delete the project" })).toBeDisabled();
  await question.getByRole("textbox").fill("Mái Thử Xóa");
  await faultless(page);
  await question.getByRole("textbox").press("Enter");
  await expect(page).toHaveURL(/list-project/);
  await expect(page.getByText("Mái Thử Xóa")).toHaveCount(0);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Deleted projects" }).click();
  await faultless(page);
  await page.getByRole("button", { name: "Restore: Mái Thử Xóa" }).click();
  await expect(page.getByText("The project has been restored")).toBeVisible();
  await page.keyboard.press("Escape");
  await open(page, `/detail/${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: "Mái Thử Xóa" })).toBeVisible();
  expect(heard).toEqual([]);
});
