// People of a project: invited with a link, taking part, and sent away.
import { listMembers, register } from "@heliograph/contract";
import { expect, test, type Browser } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant } from "./plant.ts";

const PHONE = { width: 390, height: 844 };

/** A browser of somebody else. */
async function stranger(browser: Browser) {
  const context = await browser.newContext({ viewport: PHONE });
  return context.newPage();
}

test("an owner invites who has no account yet; the link makes one, leads to the project, and is good once", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Roof of many");
  const email = `an.${Date.now()}@test.example`;
  await signIn(page);
  await open(page, `/set-up/${plant.project_uid}?step=people`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("combobox", { name: "Role", exact: true }).click();
  await page.getByRole("option", { name: "Read-only" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const field = page.getByRole("textbox", { name: /^Link for/ });
  const link = await field.inputValue();
  await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(email);
  await faultless(page);

  const guest = await stranger(browser);
  const said = complaints(guest);
  await open(guest, new URL(link).pathname + new URL(link).hash);
  await expect(guest.getByText("Roof of many")).toBeVisible();
  await faultless(guest);
  await guest.getByLabel("Full name").fill("An Nguyen");
  await guest.getByLabel("Password", { exact: true }).fill("a long secret");
  await guest.getByLabel("Retype password").fill("a long secret");
  await guest.getByRole("button", { name: "Create the account and take part" }).click();
  await expect(guest).toHaveURL(new RegExp(`/detail/${plant.project_uid}`));
  await expect(guest.getByRole("heading", { name: "Roof of many" })).toBeVisible();
  // Read-only: no way to change anything, and no page for it.
  await open(guest, `/set-up/${plant.project_uid}?step=people`);
  await expect(guest.getByText("Can not found any Project with this User")).toBeVisible();
  expect(said).toEqual([]);
  const { items } = await ask(listMembers, { query: { project_uid: plant.project_uid } }, await bearer());
  expect(items).toContainEqual({ email, display_name: "An Nguyen", role: "read_only" });

  const other = await stranger(browser);
  await open(other, new URL(link).pathname + new URL(link).hash);
  await expect(other.getByRole("alert")).toContainText("This invitation is not valid, or not any more");
  await expect(other.getByText("Roof of many")).toHaveCount(0);

  // A role is changed twice where it stands, and then taken away.
  await page.reload();
  const role = page.getByRole("combobox", { name: "Role of An Nguyen" });
  for (const name of ["O&M operator", "Read-only"]) {
    await role.click();
    await page.getByRole("option", { name }).click();
    await expect(role).toContainText(name);
  }
  await page.getByRole("button", { name: "Remove An Nguyen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("table", { name: "Who takes part" })).not.toContainText(email);
  expect(heard).toEqual([]);
});

test("who has an account takes part with it by the link, and enters a profile", async ({ page, browser }) => {
  const plant = await makePlant("Roof of two");
  const [email, password] = [`binh.${Date.now()}@test.example`, "a long secret"];
  await ask(register, { body: { fullname: "Binh Le", email, password, retypePassword: password } });
  await signIn(page);
  await open(page, `/set-up/${plant.project_uid}?step=people`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Make the link" }).click();
  const field = page.getByRole("textbox", { name: /^Link for/ });
  await expect(field).toHaveValue(/invitation#/);
  const link = new URL(await field.inputValue());
  const guest = await stranger(browser);
  await open(guest, link.pathname + link.hash);
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Sign in and take part" }).click();
  await expect(guest.getByRole("heading", { name: "Roof of two" })).toBeVisible();
  await guest.getByRole("button", { name: /Binh Le/ }).click();
  await guest.getByRole("menuitem", { name: "Account information" }).click();
  const profile = guest.getByRole("dialog", { name: "Account information" });
  await profile.getByRole("button", { name: "Change" }).click();
  await profile.getByLabel("City").fill("Pontianak");
  await profile.getByLabel("Phone").fill("call me");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByLabel("Phone")).toHaveAttribute("aria-invalid", "true");
  await profile.getByLabel("Phone").fill("+62 561 730 000");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Pontianak")).toBeVisible();
  await expect(profile.getByText("+62 561 730 000")).toBeVisible();
});
