import { cleanup, render, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { furnishBrowser, panelNamed } from "../../overview/testing/overview-browser.ts";
import { failing, held, NOW, overview, TODAY, widgetAnswer } from "../../overview/testing/overview-fakes.tsx";
import { flat, inverterOf, noSum, powerAnswer } from "../testing/power-fakes.ts";

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
  return { server, address, user: userEvent.setup() };
}

const panel = async () => within(await panelNamed("Biểu đồ công suất"));
const withNze = () => widgetAnswer({ runNze: true });

type Inside = Awaited<ReturnType<typeof panel>>;

/** Everything in the panel that can be switched: radios, selects and buttons outside the chart's own tools. */
const switches = (inside: Inside) => [
  ...inside.getAllByRole<HTMLInputElement>("radio"),
  ...inside.queryAllByRole<HTMLInputElement>("combobox"),
  ...inside.queryAllByRole<HTMLButtonElement>("button", { name: /Ngày trước|Đổi khoảng/ }),
];
const disabled = (inside: Inside) => switches(inside).map((one) => one.disabled);

test("all switches are disabled until the first answer", async () => {
  const answer = held(powerAnswer(TODAY, { device_data_ac: flat(1) }));
  await open({ power: answer.handler, widget: withNze });
  const inside = await panel();
  expect(disabled(inside)).toEqual(Array.from({ length: 8 }, () => true));
  answer.release();
  await inside.findByRole("table");
  expect(disabled(inside)).toEqual(Array.from({ length: 8 }, () => false));
});

test("another day keeps the old one in sight and the switches disabled until it has come", async () => {
  const yesterday = held(powerAnswer("2026-11-20", { device_data_ac: flat(2_000_000) }));
  const today = powerAnswer(TODAY, { device_data_ac: flat(1_000_000) });
  const { user, address } = await open({
    power: (query) => (query.get("view_day") === TODAY ? today : yesterday.handler()),
  });
  const inside = await panel();
  await inside.findByRole("row", { name: "12:00 1.000,0" });
  await user.click(inside.getByRole("button", { name: "Ngày trước" }));
  await waitFor(() => expect(disabled(inside)).not.toContain(false));
  expect(inside.getByRole("row", { name: "12:00 1.000,0" })).toBeTruthy();
  yesterday.release();
  await inside.findByRole("row", { name: "12:00 2.000,0" });
  expect(disabled(inside)).not.toContain(true);
  expect(address()).toBe("day=2026-11-20");
});

test("a chart that cannot be loaded offers to try again", async () => {
  const { handler, state } = failing();
  const { user } = await open({ power: handler });
  const inside = await panel();
  expect((await inside.findByRole("alert")).textContent).toContain("Không có dữ liệu");
  state.failing = false;
  await user.click(inside.getByRole("button", { name: "Thử lại" }));
  await inside.findByRole("row", { name: "12:00 1.000,0" });
  expect(inside.queryByRole("alert")).toBeNull();
});

test("a silent reload that fails leaves what is drawn, and says that it is old until one succeeds", async () => {
  const { handler, state } = failing();
  state.failing = false;
  const { server } = await open({ power: handler });
  const inside = await panel();
  await inside.findByRole("row", { name: "12:00 1.000,0" });
  state.failing = true;
  // The page is looked at again.
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await waitFor(() => expect(server.callsOf("powerChart")).toHaveLength(2));
  expect(inside.getByRole("row", { name: "12:00 1.000,0" })).toBeTruthy();
  expect(inside.queryByRole("alert")).toBeNull();
  expect(await inside.findByText(/Không cập nhật được/)).toBeTruthy();
  state.failing = false;
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await waitFor(() => expect(inside.queryByText(/Không cập nhật được/)).toBeNull());
});

test("a day without a single value says so and shows no zeros", async () => {
  await open({ power: () => powerAnswer(TODAY, {}) });
  const inside = await panel();
  await inside.findByText("Không có dữ liệu");
  expect(inside.queryByRole("table")).toBeNull();
});

const modes = (inside: Inside) =>
  inside.getAllByRole("radio", { name: /.{3,}/ }).map((radio) => radio.closest("label")?.textContent);

test("import, export and load can be chosen only where the project runs zero export", async () => {
  await open();
  expect(modes(await panel())).toEqual(["Công suất PV", "Bức xạ"]);
  cleanup();
  await open({ widget: withNze });
  expect(modes(await panel())).toEqual(["Công suất PV", "Nhập (+) & xuất (-)", "Biểu đồ phụ tải", "Bức xạ"]);
});

test("indices 60 to 249 are drawn and nothing else", async () => {
  await open();
  const table = await (await panel()).findByRole("table");
  const rows = within(table).getAllByRole("rowheader");
  expect(rows).toHaveLength(190);
  expect([rows.at(0)?.textContent, rows.at(-1)?.textContent]).toEqual(["05:00", "20:45"]);
});

test("choosing load shows the load and PV in AC, and locks quantity and grouping", async () => {
  const answer = powerAnswer(TODAY, { device_data_ac: flat(1_000_000), load: flat(1_500_000) });
  const { user, address } = await open({ widget: withNze, power: () => answer }, "?quantity=dc");
  const inside = await panel();
  await inside.findByRole("table");
  expect(inside.getByRole<HTMLInputElement>("radio", { name: "DC" }).checked).toBe(true);
  await user.click(inside.getByText("Biểu đồ phụ tải"));
  await inside.findByRole("row", { name: "12:00 1.000,0 1.500,0" });
  expect(inside.getByRole<HTMLInputElement>("radio", { name: "AC" }).checked).toBe(true);
  expect(inside.getByRole<HTMLInputElement>("radio", { name: "DC" }).disabled).toBe(true);
  expect(inside.getByRole<HTMLInputElement>("combobox", { name: "Nhóm theo" }).disabled).toBe(true);
  expect(address()).toBe("power=load");
});

test("import and export are the two halves of the grid power", async () => {
  const grid = flat(600_000).map((value, slot) => (slot < 144 ? value : -200_000));
  const day_data = {
    import_energy: { value: 7150, unit: "kWh" },
    export_energy: { value: 2412, unit: "kWh" },
  } as const;
  const power = () => powerAnswer(TODAY, { grid_power: grid }, { day_data });
  await open({ widget: withNze, power }, "?power=nze");
  const inside = await panel();
  await inside.findByRole("row", { name: "11:55 600,0 0,0" });
  expect(inside.getByRole("row", { name: "12:00 0,0 \u2212200,0" })).toBeTruthy();
  // What the meters counted, and not what the line encloses.
  expect(inside.getByText(/^Nhập/, { selector: "[data-facts] span" }).textContent).toBe("Nhập 7.150 kWh");
  expect(inside.getByText(/^Xuất/, { selector: "[data-facts] span" }).textContent).toBe("Xuất 2.412 kWh");
});

test("AC and DC can be chosen only for PV power", async () => {
  await open({}, "?power=radiation");
  const inside = await panel();
  await inside.findByRole("row", { name: "12:00 1.000,0 500" });
  expect(inside.getByRole<HTMLInputElement>("radio", { name: "DC" }).disabled).toBe(true);
});

test("Belink is one line for each gateway, broken where a device of it is silent, with what its counters prove", async () => {
  const { label } = inverterOf(1, 91, []);
  const gateway_data = [
    {
      ...noSum(),
      label,
      devices: 2,
      device_data_ac: flat(null),
      device_data_ac_estimated: flat(4000),
      silent: flat(1),
    },
    { ...noSum(), label: inverterOf(3, 92, []).label, devices: 1, device_data_ac: flat(3000) },
  ];
  const total = { device_data_ac: flat(null), devices: 3, silent: flat(1) };
  await open({ power: () => powerAnswer(TODAY, total, { gateway_data }) }, "?group=belink");
  const table = within(await (await panel()).findByRole("table"));
  expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Giờ",
    "Gateway 91 kW",
    "Gateway 91 · ước tính từ bộ đếm kW",
    "Gateway 92 kW",
    "Ghi chú",
  ]);
  expect(
    table.getByRole("row", { name: "12:00 – 4,0 3,0 1 trên 3 biến tần không gửi số liệu" }),
  ).toBeTruthy();
});

test("where inverters are silent the line breaks, says how many, and goes on dashed as far as counters prove it", async () => {
  const silent = flat(0).map((_, slot) => (slot < 144 ? 0 : slot < 156 ? 3 : 2));
  const estimated = flat(null).map((_, slot) => (slot >= 144 && slot < 156 ? 900_000 : null));
  const total = {
    device_data_ac: flat(1_000_000).map((watts, slot) => (slot < 144 ? watts : null)),
    device_data_ac_estimated: estimated,
    silent,
    devices: 7,
    absent: 1,
  };
  const { user } = await open({ power: () => powerAnswer(TODAY, total) });
  const inside = await panel();
  await inside.findByRole("row", { name: "11:55 1.000,0 –" });
  expect(inside.getByRole("row", { name: "12:00 – 900,0 3 trên 7 biến tần không gửi số liệu" })).toBeTruthy();
  expect(inside.getByRole("row", { name: "13:00 – – 2 trên 7 biến tần không gửi số liệu" })).toBeTruthy();
  const entry = inside.getByRole("button", { name: "ước tính từ bộ đếm" });
  await user.click(entry);
  expect(inside.getByRole("row", { name: "12:00 – 3 trên 7 biến tần không gửi số liệu" })).toBeTruthy();
  const facts = inside.getByText(/không gửi số liệu/, { selector: "[data-facts] span" });
  expect(facts.textContent).toBe(
    "3 trên 7 biến tần không gửi số liệu · 1 trên 7 biến tần im lặng hơn một ngày, không tính vào tổng",
  );
});

test("peak and energy are the server's of the day, and say whether the meter or the inverters tell them", async () => {
  const day_data = {
    peak_power: { value: 1_207_400, unit: "W", at: "2026-11-21T11:35:00+07:00", by: "electric_meter" },
    production: { value: 6990, unit: "kWh", by: "electric_meter" },
  } as const;
  await open({ power: () => powerAnswer(TODAY, { device_data_ac: flat(1_000_000) }, { day_data }) });
  const inside = await panel();
  await inside.findByRole("table");
  const fact = (name: RegExp) => inside.getByText(name, { selector: "[data-facts] span" }).textContent;
  expect(fact(/^Đỉnh/)).toBe("Đỉnh 1.207,4 kW lúc 11:35 theo công tơ");
  expect(fact(/^Năng lượng/)).toBe("Năng lượng 6.990 kWh theo công tơ");
});

test("a hidden series is gone until it is shown again", async () => {
  const { user } = await open({}, "?power=radiation");
  const inside = await panel();
  const entry = await inside.findByRole("button", { name: "Bức xạ" });
  await user.click(entry);
  expect(entry.getAttribute("aria-pressed")).toBe("false");
  expect(inside.getByRole("row", { name: "12:00 1.000,0" })).toBeTruthy();
  await user.click(entry);
  expect(inside.getByRole("row", { name: "12:00 1.000,0 500" })).toBeTruthy();
});

test("no day after today can be reached, by step or by address", async () => {
  const { server } = await open({}, "?day=2026-12-24");
  const inside = await panel();
  await inside.findByRole("table");
  expect(server.callsOf("powerChart").map((query) => query.get("view_day"))).toEqual([TODAY]);
  expect(inside.getByRole<HTMLButtonElement>("button", { name: "Ngày sau" }).disabled).toBe(true);
});

test("a plant that has stopped reporting says since when, and only today", async () => {
  const silent = flat(1_000_000).map((value, slot) => (slot < 120 ? value : null));
  const last_reading_at = "2026-11-21T03:00:00.000Z";
  const { user } = await open({
    widget: () => widgetAnswer({ state: { plant_status: "offline", last_reading_at } }),
    power: (query) => powerAnswer(query.get("view_day") ?? "", { device_data_ac: silent }),
  });
  const inside = await panel();
  await inside.findByText("Không có dữ liệu từ 10:00");
  await inside.findByRole("table");
  await user.click(inside.getByRole("button", { name: "Ngày trước" }));
  await waitFor(() => expect(inside.queryByText("Không có dữ liệu từ 10:00")).toBeNull());
});

test("a plant that fell silent on an earlier day shows that day, and on today says since when", async () => {
  const last_reading_at = "2026-11-19T09:30:00.000Z";
  const { server, user } = await open({
    widget: () => widgetAnswer({ state: { plant_status: "offline", last_reading_at } }),
  });
  const inside = await panel();
  await inside.findByText("Không có dữ liệu từ 16:30");
  await inside.findByRole("table");
  expect(server.callsOf("powerChart").map((query) => query.get("view_day"))).toEqual(["2026-11-19"]);
  await user.click(inside.getByRole("button", { name: "Ngày sau" }));
  await waitFor(() => expect(inside.queryByText(/Không có dữ liệu từ/)).toBeNull());
  await user.click(inside.getByRole("button", { name: "Ngày sau" }));
  await inside.findByText("Không có dữ liệu từ 19-11-2026 16:30");
  expect(server.callsOf("powerChart").map((query) => query.get("view_day"))).toEqual([
    "2026-11-19",
    "2026-11-20",
    TODAY,
  ]);
});

const happened = (number: number, start_date: string) => ({
  event_id: `00000000-0000-4000-8000-00000000000${number}`,
  name: `Event ${number}`,
  detail: "",
  category: "cleaning",
  start_date,
  end_date: null,
  event_time_type: "moment",
  show_in_report: false,
  author: "Lan",
  gateway: null,
  device: null,
  severity: null,
  acknowledged: null,
});

test("events of the shown day are named below its chart at their times, and lead to that day's events", async () => {
  const items = [happened(1, "2026-11-21T01:30:00.000Z"), happened(2, "2026-11-19T01:30:00.000Z")];
  const { server } = await open({ events: () => ({ timezone: "Asia/Ho_Chi_Minh", items, total_items: 12 }) });
  const list = within(await (await panel()).findByRole("list", { name: "Sự kiện" }));
  expect(list.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "08:30 Event 1",
    "19-11-2026 08:30 Event 2",
    "Tất cả 12 sự kiện",
  ]);
  const days = `from=${TODAY}&to=${TODAY}`;
  expect(list.getAllByRole("link").every((link) => link.getAttribute("href")?.endsWith(days))).toBe(true);
  const asked = server.callsOf("listEvents").map((query) => [query.get("from_date"), query.get("to_date")]);
  expect(asked).toEqual([[TODAY, TODAY]]);
});
