// A fault of an inverter appears on the alarm desk, is taken, put aside and resolved with a cause, and its history says so.
import {
  addGateway,
  alarmDesk,
  createProject,
  gatewayBirth,
  gatewayReadings,
  moveAlarms,
  setMember,
} from "@heliograph/contract";
import { expect, test } from "@playwright/test";
import { faultless } from "./page-faults.ts";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, noonPlace, VIEWER } from "./plant.ts";

/** SunSpec: the inverter reports a fault; its ground fault is bit 0. */
const FAULT = { ac_power_w: 0, state: 7, event_bits: 1 };
const RUNS = { ac_power_w: 40_000, state: 4, event_bits: 0 };

/** A plant of two inverters that only speaks HTTP; the viewer looks at it. */
async function twoInverters(name: string) {
  const owner = await bearer();
  const place = { address: "1 Equator Road", project_type: "pv" as const, capacity_wp: 100_000 };
  const { project_uid } = await ask(createProject, { body: { name, ...place, ...noonPlace() } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  const serial = `HG-DESK-${Date.now()}`;
  const { credential } = await ask(addGateway, { body: { project_uid, serial, interval_s: 10 } }, owner);
  const own = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const devices = ["INV-01", "INV-02"].map((one) => ({
    serial: one,
    asset_type: "solar_inverter" as const,
    ac_nominal_w: 50_000,
  }));
  const head = { v: 1 as const, interval_s: 10 };
  const born = await ask(gatewayBirth, { body: { ...head, seq: 1, sent_at: Date.now(), devices } }, own);
  const uids = born.devices.map(({ device_uid }) => device_uid);
  let seq = 1;
  const send = async (first: typeof RUNS) => {
    const t = Math.floor(Date.now() / 1000) * 1000;
    const readings = uids.map((device_uid, at) => ({ device_uid, t, m: at === 0 ? first : RUNS }));
    const body = { ...head, seq: (seq += 1), sent_at: Date.now(), historical: false, readings };
    await ask(gatewayReadings, { body }, own);
  };
  return { project_uid, send, owner };
}

test("a fault appears on the desk, is taken, put aside and resolved with a cause, and its history says so; a read-only person sees no action and is refused", async ({
  page,
  browser,
}) => {
  const heard = complaints(page);
  const plant = await twoInverters(`Roof with a fault ${Date.now()}`);
  await plant.send(RUNS);
  await signIn(page);
  await open(page, `/alarms?project=${plant.project_uid}`);
  await expect(page.getByRole("heading", { name: "No alarm matches" })).toBeVisible();
  await plant.send(FAULT);
  const row = page.getByRole("row", { name: /INV-01: Inverter reports a fault/ });
  await expect
    .poll(
      async () => {
        await plant.send(FAULT);
        return row.count();
      },
      { timeout: 60_000, intervals: [5000] },
    )
    .toBe(1);
  await expect(page.getByText("Nobody has it yet")).toBeVisible();
  await row.getByText("INV-01: Inverter reports a fault", { exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Alarm in detail" });
  await expect(panel.getByText("GROUND_FAULT")).toBeVisible();
  await expect(panel.getByText("Waiting for someone")).toBeVisible();
  // What its sibling gives is what it costs: 40.0 kW at the usual price.
  await expect(panel.getByText("40.0 kW", { exact: true })).toBeVisible();
  await faultless(page);
  await page.keyboard.press("t");
  await expect(panel.getByText(/^Taken by /)).toBeVisible();
  await page.keyboard.press("s");
  await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await expect(panel.getByText(/^Snoozed by /)).toBeVisible();
  await panel.getByRole("button", { name: "End the snooze" }).click();
  await expect(panel.getByText("Back from its snooze")).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, VIEWER);
  const address = new URL(page.url());
  await open(reader, address.pathname + address.search);
  const seen = reader.getByRole("complementary", { name: "Alarm in detail" });
  await expect(seen.getByText(/^Taken by /)).toBeVisible();
  await expect(seen.getByRole("button", { name: /Take it|Assign|Snooze|Resolve|Ticket/ })).toHaveCount(0);
  const viewer = await bearer(VIEWER);
  const { items } = await ask(alarmDesk, { query: { project_uid: plant.project_uid } }, viewer);
  const body = { list_alarm_uid: items.map(({ alarm_uid }) => alarm_uid), action: "take" as const };
  await expect(ask(moveAlarms, { body }, viewer)).rejects.toThrow(/403.*alarm\.read_only/);

  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Cause" }).and(page.locator(":focus")).click();
  await page.getByRole("option", { name: "Connector" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Wet connector of string 7");
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await expect(panel.getByText(/^Resolved by /)).toBeVisible();
  await expect(panel.getByText("Connector · Wet connector of string 7")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: /^Closed, 7 d/ }).click();
  await expect(row).toBeVisible();
  expect(heard).toEqual([]);
});

test("the desk is narrowed to projects that are found by name, and what is looked for is saved, opened again, renamed and removed", async ({
  page,
}) => {
  const heard = complaints(page);
  const name = `Roof to watch ${Date.now()}`;
  const plant = await twoInverters(name);
  await signIn(page);
  await open(page, "/alarms");
  const picker = page.getByRole("combobox", { name: "Projects" });
  await picker.fill(name);
  await page.getByRole("option", { name: new RegExp(name) }).click();
  await expect(page).toHaveURL(new RegExp(`project=${plant.project_uid}`));
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Severity" }).click();
  await page.getByRole("option", { name: "Critical" }).click();
  await expect(page).toHaveURL(/severity=critical/);

  const view = `Critical ${Date.now()}`;
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Must not be empty")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill(view);
  await faultless(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  // The control says which view is shown.
  await expect(page.getByRole("button", { name: view, exact: true })).toBeVisible();

  await open(page, "/alarms");
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: view }).click();
  await expect(page).toHaveURL(/severity=critical/);
  await expect(page).toHaveURL(new RegExp(`project=${plant.project_uid}`));
  await expect(page.getByLabel(name, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: view, exact: true }).click();
  await page.getByRole("menuitem", { name: "Manage saved views" }).click();
  await dialog.getByRole("button", { name: `Rename ${view}` }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill(`${view} now`);
  await dialog.getByRole("button", { name: "Rename", exact: true }).click();
  await dialog.getByRole("button", { name: `Remove ${view} now` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Saved views" })).toBeVisible();
  expect(heard).toEqual([]);
});
