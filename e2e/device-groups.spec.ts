// Several devices at once: a group that is registered, changed and renewed, its file, and a folder whose applications have different states.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { localDay, nextMonthStart } from "@heliograph/contract";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { approve, choose, upload } from "./device-pages.ts";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import {
  accountOfOwner,
  draftedPlant,
  ISSUER,
  meteredPlant,
  personIn,
  registered,
} from "./registered-plant.ts";

const TODAY = () => localDay("Asia/Ho_Chi_Minh", Date.now());

/** Devices of the owner with these names, registered today. */
async function devicesNamed(account: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await registered(await meteredPlant(name), { account, name, registered_on: TODAY() });
  }
}

/** Finds the device by its name among all of the account, and adds it to the group. */
async function addMember(part: Page | Locator, member: string) {
  const choice = part.getByRole("combobox", { name: "Devices of the group" });
  await choice.fill(member);
  const page = "page" in part ? part.page() : part;
  await page.getByRole("option", { name: new RegExp(`^${member} `) }).click();
  await choice.press("Escape");
  await expect(part.getByRole("list", { name: "Devices of the group" })).toContainText(member);
}

/** Fills in the form of a group of the devices, and submits it. */
async function submitGroup(page: Page, name: string, members: readonly string[]) {
  await page.getByLabel("Device name, English").fill(name);
  await page.getByLabel("Device name, local language").fill("Nhóm mái nhà");
  await choose(page, "Registry", "I-REC");
  for (const member of members) await addMember(page, member);
  await upload(page, "Registration form", ["registration-form.pdf"]);
  await upload(page, "Owner's declaration", ["owner-declaration.pdf"]);
  await page.getByRole("checkbox", { name: /^No other certificates/ }).check();
  await expect(page.getByText("nothing is missing", { exact: true })).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByText("The issuer decides").first()).toBeVisible();
}

test("a group is registered, found in the file of devices, changed from the next month on, and its renewal begun", async ({
  page,
  browser,
}) => {
  const id = randomUUID().slice(0, 6);
  const [first, second, third, name] = [`East ${id}`, `West ${id}`, `South ${id}`, `Roofs ${id}`];
  const account = await accountOfOwner();
  await devicesNamed(account, [first, second, third]);
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/rehash/register-services?account=${account}&tab=devices&sub=grouped`);
  await page.getByRole("link", { name: "Register group" }).click();
  await expect(page).toHaveURL(/record=[0-9a-f-]{36}/);
  await expect(page.getByRole("list", { name: "Before you submit" })).toContainText(
    "A group needs at least 2 devices.",
  );
  await submitGroup(page, name, [first, second]);
  const issuer = await personIn(browser, ISSUER);
  const said = complaints(issuer);
  const code = await approve(issuer, name);
  expect(said).toEqual([]);

  await open(page, `/rehash/devices?account=${account}&sub=grouped&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("table", { name: "Registered devices" })).toContainText("1.880");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the list as a file" }).click();
  const saved = readFileSync(await (await download).path(), "utf8");
  const [head, line, ...others] = saved.trim().split("\r\n");
  expect(head).toContain("Total capacity (MWp)");
  expect(line).toContain(`${code},${name},2,`);
  expect(others).toEqual([]);

  await page.getByRole("link", { name: `Details: ${code}` }).click();
  await page.getByRole("button", { name: "Change devices" }).click();
  const form = page.getByRole("dialog", { name: "Change devices" });
  await addMember(form, third);
  await faultless(page);
  await form.getByRole("button", { name: "Change devices" }).click();
  await expect(form).toBeHidden();
  const members = page.getByRole("dialog", { name });
  await expect(members).toContainText(third);
  await expect(members).toContainText(nextMonthStart(TODAY()));
  await expect(members).toContainText("2.820 MWp");
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  await expect(page.getByText(new RegExp(`^Renews ${code}, which ends before`))).toBeVisible();
  const renewed = page.getByRole("list", { name: "Devices of the group" });
  for (const member of [first, second, third]) await expect(renewed).toContainText(member);
  await faultless(page);
  expect(heard).toEqual([]);
});

/** The folder is found, renamed and removed; the application that it held is in none, and as it was. */
async function renameAndRemove(page: Page, given: { folder: string; account: string; number: string }) {
  const { folder, account, number } = given;
  const again = `${folder} again`;
  await page.getByRole("searchbox").fill(folder);
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: `More for ${folder}` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename" });
  await renaming.getByRole("textbox").fill(again);
  await renaming.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("row", { name: new RegExp(again) })).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: `More for ${again}` }).click();
  await page.getByRole("menuitem", { name: "Remove folder" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove folder" }).click();
  await expect(page.getByText("No folder fits this.")).toBeVisible();
  await open(page, `/rehash/register-services?account=${account}&tab=devices&q=${number}`);
  await expect(page.getByRole("row", { name: new RegExp(number) })).toContainText("Pending");
}

test("what a folder holds is submitted and deleted at once, each with what became of it, and the folder is Mixed meanwhile", async ({
  page,
}) => {
  const id = randomUUID().slice(0, 6);
  const [name, folder] = [`Barn ${id}`, `Barns ${id}`];
  const account = await accountOfOwner();
  const { record_uid, number, calls } = await draftedPlant(await meteredPlant(name), { account, name });
  const empty = await calls.create();
  const heard = complaints(page);
  await signIn(page);
  const folders = `/rehash/register-services?account=${account}&tab=devices&sub=folder`;
  await open(page, folders);
  await page.getByRole("button", { name: "New folder" }).click();
  const form = page.getByRole("dialog", { name: "New folder" });
  await form.getByRole("textbox", { name: "Name of the folder" }).fill(folder);
  await form.getByRole("button", { name: "New folder" }).click();
  await expect(form).toBeHidden();
  for (const record of [record_uid, empty.record_uid]) {
    await open(page, `/rehash/register-services?account=${account}&tab=devices&record=${record}`);
    const moved = page.waitForResponse((reply) => reply.url().includes("device-folder/applications"));
    const choice = page.getByRole("combobox", { name: "Put into folder", exact: true });
    await choice.click();
    await choice.pressSequentially(folder);
    await page.getByRole("option", { name: new RegExp(`^${folder}`) }).click();
    expect((await moved).status()).toBe(200);
  }

  await open(page, folders);
  const row = page.getByRole("row", { name: new RegExp(folder) });
  await expect(row).toContainText("Draft");
  await row.getByRole("link", { name: /^DF-/ }).click();
  const held = page.getByRole("table", { name: `Registrations in ${folder}` });
  await expect(held.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Submit all" }).click();
  const results = page.getByRole("dialog", { name: "What became of each" });
  await expect(results.getByRole("listitem").filter({ hasText: number })).toContainText("done");
  await expect(results.getByRole("listitem").filter({ hasText: empty.number })).toContainText(
    "DEV-001 Enter the device name in English.",
  );
  await results.getByRole("button", { name: "Close" }).click();
  await expect(held.getByRole("row", { name: new RegExp(number) })).toContainText("Pending");
  await expect(held.getByRole("row", { name: new RegExp(empty.number) })).toContainText("Draft");
  await expect(page.getByText("Mixed", { exact: true })).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Folders" }).click();
  await page.getByRole("button", { name: /^Mixed/ }).click();
  await expect(row).toContainText("Mixed");
  await row.getByRole("button", { name: "Delete drafts" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(results.getByRole("listitem").filter({ hasText: empty.number })).toContainText("done");
  await results.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Pending/ }).click();
  await expect(row).toContainText("Pending");

  await renameAndRemove(page, { folder, account, number });
  expect(heard).toEqual([]);
});
