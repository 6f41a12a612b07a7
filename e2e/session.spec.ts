import { randomUUID } from "node:crypto";
import { register } from "@heliograph/contract";
import { expect, test } from "@playwright/test";
import { open, signIn } from "./pages.ts";
import { ask } from "./plant.ts";

test("empty fields and something that is no e-mail are named before anything is sent", async ({ page }) => {
  await open(page, "/");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.locator("button[type=submit]").click();
  await expect(page.getByText("Please enter your account!")).toBeVisible();
  await expect(page.getByText("Please enter your password!")).toBeVisible();
  await page.locator("input[autocomplete=username]").fill("nobody");
  await page.locator("button[type=submit]").click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  expect(calls.filter((url) => url.endsWith("/login"))).toEqual([]);
});

test("a wrong password shows the server's words and stays on the login page", async ({ page }) => {
  await open(page, "/");
  await page.locator("input[autocomplete=username]").fill("owner@demo.example");
  await page.locator("input[autocomplete=current-password]").fill("moon over hills");
  await page.locator("button[type=submit]").click();
  await expect(page.getByText("The account or the password is not correct")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("signing in leads to the project list, a reload keeps the session, signing out ends it", async ({
  page,
}) => {
  await signIn(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/list-project/);
  const token = await page.evaluate(() => localStorage.getItem("access_token"));
  await page.getByRole("button", { name: "Nguyễn Thị Minh Anh" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  const again = await fetch(`${process.env["HELIOGRAPH_URL"]}/api/v1/user-info`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(again.status).toBe(403);
});

test("the colours of an account come along to another browser", async ({ page, browser }) => {
  const who = { username: `${randomUUID()}@test.example`, password: "moon over hills" };
  const { username: email, password } = who;
  await ask(register, { body: { fullname: "Lan Tran", email, password, retypePassword: password } });
  await signIn(page, who);
  // The login page, which has the same button and no account to keep the choice for, is gone by then.
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  const kept = page.waitForResponse((reply) => reply.request().method() === "PUT" && reply.ok());
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByText("Dark", { exact: true }).click();
  await kept;
  const other = await browser.newPage();
  await signIn(other, who);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await other.close();
});

test("without a token every page leads to the login", async ({ page }) => {
  await open(page, "/list-project");
  await expect(page.locator("input[autocomplete=username]")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("a session over 89 days old leads to the login from every page, which says that it has ended", async ({
  page,
}) => {
  await signIn(page);
  // The portal looks at the age when it stands, and would end the session itself.
  await expect(page.locator("#main h1")).toBeVisible();
  await page.evaluate(() => localStorage.setItem("startTime", String(Date.now() - 90 * 86_400_000)));
  await open(page, "/list-project");
  await expect(page.locator("input[autocomplete=username]")).toBeVisible();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull();
});

for (const [language, title] of [
  ["vi", "vi"],
  ["en", "en"],
  ["zh", "zh"],
] as const) {
  test(`the login speaks ${language} and says so to screen readers`, async ({ page }) => {
    await open(page, "/", { language });
    await expect(page.locator("html")).toHaveAttribute("lang", title);
    await expect(page.locator("button[type=submit]")).toBeVisible();
  });
}
