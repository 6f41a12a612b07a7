// Compliance with zero export: from its panel to a day that was not kept, and a signed proof that names plant and month and checks out.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { addGateway, createProject, gatewayBirth, gatewayEvents, setMember } from "@heliograph/contract";
import { addDays, localDay, startOfDay } from "@heliograph/contract/kernel/time";
import { PDF } from "@libpdf/core";
import { expect, test, type Download, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, noonPlace, VIEWER } from "./plant.ts";

/** A gateway that reports its last two days: the first of them kept, the newer one not. */
async function reportingGateway(name: string) {
  const owner = await bearer();
  const place = noonPlace();
  const made = { address: "1 Equator Road", project_type: "pv" as const, capacity_wp: 100_000, ...place };
  const { project_uid } = await ask(createProject, { body: { name, ...made } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  const serial = `HG-PROOF-${Date.now()}`;
  const { credential, gateway_uid } = await ask(
    addGateway,
    { body: { project_uid, serial, interval_s: 60 } },
    owner,
  );
  const own = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const devices = [{ serial: "GM-01", asset_type: "grid_meter" as const }];
  await ask(
    gatewayBirth,
    { body: { v: 1 as const, seq: 1, sent_at: Date.now(), interval_s: 60, devices } },
    own,
  );
  const broken = addDays(localDay(place.timezone, Date.now()), -1);
  const kept = addDays(broken, -1);
  const noon = startOfDay(place.timezone, broken) + 12 * 3_600_000;
  const quiet = {
    day: kept,
    on_s: 86_400,
    sample_s: 2,
    meter_silent_s: 0,
    largest_export_w: 800,
    largest_export_at: noon - 86_400_000,
    violations: 1,
    longest_violation_s: 6,
    response_median_s: 6,
    response_p95_s: 6,
    over_limit_wh: 2,
    worst: [{ at: noon - 86_400_000, s: 6, largest_w: 800 }],
  };
  const loud = {
    ...quiet,
    day: broken,
    largest_export_w: 14_200,
    largest_export_at: noon,
    longest_violation_s: 74,
    response_median_s: 74,
    response_p95_s: 74,
    over_limit_wh: 190,
    worst: [{ at: noon, s: 74, largest_w: 14_200 }],
  };
  const events = [quiet, loud].map((detail, index) => ({
    at: Date.now() - 60_000 + index * 1000,
    code: "nze.day",
    severity: "info" as const,
    text: "",
    detail,
  }));
  await ask(gatewayEvents, { body: { v: 1 as const, seq: 2, sent_at: Date.now(), events } }, own);
  return { project_uid, gateway_uid, serial, broken, kept };
}

/** Days are judged every 15 seconds, the report taken in one round and its day in the same or the next. */
const JUDGED = { timeout: 60_000, intervals: [2000] };

async function untilJudged(page: Page, address: string, name: string): Promise<void> {
  await expect
    .poll(async () => {
      await open(page, address);
      // What there is of the month has come.
      await expect(page.getByRole("group", { name: "Verdict of each day" })).toBeVisible();
      return page.getByRole("button", { name }).count();
    }, JUDGED)
    .toBe(1);
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

const pdfsig = (path: string): string | null => {
  try {
    return execFileSync("pdfsig", [path]).toString();
  } catch {
    // Where there is no other maker's reader, the product's own tests have checked the signature.
    return null;
  }
};

test("compliance is opened from the panel of zero export, a day that was not kept is chosen, and its signed proof names plant and month", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await reportingGateway("Proven roof");
  const { project_uid, serial, broken, kept } = plant;
  await signIn(page);
  await open(page, `/control?project=${project_uid}`);
  await page.getByRole("link", { name: `Compliance of ${serial}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zero-export compliance" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/control/compliance\\?project=${project_uid}&gateway=`));
  const month = broken.slice(0, 7);
  const address = `/control/compliance?project=${project_uid}&gateway=${plant.gateway_uid}&month=${month}`;
  const verdict = `${broken}, Not kept: 74 s, allowed 60 s`;
  await untilJudged(page, address, verdict);
  const day = page.getByRole("button", { name: verdict });
  await day.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`day=${broken}`));
  await expect(page.getByRole("heading", { name: broken })).toBeVisible();
  await expect(page.getByText("Not kept: 74 s, allowed 60 s").first()).toBeVisible();
  await expect(page.getByText(/14.2 kW at 12:00:00, limit 0.0 kW/)).toBeVisible();
  await page.getByRole("button", { name: "Make the signed PDF" }).click();
  await expect(page.getByText("Signature valid.")).toBeVisible({ timeout: 30_000 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Signed PDF" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toContain("zero-export");
  const pdf = await bytesOf(file);
  const text = (await PDF.load(pdf))
    .getPages()
    .map((one) => one.extractText().text)
    .join(" ")
    .replaceAll(/\s+/g, " ");
  const from = kept.startsWith(month) ? kept : broken;
  expect(text).toContain(`Zero export, ${from} to ${broken}`);
  expect(text).toContain("Proven roof");
  expect(text).toContain("Not kept");
  const told = pdfsig(await file.path());
  if (told !== null) {
    expect(told).toContain("Signature is Valid");
    expect(told).toContain("Total document signed");
  }
  const savedCsv = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV", exact: true }).click();
  const csv = await bytesOf(await savedCsv);
  const hash = createHash("sha256").update(csv).digest("hex");
  expect(text.replaceAll(" ", "")).toContain(hash);
  expect(heard).toEqual([]);
});

test("who may only look sees the days and makes the proof, and has no drill, no switch and no rule", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await reportingGateway("Roof to look at");
  await signIn(page, VIEWER);
  const address = `/control/compliance?project=${plant.project_uid}&month=${plant.broken.slice(0, 7)}`;
  await untilJudged(page, address, `${plant.broken}, Not kept: 74 s, allowed 60 s`);
  await expect(page.getByRole("button", { name: "Make the signed PDF" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Drill now" })).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Rule and limits" })).toHaveCount(0);
  expect(heard).toEqual([]);
});
