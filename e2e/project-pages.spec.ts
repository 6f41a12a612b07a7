import { readFile } from "node:fs/promises";
import { setTariff } from "@heliograph/contract";
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, makePlant, VIEWER } from "./plant.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("files are uploaded, seen, saved and deleted; one of a forbidden type is refused by its content", async ({
  page,
}) => {
  const plant = await makePlant("Plant with files");
  await signIn(page);
  await open(page, `/resource/${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: "No files yet" })).toBeVisible();
  await page.setInputFiles("input[type=file]", [
    { name: "mái nhà.png", mimeType: "image/png", buffer: PNG },
    { name: "tường.png", mimeType: "image/png", buffer: PNG },
    { name: "ghi chú.txt", mimeType: "text/plain", buffer: Buffer.from("xin chào") },
    { name: "hại.png", mimeType: "image/png", buffer: Buffer.from("<svg onload='alert(1)'/>") },
  ]);
  await expect(page.getByText("hại.png: This type of file is not accepted")).toBeVisible();
  await expect(page.locator("figure img")).toHaveCount(2);
  await page.getByRole("button", { name: "Show image: mái nhà.png" }).click();
  await expect(page.getByRole("dialog").getByText("2 of 2")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog").getByText("1 of 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download: ghi chú.txt" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("ghi chú.txt");
  expect(await readFile(await saved.path(), "utf8")).toBe("xin chào");
  await page.getByRole("button", { name: "Delete: ghi chú.txt" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Successful delete")).toBeVisible();
  await expect(page.getByText("No documents yet")).toBeVisible();
});

test("a read-only member looks at files and messages, and has nothing to change them with", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant to look at");
  await signIn(page, VIEWER);
  await open(page, `/resource/${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: "No files yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload" })).toHaveCount(0);
  await open(page, `/support/${plant.project_uid}`);
  await expect(page.getByRole("link", { name: /1900 1234/ })).toHaveAttribute("href", "tel:19001234");
  await expect(page.getByText("No messages yet")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveCount(0);
  await page.getByText("Why does a value show “–”?").click();
  await expect(page.getByText("it does not mean zero")).toBeVisible();
  expect(heard).toEqual([]);
});

test("guarantee and price are set beside the project's name, asked about when left, and refused to who may only look", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant with a contract");
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const settings = page.getByRole("button", { name: "Project settings" });
  await settings.click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Guaranteed, year").fill("121");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer.getByText("Guaranteed, year: must be from 1 to 120")).toBeVisible();
  await drawer.getByLabel("Guaranteed, year").fill("80.5");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The performance contract has been set")).toBeVisible();
  await drawer.getByRole("tab", { name: "Energy price" }).click();
  await drawer.getByRole("button", { name: "Add a price" }).click();
  await drawer.getByRole("textbox", { name: "Price", exact: true }).fill("2,204.07");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer.getByText("2,204.07 VND/kWh")).toBeVisible();
  await faultless(page);
  await page.reload();
  await settings.click();
  await expect(drawer.getByLabel("Guaranteed, year")).toHaveValue("80.5");
  expect(heard).toEqual([]);
  const other = await browser.newPage();
  await signIn(other, VIEWER);
  await open(other, `/detail/${plant.project_uid}`);
  await expect(other.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  await expect(other.getByRole("button", { name: "Project settings" })).toHaveCount(0);
  const body = { project_uid: plant.project_uid, vnd_per_kwh: 1 };
  await expect(ask(setTariff, { body }, await bearer(VIEWER))).rejects.toThrow("fleet/tariff answered 403");
});

test("a planned outage is set with its reason, kept, and taken back", async ({ page }) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant under repair");
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  const drawer = page.getByRole("dialog");
  const outages = async () => {
    await page.getByRole("button", { name: "Project settings" }).click();
    await drawer.getByRole("tab", { name: "Planned outages" }).click();
  };
  await outages();
  await drawer.getByRole("button", { name: "Add a planned outage" }).click();
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer.getByLabel("Reason")).toBeFocused();
  await drawer.getByLabel("From: Time").fill("00:00");
  await drawer.getByLabel("To: Time").fill("23:59");
  await drawer.getByLabel("Reason").fill("Cleaning of the roof");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer.getByText("Cleaning of the roof · Whole project")).toBeVisible();
  await faultless(page);
  await page.reload();
  await outages();
  await expect(drawer.getByText("Cleaning of the roof · Whole project")).toBeVisible();
  await drawer.getByRole("button", { name: /^Delete the outage/ }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(drawer.getByText("Cleaning of the roof")).toHaveCount(0);
  expect(heard).toEqual([]);
});

test("a message to support is sent, listed, closed and opened again", async ({ page }) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant with a question");
  await signIn(page);
  await open(page, `/support/${plant.project_uid}`);
  await page.getByLabel("Subject").fill("Which fuse?");
  await page.getByLabel("Message").fill("One line.\n\nAnother line.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Your message has been sent")).toBeVisible();
  await page.getByRole("button", { name: /Which fuse\?.*Open/ }).click();
  const thread = page.getByRole("dialog");
  await expect(thread.getByText("Another line.")).toBeVisible();
  await thread.getByRole("button", { name: "Close ticket" }).click();
  await expect(thread.getByText("This ticket is closed.")).toBeVisible();
  await thread.getByRole("button", { name: "Open again" }).click();
  await expect(thread.getByLabel("Reply")).toBeVisible();
  expect(heard).toEqual([]);
});

test("warranties are told by words and exported, and a device without one stands among them", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Plant under warranty");
  await signIn(page);
  await open(page, `/warranty/${plant.project_uid}`);
  await expect(page.getByRole("row").filter({ hasText: "MET-1" })).toContainText("Expired");
  await expect(page.getByRole("row").filter({ hasText: "RAD-1" })).toContainText("Not known");
  await expect(page.getByRole("row").filter({ hasText: "INV-1" })).toContainText("Days left:");
  await page.getByRole("button", { name: "Remaining" }).click();
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /INV|MET|RAD/ })
      .first(),
  ).toContainText("MET-1");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await saved.path(), "utf8")).toContain(
    "MET-1,MET-1,Production meter,2019-01-01,2021-01-01",
  );
  expect(heard).toEqual([]);
});

test("an address that is none of the product's shows the project that is open, and else that there is none", async ({
  page,
}) => {
  const plant = await makePlant("Plant that is open");
  await plant.send(10_000);
  await signIn(page);
  await open(page, "/nowhere");
  await expect(page.getByText("Can not found any Project with this User")).toBeVisible();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByPlaceholder("Search projects…").fill("plant that is open");
  await page.getByRole("link", { name: plant.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  await open(page, "/nowhere");
  await expect(page).toHaveURL(new RegExp(`/detail/${plant.project_uid}`));
});
