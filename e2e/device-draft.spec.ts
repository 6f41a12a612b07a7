// One draft that is open twice.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { open, signIn } from "./pages.ts";
import { OWNER } from "./plant.ts";
import { accountOfOwner, draftedPlant, meteredPlant, personIn } from "./registered-plant.ts";

test("two who type into one draft are told of each other with the time, keep what they typed, and both go on", async ({
  page,
  browser,
}) => {
  const name = `Mill ${randomUUID().slice(0, 6)}`;
  const account = await accountOfOwner();
  const { record_uid } = await draftedPlant(await meteredPlant(name), { account, name });
  const address = `/rehash/register-services?account=${account}&tab=devices&record=${record_uid}`;
  await signIn(page);
  await open(page, address);
  const other = await personIn(browser, OWNER);
  await open(other, address);
  const here = page.getByLabel("Province");
  const there = other.getByLabel("Capacity");
  await expect(here).toBeVisible();
  await expect(there).toBeVisible();

  // That it was saved when it was drafted stands there already.
  const saved = page.waitForResponse((one) => one.request().method() === "PUT" && one.ok());
  await here.fill("Hau Giang");
  await saved;
  await expect(page.getByText(/^Saved \d\d:\d\d:\d\d \(GMT\+8\)$/)).toBeVisible();
  await there.fill("0.950");
  const told = other.getByRole("alert").filter({ hasText: "GEN-409" });
  await expect(told).toContainText(
    /This record was changed by someone else at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(GMT\+8\)\. Reload and try again\./,
  );
  await expect(there).toHaveValue("0.950");
  await faultless(other);
  await told.getByRole("button", { name: "Reload" }).click();
  await expect(told).toHaveCount(0);
  await expect(other.getByLabel("Province")).toHaveValue("Hau Giang");
  await expect(there).toHaveValue("0.950");
  await expect(other.getByText(/^Saved/)).toBeVisible();

  // The first goes on, and both have changed the same.
  await page.getByLabel("Capacity").fill("0.960");
  await page.getByRole("button", { name: "Reload" }).click();
  const both = page.getByRole("list", { name: "You both changed this" });
  await expect(both).toContainText("The other person: 0.950 MW");
  await faultless(page);
  await both.getByRole("button", { name: "Take theirs: Capacity" }).click();
  await expect(page.getByLabel("Capacity")).toHaveValue("0.950");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Capacity")).toHaveValue("0.950");
  await expect(page.getByLabel("Province")).toHaveValue("Hau Giang");
});
