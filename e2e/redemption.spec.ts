// Certificates are redeemed: a trader asks for it from the inventory, the issuer approves, the fee is paid, an operator confirms the money, and they are retired.
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  askImportOrigin,
  confirmIdentity,
  confirmImportOrigin,
  declareImport,
  listImportOrigins,
  moveImport,
  uploadEvidence,
} from "@heliograph/contract";
import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { checkedOffline } from "./checked-offline.ts";
import { corrected, replaced } from "./corrected-beneficiary.ts";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer } from "./plant.ts";
import { accountOfOwner, givePassword, ISSUER, PDF, personIn, PLATFORM } from "./registered-plant.ts";

const TRADER = { username: "trader@demo.example", password: "sunlight" };
const SECOND = { username: "platform2@demo.example", password: "sunlight" };

/** A session of an operator that has just proved who it is. */
async function confirmed(who: typeof TRADER): Promise<string> {
  const token = await bearer(who);
  await ask(confirmIdentity, { body: { password: who.password } }, token);
  return token;
}

/** 60 certificates of a wind park, brought in from another registry by the calls of the portal. */
async function broughtIn(account: string, name: string, id: string): Promise<void> {
  const [trader, first, second] = [await bearer(TRADER), await confirmed(PLATFORM), await confirmed(SECOND)];
  const position = { origin: "EVIDENT", platform_account: "HELIOGRAPH-01", balance: 1_000_000 } as const;
  await ask(askImportOrigin, { body: position }, first);
  const { items } = await ask(listImportOrigins, { query: {} }, second);
  const asked = items.find(({ origin }) => origin === position.origin)?.asked;
  await ask(confirmImportOrigin, { body: { record_uid: asked?.record_uid ?? "" } }, second);
  const declared = await ask(
    declareImport,
    {
      query: { account },
      body: {
        origin: "EVIDENT",
        transaction_number: `TR-${id}`,
        series: `VN-W-${id}`,
        first: 501,
        last: 560,
        quantity: 60,
        device_code: `W${id}`,
        device_name: name,
        fuel: "ES200",
        country: "VN",
        location: "Bac Lieu",
        province: "Bac Lieu",
        period_from: "2024-03-01",
        period_to: "2024-03-31",
        key: randomUUID(),
      },
    },
    trader,
  );
  const { record_uid, version } = declared;
  const evidence = { record_uid, kind: "registry_statement", name: "statement.pdf" } as const;
  await ask(uploadEvidence, { query: evidence, body: new File([PDF], "statement.pdf") }, first);
  const statement_sha256 = createHash("sha256").update(PDF).digest("hex");
  for (const token of [first, second]) {
    await ask(
      moveImport,
      {
        query: {},
        body: {
          record_uid,
          action: "confirm",
          expected_version: version,
          key: randomUUID(),
          received: [{ first: 501, until: 561 }],
          statement_sha256,
        },
      },
      token,
    );
  }
}

/** What the account holds of the device, in the table of the inventory. */
async function heldOf(page: Page, account: string, name: string) {
  await open(page, `/rehash/rec?account=${account}&q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  return row;
}

async function setDay(page: Page, label: string, day: string) {
  const field = page.getByRole("textbox", { name: label, exact: true });
  await field.fill(day);
  await field.press("Enter");
}

/** Fills in for whom and what for. */
async function claim(page: Page) {
  await page.getByLabel("Beneficiary Name").fill("Saigon Harbour Brewing JSC");
  await page.getByRole("combobox", { name: "Country of consumption" }).click();
  await page.getByRole("option", { name: "Vietnam", exact: true }).click();
  await page.getByLabel("Address", { exact: true }).fill("18 Tôn Thất Thuyết, Hồ Chí Minh City");
  await page.getByRole("radio", { name: "On behalf of a third party" }).check();
  await setDay(page, "Reporting period from", "2024-01-01");
  await setDay(page, "Reporting period to", "2024-12-31");
  await page.getByLabel("Purpose").fill("Scope 2, brewery, market-based");
}

/** From the inventory the trader asks for 40 of the 60; the record's uid. */
async function request(page: Page, account: string, name: string): Promise<string> {
  const row = await heldOf(page, account, name);
  await expect(row).toContainText("60");
  await row.getByRole("button").first().click();
  await page
    .getByRole("link", { name: /^Redeem .*:1-60$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Redeem certificates" })).toBeVisible();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("60");
  const checks = page.getByRole("list", { name: "Checks" });
  await expect(checks).toContainText("RED-001 Enter the beneficiary name, country and address.");
  await page.getByRole("textbox", { name: /^Take of/ }).fill("40");
  await expect(checks).toContainText(
    "RED-009 The chosen ranges are 40 MWh and must be available; the amount is 60 MWh.",
  );
  await page.getByRole("button", { name: /^Submit/ }).click();
  await expect(checks.locator("[data-state=failed]").first()).toBeFocused();
  await page.getByLabel("Amount", { exact: true }).fill("40");
  await claim(page);
  await expect(checks.locator("[data-state=failed]")).toHaveCount(0);
  const fees = page.getByRole("list", { name: "Fee" });
  await expect(fees).toContainText("40 MWh acquired through the exchange");
  await expect(fees).toContainText("EUR 3.20");
  await faultless(page);
  await page.getByRole("button", { name: "Submit 40 MWh for redemption" }).click();
  await givePassword(page, TRADER);
  await expect(page.getByRole("heading", { name: /^RD-/ })).toBeVisible();
  await expect(page.getByText("In-Progress", { exact: true }).first()).toBeVisible();
  await faultless(page);
  return new URL(page.url()).searchParams.get("record") ?? "";
}

async function pay(page: Page) {
  await expect(page.getByText("You pay the fee of EUR 3.20")).toBeVisible();
  const account = page.getByRole("region", { name: "Transfer to" });
  await expect(account).toContainText("DE89370400440532013000");
  await expect(account.getByRole("button", { name: "Copy: IBAN or account number" })).toBeVisible();
  await page.getByRole("button", { name: "Report EUR 3.20" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "INV-006 Attach the proof of payment: PDF, JPG or PNG, at most 10 MB.",
  );
  await page
    .getByLabel("Proof of payment")
    .setInputFiles({ name: "transfer.pdf", mimeType: "application/pdf", buffer: PDF });
  await expect(page.getByText("transfer.pdf")).toBeVisible();
  await page.getByLabel("Bank reference").fill("FT26307K88Q1");
  await faultless(page);
  await page.getByRole("button", { name: "Report EUR 3.20" }).click();
  await expect(page.getByText("A platform operator looks for the money")).toBeVisible();
}

test("certificates of the inventory are requested with the fee shown beforehand, approved, paid, confirmed and retired for good, with the same figures everywhere", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const id = randomUUID().slice(0, 6).toUpperCase();
  const name = `Wind Park ${id}`;
  const account = await accountOfOwner();
  await broughtIn(account, name, id);
  await signIn(page, TRADER);
  const record = await request(page, account, name);
  const address = `/rehash/register-services?tab=redemption&record=${record}`;

  const issuer = await personIn(browser, ISSUER);
  const said = complaints(issuer);
  await open(issuer, address);
  await expect(issuer.getByText("You decide on this redemption")).toBeVisible();
  await faultless(issuer);
  await issuer.getByRole("button", { name: "Approve 40 MWh" }).click();
  await givePassword(issuer, ISSUER);
  await expect(issuer.getByText("Waiting for Payment", { exact: true }).first()).toBeVisible();

  await open(page, `${address}&account=${account}`);
  await pay(page);

  const operator = await personIn(browser, PLATFORM);
  const told = complaints(operator);
  await open(operator, "/rehash/dashboard");
  await expect(operator.getByRole("list", { name: "What waits for you" })).toContainText(
    "payment to confirm",
  );
  await open(operator, address);
  await expect(operator.getByText("You look for the money and confirm it")).toBeVisible();
  await operator.getByRole("button", { name: "Confirm that EUR 3.20 came" }).click();
  await givePassword(operator, PLATFORM);
  await retiredThere(browser, operator, address);
  await open(operator, address);
  await expect(async () => {
    await operator.reload();
    await expect(operator.getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });

  await page.reload();
  await expect(page.getByText("40 MWh were retired for good for Saigon Harbour Brewing JSC")).toBeVisible();
  const link = page.getByRole("link", { name: "Open the public statement" });
  await expect(link).toHaveAttribute("href", /^\/verify\/[0-9A-HJKMNP-TV-Z]{26}$/);
  const statement = await link.getAttribute("href");
  await expect(page.getByRole("button", { name: "Cancel redemption" })).toHaveCount(0);
  await faultless(page);
  const row = await heldOf(page, account, name);
  await expect(row).toContainText("20");
  await ledBack(page, row, { record, statement: statement ?? "" });
  const number = await numberOf(page, account);
  await open(page, `/rehash/rec?account=${account}&tab=history`);
  await expect(page.getByRole("row").filter({ hasText: number })).toContainText("40");
  await verified(browser, statement ?? "");
  await corrected({ page, issuer, operator }, `${address}&account=${account}`);
  await replaced(browser, { old: statement ?? "", page });
  expect([heard, said, told]).toEqual([[], [], []]);
});

/** The ranges that are held no longer, and their life, lead to the redemption and to the check of its statement. */
async function ledBack(page: Page, row: Locator, given: { record: string; statement: string }) {
  await row.getByRole("button").first().click();
  await page.getByRole("checkbox", { name: "Show ranges no longer held" }).click();
  const gone = page.getByRole("list", { name: "No longer held" });
  await expect(gone.getByRole("link", { name: /^RD-/ })).toHaveAttribute("href", new RegExp(given.record));
  await expect(gone.getByRole("link", { name: /^Verify/ })).toHaveAttribute("href", given.statement);
  await faultless(page);
  await gone.getByRole("button", { name: "History" }).click();
  const life = page.getByRole("dialog", { name: "History of a serial range" });
  await expect(life.getByRole("link", { name: "Verify" })).toHaveAttribute("href", given.statement);
  const pdf = page.waitForEvent("download");
  await life.getByRole("button", { name: "Statement" }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^RD-.+\.pdf$/);
  await faultless(page);
  await life.getByRole("link", { name: /^RD-/ }).last().click();
  await expect(page.getByRole("heading", { name: /^RD-/ })).toBeVisible();
}

/** Two operators retire the certificates at the registry that they came from, one enters its number of that transaction and the other confirms it (R21). */
async function retiredThere(browser: Browser, operator: Page, address: string) {
  const reference = `EV-${randomUUID().slice(0, 8)}`;
  await expect(operator.getByText("Waiting for Other Registry", { exact: true }).first()).toBeVisible();
  const calls = operator.getByRole("list", { name: "Calls to other registries" });
  await expect(calls.getByText("By Hand", { exact: true })).toBeVisible();
  await faultless(operator);
  await calls.getByRole("link", { name: /^RC-/ }).click();
  await expect(operator.getByRole("heading", { name: /^RC-/ })).toBeVisible();
  await operator.getByRole("button", { name: "Record the acknowledgement" }).click();
  await expect(operator.getByText(/^RED-032 Enter the other registry's number/)).toBeVisible();
  await operator.getByLabel("The other registry's number of the transaction").fill(reference);
  await faultless(operator);
  await operator.getByRole("button", { name: "Record the acknowledgement" }).click();
  await expect(operator.getByText("Noted. A second person must record the same.").first()).toBeVisible();

  const second = await personIn(browser, SECOND);
  const heard = complaints(second);
  await open(second, `${address}&sub=calls`.replace(/&record=[^&]*/, ""));
  await expect(second.getByRole("region", { name: "Connections to other registries" })).toContainText(
    "No connection: calls are made by hand",
  );
  await open(second, new URL(operator.url()).pathname + new URL(operator.url()).search);
  const proposal = second.getByRole("region", { name: "Proposed by a first person" });
  await expect(proposal).toContainText(reference);
  await proposal.getByRole("button", { name: "Confirm as the second person" }).click();
  await givePassword(second, SECOND);
  await expect(second.getByText("Acknowledged", { exact: true }).first()).toBeVisible();
  await faultless(second);
  expect(heard).toEqual([]);
}

/** The number of the redemption that was completed last, as the list has it beside its amount. */
async function numberOf(page: Page, account: string): Promise<string> {
  await open(
    page,
    `/rehash/register-services?account=${account}&tab=redemption&status=completed&sort=-completed`,
  );
  const row = page
    .getByRole("table", { name: "I-REC TIGR Redemption" })
    .getByRole("row")
    .filter({ hasText: "RD-" })
    .first();
  await expect(row).toContainText("40");
  return (await row.getByRole("link").first().textContent()) ?? "";
}

/** Somebody without an account checks the statement by its address, and its files without asking the ledger. */
async function verified(browser: Browser, address: string) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const heard = complaints(page);
  await open(page, address);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Nobody else has these certificates")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator("main")).toContainText(
    "40 MWh of wind electricity were redeemed for Saigon Harbour Brewing JSC",
  );
  await faultless(page);
  const json = page.waitForEvent("download");
  await page.getByRole("link", { name: "statement.json" }).click();
  const statement = await readFile(await (await json).path(), "utf8");
  const pdf = page.waitForEvent("download");
  await page.getByRole("button", { name: "Statement, PDF" }).click();
  const printed = await readFile(await (await pdf).path());

  await open(page, "/verify");
  const file = page.getByLabel("Choose a file");
  await file.setInputFiles({ name: "statement.pdf", mimeType: "application/pdf", buffer: printed });
  await expect(page.getByText(/^Genuine as issued on/)).toBeVisible();
  await open(page, "/verify");
  const changed = statement.replaceAll("Saigon Harbour", "Another Harbour");
  await file.setInputFiles({
    name: "statement.json",
    mimeType: "application/json",
    buffer: Buffer.from(changed),
  });
  await expect(page.getByText("This statement does not match the ledger")).toBeVisible();
  await checkedOffline(page, { statement, changed, printed });
  expect(heard).toEqual([]);
}
