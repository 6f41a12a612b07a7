// Certificates come from another registry: a trader declares them, two platform operators confirm what arrived, and they are in the inventory.
import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { accountOfOwner, givePassword, PDF, personIn, PLATFORM } from "./registered-plant.ts";

const TRADER = { username: "trader@demo.example", password: "sunlight" };
const SECOND = { username: "platform2@demo.example", password: "sunlight" };

/** Another registry than that of the journey of redemption, which may be on its way at the same time: what one states of a registry takes the place of what the other did. */
const REGISTRY = "APX TIGR Registry";

async function declare(page: Page, name: string, series: string) {
  await page.getByRole("combobox", { name: "Other registry" }).click();
  await page.getByRole("option", { name: REGISTRY }).click();
  await page.getByLabel("Transaction number").fill(`TR-${series}`);
  await page.getByLabel("Series").fill(series);
  await page.getByLabel("First serial number").fill("1001");
  await page.getByLabel("Last serial number").fill("1100");
  await page.getByLabel("REC Quantity").fill("90");
  await page.getByLabel("Device code").fill("HYDRO7");
  await page.getByLabel("Device Name").fill(name);
  await page.getByLabel("Province").fill("Phu Yen");
  await page.getByLabel("Location", { exact: true }).fill("Song Hinh");
  for (const [label, day] of [
    ["From", "2025-10-01"],
    ["To", "2025-10-31"],
  ] as const) {
    const field = page.getByRole("textbox", { name: label, exact: true });
    await field.fill(day);
    await field.press("Enter");
  }
}

const positionOf = (page: Page) => page.getByRole("listitem").filter({ hasText: REGISTRY });

/** An operator states what the other registry holds for the platform, and a second confirms it; nothing is imported beyond it. */
async function statePosition(operator: Page, second: Page) {
  await positionOf(operator).getByRole("button", { name: "State" }).click();
  const dialog = operator.getByRole("dialog");
  await dialog.getByLabel("Account of the platform there").fill("HELIOGRAPH-01");
  await dialog.getByLabel("Certificates held there").fill("1000000");
  await dialog.getByRole("button", { name: "Ask for confirmation" }).click();
  await givePassword(operator, PLATFORM);
  await expect(positionOf(operator).getByText(/1,000,000 certificates in HELIOGRAPH-01/)).toBeVisible();
  await open(second, "/rehash/register-services?tab=imports");
  await positionOf(second).getByRole("button", { name: "Confirm", exact: true }).click();
  await givePassword(second, SECOND);
  await expect(second.getByText("The position at the other registry has been saved")).toBeVisible();
}

test("an import is declared by a trader and confirmed by two operators, each with their password, against the other registry's statement", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const id = randomUUID().slice(0, 6).toUpperCase();
  const [name, series] = [`Song Hinh ${id}`, `VN-${id}`];
  const account = await accountOfOwner();
  const first = await personIn(browser, PLATFORM);
  const told = complaints(first);
  await open(first, "/rehash/register-services?tab=imports");
  const second = await personIn(browser, SECOND);
  const answered = complaints(second);
  await statePosition(first, second);

  await signIn(page, TRADER);
  await open(page, `/rehash/register-services?account=${account}&tab=imports&record=new`);
  await declare(page, name, series);
  await expect(page.getByText("The serial range has 100 certificates; 90 are declared.")).toBeVisible();
  await page.getByLabel("REC Quantity").fill("100");
  await expect(page.getByText("The serial range has as many certificates as are declared.")).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Declare the import" }).click();
  await expect(
    page.getByText("Two platform operators confirm what was received", { exact: true }),
  ).toBeVisible();
  const record = new URL(page.url()).searchParams.get("record") ?? "";

  const address = `/rehash/register-services?tab=imports&record=${record}`;
  await open(first, address);
  await first
    .locator("input[type=file]")
    .setInputFiles({ name: "statement.pdf", mimeType: "application/pdf", buffer: PDF });
  await expect(first.getByText("statement.pdf").first()).toBeVisible();
  await first.getByRole("button", { name: "Confirm reception" }).click();
  await expect(first.getByText(/^Confirmed by a first operator/)).toBeVisible();
  await expect(
    first.getByText("A second platform operator confirms what was received").first(),
  ).toBeVisible();
  await faultless(first);

  await open(second, address);
  await second.getByRole("button", { name: "Confirm as the second person" }).click();
  await expect(second.getByText("Imported").first()).toBeVisible();

  await page.reload();
  await expect(page.getByText("Imported").first()).toBeVisible();
  await open(page, `/rehash/rec?account=${account}&tab=TIGR&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("100");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("listitem").filter({ hasText: name }).first()).toContainText("100");
  await faultless(page);
  expect([heard, told, answered]).toEqual([[], [], []]);
});
