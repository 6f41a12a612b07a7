// Zero export of a gateway is switched, and what became of it is seen: one that the meter proves, and one that its gateway refuses.
import {
  addGateway,
  createProject,
  gatewayAck,
  gatewayBirth,
  gatewayReadings,
  type CommandMessage,
} from "@heliograph/contract";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, signIn } from "./pages.ts";
import { ask, bearer, noonPlace } from "./plant.ts";

/** A gateway that only speaks HTTP, in a project of its own: it exports 38.2 kW until somebody makes it stop. */
async function exporting(name: string) {
  const owner = await bearer();
  const place = {
    address: "1 Equator Road",
    project_type: "pv" as const,
    capacity_wp: 100_000,
    ...noonPlace(),
  };
  const { project_uid } = await ask(createProject, { body: { name, ...place } }, owner);
  const serial = `HG-NZE-${Date.now()}`;
  const { credential } = await ask(addGateway, { body: { project_uid, serial, interval_s: 1 } }, owner);
  const own = `Basic ${Buffer.from(`${serial}:${credential}`).toString("base64")}`;
  const devices = [
    { serial: "INV-1", asset_type: "solar_inverter" as const, ac_nominal_w: 90_000 },
    { serial: "GM-01", asset_type: "grid_meter" as const },
  ];
  const birth = { v: 1 as const, seq: 1, sent_at: Date.now(), interval_s: 1, devices };
  const born = await ask(gatewayBirth, { body: birth }, own);
  const uids = new Map(born.devices.map((device) => [device.serial, device.device_uid]));
  const state = { on: 0, gridW: -38_200, seq: 2 };
  const heard: CommandMessage[] = [];
  return {
    project_uid,
    serial,
    heard,
    /** Sends what it measures now, and takes what the answer tells it. */
    send: async () => {
      const t = Math.floor(Date.now() / 1000) * 1000;
      const readings = [
        { device_uid: uids.get("INV-1") ?? "", t, m: { ac_power_w: 60_000, state: 4 } },
        {
          device_uid: uids.get("GM-01") ?? "",
          t,
          m: { ac_power_w: state.gridW, nze_on: state.on, export_limit_w: 0 },
        },
      ];
      const body = {
        v: 1 as const,
        seq: (state.seq += 1),
        sent_at: Date.now(),
        interval_s: 1,
        historical: false,
        readings,
      };
      const { commands } = await ask(gatewayReadings, { body }, own);
      heard.push(...commands);
    },
    answer: async ({ command_uid }: CommandMessage, status: "done" | "refused", text = "") => {
      await ask(gatewayAck, { body: { v: 1 as const, command_uid, status, text } }, own);
    },
    obey: () => {
      state.on = 1;
      state.gridW = 400;
    },
  };
}

type Gateway = Awaited<ReturnType<typeof exporting>>;

/** Presses the switch with the keyboard, confirms, and waits until the gateway has heard of it. */
async function switchedOn(
  page: Page,
  { serial, heard, send, project_uid }: Gateway,
): Promise<CommandMessage> {
  await send();
  await open(page, `/control?project=${project_uid}`);
  const toggle = page.getByRole("switch", { name: `Zero export of ${serial}` });
  await expect(toggle).toHaveAttribute("aria-checked", "false");
  await toggle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Switch zero export of ${serial} on?`)).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("Command sent successfully")).toBeVisible();
  await expect(page.getByText(/Available again in (3:00|2:\d\d)/).first()).toBeVisible();
  await expect(toggle).toBeDisabled();
  await expect
    .poll(async () => {
      await send();
      return heard.length;
    })
    .toBe(1);
  const [command] = heard;
  if (command === undefined) throw new Error("the gateway has heard nothing");
  expect(command).toMatchObject({ name: "zero_export", on: true, export_limit_w: 0 });
  return command;
}

/** Reads the newest row of the log until it says what became of the command, while the gateway goes on measuring. */
async function becomes(page: Page, { send }: Gateway, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await send();
        await page.getByRole("button", { name: "Log", exact: true }).click();
        const rows = page.getByRole("dialog").getByRole("row");
        await expect(rows.nth(1)).toBeVisible();
        const text = await rows.nth(1).innerText();
        await page.keyboard.press("Escape");
        return text;
      },
      { timeout: 40_000, intervals: [1000] },
    )
    .toContain(state);
}

test("zero export that is switched on is verified by its meter, and the switch turns with what the meter says", async ({
  page,
}) => {
  const heard = complaints(page);
  const gateway = await exporting("Zero export verified");
  await signIn(page);
  const command = await switchedOn(page, gateway);
  await gateway.answer(command, "done");
  // The gateway has said yes; the meter has not.
  await gateway.send();
  const toggle = page.getByRole("switch", { name: `Zero export of ${gateway.serial}` });
  await expect(page.getByText(/Switching on: (Sent|Acknowledged)/)).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-checked", "false");
  gateway.obey();
  await becomes(page, gateway, "Verified");
  await expect(toggle).toHaveAttribute("aria-checked", "true");
  await expect(page.getByText(/On since .* limit 0 kW · meter GM-01/)).toBeVisible();
  // The life of the command stands beside, down to the reading of the meter that proves it.
  const life = page.getByRole("list", { name: "Zero export on" });
  await expect(life.getByText("Verified by read-back")).toBeVisible();
  await expect(life.getByText("Seen in measured data")).toBeVisible();
  expect(heard).toEqual([]);
});

test("zero export that its gateway refuses has failed, and the switch stays as the meter says", async ({
  page,
}) => {
  const heard = complaints(page);
  const gateway = await exporting("Zero export refused");
  await signIn(page);
  const command = await switchedOn(page, gateway);
  await gateway.answer(command, "refused", "The inverters are under local control");
  await becomes(page, gateway, "Failed");
  const life = page.getByRole("list", { name: "Zero export on" });
  await expect(life.getByText("Failed", { exact: true })).toBeVisible();
  await expect(page.getByText("The inverters are under local control").first()).toBeVisible();
  await expect(page.getByRole("switch", { name: `Zero export of ${gateway.serial}` })).toHaveAttribute(
    "aria-checked",
    "false",
  );
  expect(heard).toEqual([]);
});
