import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { freshBrowser, renderAt } from "../../../testing/test-kit.tsx";
import type { ChartSeries } from "../chart-content.ts";
import { ChartLanguageProvider, type ChartTexts } from "../chart-language.ts";
import { useChartView } from "../chart-view.ts";
import { ChartLegend, LegendModal } from "./ChartLegend.tsx";

freshBrowser();

const texts: ChartTexts = {
  asTable: "View as table",
  asChart: "View as chart",
  legend: "Legend",
  download: "Download",
  savePicture: "Save the picture",
  saveRows: "Save the rows",
  notAvailable: "Not available",
  failed: "Could not be loaded",
  retry: "Try again",
  loading: "Loading",
  note: "Note",
  close: "Close",
  cursor: "Cursor",
  more: (count) => `and ${count} more`,
};

/** Fourteen inverters: two more than stand above a chart. */
const series = Array.from({ length: 14 }, (_, index): ChartSeries => ({
  key: `i${index}`,
  name: `INV-${index + 1}`,
  color: `--series-${(index % 8) + 1}`,
  mark: "line",
  axis: "left",
  unit: "kW",
  digits: 1,
  values: [index],
}));

function Legend() {
  const view = useChartView();
  return (
    <ChartLanguageProvider value={{ texts, number: String }}>
      <ChartLegend series={series} view={view} />
      <LegendModal series={series} view={view} title="Power chart" />
    </ChartLanguageProvider>
  );
}

test("the legend names every series beside its colour, and hides and shows it", async () => {
  const user = userEvent.setup();
  await renderAt("/", { "/": <Legend /> });
  await user.click(screen.getByRole("button", { name: "and 2 more" }));
  const window = within(await screen.findByRole("dialog"));
  const entries = window.getAllByRole("button", { pressed: true });
  expect(entries.map((entry) => entry.textContent)).toEqual(series.map(({ name }) => name));
  const colours = entries.map((entry) => entry.querySelector("i")?.style.getPropertyValue("--c"));
  expect(colours).toEqual(series.map(({ color }) => `var(${color})`));
  await user.click(window.getByRole("button", { name: "INV-14" }));
  expect(window.getByRole("button", { name: "INV-14", pressed: false })).toBeTruthy();
});
