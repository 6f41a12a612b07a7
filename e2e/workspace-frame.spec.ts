// The frame of the certificate workspace, measured.
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { accountOfOwner } from "./registered-plant.ts";

/** How wide the menu stands at the left, px. */
const widthOfMenu = (page: Page) =>
  page.getByRole("navigation", { name: "Main menu" }).evaluate((nav) => {
    const box = nav.parentElement?.getBoundingClientRect();
    return [box?.left, box?.width];
  });

test("C28, C125: the menu is 250 wide and 80 folded, and stays as it was left", async ({ page }) => {
  const account = await accountOfOwner();
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/rehash/dashboard?account=${account}`);
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  expect(await widthOfMenu(page)).toEqual([0, 250]);
  await page.getByRole("button", { name: "Fold the menu" }).click();
  await expect.poll(() => widthOfMenu(page)).toEqual([0, 80]);
  await faultless(page);
  await open(page, `/rehash/devices?account=${account}`);
  await expect(page.getByRole("button", { name: "Unfold the menu" })).toBeVisible();
  expect(await widthOfMenu(page)).toEqual([0, 80]);
  await page.getByRole("button", { name: "Unfold the menu" }).click();
  await expect.poll(() => widthOfMenu(page)).toEqual([0, 250]);
  expect(heard).toEqual([]);
});
