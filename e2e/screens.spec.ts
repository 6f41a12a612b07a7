// Every screen in both colours and both sizes: no faults of accessibility, no sideways scrolling, no text left out.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { signOn } from "./administrator.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, type Plant } from "./plant.ts";

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Nhà máy Hướng Dương");
  for (const minutes of [50, 35, 20, 5]) await plant.send(45_000, minutes * 60);
});

async function faultless(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    grave.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(" "))
          .slice(0, 3)
          .join(", ")}`,
    ),
  ).toEqual([]);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBeLessThanOrEqual(0);
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const mode of ["light", "dark"] as const) {
    test.describe(`${size}, ${mode}`, () => {
      test.use({ viewport });
      test("login", async ({ page }) => {
        const heard = complaints(page);
        await open(page, "/", { mode });
        await faultless(page);
        expect(heard).toEqual([]);
      });
      test("project list", async ({ page }) => {
        const heard = complaints(page);
        await signIn(page, undefined, { mode });
        await expect(page.getByText(plant.name).first()).toBeVisible();
        await faultless(page);
        expect(heard).toEqual([]);
      });
      test("statistics", async ({ page }) => {
        const heard = complaints(page);
        await signIn(page, undefined, { mode });
        await open(page, `/statistic-project/${plant.project_uid}`, { mode });
        await expect(page.getByRole("table")).toBeVisible();
        await faultless(page);
        expect(heard).toEqual([]);
      });
      test("chart tool", async ({ page }) => {
        const heard = complaints(page);
        await signIn(page, undefined, { mode });
        await open(page, `/chart-tool/${plant.project_uid}`, { mode });
        await expect(page.getByText("Choose a quantity to draw")).toBeVisible();
        await faultless(page);
        expect(heard).toEqual([]);
      });
      test("project overview", async ({ page }) => {
        const heard = complaints(page);
        await signIn(page, undefined, { mode });
        await open(page, `/detail/${plant.project_uid}`, { mode });
        await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
        await faultless(page);
        expect(heard).toEqual([]);
      });
      for (const page_of of ["warranty", "resource", "support"]) {
        test(`${page_of} of a project`, async ({ page }) => {
          const heard = complaints(page);
          await signIn(page, undefined, { mode });
          await open(page, `/${page_of}/${plant.project_uid}`, { mode });
          await expect(page.getByRole("link", { name: plant.name })).toBeVisible();
          await faultless(page);
          expect(heard).toEqual([]);
        });
      }
      test("administration", async ({ page }) => {
        const heard = complaints(page);
        await signOn(page, { mode });
        await expect(page.getByRole("link", { name: plant.name }).first()).toBeVisible();
        await faultless(page);
        await page.getByRole("link", { name: plant.name }).first().click();
        await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
        await faultless(page);
        expect(heard).toEqual([]);
      });
    });
  }
}

for (const language of ["vi", "en", "zh"]) {
  test(`no key is left untranslated in ${language}`, async ({ page }) => {
    await signIn(page, undefined, { language });
    const pages = ["detail", "warranty", "resource", "support"].map(
      (page_of) => `/${page_of}/${plant.project_uid}`,
    );
    for (const path of ["/list-project", "/list-project-swh", ...pages]) {
      await open(page, path, { language });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const text = await page.locator("body").innerText();
      expect(
        text.match(/\b[a-z]+\.[a-z]+[A-Z]?[A-Za-z]*\b/g)?.filter((word) => !word.includes("example")) ?? [],
      ).toEqual([]);
    }
  });
}
