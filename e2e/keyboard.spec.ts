// The keyboard alone reaches and operates what a person works with: no pointer is used in this file.
import { randomUUID } from "node:crypto";
import { register } from "@heliograph/contract";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { complaints, open } from "./pages.ts";
import { ask, makePlant, minutesAgo, OWNER, type Plant } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Keyboard plant");
  await plant.send(45_000, minutesAgo(50, 40, 30, 20, 10));
});

/** Tab stops to the next use of a page; more would be a page that nobody gets through. */
const MOST_TABS = 120;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Goes to the target and presses it. */
async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function signInByKeyboard(page: Page, who = OWNER): Promise<void> {
  await open(page, "/");
  await tabTo(page, page.locator("input[autocomplete=username]"));
  await page.keyboard.type(who.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(who.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/list-project/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("sign in, skip the menus, find a project, filter the list and open it", async ({ page }) => {
  const heard = complaints(page);
  await signInByKeyboard(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await press(page, page.getByRole("link", { name: "Skip to content" }));
  await expect(page.locator("main")).toBeFocused();
  await tabTo(page, page.getByPlaceholder("Search projects…"));
  await page.keyboard.type("keyboard plant");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/searchProject=keyboard/);
  const chip = page.getByRole("group", { name: "Status" }).getByRole("button", { name: /^Connected/ });
  await press(page, chip, "Space");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await expect(chip).toHaveAttribute("aria-pressed", "false");
  await press(page, page.getByRole("table").getByRole("link", { name: plant.name }));
  await expect(page).toHaveURL(new RegExp(`/detail/${plant.project_uid}`));
  await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  expect(heard).toEqual([]);
});

/** Resolves when a menu has opened and has the keys: they are pressed faster here than anybody can. */
const inMenu = (page: Page) => expect(page.locator("[role=menu]:focus, [role=menu] :focus")).toHaveCount(1);

test("menus open, are walked by arrows and close on Escape; windows give the focus back", async ({
  page,
}) => {
  const heard = complaints(page);
  // Colours are kept for the account: one that nobody else signs in with.
  const who = { username: `${randomUUID()}@test.example`, password: "moonlight over the bay" };
  const { username: email, password } = who;
  await ask(register, { body: { fullname: "Bui Thi Keyboard", email, password, retypePassword: password } });
  await signInByKeyboard(page, who);
  const theme = page.getByRole("button", { name: "Theme" });
  await press(page, theme);
  await inMenu(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(theme).toBeFocused();
  await page.keyboard.press("Enter");
  await inMenu(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const account = page.getByRole("button", { name: /Bui Thi Keyboard/ });
  for (const [steps, title] of [
    [0, "Account information"],
    [1, "Change password"],
  ] as const) {
    await press(page, account);
    await inMenu(page);
    await page.keyboard.press("Home");
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(account).toBeFocused();
  }
  // Back to what the device says.
  await tabTo(page, theme, "Shift+Tab");
  await page.keyboard.press("Enter");
  await inMenu(page);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(heard).toEqual([]);
});

const panel = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name, exact: true }) });

test("the overview: days, modes, a chart as its table, a file, and how a figure was computed", async ({
  page,
}) => {
  const heard = complaints(page);
  await signInByKeyboard(page);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}/detail/${plant.project_uid}`);
  const power = panel(page, "Power chart");
  await press(page, power.getByRole("button", { name: "View as table" }));
  await expect(power.getByRole("table")).toBeVisible();
  const mode = power.getByRole("radio", { name: "PV Power" });
  await tabTo(page, mode, "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(power.getByRole("radio", { name: "Irradiance" })).toBeChecked();
  await press(page, power.getByRole("button", { name: "Previous day" }));
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  const ratio = panel(page, "Performance ratio");
  const explain = ratio.getByRole("button", { name: "Performance ratio: how was this computed?" });
  await press(page, explain);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(explain).toBeFocused();
  const range = page.getByRole("button", { name: /Change the range/ }).first();
  await tabTo(page, range, "Shift+Tab");
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Cancel" }));
  await expect(range).toBeFocused();
  expect(heard).toEqual([]);
});

test("statistics: another day is typed, another bin chosen, and applied", async ({ page }) => {
  const heard = complaints(page);
  await signInByKeyboard(page);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}/statistic-project/${plant.project_uid}`);
  const from = page.getByLabel("From", { exact: true });
  await tabTo(page, from);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2026-01-05");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const bin = page.getByRole("combobox", { name: "Time", exact: true });
  await tabTo(page, bin);
  // The browser's own list takes the first letters, ours the arrows.
  const native = await bin.evaluate((element) => element instanceof HTMLSelectElement);
  if (native) await page.keyboard.type("1 day");
  else {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toBeVisible();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await press(page, page.getByRole("button", { name: "Apply" }));
  await expect(page).toHaveURL(/bin=1_days/);
  await expect(page).toHaveURL(/from=2026-01-05/);
  expect(heard).toEqual([]);
});

test("the chart tool: a quantity is chosen in the tree, and stands in the address", async ({ page }) => {
  const heard = complaints(page);
  await signInByKeyboard(page);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}/chart-tool/${plant.project_uid}`);
  const box = page.getByRole("checkbox", { name: /AC power/ }).first();
  // Drawn at first: it is taken away, and chosen again.
  await expect(box).toBeChecked();
  await press(page, box, "Space");
  await expect(box).not.toBeChecked();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await expect(page).toHaveURL(/series=.*ac_power_w/);
  expect(heard).toEqual([]);
});

test("support: a message is written, sent, opened and left again", async ({ page }) => {
  const heard = complaints(page);
  await signInByKeyboard(page);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}/support/${plant.project_uid}`);
  await tabTo(page, page.getByLabel("Subject"));
  await page.keyboard.type("Which key?");
  await page.keyboard.press("Tab");
  await page.keyboard.type("This one.");
  await press(page, page.getByRole("button", { name: "Send" }));
  await expect(page.getByText("Your message has been sent")).toBeVisible();
  const ticket = page.getByRole("button", { name: /Which key\?/ });
  await tabTo(page, ticket);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(ticket).toBeFocused();
  expect(heard).toEqual([]);
});
