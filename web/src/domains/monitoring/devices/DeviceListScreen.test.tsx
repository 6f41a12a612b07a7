import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { projectDevice, projectDevices } from "@heliograph/contract/monitoring/devices/device-list";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { liveEvents } from "@heliograph/contract/telemetry/live";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import {
  fakeDeviceDetail,
  fakeDeviceRow,
  fakeGatewayRow,
  CURRENT_TIME,
  uid,
  ZONE,
} from "./testing/device-fakes.ts";
import DeviceListScreen from "./DeviceListScreen.tsx";

freshBrowser();

type Devices = Answer<typeof projectDevices>;
const plant: Devices = {
  current_time: CURRENT_TIME,
  timezone: ZONE,
  gateways: [
    fakeGatewayRow(1, { devices: 2 }),
    fakeGatewayRow(2, { device_status: "offline", last_contact_at: "2026-11-20T03:00:00.000Z" }),
  ],
  devices: [
    fakeDeviceRow(1, { alias: "South roof" }),
    fakeDeviceRow(2, {
      device_status: "offline",
      is_live: false,
      ts: "2026-11-21T02:05:00.000Z",
      gateway: { uid: uid(2), serial: "BELINK-2", alias: "BELINK-2" },
    }),
    fakeDeviceRow(3, {
      name: "WS-1",
      asset_type: "sensor_radiation",
      device_status: "warning",
      sensor: { status: "Critical", reasons: ["dark_by_day"] },
      live: { value: 0, unit: "W/m2" },
      today: { value: 0, unit: "Wh/m2" },
    }),
  ],
};

interface Over {
  readonly devices?: () => Response;
  readonly device?: () => Response | Promise<Response>;
  readonly type?: "pv" | "swh";
  readonly search?: string;
}

async function open({ devices, device, type = "pv", search = "" }: Over = {}) {
  signedInAs("good");
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  fakeServer({
    "app-config": () => answer(getAppConfig, {}),
    "project/project-info-only": () => fakeProjectInfo({ project_type: type }),
    "project/devices": devices ?? (() => answer(projectDevices, plant)),
    "project/device":
      device ??
      (() =>
        answer(projectDevice, { current_time: CURRENT_TIME, timezone: ZONE, device: fakeDeviceDetail() })),
    [liveEvents.path]: () =>
      new Response(new ReadableStream<Uint8Array>({ start: (one) => void streams.push(one) })),
  });
  const router = await renderAt(`/list-device/${PROJECT_UID}${search}`, {
    "/list-device/:id": <DeviceListScreen />,
  });
  const say = () => {
    const summary = {
      project_uid: PROJECT_UID,
      at: CURRENT_TIME,
      active_power_w: 1,
      reporting_power_w: null,
      power_silent: 0,
      power_devices: 1,
      irradiance_w_m2: null,
      module_temperature_c: null,
      today_meter_wh: null,
      today_inverter_wh: null,
      total_meter_wh: null,
      total_inverter_wh: null,
      total_wh: null,
      plant_status: "normal",
      sleeping: false,
      last_reading_at: CURRENT_TIME,
    };
    streams.at(-1)?.enqueue(new TextEncoder().encode(`event: summary\ndata: ${JSON.stringify(summary)}\n\n`));
  };
  const query = () => new URLSearchParams(router.state.location.search);
  return { say, query, router, streams };
}
const rowOf = (name: RegExp) => screen.findByRole("row", { name });

test("devices stand by kind with serial, power, today, status in words and firmware; a kind without any is 'Not available'", async () => {
  await open();
  const inverter = await rowOf(/South roof/);
  expect(inverter.textContent).toContain("S-1");
  expect(inverter.textContent).toContain("40.0 kW");
  expect(inverter.textContent).toContain("123.4 kWh");
  expect(inverter.textContent).toContain("Connected");
  expect(inverter.textContent).toContain("1.2.3");
  expect((await rowOf(/WS-1/)).textContent).toContain("Critical");
  const meters = screen.getByRole("region", { name: "Meters" });
  expect(within(meters).getByText("Not available")).toBeTruthy();
});

test("what is old says since when, and the gateway of each device is named where there are several", async () => {
  await open();
  const silent = await rowOf(/INV-2/);
  expect(silent.textContent).toContain("at 09:05");
  expect(silent.textContent).toContain("Offline");
  expect(silent.textContent).toContain("Gateway 2");
  expect((await rowOf(/South roof/)).textContent).not.toContain("at ");
  expect(
    screen.getByRole("button", { name: /Gateway 2.*Offline.*Last contact 2026-11-20 10:00/ }),
  ).toBeTruthy();
});

test("gateway, kind, status and search narrow the list and stand in the address", async () => {
  const { query } = await open();
  fireEvent.click(await screen.findByRole("button", { name: /Gateway 1/ }));
  expect(screen.queryByRole("row", { name: /INV-2/ })).toBeNull();
  expect(query().get("gateway")).toBe(uid(1));
  fireEvent.click(screen.getByRole("button", { name: /^All gateways/ }));
  fireEvent.click(screen.getByRole("button", { name: /^Offline/ }));
  expect(screen.getAllByRole("row", { name: /INV|WS|South/ })).toHaveLength(1);
  expect(query().toString()).toBe("status=offline");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nothing like it" } });
  expect(await screen.findByRole("heading", { name: "No device matches" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await rowOf(/South roof/)).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Sensors" }));
  expect(screen.queryByRole("row", { name: /South roof/ })).toBeNull();
  expect(query().toString()).toBe("group=sensors");
});

test("a press on a name opens the live values at once, which tell what the strings carry and which deviates", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { query } = await open({ device: () => promise });
  fireEvent.click(await screen.findByRole("button", { name: "South roof" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("South roof")).toBeTruthy();
  expect(dialog.querySelector("[aria-busy]")).toBeTruthy();
  expect(query().get("device")).toBe(uid(101));
  await act(async () =>
    resolve(
      answer(projectDevice, { current_time: CURRENT_TIME, timezone: ZONE, device: fakeDeviceDetail() }),
    ),
  );
  expect(await within(dialog).findByText("Values of 13:39:55")).toBeTruthy();
  const ac = within(dialog).getByRole("heading", { name: "AC side" }).parentElement;
  expect(ac?.textContent).toContain("Active power40.00 kW");
  const trackers = within(dialog).getByRole("region", { name: "MPPT and strings" });
  expect(within(trackers).getAllByText("8.05 A")).toHaveLength(4);
  expect(within(trackers).getAllByText("deviates from its siblings")).toHaveLength(1);
  const battery = within(dialog).getByRole("heading", { name: "Battery" }).parentElement;
  expect(battery?.textContent).toContain("Not available");
});

test("details show serial with alias, the picture of the kind, and first and last day of the warranty; closing goes back to the button", async () => {
  const { query } = await open();
  const button = await screen.findByRole("button", { name: "Details South roof" });
  button.focus();
  fireEvent.click(button);
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByRole("img", { name: "Picture: Inverter" })).toBeTruthy();
  expect(dialog.textContent).toMatch(/SerialS-1AliasSouth roof/);
  expect(dialog.textContent).toMatch(/Warranty begin2024-01-15Warranty end2034-01-14/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(query().get("device")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("an address with a device opens it, and Back closes what a press has opened", async () => {
  const { router } = await open({ search: `?device=${uid(101)}&show=details` });
  expect(await within(await screen.findByRole("dialog")).findByText("2034-01-14")).toBeTruthy();
  await act(() => router.navigate(`/list-device/${PROJECT_UID}`));
  fireEvent.click(await screen.findByRole("button", { name: "South roof" }));
  await waitFor(() => expect(router.state.location.search).toContain("device="));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("a device that is gone, and values that could not be loaded, are said in the dialog", async () => {
  let status = 500;
  await open({
    search: `?device=${uid(101)}`,
    device: () =>
      status === 200
        ? answer(projectDevice, { current_time: CURRENT_TIME, timezone: ZONE, device: fakeDeviceDetail() })
        : refusal(status, "Internal error"),
  });
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Data is not available", {}, { timeout: 5000 })).toBeTruthy();
  status = 404;
  fireEvent.click(within(dialog).getByRole("button", { name: "Try again" }));
  expect(await within(dialog).findByText("No such device")).toBeTruthy();
});

test("a sensor tells its status and why", async () => {
  const sensor = fakeDeviceDetail({
    asset_type: "sensor_radiation",
    sensor: { status: "Critical", reasons: ["dark_by_day"] },
    deviating_strings: null,
    iot_data: {
      kind: "sensor",
      ts: CURRENT_TIME,
      is_live: false,
      radiation_data: {
        radiation_value: { value: 0, unit: "W/m2" },
        panel_temperature: { value: 41.2, unit: "°C" },
        ambient_temperature: { value: null, unit: "°C" },
        wind_speed: { value: null, unit: "m/s" },
        today_insolation: { value: 0, unit: "Wh/m2" },
      },
    },
  });
  await open({
    search: `?device=${uid(103)}`,
    device: () => answer(projectDevice, { current_time: CURRENT_TIME, timezone: ZONE, device: sensor }),
  });
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Critical")).toBeTruthy();
  expect(
    within(dialog).getByText("No irradiance while the sun is up: covered, or a broken wire."),
  ).toBeTruthy();
  expect(within(dialog).getByText("Last known values, 13:40:00")).toBeTruthy();
});

test("a live event renews the list without a skeleton, and a failed renewal leaves what stands there", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let power = 40_000;
  let broken = false;
  const { say, streams } = await open({
    devices: () =>
      broken
        ? refusal(500, "Internal error")
        : answer(projectDevices, {
            ...plant,
            devices: [fakeDeviceRow(1, { live: { value: power, unit: "W" } })],
          }),
  });
  expect((await rowOf(/INV-1/)).textContent).toContain("40.0 kW");
  await waitFor(() => expect(streams).toHaveLength(1));
  power = 41_500;
  say();
  await waitFor(async () => expect((await rowOf(/INV-1/)).textContent).toContain("41.5 kW"));
  broken = true;
  say();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect((await rowOf(/INV-1/)).textContent).toContain("41.5 kW");
  expect(screen.getByText("Refresh failed: Internal error")).toBeTruthy();
  expect(screen.queryByText("Live", { exact: true })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(screen.getByText(/The server has sent nothing newer\. Values are those of/)).toBeTruthy();
});

test("a list that could not be loaded says so and asks again when told to", async () => {
  let broken = true;
  await open({ devices: () => (broken ? refusal(500, "Internal error") : answer(projectDevices, plant)) });
  const again = await screen.findByRole("button", { name: "Try again" });
  broken = false;
  fireEvent.click(again);
  expect(await rowOf(/South roof/)).toBeTruthy();
});

test("a phone has the gateways as tabs and the devices as cards", async () => {
  screenOf(390);
  const { query } = await open();
  expect(await screen.findByRole("tab", { name: /All/ })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByRole("button", { name: "South roof" })).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: /Gateway 2/ }));
  expect(screen.queryByRole("button", { name: "South roof" })).toBeNull();
  expect(query().get("gateway")).toBe(uid(2));
});

test("what is shown is exported, in the order shown", async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(
    (blob) => (blob instanceof Blob && blobs.push(blob), "blob:x"),
  );
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  await open({ search: "?group=inverters&order=desc" });
  fireEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
  const lines = (await blobs[0]?.text())?.trimEnd().split("\r\n") ?? [];
  expect(lines[0]).toContain("Gateway,Gateway serial,Device,Serial,Type");
  expect(lines.slice(1).map((line) => line.split(",")[3])).toEqual(["S-1", "S-2"]);
});

/** By selector: hundreds of accessible names would take the test half a minute. */
const drawn = () => document.querySelectorAll("tbody > tr").length;

test("a plant of hundreds of inverters draws a bounded number of rows, and more when asked to", async () => {
  const devices = Array.from({ length: 600 }, (_, n) => fakeDeviceRow(n));
  await open({ devices: () => answer(projectDevices, { ...plant, devices }) });
  await waitFor(() => expect(drawn()).toBe(250));
  fireEvent.click(screen.getByText("Show 250 more"));
  expect(drawn()).toBe(500);
});

test("of a hot-water project the page says 'Function is updating' and lists nothing", async () => {
  await open({ type: "swh" });
  expect(await screen.findByRole("heading", { name: "Function is updating" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});
