// The checker of statements as one file, opened from the disk of somebody without a connection.
import { expect, test, type Page } from "@playwright/test";
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { faultless } from "./page-faults.ts";
import { complaints, open } from "./pages.ts";

/** Bytes that the file has at most: it goes by mail. */
const MOST_BYTES = 700_000;

/** Saves the checker from the public page and opens it without a connection: it knows the statement, its PDF and what was changed in it, and asks nobody. */
export async function checkedOffline(
  page: Page,
  { statement, changed, printed }: { statement: string; changed: string; printed: Buffer },
) {
  await open(page, "/verify");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the checker" }).click();
  const path = test.info().outputPath("checker.html");
  await (await saved).saveAs(path);
  expect((await stat(path)).size).toBeLessThan(MOST_BYTES);

  const browser = page.context().browser();
  const context = await browser?.newContext({ viewport: { width: 1440, height: 900 }, offline: true });
  const offline = await context?.newPage();
  if (offline === undefined) throw new RangeError("There is no browser");
  const heard = complaints(offline);
  const asked: string[] = [];
  offline.on("request", (request) => asked.push(request.url()));
  await offline.addInitScript(() => localStorage.setItem("language", "en"));
  const address = pathToFileURL(path).href;
  await offline.goto(address);
  await expect(offline.getByRole("heading", { name: "Check a statement without connection" })).toBeVisible();
  await expect(offline.getByRole("region", { name: "Why to believe this page" })).toContainText(
    process.env["HELIOGRAPH_URL"] ?? "",
  );
  await faultless(offline);
  const give = (name: string, content: string | Buffer) =>
    offline
      .getByLabel("Choose a file")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  await give("statement.json", statement);
  await expect(offline.getByText(/^Genuine as issued on/)).toBeVisible();
  await expect(offline.getByText("The statement has not been changed")).toBeVisible();
  await expect(offline.getByRole("link", { name: "Ask the ledger for this key" })).toHaveAttribute(
    "href",
    new RegExp(`^${process.env["HELIOGRAPH_URL"]}/verify/`),
  );
  await faultless(offline);
  await give("changed.json", changed);
  await expect(offline.getByText("This statement does not match the ledger")).toBeVisible();
  await expect(offline.getByText(/^Genuine as issued on/)).toHaveCount(0);
  await give("statement.pdf", printed);
  await expect(offline.getByText(/^Genuine as issued on/)).toBeVisible();
  await give("other.json", "{}");
  await expect(offline.getByText("This is no redemption statement")).toBeVisible();
  const inChinese = await context?.newPage();
  await inChinese?.addInitScript(() => localStorage.setItem("language", "zh"));
  await inChinese?.goto(address);
  await expect.poll(() => inChinese?.getByRole("heading", { name: "离线验证声明" }).count()).toBe(1);
  expect(asked).toEqual([address]);
  expect(heard).toEqual([]);
}
