// Webhooks: a program is added, told a test, its log read, and taken away.
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { isSigned } from "../server/testing/channels/webhook-signature.ts";
import { makePlant, ownerOf } from "./plant.ts";
import { receiver } from "./receiver.ts";

test("an owner adds a webhook, is shown its secret once, tests it, reads in the log what the program answered, and removes it", async ({
  page,
}) => {
  const heard = complaints(page);
  // Of its own: the demonstration's owner is told of what other journeys do to their plants.
  const owner = await ownerOf(await makePlant("Roof that calls"));
  const there = await receiver(process.env["HELIOGRAPH_HOOK_PORT"]);
  try {
    await signIn(page, owner);
    await open(page, "/webhooks");
    await expect(page.getByText("You have no webhooks")).toBeVisible();
    await page.getByLabel("Name").fill("Control room");
    await page.getByLabel("Address").fill("http://10.0.0.1/hook");
    await page.getByRole("button", { name: "Add the webhook" }).click();
    await expect(page.getByText("Must be an address on the public Internet", { exact: false })).toBeVisible();
    await page.getByLabel("Address").fill(there.url("/solar"));
    await page.getByRole("button", { name: "Add the webhook" }).click();
    const secret = await page.getByRole("textbox", { name: "Secret of Control room" }).inputValue();
    expect(secret).toMatch(/^hgw_/);
    const table = page.getByRole("table", { name: "Your webhooks" });
    await expect(table).toContainText("Nothing has arrived yet");
    await faultless(page);

    await page.getByRole("button", { name: "Test Control room" }).click();
    await expect(page.getByText(/^Arrived: 204 after \d+ ms$/)).toBeVisible();
    expect(there.calls.map((call) => isSigned(call, secret))).toEqual([true]);
    there.answers.status = 500;
    there.answers.words = "The field kind is new to me";
    await page.getByRole("button", { name: "Test Control room" }).click();
    await expect(page.getByText(/^The receiver answered 500 after \d+ ms$/)).toBeVisible();

    await page.getByRole("button", { name: "Log of Control room" }).click();
    const log = page.getByRole("dialog", { name: "Deliveries of Control room" });
    await expect(log.getByRole("listitem")).toHaveCount(2);
    await expect(log.getByText("The field kind is new to me")).toBeVisible();
    await expect(log.getByText("answered 204", { exact: false })).toBeVisible();
    await faultless(page);
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/log=/);

    await page.reload();
    await expect(table).toContainText("Control room");
    await expect(page.getByText(secret)).toHaveCount(0);
    await page.getByRole("button", { name: "Remove Control room" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("You have no webhooks")).toBeVisible();
    // The one address that was refused.
    expect(heard.filter((words) => !words.includes("400"))).toEqual([]);
  } finally {
    there.close();
  }
});
