// What becomes of a registered device: its renewal, its release to another account, and what an issuer finds of its meter.
import { randomUUID } from "node:crypto";
import { getSeats, localDay } from "@heliograph/contract";
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, OWNER } from "./plant.ts";
import {
  accountOfOwner,
  givePassword,
  ISSUER,
  meteredPlant,
  personIn,
  registered,
} from "./registered-plant.ts";

const BUYER = { username: "buyer@demo.example", password: "sunlight" };

test("a device is renewed, released and taken back on screen, and an issuer records that its meter is dead", async ({
  page,
  browser,
}) => {
  test.slow();
  const name = `Renewed ${randomUUID().slice(0, 6)}`;
  const plant = await meteredPlant(name);
  const account = await accountOfOwner();
  await registered(plant, { account, name, registered_on: localDay("Asia/Ho_Chi_Minh", Date.now()) });
  const heard = complaints(page);
  await signIn(page, OWNER);
  const shown = `/rehash/devices?account=${account}&q=${encodeURIComponent(name)}`;
  await open(page, shown);
  await page.getByRole("link", { name: /^Details/ }).click();
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await expect(page.getByText(/^Renews D\d{6}, which ends before/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await open(page, shown);
  await page.getByRole("link", { name: /^Details/ }).click();
  await expect(page.getByText("Renewal or change begun:")).toBeVisible();
  const { accounts } = await ask(getSeats, {}, await bearer(BUYER));
  const buyer = accounts[0]?.trade_account_id ?? "";
  await page.getByRole("button", { name: "Release to another account" }).click();
  await page.getByRole("textbox", { name: "Trade account ID" }).fill(buyer);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await givePassword(page, OWNER);
  await expect(page.getByText(`(${buyer})`)).toBeVisible();
  await page.getByRole("button", { name: "Take the release back" }).click();
  await expect(page.getByRole("button", { name: "Release to another account" })).toBeVisible();

  const issuer = await personIn(browser, ISSUER);
  await open(issuer, `/rehash/devices?q=${encodeURIComponent(name)}`);
  await issuer.getByRole("link", { name: /^Details/ }).click();
  await issuer.getByRole("textbox", { name: "Reason" }).fill("The capacity of the plant has grown.");
  await issuer.getByRole("button", { name: "Ask for a change" }).click();
  await expect(issuer.getByRole("list", { name: "Timeline" })).toContainText("A change was asked for");
  await issuer.getByRole("button", { name: "Record a finding" }).click();
  const form = issuer.getByRole("dialog", { name: "Finding of a meter" });
  await form.getByRole("textbox", { name: "Last reading" }).fill("1234.5");
  await form.getByRole("textbox", { name: "Reason" }).fill("The display is dark.");
  await form.getByRole("button", { name: "Record a finding" }).click();
  await givePassword(issuer, ISSUER);
  await expect(issuer.getByText(/^Dead from .* 1,234\.500 kWh · The display is dark\.$/)).toBeVisible();
  expect(heard).toEqual([]);
});
