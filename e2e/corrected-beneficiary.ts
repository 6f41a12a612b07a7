// The beneficiary of a completed redemption is corrected by an issuer and an operator (rule R44).
import { expect, type Browser, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open } from "./pages.ts";

const RIGHT = {
  name: "Sài Gòn Harbour Brewing JSC",
  address: "18 Tôn Thất Thuyết, Quận 4, Hồ Chí Minh City",
};

/** Issuer and operator correct spelling and address within the day, once; the trader sees the new words and what they replaced. */
export async function corrected(
  { page, issuer, operator }: { page: Page; issuer: Page; operator: Page },
  address: string,
) {
  await page.goto(`${process.env["HELIOGRAPH_URL"]}${address}`);
  await expect(
    page.getByText(/^Spelling and address of the beneficiary may be corrected until/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Correct the beneficiary" })).toHaveCount(0);

  await issuer.reload();
  await issuer.getByRole("button", { name: "Correct the beneficiary" }).click();
  const asked = issuer.getByRole("dialog", { name: "Correct the beneficiary" });
  await asked.getByLabel("Beneficiary Name").fill("Hanoi Steel Works Ltd");
  await asked.getByRole("button", { name: "Correct the beneficiary" }).click();
  await expect(asked.getByRole("alert")).toContainText(
    "RED-026 This is another name. Only its spelling can be corrected.",
  );
  await asked.getByLabel("Beneficiary Name").fill(RIGHT.name);
  await asked.getByLabel("Address").fill(RIGHT.address);
  await faultless(issuer);
  await asked.getByRole("button", { name: "Correct the beneficiary" }).click();
  await expect(issuer.getByText("You proposed: Correct the beneficiary")).toBeVisible();
  await expect(issuer.getByRole("button", { name: "Correct the beneficiary" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("40 MWh were retired for good for Saigon Harbour Brewing JSC")).toBeVisible();

  await operator.reload();
  const same = operator.getByRole("region", { name: "Proposed by a first person" });
  await expect(same).toContainText(RIGHT.name);
  await expect(same).toContainText(RIGHT.address);
  await same.getByRole("button", { name: "Confirm as the second person" }).click();
  await expect(operator.getByText(`40 MWh were retired for good for ${RIGHT.name}`)).toBeVisible();
  await expect(operator.getByRole("button", { name: /correct/i })).toHaveCount(0);
  await faultless(operator);
}

/** The old statement says that it is replaced and leads to the one in force, on the record and on the public page. */
export async function replaced(browser: Browser, { old, page }: { old: string; page: Page }) {
  await page.reload();
  await expect(page.getByText(`40 MWh were retired for good for ${RIGHT.name}`)).toBeVisible();
  const before = page.getByRole("list", { name: "Statements before" });
  await expect(before.getByRole("link")).toHaveAttribute("href", old);
  await expect(page.getByText("Beneficiary corrected: the statement was replaced")).toBeVisible();
  const link = page.getByRole("link", { name: "Open the public statement" });
  await expect(link).not.toHaveAttribute("href", old);
  const now = (await link.getAttribute("href")) ?? "";
  await faultless(page);

  const anybody = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const heard = complaints(anybody);
  await open(anybody, old);
  // The journey's certificates are a demonstration's: that is what the heading says, and then that it was replaced.
  await expect(anybody.getByText(/^It was replaced on \d{4}-\d\d-\d\d \(GMT\+8\)\.$/)).toBeVisible();
  await faultless(anybody);
  await anybody.getByRole("link", { name: "Open the statement that is in force" }).click();
  await expect(anybody).toHaveURL(new RegExp(`${now}$`));
  await expect(anybody.locator("main")).toContainText(
    `40 MWh of wind electricity were redeemed for ${RIGHT.name}`,
  );
  await expect(anybody.getByText("Nobody else has these certificates")).toBeVisible();
  await expect(anybody.getByText(/^It was replaced on/)).toHaveCount(0);
  await expect(anybody.locator("main")).not.toContainText("may be corrected until");
  expect(heard).toEqual([]);
}
