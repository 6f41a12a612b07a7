import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { furnishBrowser } from "./testing/overview-browser.ts";
import { failing, NOW, overview } from "./testing/overview-fakes.tsx";
import { weatherAnswer } from "./testing/weather-fakes.ts";

beforeAll(furnishBrowser);
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
vi.setConfig({ testTimeout: 20_000 });

async function weather(...given: Parameters<typeof overview>) {
  const { page } = await overview(...given);
  render(page);
  return within(await screen.findByRole("region", { name: "Thời tiết tại dự án" }));
}

test("the sun of the day and what the sensors say now are told with their time; what no sensor says is –", async () => {
  const inside = await weather();
  expect(await inside.findByText("Ban ngày · mặt trời cao 48°")).toBeTruthy();
  const facts = inside.getAllByRole("definition").map((fact) => fact.textContent);
  expect(facts).toEqual([
    "812W/m²",
    "lúc 13:40",
    "47,1°C",
    "lúc 13:40",
    "31,2°C",
    "lúc 13:40",
    "–",
    "Không có cảm biến",
  ]);
  expect(inside.getByText(/05:49/)).toBeTruthy();
  expect(inside.getByText(/11:38/)).toBeTruthy();
  expect(inside.getByText(/17:28/)).toBeTruthy();
});

test("what sensors out of contact said last is labelled old, with its day", async () => {
  const irradiance = { value: 300, unit: "W/m2" as const, at: "2026-11-19T09:05:00Z", live: false };
  const inside = await weather({ weather: () => weatherAnswer({ irradiance }) });
  expect(await inside.findByText("Dữ liệu cũ · 19-11-2026 16:05")).toBeTruthy();
});

test("at night the sun is down and its times are still told", async () => {
  const { sun } = weatherAnswer();
  const night = { ...sun, is_up: false, elevation: { value: -40, unit: "°" as const } };
  const inside = await weather({ weather: () => weatherAnswer({ sun: night }) });
  expect(await inside.findByText("Ban đêm")).toBeTruthy();
  expect(inside.getByText(/05:49/)).toBeTruthy();
});

test("weather that fails leaves the overview alone and can be tried again", async () => {
  const { handler, state } = failing(() => weatherAnswer());
  const inside = await weather({ weather: handler });
  await inside.findByText("Không có dữ liệu");
  expect(await screen.findByText("Biểu đồ công suất")).toBeTruthy();
  state.failing = false;
  await userEvent.setup().click(inside.getByRole("button", { name: "Thử lại" }));
  expect(await inside.findByText("Ban ngày · mặt trời cao 48°")).toBeTruthy();
});
