// A solar water heater: its list, its widgets, an error that comes and goes, and how its saving was computed.
import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { addGateway, createProject, gatewayBirth, gatewayReadings } from "@heliograph/contract";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, noonPlace } from "./plant.ts";

const NAME = "Nước nóng Hải Vân";
let project_uid = "";
let send: (errors: readonly string[], secondsAgo?: number) => Promise<void>;

test.beforeAll(async () => {
  const owner = await bearer();
  const heater = { tank_volume_l: 600, collector_area_m2: 8, collector_type: "flat_plate" as const };
  const body = { name: NAME, project_type: "swh" as const, capacity_wp: 5600, ...noonPlace(), ...heater };
  ({ project_uid } = await ask(createProject, { body }, owner));
  const given = { project_uid, serial: `E2E-${randomUUID().slice(0, 8)}`, interval_s: 10 };
  const { serial, credential } = await ask(addGateway, { body: given }, owner);
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const devices = [{ serial: "SC-01", asset_type: "swh_controller" as const }];
  const birth = { v: 1 as const, seq: 0, sent_at: Date.now(), interval_s: 10, devices };
  const born = await ask(gatewayBirth, { body: birth }, basic);
  let seq = 0;
  send = async (errors, secondsAgo = 0) => {
    const t = Date.now() - secondsAgo * 1000;
    seq += 1;
    const m = {
      energy_total_wh: 5000 + Math.round((1800 - secondsAgo) * 0.95),
      energy_import_wh: 100,
      tank_temperature_c: 58.4,
      collector_temperature_c: errors.includes("open") ? 999.9 : 71.2,
      flow_l_h: 480,
    };
    const relays = [
      { relay: "RL1", on: true },
      { relay: "RL2", on: false },
    ];
    const x = { relays, errors: errors.filter((error) => error !== "open") };
    const reading = { device_uid: born.devices[0]?.device_uid ?? "", t, m, x };
    await ask(gatewayReadings, { body: { v: 1, seq, sent_at: Date.now(), readings: [reading] } }, basic);
  };
  for (let seconds = 1800; seconds >= 0; seconds -= 60) await send([], seconds);
});

const panel = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name, exact: true }) });

test("the list shows its temperature, what it saved and its relays, and opens it", async ({ page }) => {
  const heard = complaints(page);
  await signIn(page);
  await open(page, "/list-project-swh");
  const row = page.getByRole("row", { name: new RegExp(NAME) });
  await expect(row).toContainText("58.4");
  await expect(row).toContainText("RL1 on");
  await expect(row).toContainText("No schedule");
  await row.getByRole("link", { name: NAME }).click();
  await expect(page).toHaveURL(new RegExp(`/detail/${project_uid}`));
  await expect(page.getByRole("img", { name: /^Collector 71.2 °C, tank 58.4 °C/ })).toBeVisible();
  expect(heard).toEqual([]);
});

test("an error stands in the list with what it means while it holds, and as ended after", async ({
  page,
}) => {
  await signIn(page);
  await open(page, `/detail/${project_uid}`);
  await expect(panel(page, "Error list")).toContainText("No error in the last 7 days");
  await send(["open", "RL2 timeout"]);
  const list = panel(page, "Error list");
  await expect(list).toContainText("S1 error", { timeout: 20_000 });
  await expect(list).toContainText("The collector sensor or its cable is broken");
  await expect(panel(page, "Sensors").getByRole("row", { name: /S1/ })).toContainText("Critical: line open");
  await send([]);
  await expect(panel(page, "Sensors").getByRole("row", { name: /S1/ })).toContainText("71.2 °C", {
    timeout: 20_000,
  });
  await list.getByRole("button", { name: "All errors with explanations" }).click();
  await expect(page.getByRole("dialog").getByRole("row")).toHaveCount(14);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the charts read as tables, and the saving tells how it was computed", async ({ page }) => {
  await signIn(page);
  await open(page, `/detail/${project_uid}`);
  const temperatures = panel(page, "Temperatures");
  await temperatures.getByRole("button", { name: "View as table" }).click();
  await expect(temperatures.getByRole("columnheader", { name: /S2 Tank/ })).toBeVisible();
  const saving = panel(page, "Energy saving");
  await saving.getByRole("button", { name: "Energy saving: how was this computed?" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("row", { name: /eta: efficiency of the heater/ })).toContainText("95");
  await expect(drawer.getByRole("row", { name: /Q: heat from the sun/ })).toContainText("Heat meter");
});

test("entries that a water heater does not have say that the function is updating", async ({ page }) => {
  await signIn(page);
  await open(page, `/detail/${project_uid}`);
  // The entry is marked as disabled once the type is known, and still there for the keyboard.
  const entry = page.getByRole("link", { name: "Warranty" }).first();
  await expect(entry).toHaveAttribute("aria-disabled", "true");
  await entry.press("Enter");
  await expect(page.getByText("Function is updating").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/detail/${project_uid}`));
});
