import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { furnishBrowser, panelNamed } from "../../overview/testing/overview-browser.ts";
import { held, NOW, overview, productionAnswer, TODAY } from "../../overview/testing/overview-fakes.tsx";

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

const panel = async () => within(await panelNamed("Sản lượng"));

type Inside = Awaited<ReturnType<typeof panel>>;

/** Everything in the panel that can be switched: radios, selects and buttons outside the chart's own tools. */
const switches = (inside: Inside) => [
  ...inside.getAllByRole<HTMLInputElement>("radio"),
  ...inside.queryAllByRole<HTMLInputElement>("combobox"),
  ...inside.queryAllByRole<HTMLButtonElement>("button", { name: /Ngày trước|Đổi khoảng/ }),
];
const disabled = (inside: Inside) => switches(inside).map((one) => one.disabled);

type Opened = Awaited<ReturnType<typeof open>>;
const asked = ({ server }: Opened) =>
  server.callsOf("productionChart").map((query) => `${query.get("from_date")} ${query.get("to_date")}`);

/** The overview with the range's popover open. */
async function openRange(search = "") {
  const opened = await open({}, search);
  const inside = await panel();
  await inside.findByRole("table");
  // Asked for anew each time: what opens beside it takes the place of the button that was there first.
  const button = () => inside.getByRole("button", { name: /Đổi khoảng thời gian/ });
  await opened.user.click(button());
  const from = await screen.findByLabelText<HTMLInputElement>("Từ ngày");
  return { ...opened, inside, button, from };
}

test("all switches are disabled until the first answer", async () => {
  const answer = held(productionAnswer("2026-11-01", TODAY, "day"));
  await open({ production: answer.handler });
  const inside = await panel();
  expect(disabled(inside)).toEqual([true, true, true]);
  answer.release();
  await inside.findByRole("table");
  expect(disabled(inside)).toEqual([false, false, false]);
});

test("Apply does nothing until the range has changed, then asks for it and keeps it in the address", async () => {
  const opened = await openRange("?from=2026-11-01&to=2026-11-20");
  const { user, from, address } = opened;
  const apply = screen.getByRole<HTMLButtonElement>("button", { name: "Áp dụng" });
  expect(apply.disabled).toBe(true);
  await user.clear(from);
  await user.type(from, "05-10-2026{Enter}");
  expect(apply.disabled).toBe(false);
  expect(asked(opened)).toEqual(["2026-11-01 2026-11-20"]);
  await user.click(apply);
  await waitFor(() => expect(asked(opened)).toEqual(["2026-11-01 2026-11-20", "2026-10-05 2026-11-20"]));
  expect(address()).toBe("from=2026-10-05&to=2026-11-20");
});

test("Apply stays off when the range is changed and changed back", async () => {
  const { user, from } = await openRange("?from=2026-11-01&to=2026-11-20");
  await user.clear(from);
  await user.type(from, "05-10-2026{Enter}");
  await user.clear(from);
  await user.type(from, "01-11-2026{Enter}");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Áp dụng" }).disabled).toBe(true);
});

test("Cancel forgets the draft and asks for nothing", async () => {
  const opened = await openRange();
  const { user, from, button, address } = opened;
  await user.clear(from);
  await user.type(from, "05-10-2026{Enter}");
  await user.click(screen.getByRole("button", { name: "Hủy" }));
  expect(button().getAttribute("aria-expanded")).toBe("false");
  expect(button().textContent).toContain("01-11-2026 – 21-11-2026");
  expect(asked(opened)).toHaveLength(1);
  expect(address()).toBe("");
  await user.click(button());
  expect((await screen.findByLabelText<HTMLInputElement>("Từ ngày")).value).toBe("01-11-2026");
});

test("neither today can be chosen nor an end before the beginning", async () => {
  const { user } = await openRange("?from=2026-11-05&to=2026-11-20");
  await user.click(screen.getByRole("button", { name: /: Đến ngày|Đến ngày:/ }));
  await waitFor(() => expect(document.querySelector('td[data-day="2026-11-20"]')).not.toBeNull());
  const days = ["2026-11-04", "2026-11-05", "2026-11-20", "2026-11-21", "2026-11-22"];
  const off = days.map(
    (day) => document.querySelector<HTMLButtonElement>(`td[data-day="${day}"] button`)?.disabled,
  );
  expect(off).toEqual([true, false, false, true, true]);
});

test("the range stands only beside days; months are the last twelve", async () => {
  const opened = await open();
  const inside = await panel();
  await inside.findByRole("table");
  await opened.user.click(inside.getByText("Tháng"));
  await inside.findByRole("rowheader", { name: "12-2025" });
  expect(asked(opened).at(-1)).toBe("2025-12-01 2026-11-21");
  expect(inside.queryByRole("button", { name: /Đổi khoảng thời gian/ })).toBeNull();
  expect(opened.address()).toBe("production=month");
});

test("a day that is partly estimated or incomplete is marked, and the table says how much", async () => {
  const bars = { "2026-11-03": { estimated_share: 0.18 }, "2026-11-05": { completeness: 0.71 } };
  await open({ production: () => productionAnswer("2026-11-01", TODAY, "day", bars) });
  const inside = await panel();
  expect(await inside.findByRole("row", { name: "03-11-2026 1.000,0 18% ước tính" })).toBeTruthy();
  expect(inside.getByRole("row", { name: "05-11-2026 1.000,0 đủ 71% số liệu" })).toBeTruthy();
  expect(inside.getByRole("row", { name: "04-11-2026 1.000,0" })).toBeTruthy();
  expect(inside.getByText("một phần ước tính")).toBeTruthy();
  expect(inside.getByText("* thiếu số liệu")).toBeTruthy();
});

test("where every day is measured and complete nothing is marked", async () => {
  await open();
  const inside = await panel();
  await inside.findByRole("table");
  expect(inside.queryByText(/ước tính|thiếu/)).toBeNull();
});
