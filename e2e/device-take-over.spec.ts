// A device goes from one account to another: both account managers sign, the owner of the plant consents anew, and the issuer approves (R11).
import { randomUUID } from "node:crypto";
import { getSeats, localDay, nextMonthStart, setMember } from "@heliograph/contract";
import { expect, test, type Page } from "@playwright/test";
import { approve, choose, uploadAll } from "./device-pages.ts";
import { faultless } from "./page-faults.ts";
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

/** The other account asks for the device and fills in what is its own; the address at which the plant's owner consents. */
async function beginTakeOver(
  buyer: Page,
  { account, code, name }: { account: string; code: string; name: string },
): Promise<string> {
  await open(buyer, `/rehash/register-services?account=${account}&tab=devices`);
  await buyer.getByRole("button", { name: "Take over a device" }).click();
  const asked = buyer.getByRole("dialog", { name: "Take over a device" });
  await asked.getByRole("textbox", { name: "Device ID" }).fill(code);
  await asked.getByRole("button", { name: "Take over a device" }).click();
  await expect(buyer.getByText(new RegExp(`^Takes over ${code}`))).toBeVisible();
  await choose(buyer, "Portal project", name);
  await buyer.getByRole("checkbox", { name: /PM-01/ }).check();
  await uploadAll(buyer);
  await buyer.getByRole("checkbox", { name: /^No other certificates/ }).check();
  const link = buyer.getByText(/consent=owner/);
  await expect(link).toBeVisible();
  await faultless(buyer);
  return link.innerText();
}

test("a device is taken over by another account: its manager releases it, the other submits, the owner consents, the issuer approves", async ({
  page,
  browser,
}) => {
  const name = `Moved ${randomUUID().slice(0, 6)}`;
  const plant = await meteredPlant(name);
  const account = await accountOfOwner();
  await registered(plant, { account, name, registered_on: localDay("Asia/Ho_Chi_Minh", Date.now()) });
  const { project_uid } = plant;
  await ask(setMember, { body: { project_uid, email: BUYER.username, role: "read_only" } }, await bearer());
  const { accounts } = await ask(getSeats, {}, await bearer(BUYER));
  const [theirs] = accounts;
  if (theirs === undefined) throw new Error("the buyer has no account");

  const heard = complaints(page);
  await signIn(page, OWNER);
  await open(page, `/rehash/devices?account=${account}&q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: /^Details/ }).click();
  const code = await page
    .getByRole("dialog", { name })
    .getByText(/^D\d{6}$/)
    .first()
    .innerText();
  await page.getByRole("button", { name: "Release to another account" }).click();
  await page.getByRole("textbox", { name: "Trade account ID" }).fill(theirs.trade_account_id ?? "");
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await givePassword(page, OWNER);
  await expect(page.getByText(`(${theirs.trade_account_id})`)).toBeVisible();

  const buyer = await personIn(browser, BUYER);
  const told = complaints(buyer);
  const link = await beginTakeOver(buyer, { account: theirs.account, code, name });
  const { pathname, search } = new URL(link);
  await open(page, `${pathname}${search}`);
  await expect(page.getByText(new RegExp(`^${name} · `))).toBeVisible();
  await page.getByRole("button", { name: "Sign as owner" }).click();
  await expect(page.getByText(/^Signed by/)).toBeVisible();
  await faultless(page);

  await buyer.reload();
  await expect(buyer.getByText("nothing is missing", { exact: true })).toBeVisible();
  await buyer.getByRole("button", { name: "Submit for review" }).click();
  await expect(buyer.getByText("The issuer decides").first()).toBeVisible();
  const issuer = await personIn(browser, ISSUER);
  const successor = await approve(issuer, name);
  expect(successor).not.toBe(code);

  const month = nextMonthStart(localDay("Asia/Ho_Chi_Minh", Date.now()));
  await open(buyer, `/rehash/devices?account=${theirs.account}&q=${encodeURIComponent(name)}`);
  await buyer.getByRole("link", { name: `Details: ${successor}` }).click();
  await expect(buyer.getByRole("dialog", { name })).toContainText(`Valid${month} to `);
  await open(page, `/rehash/devices?account=${account}&q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `Details: ${code}` }).click();
  await expect(page.getByRole("button", { name: successor })).toBeVisible();
  expect([...heard, ...told]).toEqual([]);
});
