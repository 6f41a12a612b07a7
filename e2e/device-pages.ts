// What journeys do in the form of a device, and as the issuer who decides about it.
import { expect, type Page } from "@playwright/test";
import { open } from "./pages.ts";
import { OWNER } from "./plant.ts";
import { givePassword, ISSUER, PDF } from "./registered-plant.ts";

/** Chooses the option of the field. */
export async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option }).first().click();
}

const file = (name: string, more = "") => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.concat([PDF, Buffer.from(more)]),
});

/** Adds files as documents of the kind, each of them a PDF. */
export async function upload(page: Page, kind: string, names: readonly string[], more = "") {
  await page.getByLabel(`Add a file: ${kind}`).setInputFiles(names.map((name) => file(name, more)));
  for (const name of names) await expect(page.getByText(name)).toBeVisible();
}

/** Hands in all documents that a device needs. */
export async function uploadAll(page: Page) {
  for (const [kind, name] of [
    ["Registration form", "registration-form.pdf"],
    ["Owner's declaration", "owner-declaration.pdf"],
    ["Single-line diagram", "sld.pdf"],
    ["Commissioning certificate", "commissioning.pdf"],
    ["Grid connection or power purchase agreement", "ppa.pdf"],
    ["Metering evidence", "meter-test.pdf"],
  ] as const) {
    await upload(page, kind, [name]);
  }
  await upload(page, "2–3 photos", ["east.pdf", "west.pdf"]);
}

/** Signs the consent, with the password where it is asked for. */
export async function consent(page: Page) {
  await page.getByRole("button", { name: "Sign as owner" }).click();
  await givePassword(page, OWNER);
  await expect(page.getByText(/^Signed by/)).toBeVisible();
}

/** The issuer says that the owner's declaration names device and owner (DEV-010). */
export const lookAtDeclaration = (issuer: Page) =>
  issuer.getByRole("checkbox", { name: /^The owner's declaration names/ }).check();

/** The issuer opens what waits under the name and approves it; the code of what was registered. */
export async function approve(issuer: Page, name: string): Promise<string> {
  await open(issuer, `/rehash/register-services?status=pending&q=${encodeURIComponent(name)}`);
  await issuer.getByRole("link", { name: /^DR-/ }).click();
  await lookAtDeclaration(issuer);
  await issuer.getByRole("button", { name: "Approve", exact: true }).click();
  await givePassword(issuer, ISSUER);
  const line = issuer.getByText(/^Registered as D\d{6}, valid from/);
  await expect(line).toBeVisible();
  return /D\d{6}/.exec(await line.innerText())?.[0] ?? "";
}
