// What travels before a page can be used: bytes are the same on every machine, so they are held to a budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";

/** JavaScript of the first load, compressed by gzip, in kB of 1000 bytes. */
const BUDGET_KB = { login: 90, list: 300, listWithMap: 350, overview: 430 } as const;
/** A phone has the map of the list below what is in sight. */
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const DIST = new URL("../web/dist/", import.meta.url);

/** Notes the scripts that the page asks for from now on; the function returned gives their weight. */
function weighing(page: Page): () => { kb: number; scripts: string[] } {
  const asked = new Map<string, number>();
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (!path.endsWith(".js")) return;
    asked.set(path, gzipSync(readFileSync(new URL(`.${path}`, DIST)), { level: 9 }).length);
  });
  return () => ({
    kb: [...asked.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000,
    scripts: [...asked].map(([path, bytes]) => `${path} ${bytes}`),
  });
}

/** Goes down the page to its end: panels are made when they come into sight. */
async function seeAll(page: Page) {
  const places = page.locator("[data-lazy-panel]");
  for (let nth = 0; nth < (await places.count()); nth += 1) {
    await places.nth(nth).scrollIntoViewIfNeeded();
    await expect(places.nth(nth)).not.toHaveAttribute("role", "group");
  }
  await expect(places.last().getByRole("application")).toBeVisible();
}

async function holds(page: Page, weight: ReturnType<typeof weighing>, route: keyof typeof BUDGET_KB) {
  await page.waitForLoadState("load");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const { kb, scripts } = weight();
  test.info().annotations.push({ type: "kB", description: `${route}: ${kb.toFixed(1)}` });
  expect(kb, `${route}\n${scripts.join("\n")}`).toBeLessThanOrEqual(BUDGET_KB[route]);
  return kb;
}

test("the login page stays within its budget until a field is touched", async ({ page }) => {
  const weight = weighing(page);
  await open(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await holds(page, weight, "login");
});

test("the list and the overview, opened by their addresses, stay within theirs", async ({
  page,
  context,
}) => {
  const plant = await makePlant("A weighed plant");
  await plant.send(40_000);
  await signIn(page);
  for (const [route, path, size] of [
    ["list", "/list-project", PHONE],
    ["listWithMap", "/list-project", DESK],
    ["overview", `/detail/${plant.project_uid}`, DESK],
  ] as const) {
    const fresh = await context.newPage();
    await fresh.setViewportSize(size);
    const weight = weighing(fresh);
    await open(fresh, path);
    await expect(fresh.getByText(plant.name).first()).toBeVisible();
    if (route === "listWithMap") {
      await expect(fresh.locator("[data-map=dashboard]").getByRole("application")).toBeVisible();
    }
    // The overview's charts are drawn on canvases; the list has none.
    if (route === "overview") {
      await expect(fresh.locator("[data-chart-body] canvas").nth(1)).toBeVisible();
      await seeAll(fresh);
    }
    expect(await holds(fresh, weight, route)).toBeGreaterThan(100);
    await fresh.close();
  }
});
