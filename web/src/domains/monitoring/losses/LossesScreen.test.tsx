import { lossWaterfall, type LossWaterfall } from "@heliograph/contract/monitoring/losses";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeProjectInfo, PROJECT_UID } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  screenOf,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import LossesScreen from "./LossesScreen.tsx";
import { lossAnswer } from "./testing/loss-fakes.ts";

freshBrowser();

async function open(change: Partial<LossWaterfall> | (() => Response) = {}, search = "?date=2026-02") {
  signedInAs("token");
  const heard = fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    [lossWaterfall.path]:
      typeof change === "function" ? change : () => answer(lossWaterfall, lossAnswer(change)),
  });
  await renderAt(`/losses/${PROJECT_UID}${search}`, { "/losses/:id": <LossesScreen /> });
  return heard;
}
const waterfall = () => screen.findByRole("table", { name: "Loss waterfall" });
const temperature = () =>
  within(document.querySelector<HTMLElement>("[data-row=temperature]") ?? document.body);
const step = async (name: RegExp) => within(await waterfall()).getByRole("button", { name });

test("the steps stand with kWh, VND and share, and the equation under them closes", async () => {
  await open();
  const table = await waterfall();
  expect(within(table).getByRole("row", { name: /Temperature.*−264\.0.*−528,000.*−8\.8 %/ })).toBeTruthy();
  expect(within(table).getByRole("row", { name: /Measured at the meter.*2,309\.7/ })).toBeTruthy();
  expect(document.querySelector("[data-closes]")?.textContent).toBe(
    "The steps close exactly: 3,000.0 − 264.0 − 80.0 − 346.3 = 2,309.7 kWh",
  );
  for (const part of ["Usual for this plant, κ 0.89", "Between inverters and meter", /Not explained/]) {
    expect(within(table).getByText(part)).toBeTruthy();
  }
});

test("steps without loss are folded behind their count", async () => {
  await open();
  const fold = await screen.findByRole("button", { name: "3 steps without loss" });
  expect(within(await waterfall()).queryByText("Zero export")).toBeNull();
  fireEvent.click(fold);
  expect(screen.getByText("Zero export · Clipping · Communication, estimated")).toBeTruthy();
});

test("a step opens with its days, its events and how it was computed, and the address names it", async () => {
  await open();
  fireEvent.click(await step(/Outage/));
  expect(await screen.findByText("How was this computed?")).toBeTruthy();
  expect(screen.getByText("All inverters")).toBeTruthy();
  expect(screen.getByText(/1 h 30 min/)).toBeTruthy();
  expect(screen.getByText(/E_expected = min\(P_AC, kappa/)).toBeTruthy();
  expect(document.querySelector("details")?.textContent).toContain(
    "kappa 0.890 · gamma −0.35 %/°C · P_AC 85 kW",
  );
  expect((await step(/Outage/)).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText("How was this computed?")).toBeNull());
});

test("limits by command stand under zero export with what they took of it, and lead to the project's commands and to the compliance", async () => {
  const { energy_wh, cost_vnd, quarter_hours } = lossAnswer();
  if (energy_wh === null || cost_vnd === null) throw new RangeError("it has energies");
  const held = (of: typeof energy_wh, wh: number) => ({
    ...of,
    zero_export: wh,
    unexplained: of.unexplained - wh,
  });
  const given = {
    energy_wh: held(energy_wh, 20_000),
    cost_vnd: held(cost_vnd, 40_000),
    quarter_hours: { ...quarter_hours, zero_export: 10 },
  };
  await open({ ...given, commanded: { energy_wh: 12_000, cost_vnd: 24_000, quarter_hours: 6 } });
  const names = [...(await waterfall()).querySelectorAll("tr[data-row]")].map((row) => [
    row.getAttribute("data-row"),
    row.querySelector("[data-unit=kwh]")?.textContent,
  ]);
  expect(names.slice(2, 5)).toEqual([
    ["zero_export", "−20.0"],
    ["commanded", "−12.0"],
    ["exported", "−8.0"],
  ]);
  fireEvent.click(await step(/Zero export and limits by command/));
  const link = await screen.findByRole("link", { name: "Open the commands of this project" });
  expect(link.getAttribute("href")).toBe(`/control?project=${PROJECT_UID}`);
  const kept = screen.getByRole("link", { name: "Open the compliance of zero export" });
  expect(kept.getAttribute("href")).toMatch(
    new RegExp(`^/control/compliance\\?project=${PROJECT_UID}&month=\\d{4}-\\d{2}$`),
  );
  expect(document.querySelector("details")?.textContent).toContain(
    "10 intervals of 15 min · 6 of them by command",
  );
});

test("where nothing but commands held the plant back the step is called so", async () => {
  const { energy_wh } = lossAnswer();
  if (energy_wh === null) throw new RangeError("it has energies");
  await open({
    energy_wh: { ...energy_wh, zero_export: 12_000, unexplained: energy_wh.unexplained - 12_000 },
    commanded: { energy_wh: 12_000, cost_vnd: 0, quarter_hours: 6 },
  });
  expect(await step(/^Limits by command/)).toBeTruthy();
  expect((await waterfall()).querySelector("[data-row=exported]")).toBeNull();
  fireEvent.click(await step(/^Limits by command/));
  expect(screen.queryByRole("link", { name: "Open the compliance of zero export" })).toBeNull();
});

test("arrow keys go from step to step", async () => {
  await open();
  const first = await step(/Temperature/);
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  expect(document.activeElement).toBe(await step(/Outage/));
  fireEvent.keyDown(await step(/Outage/), { key: "ArrowUp" });
  expect(document.activeElement).toBe(first);
});

test("the inverters stand beside each other, and the one that lost much more than the others is said to", async () => {
  await open();
  const table = await screen.findByRole("table", { name: "By inverter" });
  const outage = within(table).getByRole("row", { name: /^Outage/ });
  const cells = within(outage).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual([
    "−10.0",
    "−10.0",
    "−60.0 lost more than the others",
    "−80.0",
  ]);
});

test("without irradiance the page asks for a sensor", async () => {
  await open({ reason: "no_irradiance", energy_wh: null, cost_vnd: null, devices: [], days: [] });
  expect(await screen.findByText("Needs irradiance")).toBeTruthy();
  expect(screen.getByText("Give a sensor, or a plant near by.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save the steps as CSV" }).disabled).toBe(
    true,
  );
});

test("where less than nine tenths are known the bars are hatched, and the days that are missing are named", async () => {
  await open({
    quarter_hours: { zero_export: 0, clipping: 0, outage: 12, communication: 4, daylight: 432, known: 300 },
    incomplete: [{ from_date: "2026-02-01", to_date: "2026-02-02" }],
  });
  expect((await screen.findByRole("note")).textContent).toMatch(
    /Missing: 02.01.2026 – 02.02.2026|Missing: 2026-02-01 – 2026-02-02/,
  );
  expect((await waterfall()).querySelectorAll("[data-hatched]").length).toBeGreaterThan(3);
});

test("a counter that is not back is told as pending", async () => {
  const { energy_wh, cost_vnd } = lossAnswer();
  if (energy_wh === null || cost_vnd === null) throw new RangeError("it has energies");
  const move = (of: typeof energy_wh, wh: number) => ({
    ...of,
    communication: wh,
    unexplained: of.unexplained - wh,
  });
  await open({
    energy_wh: move(energy_wh, 2000),
    cost_vnd: move(cost_vnd, 4000),
    pending_wh: 2000,
    gap_expected_wh: 5000,
  });
  expect(within(await waterfall()).getByText("pending, counter: 3.0 of 5.0 kWh")).toBeTruthy();
});

test("a period or an inverter that is chosen is what is asked for", async () => {
  const heard = await open();
  await waterfall();
  fireEvent.click(screen.getByRole("radio", { name: "Inverter" }));
  await waitFor(() => expect(heard.at(-1)?.query.has("device_uid")).toBe(true));
  fireEvent.click(screen.getByRole("radio", { name: "Year" }));
  await waitFor(() => expect(heard.at(-1)?.query.get("from_date")).toBe("2026-01-01"));
});

test("on a phone one inverter is shown at a time, and VND in place of kWh where chosen", async () => {
  screenOf(390);
  await open();
  await waterfall();
  expect(temperature().getByText("−264.0")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "VND" }));
  expect(temperature().getByText("−528,000")).toBeTruthy();
  const table = await screen.findByRole("table", { name: "By inverter" });
  expect(within(table).getAllByRole("columnheader")).toHaveLength(3);
});

test("what cannot be loaded can be tried again", async () => {
  let failing = true;
  await open(() => (failing ? refusal(500, "unexpected") : answer(lossWaterfall, lossAnswer())));
  const again = await screen.findByRole("button", { name: "Try again" });
  failing = false;
  fireEvent.click(again);
  expect(await waterfall()).toBeTruthy();
});
