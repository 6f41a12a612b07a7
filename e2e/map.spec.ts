// The radiation map and the showcase: drawn without any other server, by mouse and by keyboard.
import { expect, test, type Page } from "@playwright/test";
import { createProject } from "@heliograph/contract";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, minutesAgo, type Plant, VIEWER } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Mái Bản Đồ");
  await plant.send(45_000, minutesAgo(15, 10, 5, 0));
  const place = { latitude: 10.79, longitude: 106.77, timezone: "Asia/Ho_Chi_Minh" };
  const body = { name: "Thủ Đức Chưa Lắp", project_type: "pv" as const, capacity_wp: 5000, ...place };
  await ask(createProject, { body }, await bearer());
});

/** Every address that the page asks of another server. */
function strangers(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== process.env["HELIOGRAPH_URL"]) asked.push(request.url());
  });
  return asked;
}
const legend = (page: Page) =>
  page.locator("[data-map=list]").getByRole("group", { name: "Radiation, W/m²" });

test("the map draws its outlines from this server alone, and the address keeps map and bands", async ({
  page,
}) => {
  const heard = complaints(page);
  const left = strangers(page);
  await signIn(page);
  const outlines = page.waitForResponse((reply) => reply.url().includes("vn-outlines"));
  await page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name: "Map" }).click();
  expect((await outlines).status()).toBe(200);
  await expect(page).toHaveURL(/view=map/);
  const map = page.locator("[data-map=list]");
  // Here the map begins (M276): the project of that place is in sight.
  await expect(map.getByRole("button", { name: /Thủ Đức Chưa Lắp: –/ })).toBeVisible();
  await expect(map.getByText("Ho Chi Minh City")).toBeVisible();
  await legend(page).getByRole("button", { name: "100–199" }).click();
  await expect(page.getByText("No data found in range 100–199 W/m²")).toBeVisible();
  await expect(page).toHaveURL(/off=1/);
  await page.reload();
  await expect(legend(page).getByRole("button", { name: "100–199" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await faultless(page);
  expect([heard, left]).toEqual([[], []]);
});

test("by keyboard alone a marker opens its window, Escape closes it, and its link leads to the project", async ({
  page,
}) => {
  // However long the tests before took: the sensor is in contact.
  await plant.send(45_000);
  await signIn(page, VIEWER);
  await open(page, "/list-project?view=map");
  await page.getByLabel("Search projects…").fill(plant.name);
  await page.keyboard.press("Enter");
  await page.locator("[data-map=list]").getByRole("button", { name: "Show all projects" }).click();
  const marker = page
    .locator("[data-map=list]")
    .getByRole("button", { name: new RegExp(`${plant.name}: 800 W/m²`) });
  await marker.focus();
  await page.keyboard.press("Enter");
  const link = page.locator("[data-map-window]").getByRole("link", { name: plant.name });
  await expect(link).toBeFocused();
  await expect(page.locator("[data-map-window]")).toContainText("800 W/m²");
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-map-window]")).toHaveCount(0);
  await expect(marker).toBeFocused();
  await page.keyboard.press("Enter");
  await link.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/detail/${plant.project_uid}`));
  await expect(page.getByRole("heading", { level: 2, name: "Location" })).toBeVisible();
});

test("a showcase is chosen, shared by its address, and fills a television until Escape", async ({ page }) => {
  const heard = complaints(page);
  const left = strangers(page);
  await signIn(page, VIEWER);
  await page.getByRole("link", { name: "Showcase" }).click();
  await expect(page.getByRole("heading", { name: "No projects selected" })).toBeVisible();
  await page.getByRole("combobox", { name: "Choose projects" }).fill("mai ban do");
  await page.getByRole("option", { name: plant.name }).click();
  await page.keyboard.press("Escape");
  const card = page.getByRole("list", { name: "Chosen projects" }).getByRole("listitem");
  await expect(card).toContainText(plant.name);
  await expect(card).toContainText("100.0kWp");
  await expect(page).toHaveURL(new RegExp(`projects=${plant.project_uid}`));
  await page.reload();
  await expect(card).toContainText(plant.name);
  await expect(
    page.getByRole("main").getByRole("button", { name: new RegExp(`${plant.name}: 800`) }),
  ).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "TV mode" }).click();
  await expect(page.getByRole("banner")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Choose projects" })).toBeVisible();
  expect([heard, left]).toEqual([[], []]);
});
