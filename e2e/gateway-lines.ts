// A gateway that is added on a page, and its copied lines, which are run as somebody pastes them into a shell.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";

const run = promisify(execFile);
/** Runs what was copied, as somebody pastes it into a shell. */
export async function shell(script: string): Promise<string> {
  const { stdout } = await run("bash", ["--norc", "-uo", "pipefail", "-c", script]);
  return stdout;
}

/** Adds a gateway on the open page; answers its serial and the whole lines of the tab `curl`, as they are copied. */
export async function gatewayAdded(page: Page) {
  const serial = `E2E-${Date.now().toString(36).toUpperCase()}`;
  await page.getByLabel("Serial", { exact: true }).fill(serial);
  await page.getByRole("button", { name: "Add gateway", exact: true }).click();
  await expect(page.getByText("Shown only now.")).toBeVisible();
  await page.getByRole("tab", { name: "curl" }).click();
  const copied = async (which: string) => {
    await page.locator(`[data-line=${which}]`).getByRole("button").click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const credential = await page.getByLabel("Credential", { exact: true }).inputValue();
  return { serial, credential, birth: await copied("birth"), readings: await copied("readings") };
}
