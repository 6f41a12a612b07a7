import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatOf } from "../../../platform/format.ts";
import { freshBrowser, renderAt } from "../../../testing/test-kit.tsx";
import { lifetimeSpan, Openings } from "./ExplainOpenings.tsx";

freshBrowser();

type Lifetime = Parameters<typeof Openings>[0]["lifetime"];
const lifetime = (change: Partial<Lifetime> = {}): Lifetime => ({
  measured_since: "2025-06-01",
  commissioned_on: "2020-01-15",
  whole: true,
  openings: [
    { device: "INV-1", opened_on: "2025-06-01", opening: 60_000, energy_before: 1250.5 },
    { device: "INV-2", opened_on: null, opening: null, energy_before: null },
  ],
  opening_value: 61_250.5,
  ...change,
});
const show = (of: Lifetime, unit = "kWh") => renderAt("/", { "/": <Openings lifetime={of} unit={unit} /> });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("the openings name every device with its count, what one before it had produced, and its first reading", async () => {
  await show(lifetime());
  expect(screen.getByText("Of the total, before the first readings: 61,250.5 kWh")).toBeTruthy();
  const [first, second] = screen.getAllByRole("row").slice(1);
  expect(first?.textContent).toContain("INV-160,000 kWh1,250.5 kWh2025-06-01");
  // What is not known is a dash and never zero.
  expect(second === undefined ? [] : cells(second).slice(-3)).toEqual(["–", "–", "–"]);
});

test("CO2 of an opening that nobody can date is left out, and that is said; of its energy it is not", async () => {
  await show(lifetime({ commissioned_on: null, opening_value: null }), "t");
  const undated =
    "When the opening energy was produced is not known (no commissioning date): it is left out.";
  expect(screen.getByText(undated)).toBeTruthy();
  await show(lifetime({ commissioned_on: null }));
  expect(screen.getAllByText(undated)).toHaveLength(1);
});

test("a project without counters says that it has none", async () => {
  await show(lifetime({ openings: [], opening_value: null, whole: false }));
  expect(screen.getByText("No device of this project has a counter.")).toBeTruthy();
});

test("the span that a total really covers is said: since commissioning, of all time, or since the first reading", () => {
  const words = {
    text: (key: string, values: Readonly<Record<string, string | number>> = {}) =>
      [key, ...Object.values(values)].join(" "),
    format: formatOf("vi"),
  };
  const spans = [
    lifetime(),
    lifetime({ commissioned_on: null }),
    lifetime({ whole: false }),
    lifetime({ whole: false, measured_since: null }),
  ].map((one) => lifetimeSpan(one, words));
  expect(spans).toEqual([
    "explain.spanCommissioned 15-01-2020",
    "explain.spanWhole",
    "explain.spanSince 01-06-2025",
    "",
  ]);
});
