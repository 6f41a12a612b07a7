import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  alertOf,
  availabilityAnswer,
  batteryAnswer,
  savedBy,
  someAlarms,
} from "../charts/testing/key-figure-fakes.ts";
import { furnishBrowser, panelNamed } from "./testing/overview-browser.ts";
import {
  failing,
  held,
  NOW,
  overview,
  productionAnswer,
  TODAY,
  widgetAnswer,
} from "./testing/overview-fakes.tsx";

beforeAll(furnishBrowser);
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
// The first screen of a run waits for the modules of the component library.
vi.setConfig({ testTimeout: 30_000 });

async function open(...given: Parameters<typeof overview>) {
  const { page, server, address } = await overview(...given);
  render(page);
  return { server, address, user: userEvent.setup() };
}
const panel = async (name: string) => within(await panelNamed(name));

const ratios = (labels: readonly string[]) => ({ pr_alert: labels.map(() => alertOf(81.2, 80, "normal")) });
const production = (query: URLSearchParams) => {
  const type = query.get("get_type") === "month" ? "month" : "day";
  const made = productionAnswer(query.get("from_date") ?? "", query.get("to_date") ?? "", type);
  const values = made.chart_date_label.map(() => 2);
  return { ...made, ...ratios(made.chart_date_label), ...savedBy(values, values) };
};

test("ratio, CO2 and cost are drawn from the answer that the production chart asked for", async () => {
  const { server } = await open({ production });
  const inside = await panel("Hệ số hiệu suất");
  expect(await inside.findByRole("row", { name: /^20-11-2026 81,2 80,0 Bình thường$/ })).toBeTruthy();
  expect(await (await panel("Giảm CO2")).findByRole("row", { name: "20-11-2026 2,000 2,000" })).toBeTruthy();
  expect(await (await panel("Chi phí tiết kiệm")).findByRole("row", { name: "20-11-2026 2 2" })).toBeTruthy();
  expect(server.callsOf("productionChart")).toHaveLength(1);
});

test("by month the ratio says that the project has no PVsyst; the others keep their days", async () => {
  const { user, address, server } = await open({ production });
  const inside = await panel("Hệ số hiệu suất");
  await inside.findByRole("table");
  expect(inside.queryByText("Dự án không có dữ liệu PVsyst")).toBeNull();
  await user.click(inside.getByText("Tháng"));
  expect(await inside.findByText("Dự án không có dữ liệu PVsyst")).toBeTruthy();
  await inside.findByRole("rowheader", { name: "12-2025" });
  expect(address()).toBe("ratio=month");
  expect(await (await panel("Giảm CO2")).findByRole("rowheader", { name: "20-11-2026" })).toBeTruthy();
  expect(server.callsOf("productionChart")).toHaveLength(2);
});

test("switches are disabled until their answer is there", async () => {
  const answer = held(productionAnswer("2026-11-01", TODAY, "day"));
  await open({ production: answer.handler });
  const inside = await panel("Hệ số hiệu suất");
  const off = () => inside.getAllByRole<HTMLInputElement>("radio").map((radio) => radio.disabled);
  expect(off()).toEqual([true, true]);
  answer.release();
  await waitFor(() => expect(off()).toEqual([false, false]));
});

test("availability asks for the last ten days, and lists devices with what the counters said", async () => {
  const { server, user } = await open();
  const inside = await panel("Độ khả dụng");
  const last = /^21-11-2026 95,50 4 phần tư giờ dừng thật, 3 phần tư giờ chỉ mất liên lạc, máy vẫn phát$/;
  expect(await inside.findByRole("row", { name: last })).toBeTruthy();
  expect(inside.getByText("99,55%")).toBeTruthy();
  expect(server.callsOf("projectAvailability")[0]?.get("date")?.split(",")).toHaveLength(10);
  await user.click(inside.getByText("Theo gateway và thiết bị"));
  expect(inside.getByText("INV-2")).toBeTruthy();
  expect(inside.getByText("91,00%")).toBeTruthy();
});

test("an availability that cannot be loaded offers to try again, and the other panels live on", async () => {
  const { handler, state } = failing(availabilityAnswer);
  const { user } = await open({ availability: handler, production });
  const inside = await panel("Độ khả dụng");
  await inside.findByText("Không có dữ liệu");
  expect(await (await panel("Hệ số hiệu suất")).findByRole("table")).toBeTruthy();
  state.failing = false;
  await user.click(inside.getByRole("button", { name: "Thử lại" }));
  expect(await inside.findByRole("table")).toBeTruthy();
});

test("alarms say what, where and since when; those that ended say until when, and how many more there are", async () => {
  await open({ alarms: () => someAlarms });
  const inside = await panel("Cảnh báo");
  const [first, second] = await inside.findAllByRole("listitem");
  expect(first?.textContent).toBe("Nghiêm trọngGateway mất liên lạcMái Atừ 21-11-2026 09:10");
  expect(second?.textContent).toContain("INV-1 · Chuỗi 2.1, 2.3");
  expect(second?.textContent).toContain("19-11-2026 10:00 – 19-11-2026 12:30");
  expect(inside.getByText("và 7 cảnh báo khác")).toBeTruthy();
});

test("a plant without alarms says so", async () => {
  await open();
  expect(await (await panel("Cảnh báo")).findByText("Không có cảnh báo trong 7 ngày qua")).toBeTruthy();
});

const battery = (query: URLSearchParams) => batteryAnswer(query.get("view_day") ?? "");

test("the battery has a panel only where there is one; its day is in the address", async () => {
  await open({ battery });
  await panel("Cảnh báo");
  expect(screen.queryByRole("heading", { level: 2, name: "Pin lưu trữ" })).toBeNull();
  cleanup();
  const plain = widgetAnswer();
  const assets = [{ asset_type: "battery" as const, serial_list: [] }];
  const widget = () => ({ ...plain, project_info: { ...plain.project_info, project_asset_list: assets } });
  const { user, address, server } = await open({ battery, widget });
  const inside = await panel("Pin lưu trữ");
  await inside.findByRole("row", { name: "00:00 5,0 0,0 55,0" });
  await user.click(inside.getByRole("button", { name: "Ngày trước" }));
  await waitFor(() => expect(address()).toBe("battery=2026-11-20"));
  await waitFor(() => expect(server.callsOf("batteryChart").at(-1)?.get("view_day")).toBe("2026-11-20"));
});

test("every key figure tells how it was computed: formula, inputs with their sources, and what was left out", async () => {
  const { user, server } = await open({ production: (query) => ({ ...production(query), has_cpr: true }) });
  const inside = await panel("Hệ số hiệu suất");
  await inside.findByRole("table");
  await user.click(inside.getByRole("button", { name: "Hệ số hiệu suất: tính như thế nào?" }));
  // The drawer's code is loaded with its first use.
  await screen.findByText("PR = 100 * sum(E) / sum(P0 * G * t / 1000)", {}, { timeout: 15_000 });
  const drawer = within(screen.getByRole("dialog"));
  expect(drawer.getByText("82,46 %")).toBeTruthy();
  expect(drawer.getByRole("row", { name: /P0: công suất lắp đặt 100 kWp Đặt cho dự án này/ })).toBeTruthy();
  expect(
    drawer.getByRole("row", { name: /EF: hệ số phát thải.* 0,6592 t\/MWh DCC 2023 \(tạm tính\)/ }),
  ).toBeTruthy();
  expect(drawer.getByText("Được dùng: 40 · Bỏ qua: 8 (trời tối)")).toBeTruthy();
  await user.click(drawer.getByText("CPR (hiệu chỉnh)"));
  await waitFor(() =>
    expect(server.callsOf("kpiExplain").map((query) => query.get("kpi"))).toEqual([
      "performance_ratio",
      "corrected_ratio",
    ]),
  );
});

test("availability says how much planned outages leave out, and its explanation names each with its reason", async () => {
  const { user } = await open();
  const inside = await panel("Độ khả dụng");
  expect(await inside.findByText("Không tính do ngừng theo kế hoạch: 6 phần tư giờ thiết bị")).toBeTruthy();
  await user.click(inside.getByRole("button", { name: "Độ khả dụng: tính như thế nào?" }));
  expect(
    await screen.findByText(
      /20-11-2026 08:00 – 20-11-2026 09:30: Bảo trì biến áp · Mái A/,
      {},
      { timeout: 15_000 },
    ),
  ).toBeTruthy();
});
