import { setEnergyBefore } from "@heliograph/contract/fleet/gateways";
import type { DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { EnergyBefore } from "./EnergyBefore.tsx";
import { fakeDeviceDetail } from "./testing/device-fakes.ts";

freshBrowser();

const kWh = (value: number | null) => ({ value, unit: "kWh" as const });
const withBefore = (value: number | null): Partial<DeviceDetail> => ({
  totals: { ...fakeDeviceDetail().totals, energy_before: kWh(value) },
});

async function open(change: Partial<DeviceDetail> = {}, mayChange = true, serve?: () => Response) {
  signedInAs("good");
  const said = { message: "What the device before had produced has been set" };
  const all = fakeServer({ [setEnergyBefore.path]: serve ?? (() => answer(setEnergyBefore, said)) });
  const device = fakeDeviceDetail(change);
  await renderAt("/", {
    "/": <EnergyBefore project={PROJECT_UID} device={device} mayChange={mayChange} />,
  });
  return { all, device };
}
const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: /Produced by the device before/ });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("what the total begins with is said; what a replaced device had produced is set in kWh, and saved once it has changed", async () => {
  const { all, device } = await open();
  expect(screen.getByText("60,000.0 kWh")).toBeTruthy();
  expect(screen.getByText("2025-06-01")).toBeTruthy();
  expect(save().disabled).toBe(true);
  await userEvent.type(await field(), "1250.5");
  await userEvent.click(save());
  expect(await screen.findByText("What the device before had produced has been set")).toBeTruthy();
  expect(all.map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { project_uid: PROJECT_UID, device_uid: device.uid, energy_before_kwh: 1250.5 }],
  ]);
});

test("an emptied field says that nothing is known of one, and not that it was zero", async () => {
  const { all } = await open(withBefore(800));
  expect((await field()).value).toBe("800");
  await userEvent.clear(await field());
  await userEvent.click(save());
  await waitFor(() => expect(all).toHaveLength(1));
  expect(all[0]?.body).toMatchObject({ energy_before_kwh: null });
});

test("less than nothing is refused beside the field, and nothing is sent", async () => {
  const { all } = await open();
  await userEvent.type(await field(), "-5");
  await userEvent.click(save());
  await waitFor(async () => expect((await field()).getAttribute("aria-invalid")).toBe("true"));
  expect(all).toEqual([]);
});

test("what the server refuses is said, and what was typed stays", async () => {
  await open({}, true, () =>
    refusal(403, "You may only look at this project", { code: "project.read_only" }),
  );
  await userEvent.type(await field(), "7");
  await userEvent.click(save());
  expect(await screen.findByText("You may only look at this project")).toBeTruthy();
  expect((await field()).value).toBe("7");
});

test("who may only look is told it and asked for nothing; a device that counts nothing has no such part", async () => {
  await open(withBefore(800), false);
  expect(screen.getByText("800.0 kWh")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
  const { device } = await open({ asset_type: "sensor_radiation" });
  expect(device.asset_type).toBe("sensor_radiation");
  expect(screen.getAllByText("What its total begins with")).toHaveLength(1);
});
