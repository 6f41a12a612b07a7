// A company comes to the certificate workspace: a person applies, a platform operator approves, a trader is invited, a bank account verified, the fees agreed.
import { randomUUID } from "node:crypto";
import { register } from "@heliograph/contract";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask } from "./plant.ts";
import { PDF } from "./registered-plant.ts";

const PROFILE = "/rehash/business-account-profile";
const DECIDER = { username: "platform@demo.example", password: "sunlight" };
const SECOND = { username: "platform2@demo.example", password: "sunlight" };
const PASSWORD = "a long secret";

interface Person {
  readonly username: string;
  readonly password: string;
}

/** Somebody new on the portal, with no part in any business account. */
async function newcomer(fullname: string): Promise<Person> {
  const email = `${randomUUID().slice(0, 8)}@test.example`;
  await ask(register, { body: { fullname, email, password: PASSWORD, retypePassword: PASSWORD } });
  return { username: email, password: PASSWORD };
}

async function newPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
}

/** Gives the password where it is asked for; who gave it lately is not asked. */
async function prove(page: Page, who: Person, done: string | RegExp) {
  const password = page.getByRole("textbox", { name: "Password" });
  await expect(password.or(page.getByText(done)).first()).toBeVisible();
  if (await password.isVisible()) {
    await password.fill(who.password);
    await page.getByRole("button", { name: "Continue" }).click();
  }
  await expect(page.getByText(done).first()).toBeVisible();
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Applies for a business account, whose page says what is missing first. */
async function apply(page: Page, manager: Person, name: string) {
  await open(page, PROFILE);
  await page.getByLabel("Company name").fill(name);
  await page.getByRole("button", { name: "Begin the application" }).click();
  await expect(page.getByText("An account manager fills in the company and submits it")).toBeVisible();
  await page.getByLabel("Registration number").fill(randomUUID().slice(0, 10));
  await page.getByLabel("Company English name").fill(name);
  await page.getByLabel("Registered address").fill("1 Main Street");
  await choose(page, "Country of the company", "Vietnam");
  await page.getByLabel("Province of the company").fill("Can Tho");
  await page.getByLabel("Company e-mail").fill("office@company.example");
  await page.getByLabel("Contact number").fill("+84 28 5555 0100");
  await choose(page, "Account type at I-REC", "Registrant");
  await page.getByRole("button", { name: "Save changes" }).click();
  await prove(page, manager, "The company information has been saved");
  await page.getByLabel("Add a file: Certificate of registration").setInputFiles({
    name: "register.pdf",
    mimeType: "application/pdf",
    buffer: PDF,
  });
  await expect(page.getByRole("button", { name: "Take out: register.pdf" })).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await prove(page, manager, "A platform operator reviews the account");
}

/** Opens the account in the operator's list. */
async function openReview(page: Page, name: string) {
  await open(page, PROFILE);
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** The account stands in what waits for the operator, and leads to its review. */
async function waitsForReview(page: Page, name: string) {
  await open(page, "/rehash/dashboard");
  const yours = page.getByRole("list", { name: "What waits for you" });
  await yours.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** One of the two operators verifies the bank account of the company. */
async function verify(page: Page, who: Person, name: string, said: string) {
  await open(page, `${PROFILE}?tab=banks`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("0071005550126");
  await row.getByRole("button", { name: /^(Verify|Confirm as the second person)/ }).click();
  await prove(page, who, said);
}

/** The operator returns the application with a reason, which its applicant reads and answers. */
async function returnAndAnswer(given: { page: Page; operator: Page; manager: Person; name: string }) {
  const { page, operator, manager, name } = given;
  await openReview(operator, name);
  const province = "Province of the company";
  await operator.getByRole("button", { name: `Mark: ${province}` }).click();
  await operator.getByLabel(`What is wrong with: ${province}`).fill("The register says Vinh Long.");
  await operator.getByRole("button", { name: "Mark: Certificate of registration" }).click();
  await operator.getByLabel("What is wrong with: Certificate of registration").fill("Of which month is it?");
  await faultless(operator);
  await operator.getByRole("button", { name: "Return with a reason" }).click();
  await operator.getByLabel("Reason for the account").fill("The province is not that of the register.");
  await operator.getByRole("dialog").getByRole("button", { name: "Return with a reason" }).click();
  await expect(operator.getByText("The application has been returned").first()).toBeVisible();

  await page.reload();
  await expect(page.getByText("Reason: The province is not that of the register.")).toBeVisible();
  await expect(page.getByLabel("Registered address")).toHaveCount(0);
  await page.getByRole("textbox", { name: province, exact: true }).fill("Vinh Long");
  await page.getByLabel("Your answer: Certificate of registration").fill("It is of this month.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await prove(page, manager, "The company information has been saved");
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Submit for review" }).click();
  await prove(page, manager, "A platform operator reviews the account");
}

/** Invites the person as a trader. Returns the path of the link. */
async function invite(page: Page, manager: Person, { username }: Person): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Their e-mail address").fill(username);
  await page.getByRole("button", { name: "Make the invitation link" }).click();
  await prove(page, manager, `It is shown only now, works once, for ${username} alone`);
  const link = new URL(await page.getByLabel(`Invitation link for ${username}`).inputValue());
  return link.pathname + link.hash;
}

/** Follows the link without being signed in, signs in where it leads, and takes part. */
async function acceptAt(page: Page, path: string, who: Person, company: string) {
  const heard = complaints(page);
  await open(page, path);
  await expect(page.getByText("You are invited to a business account.", { exact: false })).toBeVisible();
  await page.locator("input[autocomplete=username]").fill(who.username);
  await page.locator("input[autocomplete=current-password]").fill(who.password);
  await page.locator("button[type=submit]").click();
  await expect(page.getByText(company)).toBeVisible();
  await faultless(page);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(/\/rehash\/dashboard\?account=/);
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  expect(heard).toEqual([]);
}

/** Adds a bank account in the company's name, which is masked and waits. */
async function addBank(page: Page, manager: Person, company: string) {
  await page.getByRole("tab", { name: "Fees Agreement & Payment Information" }).click();
  await expect(page).toHaveURL(/tab=fees/);
  await page.getByRole("button", { name: "Add a bank account" }).click();
  await page.getByLabel("Bank name").fill("Vietcombank");
  await page.getByLabel("Account holder").fill(company.toUpperCase());
  await page.getByLabel("SWIFT code").fill("bftvvnvx");
  await page.getByLabel("IBAN or account number").fill("0071 0055 5012 6");
  await page.getByRole("dialog").getByRole("button", { name: "Add a bank account" }).click();
  await prove(page, manager, "Pending Verification");
  await expect(page.getByText("•••• 0126")).toBeVisible();
}

/** Another name is reviewed beside the one that holds, and holds once it is approved. */
async function rename(given: { page: Page; operator: Page; manager: Person; name: string }): Promise<string> {
  const { page, operator, manager, name } = given;
  const next = `${name} Holding`;
  await page.getByRole("tab", { name: "Company Information" }).click();
  await page.getByRole("button", { name: "Change name or registration number" }).click();
  await page.getByRole("dialog").getByLabel("Company name").fill(next);
  await page.getByRole("dialog").getByRole("button", { name: "Send for review" }).click();
  await prove(page, manager, "A platform operator reviews the change");
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  await waitsForReview(operator, name);
  await expect(operator.getByRole("list", { name: "Change that is asked for" })).toContainText(
    `new: ${next}`,
  );
  await faultless(operator);
  await operator.getByRole("button", { name: "Approve the change" }).click();
  await prove(operator, DECIDER, "The change is approved and in force");
  await page.reload();
  await expect(page.getByText(next, { exact: true }).first()).toBeVisible();
  return next;
}

/** A suspended account begins nothing, and each of its pages says why and who acts next. */
async function suspend(page: Page, operator: Page, name: string) {
  const decide = async (action: string, done: string) => {
    await openReview(operator, name);
    await operator.getByRole("button", { name: action }).click();
    await operator.getByLabel("Reason for the account").fill("Its papers are looked at again.");
    await operator.getByRole("dialog").getByRole("button", { name: action }).click();
    await prove(operator, DECIDER, done);
  };
  await decide("Suspend", "The account has been suspended");
  await page.getByRole("link", { name: "Register services" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Register services" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("This business account is suspended: nothing new can be begun")).toBeVisible();
  await expect(page.getByRole("link", { name: "Register device" })).toHaveCount(0);
  await faultless(page);
  await page.getByRole("link", { name: "Open the account's profile" }).click();
  await expect(page.getByText("Reason: Its papers are looked at again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite a person" })).toHaveCount(0);
  await faultless(page);
  await decide("Resume the account", "The account is active again");
}

/** A second application is begun and given up. */
async function giveUp(page: Page, manager: Person) {
  await page.reload();
  await page.getByRole("link", { name: "Open another account" }).click();
  await page.getByLabel("Company name").fill("A slip");
  await page.getByRole("button", { name: "Begin the application" }).click();
  await expect(page.getByRole("list", { name: "Before you submit" })).toContainText("ACC-003");
  await expect(page.getByRole("button", { name: "Submit for review" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await faultless(page);
  await page.getByRole("button", { name: "Delete the draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the draft" }).click();
  await prove(page, manager, "The draft has been deleted");
}

test("a company gets its business account, its trader, its verified bank account and its fee agreement", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const name = `Sun ${randomUUID().slice(0, 8)}`;
  const manager = await newcomer("Hoa Pham");
  await signIn(page, manager);
  await apply(page, manager, name);

  const [operator, second] = [await newPage(browser), await newPage(browser)];
  await signIn(operator, DECIDER);
  await returnAndAnswer({ page, operator, manager, name });
  await waitsForReview(operator, name);
  const changes = operator.getByRole("list", { name: "Changed since submission 1" });
  await expect(changes).toContainText("new: Vinh Long");
  await expect(changes).toContainText("It is of this month.");
  await faultless(operator);
  await operator.getByRole("button", { name: "Approve the account" }).click();
  await prove(operator, DECIDER, "The account is active");

  await page.reload();
  await expect(page.getByText(/^TA-\d{6}$/)).toBeVisible();
  const trader = await newcomer("Minh Vo");
  const path = await invite(page, manager, trader);
  await acceptAt(await newPage(browser), path, trader, name);

  await addBank(page, manager, name);
  await verify(operator, DECIDER, name, "Noted: a second platform operator confirms it");
  await signIn(second, SECOND);
  await verify(second, SECOND, name, "The bank account is verified");
  await page.reload();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Accept version 1" }).click();
  await prove(page, manager, /Accepted \d{4}-\d{2}-\d{2} \(GMT\+8\) by Hoa Pham/);
  await faultless(page);

  const renamed = await rename({ page, operator, manager, name });
  await suspend(page, operator, renamed);
  await giveUp(page, manager);
  expect(heard).toEqual([]);
});

/** What the next version of the agreement says beside, in each language. */
const ADDED = {
  "Tiếng Việt": " Mức phí là mức của biểu phí.",
  English: " Rates are those of the schedule.",
  中文: "费率以费用表为准。",
};

test("an operator asks for new rates and another agreement in each language, which a second one sees and sets aside", async ({
  page,
  browser,
}) => {
  await signIn(page, DECIDER);
  await open(page, `${PROFILE}?tab=rates`);
  await page.getByRole("button", { name: "Change rates or agreement" }).click();
  await page
    .getByLabel(/^Redemption fee for RECs acquired through the exchange.*I-REC, All other/)
    .fill("0.0912");
  for (const [language, sentence] of Object.entries(ADDED)) {
    const text = page.getByLabel(new RegExp(`^Text of version .* in ${language}$`));
    await text.press("End");
    await text.pressSequentially(sentence);
  }
  await faultless(page);
  await page.getByRole("button", { name: "Ask for the change" }).click();
  await prove(page, DECIDER, "A second operator confirms what you asked for");
  const second = await newPage(browser);
  await signIn(second, SECOND);
  await open(second, "/rehash/dashboard");
  await second
    .getByRole("list", { name: "What waits for you" })
    .getByRole("link", { name: /change of fees to confirm/ })
    .click();
  await expect(second.getByRole("list", { name: /^What changes from/ })).toContainText("new: EUR 0.0912");
  for (const sentence of Object.values(ADDED)) {
    await expect(second.getByText(sentence.trim())).toBeVisible();
  }
  await faultless(second);
  await second.getByRole("button", { name: "Set the change aside" }).click();
  await expect(second.getByText("The change has been set aside").first()).toBeVisible();
  await expect(second.getByRole("button", { name: "Change rates or agreement" })).toBeVisible();
});
