// Commands end in evidence: one that worked is proven by readings, one whose gateway lies has failed, each with what shows it.
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { toldPlant, untilTold } from "./told-gateway.ts";

const FULL = { ac_power_w: 41_000 };
const LIMITED = { power_limit_w: 25_000, power_limit_source: 2 };
/** A step is on the screen so soon after its reading came. */
const SOON = { timeout: 5000 };

test("a command goes to its gateway, is read back and seen, and ends verified with its evidence opened", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await toldPlant("Obedient roof");
  await plant.say(FULL, -10);
  await signIn(page);
  await open(page, `/control?project=${plant.project_uid}`);
  await expect(page.getByText("Nothing has been ordered yet.").first()).toBeVisible();
  await plant.limitToHalf();
  const life = page.getByRole("list", { name: "Power 50 %" });
  await expect(life).toBeVisible(SOON);
  const command = await untilTold(plant, FULL);
  await expect(life.getByText(/In the answer of its HTTP call/)).toBeVisible(SOON);
  await plant.done(command);
  await expect(life.getByText("by the gateway: done")).toBeVisible(SOON);
  await plant.say({ ...LIMITED, ac_power_w: 25_000 }, 12);
  await expect(life.getByText("power_limit_w 25,000")).toBeVisible(SOON);
  await expect(life.getByText(/41 kW to 25 kW in \d+ s/)).toBeVisible(SOON);
  const row = page.getByRole("table", { name: "Last commands" }).getByRole("row", { name: /Power 50 %/ });
  await expect(row.getByText("Verified")).toBeVisible();
  await expect(row.getByRole("img", { name: /read back: reached, seen: reached/ })).toBeVisible();
  await page.getByRole("button", { name: "View as table" }).click();
  await expect(page.getByRole("cell", { name: "25.0" }).first()).toBeVisible();
  expect(heard).toEqual([]);
});

test("a gateway that says that it obeys and does not is found out by its readings, and the command has failed", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await toldPlant("Lying roof");
  await plant.say(FULL, -10);
  await plant.limitToHalf();
  await plant.done(await untilTold(plant, FULL));
  await signIn(page);
  await open(page, `/control?project=${plant.project_uid}`);
  const life = page.getByRole("list", { name: "Power 50 %" });
  // Its clock is ahead, as a gateway's may be: intervals after the answer, over more than three minutes.
  await plant.say({ ...LIMITED, ...FULL }, 15);
  await expect(life.getByText("Set, but measured data say otherwise so far")).toBeVisible(SOON);
  await plant.say({ ...LIMITED, ...FULL }, 210);
  await expect(life.getByText(/Acknowledged, but INV-1 still showed 41 kW after 3 min/)).toBeVisible(SOON);
  const row = page.getByRole("table", { name: "Last commands" }).getByRole("row", { name: /Power 50 %/ });
  await expect(row.getByText("Failed")).toBeVisible();
  await expect(row.getByRole("img", { name: /seen: failed/ })).toBeVisible();
  expect(heard).toEqual([]);
});
