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

/**
 * Marks every control that may be used, and returns their names by mark. What arrows walk through has one mark; what is left
 * out by the Tab key elsewhere is a mouse's way to what the keys of the field beside it do.
 */
const markControls = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const controls =
      "a[href], button, input, select, textarea, summary, [role=slider], [role=tab], [tabindex='0']";
    const groups = "[role=radiogroup], [role=tablist], [role=grid], table";
    const names: Record<string, string> = {};
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const isOff = control.matches(":disabled, [aria-hidden=true], :is([inert], [aria-hidden=true]) *");
      if (isOff || !control.checkVisibility({ visibilityProperty: true })) continue;
      const isOne = control.tabIndex >= 0 && !control.matches("[type=radio]");
      const marked = isOne ? control : control.closest<HTMLElement>(groups);
      if (marked === null) continue;
      marked.dataset["control"] ??= String(Object.keys(names).length);
      names[marked.dataset["control"]] ??= marked.ariaLabel ?? marked.textContent ?? "";
    }
    return names;
  });

/** Marks of what the Tab key came to until it left the page. */
async function walked(page: Page, most: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    const marks = await page.evaluate(() => {
      const within: string[] = [];
      for (let at = document.activeElement; at !== null; at = at.parentElement) {
        if (at instanceof HTMLElement) within.push(at.dataset["control"] ?? "");
      }
      return document.activeElement === document.body ? null : within;
    });
    if (marks === null) return found;
    for (const mark of marks) found.add(mark);
  }
  return found;
}

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
  const names = await markControls(page);
  expect(Object.keys(names).length).toBeGreaterThan(40);
  const reached = await walked(page, 2 * Object.keys(names).length);
  expect(Object.entries(names).flatMap(([mark, name]) => (reached.has(mark) ? [] : [name]))).toEqual([]);
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
