import { expect, test } from "@playwright/test";
import { openTicket } from "@heliograph/contract";
import { ADMIN, signOn, signOnAddress } from "./administrator.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant } from "./plant.ts";

test("an administrator signs on, sees every project, answers a message, and is out for good", async ({
  page,
}) => {
  const heard = complaints(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const plant = await makePlant("Administered plant");
  const message = {
    project_uid: plant.project_uid,
    subject: "The meter stands still",
    body: "Since Monday.",
  };
  await ask(openTicket, { body: message }, await bearer());
  const address = await signOn(page);
  const token = new URL(address).searchParams.get("auth_token") ?? "";
  // The token was sent to the one call that checks it, and to nothing else after the page itself.
  const carriers = asked.filter((url) => url.includes(token)).map((url) => new URL(url).pathname);
  expect(carriers).toEqual(["/", "/api/v1/admin-center/login-sid"]);
  expect(page.url()).not.toContain("auth_token");
  await expect(page.getByText("Logged in successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: plant.name });
  await expect(row).toContainText("owner@demo.example");
  await expect(row.getByText("Messages waiting: 1")).toBeAttached();
  await page.getByRole("link", { name: plant.name }).click();
  await page.getByRole("button", { name: /The meter stands still/ }).click();
  await page.getByLabel("Reply").fill("Restart the gateway, please.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("dialog").getByText("Answered")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("button", { name: "Clear project cache" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("The figures of the project have been made anew")).toBeVisible();
  expect(heard).toEqual([]);

  const mine = await page.evaluate(() => localStorage.getItem("access_token"));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.locator("input[autocomplete=username]")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const list = `${process.env["HELIOGRAPH_URL"]}/api/v1/admin-management/all-project-list`;
  expect((await fetch(list, { headers: { authorization: `Bearer ${mine}` } })).status).toBe(403);

  await page.goto(address);
  await expect(page.getByText("Login faild")).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem("access_token"), location.href])).toEqual([
    null,
    `${process.env["HELIOGRAPH_URL"]}/`,
  ]);
});

test("an administrator has no other address: an unknown one leads home to the administration", async ({
  page,
}) => {
  await signOn(page);
  for (const path of ["/list-project", "/nowhere/at/all"]) {
    await open(page, path);
    await expect(page.getByText("Can not found any Project with this User")).toBeVisible();
    await expect(page.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/admin");
  }
});

test("a user who opens the administration finds nothing, in the browser and in the calls", async ({
  page,
}) => {
  await signIn(page);
  await open(page, "/admin");
  await expect(page.getByText("Can not found any Project with this User")).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem("access_token"));
  for (const path of ["admin-management/all-project-list", "admin-project/clear-project-cache"]) {
    const reply = await fetch(`${process.env["HELIOGRAPH_URL"]}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(404);
  }
});

test("signing on in a browser where a user is signed in replaces that session", async ({ page }) => {
  await signIn(page);
  await page.goto(signOnAddress());
  await expect(page).toHaveURL(/\/admin$/);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toContain(ADMIN);
});
