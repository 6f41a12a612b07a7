// The map of an account with ten thousand projects in Chromium: its first frame, and whether it moves without a jolt.
import { mapData } from "@heliograph/contract";
import type { Page } from "@playwright/test";
import { inBrowser, repeated, settled } from "./browser.ts";
import { figure, percentile, type Line } from "./measure.ts";
import type { RunningServer } from "./stage.ts";

/** The first frame keeps the flow of thought; a task of 50 ms lets every other frame pass. */
const GOAL_MS = { first: 500, task: 50, band: 200 } as const;
/** An animated zoom or the run-out of a pan, and what is drawn after it. */
const COMES_TO_REST_MS = 900;

/** Measures three waits of whoever opens the map of the list. Call it once the account has its projects. */
export async function benchMapInBrowser(server: RunningServer): Promise<Line[]> {
  const taken = await inBrowser(server.url, (visit) =>
    repeated(() =>
      visit("/list-project?view=map", async (page) => {
        const first = await page.evaluate<number>(`bench.firstMarker(${JSON.stringify(mapData.path)})`);
        await settled(page);
        await page.waitForTimeout(COMES_TO_REST_MS);
        const still = await page.evaluate<number>("bench.frame()");
        const task = await moved(page);
        const band = page.locator("[data-map=list] [role=group] button").first();
        for (const _ of ["off", "on"]) {
          await band.click();
          await page.waitForTimeout(COMES_TO_REST_MS);
        }
        return { first, still, task, band: await page.evaluate<number>("bench.interaction()") };
      }),
    ),
  );
  const of = (name: "first" | "still" | "task" | "band") =>
    percentile(
      taken.map((one) => one[name]),
      0.5,
    );
  const line = (what: string, name: "first" | "task" | "band"): Line => ({
    what: `browser: map of 10,000 projects, ${what}`,
    reached: name === "task" && of(name) === 0 ? "none over 50 ms" : figure(of(name), "ms"),
    goal: `${GOAL_MS[name]} ms`,
    met: of(name) <= GOAL_MS[name],
    against: `${figure(of(name) / of("still"), "×")} an empty frame (${figure(of("still"), "ms")})`,
  });
  return [
    line("first frame after the answer", "first"),
    line("longest task of pan and zoom", "task"),
    line("slowest interaction, a band switched too", "band"),
  ];
}

/** Out, in and across, as a person does; the longest task of it all, ms. */
async function moved(page: Page): Promise<number> {
  await page.evaluate("bench.longestTask()");
  const buttons = page.locator("[data-map=list] [role=application] + div button");
  for (const button of [buttons.nth(2), buttons.nth(2), buttons.nth(2), buttons.nth(1)]) {
    await button.click();
    await page.waitForTimeout(COMES_TO_REST_MS);
  }
  const box = await page.locator("[data-map=list] [role=application]").boundingBox();
  if (box === null) throw new Error("The map is not in sight");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 80, { steps: 20 });
  await page.mouse.up();
  await page.waitForTimeout(COMES_TO_REST_MS);
  return page.evaluate<number>("bench.longestTask()");
}
