import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { furnishDialogs, heaterAnswer, heaterFigures } from "./testing/heater-fakes.ts";
import { furnishBrowser, panelNamed } from "../overview/testing/overview-browser.ts";
import { failing, NOW, overview, widgetAnswer } from "../overview/testing/overview-fakes.tsx";

beforeAll(() => {
  furnishBrowser();
  furnishDialogs();
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
vi.setConfig({ testTimeout: 20_000 });

const SWH_WIDGETS = [
  "widget_swh_energy_saving",
  "widget_swh_cost_saving",
  "widget_swh_sensor",
  "widget_swh_relay",
  "widget_swh_model",
  "widget_swh_active_schedule",
  "widget_swh_upcoming_schedule",
] as const;

/** The overview of a water heater whose list of widgets is given. */
async function open(
  over: Parameters<typeof overview>[0] = {},
  {
    search = "",
    widgets = SWH_WIDGETS,
  }: { search?: string; widgets?: readonly (typeof SWH_WIDGETS)[number][] } = {},
) {
  const answer = widgetAnswer({ type: "swh", state: { swh_data: heaterFigures() } });
  const widget = () => ({
    ...answer,
    project_info: { ...answer.project_info, project_widgets: ["widget_project_info", ...widgets] },
  });
  const { page, server, address } = await overview({ widget, ...over }, search);
  render(page);
  return { server, address };
}
const titles = () => screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
// The panels come with a file of their own.
const SLOW = { timeout: 10_000 };

const rowsOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent.replaceAll(/\s+/g, " ").trim()));

test("the widgets stand in the order of the list, after the drawing and the schedules", async () => {
  await open();
  await panelNamed("Cảm biến");
  expect(titles()).toEqual([
    "Hệ thống",
    "Lịch đang chạy",
    "Lịch sắp tới",
    "Điện năng tiết kiệm",
    "Chi phí tiết kiệm",
    "Cảm biến",
    "Rơ-le",
    "Thông số",
    "Nhiệt độ",
    "Nhiệt và điện năng tiết kiệm",
    "Danh sách lỗi",
    "Gateway và thiết bị",
  ]);
});

test("a widget that the list leaves out is not there", async () => {
  await open({}, { widgets: ["widget_swh_relay", "widget_swh_energy_saving"] });
  await panelNamed("Rơ-le");
  expect(titles().slice(0, 3)).toEqual(["Hệ thống", "Rơ-le", "Điện năng tiết kiệm"]);
});

test("sensors and relays say what they are, how they are and since when; what is not measured is a dash", async () => {
  await open();
  expect(rowsOf(await panelNamed("Cảm biến"))).toEqual([
    ["S1 Bộ thu", "–", "Nghiêm trọng: đứt dây"],
    ["S2 Bồn", "58,4 °C", "Bình thường"],
    ["S6 Lưu lượng", "480 L/h", "Bình thường"],
  ]);
  expect(rowsOf(await panelNamed("Rơ-le"))).toEqual([
    ["RL1 bơm bộ thu", "Bật", "21-11-2026 09:05", "4,6 h"],
    ["RL2 điện trở gia nhiệt", "Tắt", "trước hôm qua", "0,0 h"],
  ]);
});

test("the drawing is one sentence to who does not see it", async () => {
  await open();
  expect((await screen.findByRole("img", { name: /^Bộ thu/ }, SLOW)).getAttribute("aria-label")).toBe(
    "Bộ thu – °C, bồn 58,4 °C, ngoài trời – °C; bơm bộ thu Bật, điện trở gia nhiệt Tắt.",
  );
});

test("nothing is planned, and the page says so instead of nothing", async () => {
  await open();
  expect((await panelNamed("Lịch đang chạy")).textContent).toContain("Không có lịch");
  expect((await panelNamed("Lịch sắp tới")).textContent).toContain("Không có lịch");
});

test("what is scheduled says controller, relay, what it does and from when to when", async () => {
  const run = {
    schedule_id: 1,
    device_serial: "C-1",
    alias: "Roof boiler",
    relay: "RL2",
    on: true,
    from: "2026-11-21T04:00:00.000Z",
    to: "2026-11-21T06:00:00.000Z",
  };
  const widget_swh_active_schedule = { state: "scheduled" as const, schedule_list: [run] };
  await open({ heater: () => heaterAnswer({ widget_swh_active_schedule }) });
  const line = within(await panelNamed("Lịch đang chạy")).getByRole("listitem");
  expect(line.textContent).toMatch(/Roof boiler · RL2 Bật.*11:00.*13:00/);
});

test("an error has its level, its name, what it means and since when; a name of the maker's stands as it is", async () => {
  await open();
  const list = await panelNamed("Danh sách lỗi");
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first?.textContent).toContain("Nghiêm trọng");
  expect(first?.textContent).toContain("Lỗi cảm biến S1");
  expect(first?.textContent).toContain("kiểm tra giắc cắm");
  expect(first?.querySelector("[data-level=Critical]")).not.toBeNull();
  expect(second?.textContent).toContain("Anode worn");
  expect(second?.querySelector("[data-level=Notice]")).not.toBeNull();
  fireEvent.click(within(list).getByRole("button", { name: "Mọi lỗi kèm giải thích" }));
  const dialog = await screen.findByRole("dialog", {}, SLOW);
  expect(within(dialog).getAllByRole("row")).toHaveLength(14);
  expect(rowsOf(dialog).filter(([, name]) => name?.includes("Đang mở") === true)).toHaveLength(1);
});

test("a sensor at fault is told in the same words and as gravely in the list of errors as in the table of sensors", async () => {
  await open();
  const sensors = await panelNamed("Cảm biến");
  const [first] = within(await panelNamed("Danh sách lỗi")).getAllByRole("listitem");
  const row = within(sensors).getByRole("row", { name: /S1/ });
  expect(row.querySelector("[data-level]")?.textContent).toBe("Nghiêm trọng: đứt dây");
  expect(first?.querySelector("[data-level]")?.textContent).toBe("Nghiêm trọng");
  expect(first?.querySelector("b")?.textContent).toBe("Lỗi cảm biến S1: đứt dây");
});

test("without errors the list says that there were none", async () => {
  await open({ heater: () => heaterAnswer({ error_list: [] }) });
  expect((await panelNamed("Danh sách lỗi")).textContent).toContain("Không có lỗi trong 7 ngày qua");
});

test("both charts can be read as tables; the chosen day and period are in the address", async () => {
  const { server, address } = await open({}, { search: "?temperatures=2026-11-20&heat=month" });
  const temperatures = await panelNamed("Nhiệt độ");
  const head = within(await within(temperatures).findByRole("table")).getAllByRole("columnheader");
  expect(head.map((cell) => cell.textContent)).toEqual(["Giờ", "S1 Bộ thu °C", "S2 Bồn °C"]);
  expect(server.callsOf("swhTemperatureChart").map((query) => query.get("view_day"))).toEqual(["2026-11-20"]);
  expect(server.callsOf("swhEnergyChart").map((query) => query.get("get_type"))).toEqual(["month"]);
  const heat = await panelNamed("Nhiệt và điện năng tiết kiệm");
  fireEvent.click(within(heat).getByRole("radio", { name: "Ngày" }));
  await waitFor(() => expect(address()).toBe("temperatures=2026-11-20"));
});

test("widgets that cannot be loaded offer to try again, and the charts stand without them", async () => {
  const { handler, state } = failing(() => heaterAnswer());
  await open({ heater: handler });
  const again = await screen.findByRole("button", { name: "Thử lại" }, SLOW);
  expect(await panelNamed("Nhiệt độ")).toBeTruthy();
  state.failing = false;
  fireEvent.click(again);
  await panelNamed("Cảm biến");
});
