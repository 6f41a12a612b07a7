// Last month's generation of a plant becomes certificates: its owner sends it from the plant's page, the issuer approves it, an operator sees it.
import { randomUUID } from "node:crypto";
import { daysBetween } from "@heliograph/contract/kernel/time";
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, openFound, signIn } from "./pages.ts";
import { certifiablePlant, givePassword, ISSUER, PDF, personIn, PLATFORM } from "./registered-plant.ts";

const DAY_WH = 3_210_000;
/** Of the other plant: equal readings of two devices are a finding (ISS-013). */
const OTHER_DAY_WH = 3_180_000;

test("the owner of a plant issues last month's generation from the plant's page, the issuer approves it, and the certificates lead back to its days", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const name = `Rice Dryer ${randomUUID().slice(0, 6)}`;
  const { project_uid, from_day, to_day, account } = await certifiablePlant(name, DAY_WH);
  const whole = Math.floor((daysBetween(from_day, to_day).length * DAY_WH) / 1_000_000);
  await signIn(page);
  await open(page, `/detail/${project_uid}`);
  await page.getByRole("button", { name: `Issue ${whole} certificates` }).click();
  await expect(page.getByText(/is with the issuer/)).toBeVisible();

  const issuer = await personIn(browser, ISSUER);
  const said = complaints(issuer);
  await open(issuer, "/rehash/register-services?tab=issuance&status=in_progress");
  await openFound(issuer, name, /^IS-/);
  await expect(issuer.getByRole("button", { name: /^Approve/ })).toBeVisible();
  await faultless(issuer);
  await issuer.getByRole("button", { name: /^Approve/ }).click();
  await givePassword(issuer, ISSUER);
  await expect(issuer.getByText("Approved").first()).toBeVisible();
  expect(said).toEqual([]);

  await page.reload();
  await expect(page.getByRole("heading", { name: new RegExp(`^Where the ${whole} of`) })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Issue \d/ })).toHaveCount(0);
  await seenFromItsCertificates(page, { account, whole, name, from_day, to_day });
  await accountedFor(page, { account, whole, name });
  expect(heard).toEqual([]);

  const operator = await personIn(browser, PLATFORM);
  const answered = complaints(operator);
  await open(operator, "/rehash/register-services?tab=issuance&status=approved");
  await openFound(operator, name, /^IS-/);
  await expect(operator.getByText(`${whole} certificates were minted`)).toBeVisible();
  await expect(operator.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  expect(answered).toEqual([]);
});

/** From a range of the inventory its owner reaches the request with the days, and the plant. */
async function seenFromItsCertificates(
  page: Page,
  made: { account: string; whole: number; name: string; from_day: string; to_day: string },
) {
  await open(page, `/rehash/rec?account=${made.account}&q=${encodeURIComponent(made.name)}`);
  const row = page.getByRole("row").filter({ hasText: made.name });
  await expect(row).toContainText(String(made.whole));
  await row.getByRole("button").first().click();
  await page
    .getByRole("button", { name: /^History/ })
    .first()
    .click();
  const life = page.getByRole("dialog", { name: "History of a serial range" });
  await expect(life).toContainText(`${made.from_day} – ${made.to_day}`);
  await expect(life.getByRole("region", { name: `days of production, ${made.whole} MWh` })).toBeVisible();
  await faultless(page);
  // The event of its life leads there, and so does its origin.
  await life.getByRole("link", { name: /^IS-/ }).last().click();
  await expect(page.getByText(`${made.whole} certificates were minted`)).toBeVisible();
  await faultless(page);
  await page.goBack();
  await life.getByRole("link", { name: new RegExp(made.name) }).click();
  await expect(page.getByRole("heading", { name: made.name })).toBeVisible();
}

/** On the registered device its owner reads what became of the year's generation. */
async function accountedFor(page: Page, made: { account: string; whole: number; name: string }) {
  await open(page, `/rehash/devices?account=${made.account}&q=${encodeURIComponent(made.name)}`);
  await page.getByRole("link", { name: /^Details/ }).click();
  const generation = page.getByRole("region", { name: "Generation account" });
  await expect(generation).toContainText(`${made.whole} MWh certified`);
  await faultless(page);
}

test("a request goes back for a document, its people add it and answer, and the issuer reads it before the certificates are made", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const name = `Fish Farm ${randomUUID().slice(0, 6)}`;
  const { from_day, to_day, account } = await certifiablePlant(name, OTHER_DAY_WH);
  const whole = Math.floor((daysBetween(from_day, to_day).length * OTHER_DAY_WH) / 1_000_000);
  await signIn(page);
  await openRequest(page, `/rehash/register-services?tab=issuance&status=draft&account=${account}`, name);
  await page.getByRole("button", { name: `Submit ${whole} MWh` }).click();
  await expect(page.getByText("The issuer reviews").first()).toBeVisible();

  const issuer = await personIn(browser, ISSUER);
  const said = complaints(issuer);
  await openRequest(issuer, "/rehash/register-services?tab=issuance&status=in_progress", name);
  await issuer.getByRole("button", { name: "Take for review" }).click();
  await issuer.getByRole("button", { name: "Mark: Documents" }).click();
  await issuer.getByLabel("What is asked for: Documents").fill("Send the yearly protocol of the meter.");
  await issuer.getByRole("button", { name: "Mark: Readings" }).click();
  await issuer.getByLabel("What is asked for: Readings").fill("Why are all days alike?");
  await faultless(issuer);
  await issuer.getByRole("button", { name: "Ask for changes (2)" }).click();
  const dialog = issuer.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Two things are missing.");
  await dialog.getByRole("button", { name: "Ask for changes (2)" }).click();
  await expect(issuer.getByText("To Re-Submit").first()).toBeVisible();

  await page.reload();
  const asked = page.getByRole("list", { name: "The issuer asked for" });
  await expect(asked).toContainText("Send the yearly protocol of the meter.");
  await page
    .getByLabel("Document: PDF, JPG, PNG, CSV or XLSX")
    .setInputFiles({ name: "protocol.pdf", mimeType: "application/pdf", buffer: PDF });
  // No day needs it: it is there to be read.
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await asked.getByLabel("Answer: Readings").fill("The plant runs at its limit.");
  await faultless(page);
  await page.getByRole("button", { name: `Submit ${whole} MWh again` }).click();
  await expect(page.getByText("The issuer reviews").first()).toBeVisible();

  await issuer.reload();
  await expect(issuer.getByRole("list", { name: "The issuer asked for" })).toContainText(
    "The plant runs at its limit.",
  );
  expect(await downloadOf(issuer, "protocol.pdf")).toBe("protocol.pdf");
  expect(await downloadOf(issuer, "Evidence pack")).toMatch(/^IS-.*\.csv$/);
  await issuer.getByRole("button", { name: /^Approve/ }).click();
  await givePassword(issuer, ISSUER);
  await expect(issuer.getByText(`${whole} certificates were minted`)).toBeVisible();
  expect(said).toEqual([]);

  await page.reload();
  // What was made lies in the inventory.
  await page.getByRole("link", { name: /^DEMO-IREC-VN-/ }).click();
  await expect(page.getByRole("dialog", { name: "History of a serial range" })).toContainText(
    `${from_day} – ${to_day}`,
  );
  expect(heard).toEqual([]);
});

/** Name of the file that the button gives. */
async function downloadOf(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return file.suggestedFilename();
}

/** Opens the request of the plant from the list. */
async function openRequest(page: Page, address: string, name: string): Promise<void> {
  await open(page, address);
  await openFound(page, name, /^IS-/);
}
