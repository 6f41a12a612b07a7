// Signing in as people have it: passkeys, an authenticator app, and the devices that are signed in.
import { randomUUID } from "node:crypto";
import { register } from "@heliograph/contract/identity/account";
import { expect, test, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask } from "./plant.ts";

const PHONE = { width: 390, height: 844 };

/** The portal under a name: browsers give no passkeys to an address in numbers. */
const named = () => ({ by: `${process.env["HELIOGRAPH_URL"]}`.replace("127.0.0.1", "localhost") });

/** An account of the journey's own. */
async function newAccount() {
  const who = { username: `${randomUUID()}@test.example`, password: "moon over hills" };
  const { username: email, password } = who;
  await ask(register, { body: { fullname: "Lan Tran", email, password, retypePassword: password } });
  return who;
}
type Who = Awaited<ReturnType<typeof newAccount>>;

/** Gives the page's browser an authenticator with a fingerprint that always fits. */
async function withAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function openSecurity(page: Page) {
  await page.getByRole("button", { name: "Lan Tran" }).click();
  await page.getByRole("menuitem", { name: "Security" }).click();
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
}

async function confirmWith(page: Page, who: Who) {
  await page.getByRole("textbox", { name: "Password" }).fill(who.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Lan Tran" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.locator("input[autocomplete=username]")).toBeVisible();
}

/** The first step, by the form. */
async function firstStep(page: Page, who: Who) {
  await page.locator("input[autocomplete=username]").fill(who.username);
  await page.locator("input[autocomplete=current-password]").fill(who.password);
  await page.locator("button[type=submit]").click();
  await expect(page.getByRole("textbox", { name: "Code of the app" })).toBeFocused();
}

test("a passkey is added with a name, signs in by one press, tells its last use, and signs nobody in once removed", async ({
  page,
}) => {
  const heard = complaints(page);
  await withAuthenticator(page);
  const who = await newAccount();
  await signIn(page, who, named());
  await openSecurity(page);
  await expect(page).toHaveURL(/\/security$/);
  await faultless(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await confirmWith(page, who);
  await page.getByLabel("Name").fill("Laptop at the office");
  await page.getByRole("button", { name: "Make the passkey" }).click();
  const keys = page.getByRole("list", { name: "Passkeys" });
  await expect(keys).toContainText("Laptop at the office");
  await expect(keys).toContainText("not used yet");
  await signOut(page);

  // Neither e-mail nor password.
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/list-project/);
  await openSecurity(page);
  await expect(keys).toContainText(/last used \d{4}-\d{2}-\d{2}/);
  await expect(page.getByRole("row", { name: /This device/ })).toContainText("Passkey");
  await faultless(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await faultless(page, "of colour");

  await page.getByRole("button", { name: "Remove the passkey Laptop at the office" }).click();
  await confirmWith(page, who);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey is removed")).toBeVisible();
  await expect(keys).toHaveCount(0);
  expect(heard).toEqual([]);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("This passkey cannot be used here");
});

test("with an authenticator app signing in asks for its code, or once for each recovery code, and until then nothing opens", async ({
  page,
}) => {
  const who = await newAccount();
  await signIn(page, who);
  await openSecurity(page);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await confirmWith(page, who);
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await faultless(page);
  const typed = await page.getByRole("dialog").locator("code").innerText();
  const app = new TOTP({ secret: Secret.fromBase32(typed.replaceAll(" ", "")) });
  await page.getByLabel("Code that the app shows").fill(app.generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  const shown = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await faultless(page);
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("Recovery codes left: 10.")).toBeVisible();
  await signOut(page);

  await firstStep(page, who);
  await faultless(page);
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
  const code = page.getByRole("textbox", { name: "Code of the app" });
  await code.fill("12345");
  await page.locator("button[type=submit]").click();
  await expect(page.getByText("Six digits, or a recovery code of ten letters and digits")).toBeVisible();
  // The code of now was spent by setting up; that of the next step is good before its time, for clocks that are ahead.
  await code.fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.locator("button[type=submit]").click();
  await expect(page).toHaveURL(/list-project/);
  await expect(page.getByRole("button", { name: "Lan Tran" })).toBeVisible();
  await signOut(page);

  const byRecoveryCode = async () => {
    await firstStep(page, who);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
    await page.locator("button[type=submit]").click();
  };
  await byRecoveryCode();
  await expect(page).toHaveURL(/list-project/);
  await openSecurity(page);
  await expect(page.getByText("Recovery codes left: 9.")).toBeVisible();
  await signOut(page);
  await byRecoveryCode();
  await expect(page.getByText("The code is not correct, or was used already")).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.locator("input[autocomplete=username]")).toBeVisible();
});

test("signing out everywhere else ends another browser at its next call, and this one goes on", async ({
  page,
  browser,
}) => {
  const who = await newAccount();
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
  const phone = await (await browser.newContext({ viewport: PHONE, userAgent })).newPage();
  await signIn(phone, who);
  await expect(phone.locator("#main h1")).toBeVisible();
  // Any page of the portal has a stream, whose end may be its next call at any moment: this one is left.
  await phone.goto("about:blank");
  await signIn(page, who);
  await openSecurity(page);
  const table = page.getByRole("table", { name: "Where you are signed in" });
  await expect(table).toContainText("Safari on iPhone");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByText("Every other device is signed out")).toBeVisible();
  await expect(table).not.toContainText("Safari on iPhone");
  await open(phone, "/list-project");
  await expect(phone.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Security", level: 1 })).toBeVisible();
  await phone.close();
});

test("under an address in numbers the login page and Security say why there are no passkeys", async ({
  page,
}) => {
  const who = await newAccount();
  await open(page, "/");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await expect(button).toHaveAccessibleDescription("Passkeys work over HTTPS only, or at http://localhost.");
  await faultless(page);
  await signIn(page, who);
  await openSecurity(page);
  await expect(
    page.getByText("Passkeys work over HTTPS only, or at http://localhost.").first(),
  ).toBeVisible();
});
