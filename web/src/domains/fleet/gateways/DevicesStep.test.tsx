import { changeDevice, listGateways } from "@heliograph/contract/fleet/gateways";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { DevicesStep } from "./DevicesStep.tsx";

freshBrowser();

type Device = Answer<typeof listGateways>["items"][number]["devices"][number];
const UID = "0198a5a0-0000-7000-8000-000000000001";
const OLD = "0198a5a0-0000-7000-8000-000000000002";

const DEVICE: Device = {
  device_uid: UID,
  serial: "INV-9",
  asset_type: "solar_inverter",
  name: "Roof east",
  alias: null,
  manufacturer: null,
  model: "SG50CX",
  ac_nominal_w: 50_000,
  dc_capacity_wp: 60_000,
  battery_capacity_wh: null,
  mppt_count: null,
  warranty_begin: "2024-01-01",
  warranty_end: "2034-01-01",
  announced_ac_nominal_w: 48_000,
  announced_dc_capacity_wp: null,
  ratings_confirmed_at: "2026-03-02T03:41:00.000Z",
  replaces: { device_uid: OLD, serial: "INV-1", at: "2026-03-01T03:00:00.000Z" },
};

async function openDevices(devices: Device[] = [DEVICE], refuse?: () => Response) {
  signedInAs("good");
  const saved = () => refuse?.() ?? answer(changeDevice, { message: "The device has been changed" });
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    "fleet/gateways": () =>
      answer(listGateways, {
        items: [
          {
            gateway_uid: "0198a5a0-0000-7000-8000-0000000000aa",
            serial: "GW-1",
            name: "Roof",
            alias: null,
            capacity_wp: null,
            interval_s: 60,
            firmware_version: null,
            connected: true,
            last_contact_at: null,
            devices,
          },
        ],
        total_items: 1,
      }),
    "fleet/device": saved,
    "fleet/device/ratings": saved,
    "fleet/device/replacement": saved,
  });
  await renderAt("/", { "/": <DevicesStep uid={PROJECT_UID} /> });
  return all;
}

const drawer = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Edit Roof east" }));
  return within(await screen.findByRole("dialog"));
};
const sent = (all: Awaited<ReturnType<typeof openDevices>>) =>
  all
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body, query }) => [method, path, body ?? Object.fromEntries(query)]);

test("each device stands under its gateway with rating and warranty, and says whose place it took", async () => {
  await openDevices([
    DEVICE,
    { ...DEVICE, device_uid: OLD, serial: "INV-2", name: "", ac_nominal_w: null, replaces: null },
  ]);
  const row = await screen.findByRole("row", { name: /Roof east/ });
  expect(row.textContent).toContain("INV-9 · SG50CX · replaces INV-1");
  expect(row.textContent).toContain("50.0 kW · 60.0 kWp");
  expect(row.textContent).toContain("2024-01-01 – 2034-01-01");
  expect(screen.getByRole("row", { name: /INV-2/ }).textContent).toContain("Rating missing");
});

test("a name is changed and nothing else is sent", async () => {
  const all = await openDevices();
  const window = await drawer();
  fireEvent.change(window.getByLabelText("Name"), { target: { value: "Roof west" } });
  fireEvent.click(window.getByRole("button", { name: "Save" }));
  await screen.findByText("The device has been changed");
  expect(sent(all)).toEqual([
    ["PUT", "fleet/device", { project_uid: PROJECT_UID, device_uid: UID, name: "Roof west" }],
  ]);
});

test("a rating is typed in kW and sent in W, beside what the gateway announced", async () => {
  const all = await openDevices();
  const window = await drawer();
  window.getByText("The gateway announced 48.0 kW");
  fireEvent.change(window.getByLabelText("AC rating"), { target: { value: "45.5" } });
  fireEvent.click(window.getByRole("button", { name: "Confirm rating" }));
  await screen.findByText("The device has been changed");
  const devices = [{ device_uid: UID, ac_nominal_w: 45_500, dc_capacity_wp: 60_000 }];
  expect(sent(all)).toEqual([["POST", "fleet/device/ratings", { project_uid: PROJECT_UID, devices }]]);
});

test("another device takes the place by its serial; what the server refuses stands beside the serial", async () => {
  const message = "It must be another device of the same type that replaces nothing yet";
  const all = await openDevices([DEVICE], () =>
    refusal(400, message, { code: "device.cannot_replace", fields: { "body.serial": message } }),
  );
  const window = await drawer();
  fireEvent.change(window.getByLabelText("Serial of the new device"), { target: { value: "INV-9" } });
  fireEvent.click(window.getByRole("button", { name: "Replace" }));
  expect((await window.findByRole("alert")).textContent).toBe(message);
  expect(window.getByLabelText("Serial of the new device").getAttribute("aria-invalid")).toBe("true");
  expect(sent(all)).toEqual([
    ["POST", "fleet/device/replacement", { project_uid: PROJECT_UID, device_uid: UID, serial: "INV-9" }],
  ]);
});

test("a replacement is taken back, by the device that was replaced", async () => {
  const all = await openDevices();
  const window = await drawer();
  window.getByText(/It replaces INV-1 since/);
  fireEvent.click(window.getByRole("button", { name: "Take this back" }));
  await screen.findByText("The device has been changed");
  expect(sent(all)).toEqual([
    ["POST", "fleet/device/replacement", { project_uid: PROJECT_UID, device_uid: OLD, serial: null }],
  ]);
});

test("a device is removed only after a question", async () => {
  const all = await openDevices();
  const window = await drawer();
  fireEvent.click(window.getByRole("button", { name: "Remove the device" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(sent(all)).toEqual([]);
  fireEvent.click(question.getByRole("button", { name: "Remove the device" }));
  await screen.findByText("The device has been changed");
  expect(sent(all)).toEqual([["DELETE", "fleet/device", { project_uid: PROJECT_UID, device_uid: UID }]]);
});

test("a project without devices is sent to its gateway", async () => {
  await openDevices([]);
  const link = await screen.findByRole("link", { name: "Add a gateway" });
  expect(link.getAttribute("href")).toBe(`/set-up/${PROJECT_UID}?step=gateway`);
});
