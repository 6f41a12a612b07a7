// A page is whole without being scrolled: on a phone soon after it has come, and on paper.
import { expect, test, type Page } from "@playwright/test";
import { open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";

const CHARTS = [
  "Power chart",
  "Production",
  "Performance ratio",
  "Availability",
  "CO2 reduction",
  "Cost saving",
];

const panel = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name, exact: true }) });

test("the overview draws every panel with its data by itself, and prints them", async ({ page }) => {
  const plant = await makePlant("A printed plant");
  await plant.send(50_000);
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/detail/${plant.project_uid}`);
  // A panel that is not drawn yet is a group that its heading names.
  await expect(panel(page, "About the project")).toBeVisible();
  await expect(page.locator("main [role=group][tabindex='0']", { has: page.locator("section") })).toHaveCount(
    0,
  );
  await page.emulateMedia({ media: "print" });
  for (const name of CHARTS) {
    await expect(panel(page, name).locator("canvas").first(), name).toBeVisible();
    await expect(panel(page, name).locator("[aria-busy=true]"), name).toHaveCount(0);
  }
  await expect(
    panel(page, "Alarms")
      .getByText(/No alarm|Open now/)
      .first(),
  ).toBeVisible();
  await expect(panel(page, "Gateways and devices").getByText("INV-1").first()).toBeVisible();
  await expect(panel(page, "Location").getByRole("application")).toBeVisible();
  await expect(panel(page, "About the project").locator("dd").first()).toBeVisible();
});
