// What the page asks the server for beside its code is what its screen asks for.
import { expect, test } from "@playwright/test";
import { ID, FIRST_CALLS } from "../web/first-calls.ts";
import { patterns } from "../web/src/app/paths.ts";
import { open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";

test("every screen takes the answers that were asked for on its way", async ({ page, context }) => {
  const plant = await makePlant("An early plant");
  await plant.send(40_000);
  await signIn(page);
  const screens = Object.entries(FIRST_CALLS).filter(([name]) => !name.startsWith("admin"));
  expect(screens.length).toBeGreaterThan(10);
  for (const [name, { always, plain = [] }] of screens) {
    const fresh = await context.newPage();
    const asked: string[] = [];
    fresh.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === "GET") asked.push(pathname + search);
    });
    // The names are those of paths.ts.
    const path = patterns[name as keyof typeof patterns]
      .replace(":id", plant.project_uid)
      .replace(":query", "early");
    await open(fresh, path);
    await expect(fresh.locator("[aria-busy=true]")).toHaveCount(0);
    await expect
      .poll(() => fresh.evaluate(() => Object.keys(window.firstCalls ?? { "no first script": 0 })), {
        message: name,
      })
      .toEqual([]);
    const wanted = [...always, ...plain].map((address) => address.replace(ID, plant.project_uid));
    for (const address of wanted) {
      expect(asked, name).toContain(address);
    }
    await fresh.close();
  }
});
