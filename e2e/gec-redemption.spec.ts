// Green certificates are redeemed: an operator records the purchase, a second confirms it, the buyer names the consumer, the seller hands the certificates over, and two operators verify them.
import { randomUUID } from "node:crypto";
import { getSeats } from "@heliograph/contract";
import { expect, test, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open } from "./pages.ts";
import { ask, bearer } from "./plant.ts";
import { givePassword, PDF, personIn, PLATFORM } from "./registered-plant.ts";

const SELLER = { username: "trader@demo.example", password: "sunlight" };
const BUYER = { username: "buyer@demo.example", password: "sunlight" };
const SECOND = { username: "platform2@demo.example", password: "sunlight" };

/** The account for which the person trades. */
async function seatOf(who: typeof BUYER) {
  const { accounts } = await ask(getSeats, {}, await bearer(who));
  const [seat] = accounts.filter(({ role }) => role !== "viewer");
  return { account: seat?.account ?? "", trade_account_id: seat?.trade_account_id ?? "" };
}

/** The month before this one in China, YYYY-MM. */
function lastMonth(): string {
  const [year = 0, month = 1] = new Date(Date.now() + 8 * 3_600_000).toISOString().split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

const attach = (page: Page, name: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/pdf", buffer: PDF });

async function recordPurchase(operator: Page, parties: { buyer: string; seller: string }) {
  await open(operator, "/rehash/register-services?tab=redemption&sub=gec");
  await operator.getByRole("link", { name: "Record a purchase" }).click();
  await operator.getByLabel("Buyer").fill(parties.buyer);
  await operator.getByLabel("Seller").fill(parties.seller);
  await operator.getByLabel("Quantity").fill("100");
  await operator.getByLabel("Price per certificate").fill("1.05");
  await expect(operator.getByText("In total USD 105.00")).toBeVisible();
  await faultless(operator);
  await operator.getByRole("button", { name: "Record a purchase" }).click();
  await expect(operator.getByRole("heading", { name: "Redemption of 100 GEC" })).toBeVisible();
}

async function nameConsumer(buyer: Page, name: string) {
  await buyer.getByLabel("Beneficiary Name").fill(name);
  await buyer.getByLabel("Unified social credit code").fill("9144030071526726XX");
  await buyer.getByLabel("GEC account id").fill("GEC-ACC-1");
  await buyer.getByLabel("Province").fill("Guangdong");
  await buyer.getByLabel("Purpose").fill("Scope 2");
  for (const [label, day] of [
    ["From", "2026-01-01"],
    ["To", "2026-12-31"],
  ] as const) {
    const field = buyer.getByRole("textbox", { name: label, exact: true });
    await field.fill(day);
    await field.press("Enter");
  }
}

async function nameCertificates(seller: Page, series: string) {
  await attach(seller, "certificates.pdf");
  await expect(seller.getByText("certificates.pdf").first()).toBeVisible();
  await seller.getByLabel("Device code").fill("GANSU7");
  await seller.getByLabel("Device Name").fill("Gansu Wind");
  await seller.getByLabel("Location").fill("Jiuquan");
  await seller.getByLabel("Province").fill("Gansu");
  await seller.getByLabel("Month of generation").fill(lastMonth());
  await seller.getByLabel("Series").fill(series);
  await seller.getByLabel("First number").fill("1");
  await seller.getByLabel("Last number").fill("100");
}

test("a GEC redemption goes through both parties: recorded, confirmed, consumer, certificates, verified by two, and retired for good", async ({
  browser,
}) => {
  const id = randomUUID().slice(0, 6).toUpperCase();
  const [ofBuyer, ofSeller] = [await seatOf(BUYER), await seatOf(SELLER)];
  const first = await personIn(browser, PLATFORM);
  const second = await personIn(browser, SECOND);
  const buyer = await personIn(browser, BUYER);
  const seller = await personIn(browser, SELLER);
  const heard = [first, second, buyer, seller].map(complaints);

  await recordPurchase(first, { buyer: ofBuyer.trade_account_id, seller: ofSeller.trade_account_id });
  const record = new URL(first.url()).searchParams.get("record") ?? "";
  const address = (account?: string) =>
    `/rehash/register-services?${account === undefined ? "" : `account=${account}&`}tab=redemption&sub=gec&record=${record}`;

  await attach(first, "agreement.pdf");
  await expect(first.getByText("agreement.pdf").first()).toBeVisible();
  await first.getByRole("button", { name: "Confirm the purchase" }).click();
  await givePassword(first, PLATFORM);
  await expect(first.getByText(/^You proposed: /)).toBeVisible();
  await open(second, address());
  await expect(second.getByText(/^agreement\.pdf · sha256 /)).toBeVisible();
  await second.getByRole("button", { name: "Confirm as the second person" }).click();
  await givePassword(second, SECOND);
  await expect(second.getByText("Pending Buyer Input").first()).toBeVisible();

  await open(seller, address(ofSeller.account));
  await expect(seller.getByText("The buyer names the consumer")).toBeVisible();
  await open(buyer, address(ofBuyer.account));
  await nameConsumer(buyer, `Shenzhen Works ${id}`);
  await faultless(buyer);
  await buyer.getByRole("button", { name: "Send to the seller" }).click();
  await givePassword(buyer, BUYER);
  await expect(
    buyer.getByText("Enter a valid unified social credit code of 18 characters.").first(),
  ).toBeVisible();
  await buyer.getByLabel("Unified social credit code").fill("9144030071526726XG");
  await buyer.getByRole("button", { name: "Send to the seller" }).click();
  await expect(buyer.getByText("Pending Seller Upload Certificate").first()).toBeVisible();

  await seller.reload();
  await nameCertificates(seller, `GEC-${id}`);
  await faultless(seller);
  await seller.getByRole("button", { name: "Hand over the certificates" }).click();
  await givePassword(seller, SELLER);
  await expect(seller.getByText("In-Progress").first()).toBeVisible();

  await open(first, address());
  await attach(first, "national-system.pdf");
  await expect(first.getByText("national-system.pdf").first()).toBeVisible();
  await first.getByRole("button", { name: "Verify and retire for good" }).click();
  await expect(first.getByText(/^You proposed: /)).toBeVisible();
  await open(second, address());
  await faultless(second);
  await expect(second.getByText(/^national-system\.pdf · sha256 /)).toBeVisible();
  await second.getByRole("button", { name: "Confirm as the second person" }).click();
  await expect(second.getByText("The certificates are retired for good")).toBeVisible();

  await open(buyer, `/rehash/register-services?account=${ofBuyer.account}&tab=redemption&sub=gec&q=${id}`);
  await expect(buyer.getByRole("row").filter({ hasText: id })).toContainText("Completed");
  // A rule that is broken is answered with 422, which the browser notes.
  expect(heard.map((all) => all.filter((one) => !one.includes("422")))).toEqual([[], [], [], []]);
});
