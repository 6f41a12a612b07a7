// Add a gateway: from a serial to the first stored reading on one page, by the lines it gives to copy, and what goes wrong in words.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { gatewayAdded, shell } from "./gateway-lines.ts";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant } from "./plant.ts";

/** What the page must say is said within so long after it came. */
const SOON = { timeout: 2000 };

/** Adds a gateway to a new project. */
async function added(page: Page, name: string) {
  const plant = await makePlant(name, { gateway: false });
  await signIn(page);
  await open(page, `/set-up/${plant.project_uid}?step=gateway`);
  return gatewayAdded(page);
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a gateway is added, sends its birth and readings by the copied curl lines, is seen to arrive, and its rating is confirmed", async ({
  page,
}) => {
  const heard = complaints(page);
  const { serial, credential, birth, readings } = await added(page, "First hour");
  const life = page.getByRole("list", { name: "What arrives" });
  await expect(life.getByText("Waiting for first contact")).toBeVisible();
  await expect(page.getByText(`Nothing has come from ${serial} yet.`)).toBeVisible();
  // The screen shows the ends of the credential, the copy all of it.
  expect(birth).toContain(credential);
  await expect(page.locator("[data-line=birth] pre")).not.toContainText(credential);

  await shell(birth.replace(`:${credential}'`, ":wrong'"));
  await expect(life.getByText(/Refused: credential, 1 try from (127\.0\.0\.1|::1)/)).toBeVisible(SOON);

  await shell(birth);
  await expect(life.getByText("1 device announced")).toBeVisible(SOON);
  const table = page.getByRole("table", { name: "Devices it announced" });
  await expect(table.getByRole("row", { name: /INV-01/ })).toContainText("announced");

  const wrong = (from: string, to: string) => shell(`${birth}\n${readings.replace(from, to)}`);
  const stream = page.getByRole("list", { name: "Readings" });
  await wrong('"ac_power_w":86400', '"ac_power_factor":98');
  await expect(stream.getByText("ac_power_factor is 98, allowed are −1 to 1.")).toBeVisible(SOON);
  await expect(stream.getByText("Sent as percent? Send 0.98, or null if it is not known.")).toBeVisible();
  await wrong(`"t":'$(date +%s)000'`, `"t":'$(( $(date +%s) + 10800 ))000'`);
  await expect(stream.getByText("The clock of the gateway is ahead by 3 h.")).toBeVisible(SOON);
  await wrong(`"device_uid":"'$DEVICE'"`, `"device_serial":"INV-99"`);
  await expect(stream.getByText(/Unknown device: .*INV-99/)).toBeVisible(SOON);

  await shell(`${birth}\n${readings}`);
  await expect(life.getByText("1 stored, 0 refused")).toBeVisible(SOON);
  await expect(stream.getByText("86.4 kW")).toBeVisible();
  // The next interval but one second: the same line once more.
  await expect.poll(() => shell(`${birth}\n${readings}`)).toContain('"stored":1');
  await expect(life.getByText("The gateway counts as connected")).toBeVisible(SOON);

  await page.getByLabel("DC capacity, INV-01").fill("100");
  await expect(page.locator("[data-sum-line]")).toContainText(
    "1 ×100.0= 100.0 kWp, the capacity of the project.",
  );
  await page.getByRole("button", { name: "Confirm ratings" }).click();
  await expect(table.getByRole("row", { name: /INV-01/ })).toContainText("confirmed");

  // The devices are kept on the next step: a new serial takes the place of another.
  const steps = page.getByRole("navigation", { name: "Steps of setting up" });
  await steps.getByRole("link", { name: /Devices/ }).click();
  await page.getByRole("button", { name: "Edit INV-01" }).click();
  await page.getByLabel("Serial of the new device").fill("INV-02");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await expect(page.getByRole("row", { name: /INV-02 · replaces INV-01/ })).toContainText(
    "125.0 kW · 100.0 kWp",
  );
  await page.goBack();
  await expect(life).toBeVisible();
  await page.reload();
  await expect(page.getByText("The credential was shown once and cannot be shown again.")).toBeVisible();
  await page.getByRole("button", { name: "Make a new one" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make a new one" }).click();
  await expect(page.getByText("Shown only now.")).toBeVisible();
  expect(heard).toEqual([]);
});

test("the same on a phone: what arrives stands first, and the curl line is at hand", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { birth, readings } = await added(page, "First hour on a phone");
  const life = page.getByRole("list", { name: "What arrives" });
  await shell(`${birth}\n${readings}`);
  await expect(life.getByText("1 stored, 0 refused")).toBeVisible(SOON);
  const tops = await Promise.all(
    ["What arrives", "Readings", "Devices it announced", "Lines to copy"].map(
      async (name) =>
        (await page.getByRole("heading", { name: new RegExp(`^${name}`) }).boundingBox())?.y ?? -1,
    ),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const firstTab = page.getByRole("tab").first();
  await expect(firstTab).toHaveText("curl");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Confirm ratings" }).click();
  await expect(page.getByText("confirmed", { exact: true })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});
