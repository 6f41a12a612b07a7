// A schedule from its form to the evidence of its run, and to its end by Stop. Its gateway only speaks HTTP.
import { randomUUID } from "node:crypto";
import {
  addGateway,
  gatewayAck,
  gatewayBirth,
  gatewayReadings,
  localMinutes,
  timeOfMinutes,
  type CommandMessage,
} from "@heliograph/contract";
import { expect, test } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { faultless } from "./page-faults.ts";
import { ask, bearer, counterAt, makePlant, noonPlace } from "./plant.ts";

const RATED_W = 90_000;

/** A gateway with one inverter that obeys limits of its power: it takes orders from the answers of its calls, and reads back. */
async function obedientGateway(project_uid: string) {
  const serial = `E2E-${randomUUID().slice(0, 8)}`;
  const body = { project_uid, serial, interval_s: 10, capacity_wp: 100_000 };
  const { credential } = await ask(addGateway, { body }, await bearer());
  const basic = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const birth = {
    v: 1 as const,
    seq: 0,
    sent_at: Date.now(),
    interval_s: 10,
    devices: [{ serial: "INV-1", asset_type: "solar_inverter" as const, ac_nominal_w: RATED_W }],
  };
  const { devices } = await ask(gatewayBirth, { body: birth }, basic);
  const device_uid = devices[0]?.device_uid ?? "";
  const obeyed: CommandMessage[] = [];
  let seq = 0;
  let limit: number | null = null;
  const report = async () => {
    const t = Date.now();
    seq += 1;
    const ac_power_w = Math.min(80_000, limit ?? Infinity);
    const read = limit === null ? { power_limit_source: 0 } : { power_limit_w: limit, power_limit_source: 2 };
    const energy_total_wh = counterAt(t);
    const readings = [{ device_uid, t, m: { ac_power_w, energy_total_wh, ...read } }];
    const { commands } = await ask(gatewayReadings, { body: { v: 1, seq, sent_at: t, readings } }, basic);
    for (const command of commands) {
      obeyed.push(command);
      if (command.name === "power_limit") limit = limitIn(command);
      const ack = { v: 1 as const, command_uid: command.command_uid, status: "done" as const, text: "" };
      await ask(gatewayAck, { body: ack }, basic);
    }
  };
  return { serial, obeyed, report };
}

/** The limit in W that a command sets; null: the gateway's own. */
function limitIn(command: CommandMessage): number | null {
  if (command.name !== "power_limit" || command.limit === null) return null;
  return "w" in command.limit ? command.limit.w : (command.limit.percent / 100) * RATED_W;
}

test("a weekly schedule fires at its time, is verified by what the inverter gives, and is deleted with Stop", async ({
  page,
}) => {
  const heard = complaints(page);
  const plant = await makePlant("Roof by the clock", { gateway: false });
  const gateway = await obedientGateway(plant.project_uid);
  await gateway.report();
  await signIn(page);
  await open(page, `/control?project=${plant.project_uid}`);
  await page.getByRole("button", { name: "Add schedule" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Add schedule" }).click();
  await expect(form.getByText("* Please select at least 1 gateway")).toBeVisible();
  await form.getByRole("combobox", { name: "Gateway" }).click();
  await page.getByRole("option", { name: gateway.serial }).click();
  await form.getByRole("checkbox", { name: "INV-1" }).check();
  for (const name of ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]) {
    await form.getByRole("checkbox", { name, exact: true }).check();
  }
  await form.getByLabel("Value").fill("40");
  // From the next minute on: the worker begins it, nobody else.
  const minute = (localMinutes(noonPlace().timezone, Date.now()) + 1) % 1440;
  await form.getByLabel("Start time").fill(timeOfMinutes(minute));
  await form.getByLabel("End time").fill(timeOfMinutes((minute + 120) % 1440));
  await form.getByLabel("End time").press("Tab");
  await expect(form.getByRole("listitem")).toHaveCount(10);
  await faultless(page);
  await form.getByRole("button", { name: "Add schedule" }).click();
  await expect(page.getByText("Create schedule successful")).toBeVisible();
  await expect(page.getByRole("table", { name: "Schedules" })).toContainText("40 %");
  expect(gateway.obeyed).toEqual([]);

  const orders = async () => {
    await gateway.report();
    return gateway.obeyed.map(limitIn);
  };
  await expect.poll(orders, { timeout: 100_000, intervals: [2000] }).toEqual([0.4 * RATED_W]);
  await page.getByRole("button", { name: "Schedule log" }).click();
  const log = page.getByRole("dialog");
  await log.getByText("Running").click();
  const proven = async () => {
    await gateway.report();
    return log.getByRole("table", { name: "Devices" }).textContent();
  };
  await expect.poll(proven, { timeout: 60_000, intervals: [2000] }).toContain("Verified");
  await faultless(page);
  await log.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Actions of schedule 1" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("Stop", { exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Delete schedule successful")).toBeVisible();
  await expect(page.getByText("No schedule yet")).toBeVisible();
  await expect.poll(orders, { timeout: 20_000, intervals: [1000] }).toEqual([0.4 * RATED_W, null]);
  expect(heard).toEqual([]);
});
