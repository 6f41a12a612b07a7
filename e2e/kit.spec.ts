// The page of controls, which only the development server has: every control in every state, in both themes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";
import { graveFaults } from "./page-faults.ts";
import { complaints, open } from "./pages.ts";

const WEB = new URL("../web/", import.meta.url).pathname;

let vite: ViteDevServer;
let address: string;
const packed = mkdtempSync(join(tmpdir(), "heliograph-kit-"));
test.beforeAll(async () => {
  const target = process.env["HELIOGRAPH_URL"] ?? "";
  vite = await createServer({
    root: WEB,
    configFile: join(WEB, "vite.config.ts"),
    cacheDir: packed,
    logLevel: "error",
    server: { port: 0, hmr: false, watch: null, proxy: { "/api": { target } } },
  });
  await vite.listen();
  address = vite.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
});
test.afterAll(async () => {
  await vite.close();
  rmSync(packed, { recursive: true, force: true });
});

/** Marks from now on all that the focus comes to, and what that stands in. */
const markFocused = (page: Page): Promise<void> =>
  page.evaluate(() =>
    addEventListener("focusin", ({ target }) => {
      let at = target instanceof Element ? target : null;
      for (; at !== null; at = at.parentElement) at.setAttribute("data-reached", "");
    }),
  );

/**
 * How many controls may be used, and the names of those that the walk did not come to. Where arrows walk through a group, it has
 * come to all of it; what the Tab key leaves out elsewhere is a mouse's way to what the keys of the field beside it do.
 */
const controlsOf = (page: Page): Promise<{ usable: number; missed: string[] }> =>
  page.evaluate(() => {
    const controls =
      "a[href], button, input, select, textarea, summary, [role=slider], [role=tab], [tabindex='0']";
    const groups = "[role=radiogroup], [role=tablist], [role=grid], table";
    const usable = [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const isOff = control.matches(":disabled, [aria-hidden=true], :is([inert], [aria-hidden=true]) *");
      if (isOff || !control.checkVisibility({ visibilityProperty: true })) return [];
      const isOne = control.tabIndex >= 0 && !control.matches("[type=radio]");
      return (isOne ? control : control.closest<HTMLElement>(groups)) ?? [];
    });
    const missed = usable.filter((control) => !control.hasAttribute("data-reached"));
    return { usable: usable.length, missed: missed.map((one) => one.ariaLabel ?? one.textContent ?? "") };
  });

/** The table of 10,000 rows is the last to be there. Loading is one of the states: nothing waits for its end. */
const arrived = (page: Page) =>
  expect(
    page.getByRole("region", { name: "Table of 10,000 rows" }).getByText("Plant 3", { exact: true }),
  ).toBeVisible();

test("every control is there in every state, in both themes, without a fault that axe finds or the console tells", async ({
  page,
}) => {
  const heard = complaints(page);
  await open(page, "/ui", { by: address });
  await arrived(page);
  expect(await graveFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await graveFaults(page)).toEqual([]);
  expect(heard).toEqual([]);
});

test("every control is reached by keyboard, and windows that open give the focus back", async ({ page }) => {
  const heard = complaints(page);
  await open(page, "/ui", { by: address });
  await arrived(page);
  await markFocused(page);
  // Some 100 presses go around once. Where the focus comes for the first time, what opens there takes its button's place: the
  // second round meets what stays, and on a busy machine a later one.
  let { usable, missed } = await controlsOf(page);
  for (let round = 0; round < 6 && (round < 2 || missed.length > 0); round += 1) {
    for (let press = 0; press < 120; press += 1) await page.keyboard.press("Tab");
    ({ usable, missed } = await controlsOf(page));
  }
  expect(usable).toBeGreaterThan(60);
  expect(missed).toEqual([]);
  for (const name of ["Dialog", "Drawer"]) {
    const opener = page.getByRole("button", { name, exact: true });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await graveFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(opener).toBeFocused();
  }
  expect(heard).toEqual([]);
});
