import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { heaterFigures } from "../heaters/testing/heater-fakes.ts";
import { NO_CERTIFICATES } from "../../../testing/registry-fakes.ts";
import { plantPanels } from "./OverviewScreen.loader.ts";
import { furnishBrowser, panelNamed } from "./testing/overview-browser.ts";
import { failing, held, NOW, overview, PROJECT, widgetAnswer } from "./testing/overview-fakes.tsx";
import { weatherAnswer } from "./testing/weather-fakes.ts";

beforeAll(furnishBrowser);
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
// The first screen of a run waits for the modules of the component library.
vi.setConfig({ testTimeout: 20_000 });

async function open(...given: Parameters<typeof overview>) {
  const { page, server, address } = await overview(...given);
  render(page);
  return { server, address };
}

const summary = (watts: number, over: object = {}) => ({
  project_uid: PROJECT,
  at: new Date(NOW.getTime() + 1000).toISOString(),
  active_power_w: watts,
  reporting_power_w: null,
  power_silent: 0,
  power_devices: 1,
  irradiance_w_m2: 600,
  module_temperature_c: 48,
  today_meter_wh: 7_000_000,
  today_inverter_wh: null,
  total_meter_wh: 8_870_010_000,
  total_inverter_wh: null,
  total_wh: 8_870_010_000,
  plant_status: "normal" as const,
  sleeping: false,
  last_reading_at: NOW.toISOString(),
  ...over,
});

test("the page has its heading at once", async () => {
  await open({ widget: () => new Promise(() => {}) });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Tổng quan");
});

test("a project that cannot be loaded offers to try again in place of its figures", async () => {
  await open({ widget: failing().handler });
  expect((await screen.findByRole("alert")).textContent).toContain("Thử lại");
  expect(screen.queryByText("Công suất tức thời")).toBeNull();
});

test("a project that is not there is said to be not there", async () => {
  await open({ widget: failing(undefined, 404).handler });
  const heading = await screen.findByRole("heading", { level: 1, name: /Không tìm thấy dự án nào/ });
  expect(heading).toBeTruthy();
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Trang chủ" }).getAttribute("href")).toBe(
    "/list-project",
  );
});

test("a chart that fails leaves the other one alone", async () => {
  await open({ power: failing().handler });
  await screen.findByRole("alert", {}, { timeout: 10_000 });
  const production = await panelNamed("Sản lượng");
  expect(await within(production).findByRole("table")).toBeTruthy();
});

test("the panels come with the certificates, which would push them down if they came after them", async () => {
  const certificates = held(NO_CERTIFICATES);
  const { server } = await open({ certificates: certificates.handler });
  await screen.findByText("1.408,5");
  await waitFor(() => expect(server.callsOf("plantCertificates")).toHaveLength(1));
  await act(plantPanels.code);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  certificates.release();
  expect(await panelNamed("Sản lượng")).toBeTruthy();
});

test("certificates that cannot be had keep no panel waiting, and are not asked for on and on", async () => {
  const { server } = await open({ certificates: failing().handler });
  expect(await panelNamed("Sản lượng")).toBeTruthy();
  expect(server.callsOf("plantCertificates")).toHaveLength(1);
});

test("live values replace the figures; a lost connection shows and recovers by itself", async () => {
  const { server } = await open();
  await screen.findByText("1.408,5");
  await screen.findByText("Trực tiếp");
  server.say(summary(1_500_000));
  await screen.findByText("1.500,0");
  server.dropStream();
  await waitFor(() => expect(screen.queryByText("Trực tiếp")).toBeNull());
  await waitFor(() => expect(server.streams).toHaveLength(2), { timeout: 5000 });
  await screen.findByText("Trực tiếp");
  server.say(summary(1_600_000));
  await screen.findByText("1.600,0");
});

test("weather that tells another radiation than the figures is asked for again, and only then", async () => {
  const said = { ...weatherAnswer().irradiance };
  const { server } = await open({ weather: () => weatherAnswer({ irradiance: { ...said } }) });
  const weather = within(await screen.findByRole("region", { name: "Thời tiết tại dự án" }));
  await weather.findByText("812");
  await screen.findByText("Trực tiếp");
  server.say(summary(1_500_000, { irradiance_w_m2: 812.4 }));
  await screen.findByText("1.500,0");
  const before = server.callsOf("weatherWidget").length;
  said.value = 604.3;
  server.say(summary(1_600_000, { irradiance_w_m2: 604.3 }));
  expect(await weather.findByText("604")).toBeTruthy();
  expect(server.callsOf("weatherWidget")).toHaveLength(before + 1);
});

test("values older than the page's own and of other projects change nothing", async () => {
  const { server } = await open();
  await screen.findByText("Trực tiếp");
  server.say(summary(1, { at: "2026-11-21T06:39:00.000Z" }));
  server.say(summary(2, { project_uid: "00000000-0000-4000-8000-000000000009" }));
  server.say(summary(1_408_500, { module_temperature_c: 51.3 }));
  await screen.findByText("51,3");
  expect(screen.getByText("1.408,5")).toBeTruthy();
});

test("a plant that has gone to sleep is shown as sleeping and not as offline", async () => {
  const { server } = await open();
  await screen.findByText("Đang kết nối");
  server.say(summary(0, { plant_status: "offline", sleeping: true }));
  await screen.findByText("Đang nghỉ");
  expect(screen.queryByText("Mất kết nối")).toBeNull();
});

test("the way back to the list keeps the search and nothing else of the address", async () => {
  await open({}, "?searchProject=kho&power=radiation");
  await screen.findByText("Kho lạnh Cát Lái");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Danh sách dự án" });
  expect(link.getAttribute("href")).toBe("/list-project?searchProject=kho");
});

test("an opened project is kept as the one that is open", async () => {
  await open();
  await screen.findByText("Kho lạnh Cát Lái");
  await waitFor(() => expect(sessionStorage.getItem("project_uid")).toBe(PROJECT));
  expect(sessionStorage.getItem("widget_list")).toBe('["widget_project_info"]');
});

test("a solar water heater has its temperatures and no charts of electricity", async () => {
  const { server } = await open({
    widget: () => widgetAnswer({ type: "swh", state: { swh_data: heaterFigures() } }),
  });
  await screen.findByText("58,4");
  await screen.findByRole("heading", { name: "Gateway và thiết bị" }, { timeout: 10_000 });
  expect(screen.queryByRole("heading", { name: "Biểu đồ công suất" })).toBeNull();
  expect(server.callsOf("powerChart")).toEqual([]);
  expect(server.callsOf("productionChart")).toEqual([]);
});
