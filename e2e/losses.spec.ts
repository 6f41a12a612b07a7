// The loss waterfall: from the overview to the statistics' view, a month chosen, sums that close as they stand, and how they were computed.
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { makePlant, type Plant, secondsFrom } from "./plant.ts";

let plant: Plant;
test.beforeAll(async () => {
  plant = await makePlant("Closing plant");
  await plant.send(45_000, secondsFrom(90 * 60, 5 * 60, 300), 300);
});

const tenths = (figure: string) => Math.round(10 * Number(figure.replaceAll(",", "").trim()));

/** What the equation on the page comes to, and what it says, in tenths of a kWh. */
async function equation(page: Page): Promise<{ parts: number; sum: number }> {
  const text = (await page.locator("[data-closes]").first().textContent()) ?? "";
  const [left = "", right = ""] = text
    .replace(/^[^:：]*[:：]/, "")
    .replace("kWh", "")
    .split("=");
  const [base = "", ...rest] = left.trim().split(" ");
  let parts = tenths(base);
  for (let at = 0; at < rest.length; at += 2) {
    parts += (rest[at] === "−" ? -1 : 1) * tenths(rest[at + 1] ?? "");
  }
  return { parts, sum: tenths(right) };
}

test("the waterfall is opened from the overview and the statistics, a month is chosen, and its steps close exactly", async ({
  page,
}) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, `/detail/${plant.project_uid}`);
  // The panel takes its placeholder's place in an idle moment.
  await page.getByRole("link", { name: "All steps" }).click();
  await expect(page).toHaveURL(new RegExp(`/losses/${plant.project_uid}`));
  await open(page, `/statistic-project/${plant.project_uid}`);
  await page.getByRole("link", { name: "Where the energy went" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Where the energy went" })).toBeVisible();
  await page.getByRole("button", { name: "Period before" }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}/);
  await expect(page.getByText("Nothing is known of this period yet.")).toBeVisible();
  await page.getByRole("button", { name: "Period after" }).click();
  const table = page.getByRole("table", { name: "Loss waterfall" });
  await expect(table).toBeVisible();
  const { parts, sum } = await equation(page);
  expect(sum).toBeGreaterThan(0);
  expect(parts).toBe(sum);
  const measured = await table.locator("[data-row=measured] [data-unit=kwh]").textContent();
  expect(Math.round(10 * Number(measured?.replaceAll(",", "")))).toBe(sum);
  await table.getByRole("button", { name: /Residual/ }).click();
  await expect(page).toHaveURL(/step=residual/);
  await page.getByText("How was this computed?").click();
  await expect(page.getByText(/usual = sum\(\(1 - kappa\)/)).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the steps as CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toContain("Irradiance on the modules");
  expect(file).toContain("INV-1 (kWh)");
  await open(page, new URL(page.url()).pathname + new URL(page.url()).search, { language: "vi" });
  await expect(page.getByText("Các bước khớp tuyệt đối:")).toBeVisible();
  expect(heard).toEqual([]);
});
