// A device is registered by three people: who owns the plant, the issuer, and a platform operator who looks at what came of it, suspends it and, with the owner's consent, has it go on.
import { randomUUID } from "node:crypto";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { choose, consent, lookAtDeclaration, uploadAll } from "./device-pages.ts";
import { mailsTo } from "./mails.ts";
import { complaints, open, openFound, signIn } from "./pages.ts";
import { OWNER } from "./plant.ts";
import {
  accountOfOwner,
  givePassword,
  ISSUER,
  meteredPlant,
  personIn,
  PLATFORM,
} from "./registered-plant.ts";

/** Fills in all that the form asks for; the plant brings capacity and place with it. */
async function fillIn(page: Page, name: string, plant: string) {
  await page.getByLabel("Device name, English").fill(name);
  await page.getByLabel("Device name, local language").fill("Điện mặt trời mái nhà");
  await choose(page, "Registry", "I-REC");
  await page.getByLabel("Owner", { exact: true }).fill("Xanh Energy JSC");
  await choose(page, "Fuel type", /Solar/);
  await choose(page, "Device technology", /PV rooftop/);
  await page.getByRole("textbox", { name: "Commercial operation date" }).fill("2023-11-02");
  await page.getByRole("textbox", { name: "Commercial operation date" }).press("Enter");
  await choose(page, "On-site consumption", "Yes, part of it");
  await choose(page, "Auxiliary energy", "None");
  await choose(page, "Country", "Vietnam");
  await page.getByLabel("Province").fill("Can Tho");
  await choose(page, "Portal project", plant);
  await expect(page.getByLabel("Capacity", { exact: true })).toHaveValue("0.940");
  await expect(page.getByLabel("Latitude")).toHaveValue("10.0894");
  await page.getByRole("checkbox", { name: /PM-01/ }).check();
  await expect(page.getByText("free", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /^No other certificates/ }).check();
}

const mark = async (page: Page, item: string, reason: string) => {
  await page.getByRole("button", { name: `Mark: ${item}`, exact: true }).click();
  await page.getByLabel(`What is wrong with: ${item}`).fill(reason);
};

/** What mails to the owner say. */
const mails = async () => (await mailsTo(OWNER.username)).map(({ text = "" }) => text);

/** The applicant is told of the approval on the bell and by a mail, as of the changes that were asked before. */
async function told(of: { page: Page; account: string; record: string; name: string }) {
  const { page, account, record, name } = of;
  await open(page, `/rehash/dashboard?account=${account}`);
  const bell = page.getByRole("button", { name: /^Notifications.* new$/ });
  await bell.click();
  const list = page
    .getByRole("dialog", { name: "Notifications" })
    .getByRole("list", { name: "What happened" });
  const approved = list.getByRole("link").filter({ hasText: name }).filter({ hasText: "Approved" });
  await expect(approved).toContainText("Device registration: Approved");
  await expect(approved).toContainText("New");
  await faultless(page);
  await approved.click();
  await expect(page).toHaveURL(new RegExp(`record=${record}`));
  await open(page, `/rehash/notices?account=${account}&q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: "Approved" });
  await expect(row).not.toContainText("New");
  await expect(page.getByRole("row").filter({ hasText: "Changes asked" })).toContainText(
    "Capacity and owner do not fit together.",
  );
  await faultless(page);
  // In the language of the person, who has chosen none.
  const said = { "Đã yêu cầu sửa": "Capacity and owner do not fit together.", "Đã duyệt": name };
  // A mail may tell of other records too: of each thing that happened it names its records below.
  const events = async () =>
    (await mails())
      .flatMap((text) => text.split(/^(?=- )/m))
      .filter((part) => part.includes(name))
      .map((part) => part.split("\n"))
      .flatMap(([what = ""]) =>
        Object.keys(said).filter((event) => what.includes(`Đăng ký thiết bị: ${event} `)),
      )
      .toSorted();
  // Each once; two mails of one second may come in either order.
  await expect.poll(events).toEqual(Object.keys(said).toSorted());
  for (const words of Object.values(said)) {
    expect((await mails()).some((text) => text.includes(name) && text.includes(words))).toBe(true);
  }
}

/** A platform operator and the account see the device that was registered; the operator suspends it. */
async function suspended(of: { page: Page; browser: Browser; account: string; name: string }) {
  const { page, browser, account, name } = of;
  const operator = await personIn(browser, PLATFORM);
  const drawer = operator.getByRole("dialog", { name });
  await open(operator, `/rehash/devices?q=${encodeURIComponent(name)}`);
  await operator.getByRole("link", { name: /^Details/ }).click();
  await expect(drawer).toContainText("counts");
  await expect(drawer).toContainText("In force");
  await drawer.getByLabel("Reason").fill("The registry asks for another diagram.");
  await faultless(operator);
  await drawer.getByRole("button", { name: "Suspend", exact: true }).click();
  await givePassword(operator, PLATFORM);
  await expect(drawer).toContainText("Suspended: The registry asks for another diagram.");
  await open(page, `/rehash/devices?account=${account}&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("table", { name: "Registered devices" })).toContainText("Suspended");
  await faultless(page);
  return { operator, drawer };
}

/** The owner withdraws the consent and gives it again; only then the device is resumed. */
async function resumed(of: Parameters<typeof suspended>[0]) {
  const { operator, drawer } = await suspended(of);
  const { page, name } = of;
  await page.getByRole("link", { name: /^Details/ }).click();
  const own = page.getByRole("dialog", { name });
  await own.getByRole("button", { name: "Withdraw the consent" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(own).toContainText("Have an owner of the plant consent again");
  await faultless(page);
  await operator.reload();
  await expect(drawer).toContainText("Without consent");
  await expect(drawer.getByRole("button", { name: "Resume" })).toHaveCount(0);
  await own.getByRole("button", { name: "Sign as owner" }).click();
  await expect(own).toContainText("The issuer decides whether it is resumed");
  await operator.reload();
  await drawer.getByLabel("Reason").fill("The diagram has come and is right.");
  await drawer.getByRole("button", { name: "Resume", exact: true }).click();
  await expect(drawer.getByRole("list", { name: "Timeline" })).toContainText("In force again");
  await expect(drawer.getByRole("button", { name: "Suspend", exact: true })).toBeVisible();
  await faultless(operator);
}

test("a device is registered from its draft through To Re-Submit to Approved", async ({ page, browser }) => {
  const heard = complaints(page);
  const name = `Rice Mill ${randomUUID().slice(0, 6)}`;
  const plant = `Plant of ${name}`;
  await meteredPlant(plant);
  const account = await accountOfOwner();
  await signIn(page);
  await open(page, `/rehash/register-services?account=${account}&tab=devices&record=new`);
  await expect(page).toHaveURL(/record=[0-9a-f-]{36}/);
  await expect(page.getByRole("list", { name: "Before you submit" })).toContainText("Choose a registry.");
  await fillIn(page, name, plant);
  await uploadAll(page);
  await consent(page);
  await expect(page.getByText("nothing is missing", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page.getByText("The issuer decides").first()).toBeVisible();
  const record = new URL(page.url()).searchParams.get("record") ?? "";

  const issuer = await personIn(browser, ISSUER);
  const said = complaints(issuer);
  await open(issuer, "/rehash/register-services?status=pending");
  await openFound(issuer, name, /^DR-/);
  await issuer.getByRole("button", { name: "Start review" }).click();
  await expect(issuer.getByRole("list", { name: "Timeline" })).toContainText("Taken for review");
  await mark(issuer, "Capacity", "The diagram shows 0.880 MW.");
  await issuer.locator('[data-item="owner_declaration"]').focus();
  await issuer.keyboard.press("m");
  await issuer.getByLabel("What is wrong with: Owner's declaration").fill("It names another owner.");
  await issuer.getByLabel("Reason for the applicant").fill("Capacity and owner do not fit together.");
  await faultless(issuer);
  await issuer.getByRole("button", { name: "Ask for changes (2)" }).click();
  await expect(issuer.getByText("To Re-Submit").first()).toBeVisible();

  await open(page, `/rehash/register-services?account=${account}&tab=devices&record=${record}`);
  await expect(page.getByText("You answer 2 marked items")).toBeVisible();
  await page.getByLabel("Capacity", { exact: true }).fill("0.880");
  await page.getByLabel("Your answer: Owner's declaration").fill("The device named the operator.");
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Submit version 2" }).click();
  await expect(page.getByText("The issuer decides").first()).toBeVisible();

  await open(issuer, `/rehash/register-services?tab=devices&record=${record}`);
  await expect(issuer.getByText("The device named the operator.")).toBeVisible();
  await expect(issuer.locator("ins")).toContainText("0.880 MW");
  await lookAtDeclaration(issuer);
  await issuer.getByRole("button", { name: "Approve", exact: true }).click();
  await givePassword(issuer, ISSUER);
  await expect(issuer.getByText(/^Registered as D\d{6}, valid from/)).toBeVisible();
  expect(said).toEqual([]);

  await told({ page, account, record, name });
  await resumed({ page, browser, account, name });
  expect(heard).toEqual([]);
});
