import {
  chartTool,
  chartToolDevices,
  type ChartToolQuantity,
} from "@heliograph/contract/monitoring/chart-tool";
import { makeExport } from "@heliograph/contract/reports/data-export";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { screenParts } from "../../../app/screen-parts.ts";
import { ScreenPartsContext } from "../../../platform/screen-parts/screen-parts.ts";
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
import ChartToolScreen from "./ChartToolScreen.tsx";

freshBrowser();

const ZONE = "Asia/Ho_Chi_Minh";
const INVERTER = "3f2504e0-4f89-41d3-9a0c-0305e82c3311";
const SENSOR = "3f2504e0-4f89-41d3-9a0c-0305e82c3312";
const START = Date.parse("2026-03-01T01:00:00Z");

const device = (device_uid: string, alias: string, quantities: ChartToolQuantity[]) => ({
  device_uid,
  serial: alias,
  alias,
  asset_type: "solar_inverter" as const,
  quantities,
});
const known = (inverter: ChartToolQuantity[]) =>
  answer(chartToolDevices, {
    timezone: ZONE,
    gateways: [
      {
        gateway_uid: PROJECT_UID,
        serial: "G1",
        alias: "Gateway",
        devices: [
          device(INVERTER, "INV-1", inverter),
          device(SENSOR, "WS-1", ["irradiance_w_m2", "wind_speed_m_s"]),
        ],
      },
    ],
  });
const UNITS: Partial<Record<ChartToolQuantity, string>> = {
  ac_power_w: "W",
  production_wh: "Wh",
  irradiance_w_m2: "W/m²",
};

/** Three rows of each series asked for, of which the second is a gap; the other day is ten times as high. */
function drawn(query: URLSearchParams) {
  const span = (times: number) => ({
    from: new Date(START).toISOString(),
    to: new Date(START + 3 * 900_000).toISOString(),
    starts: [0, 1, 2].map((row) => START + row * 900_000),
    series: (query.get("series") ?? "").split(",").map((name) => {
      const [device_uid = "", quantity = ""] = name.split(":");
      // The screen asks only for quantities of the list.
      const of = quantity as ChartToolQuantity;
      return {
        device_uid,
        quantity: of,
        unit: UNITS[of] ?? "",
        values: [1000 * times, null, 3000 * times],
        min: 1000 * times,
        max: 3000 * times,
        mean: 2000 * times,
        sum: of === "production_wh" ? 4000 * times : null,
      };
    }),
  });
  return answer(chartTool, {
    timezone: ZONE,
    bin: "15_minutes",
    step_s: null,
    thinned: false,
    shown: span(1),
    overlay: query.has("overlay_date") ? span(10) : null,
  });
}

async function open(query = "", over: Parameters<typeof fakeServer>[0] = {}) {
  signedInAs("good");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T05:00:00Z") });
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    [chartToolDevices.path]: () => known(["ac_power_w", "dc_power_w"]),
    [chartTool.path]: (received) => drawn(received.query),
    ...over,
  });
  const router = await renderAt(`/chart-tool/${PROJECT_UID}${query}`, {
    "/chart-tool/:id": (
      <ScreenPartsContext value={screenParts}>
        <ChartToolScreen />
      </ScreenPartsContext>
    ),
  });
  const asked = () => all.filter((one) => one.path === chartTool.path).map((one) => one.query);
  return { asked, address: () => new URLSearchParams(router.state.location.search) };
}

const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>("checkbox", { name });
const POWER = `${INVERTER}:ac_power_w`;
const SUN = `${SENSOR}:irradiance_w_m2`;

test("a first visit draws power beside the sun, and what is unticked then stays so in the address", async () => {
  const { asked, address } = await open();
  expect((await screen.findAllByText(/INV-1 · AC power/)).length).toBeGreaterThan(0);
  expect(asked()[0]?.get("series")).toBe(`${POWER},${SUN}`);
  fireEvent.click(await tick(/AC power/));
  await waitFor(() => expect(address().get("series")).toBe(SUN));
  fireEvent.click(await tick(/Irradiance/));
  await waitFor(() => expect(address().get("series")).toBe(""));
  expect(await screen.findByText("Choose a quantity to draw")).toBeTruthy();
});

test("nothing is asked for until a series is ticked, and then the address holds it", async () => {
  const { asked, address } = await open("?series=");
  await screen.findByText("Choose a quantity to draw");
  expect(screen.getByText("Up to 8 series of two units")).toBeTruthy();
  expect(asked()).toEqual([]);
  fireEvent.click(await tick(/AC power/));
  expect((await screen.findAllByText(/INV-1 · AC power/)).length).toBeGreaterThan(0);
  expect(address().get("series")).toBe(POWER);
  expect(asked()[0]?.get("series")).toBe(POWER);
});

test("a third unit cannot be ticked, a further series of a drawn unit can", async () => {
  await open(`?series=${POWER},${SUN}`);
  expect((await tick(/Wind speed/)).disabled).toBe(true);
  const why = "kW and W/m² are drawn, a third unit has no axis. Untick all of one unit first";
  expect((await tick(/Wind speed/)).closest("li")?.title).toBe(why);
  expect(screen.getByText(why)).toBeTruthy();
  expect((await tick(/DC power/)).disabled).toBe(false);
  expect((await tick(/AC power/)).checked).toBe(true);
});

test("lowest, highest and mean stand below the chart, those of the compared day too", async () => {
  const { asked } = await open(`?series=${POWER}&over=2026-02-20`);
  const statistics = await screen.findByRole("region", { name: "Statistics of the series" });
  await waitFor(() => expect(statistics.textContent).toContain("INV-1 · AC power kW1.0003.0002.000"));
  expect(statistics.textContent).toContain("10.0030.0020.00");
  expect(asked()[0]?.get("overlay_date")).toBe("2026-02-20");
});

test("energies have a sum, and other quantities none", async () => {
  await open(`?series=${INVERTER}:production_wh,${SUN}`, {
    [chartToolDevices.path]: () => known(["production_wh"]),
  });
  const statistics = await screen.findByRole("region", { name: "Statistics of the series" });
  await waitFor(() => expect(statistics.textContent).toContain("Production kWh1.0003.0002.0004.000"));
  expect(statistics.textContent).toContain("Irradiance W/m²1,0003,0002,000–");
});

test("gaps stay gaps in the table", async () => {
  await open(`?series=${POWER}`);
  expect(await screen.findByRole("row", { name: /08:15 –/ })).toBeTruthy();
});

test("the tree finds quantities and devices by what is typed", async () => {
  await open("?series=");
  fireEvent.change(await screen.findByRole("searchbox", { name: "Find a device or quantity" }), {
    target: { value: "irrad" },
  });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
  expect((await tick(/Irradiance/)).checked).toBe(false);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nothing of the kind" } });
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.getByText("Nothing found")).toBeTruthy();
});

test("on a phone the tree is a sheet from below, and the way to hold the phone is said", async () => {
  screenOf(390);
  const { address } = await open("?series=");
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Choose series (0)" }));
  fireEvent.click(await tick(/AC power/));
  await waitFor(() => expect(address().get("series")).toBe(POWER));
  expect(screen.getByText("Turn the phone for a wider chart")).toBeTruthy();
});

test("a project whose devices have said nothing says so; a failure can be tried again", async () => {
  let times = 0;
  await open("?series=", {
    [chartToolDevices.path]: () => {
      times += 1;
      return times === 1 ? refusal(500, "Something went wrong") : known([]);
    },
    [chartTool.path]: () => refusal(500, "Something went wrong"),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  fireEvent.click(await tick(/Irradiance/));
  expect(await screen.findByText("Data is not available")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("the chosen series are exported by quarter hours where they are drawn by the step of their readings, and nothing is where none are chosen", async () => {
  const bodies: unknown[] = [];
  await open(`?series=${POWER},${SUN}&bin=detail`, {
    [makeExport.path]: ({ body }) => {
      bodies.push(body);
      return refusal(409, "At most 20 reports can wait at once");
    },
  });
  await waitFor(() => expect(document.querySelector("[aria-haspopup=menu]")).not.toBeNull());
  const menu = await screen.findByRole<HTMLButtonElement>("button", { name: "Export" });
  await waitFor(() => expect(menu.disabled).toBe(false));
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: "Parquet" }));
  await screen.findByText("At most 20 reports can wait at once");
  const range = { from_date: "2026-03-01", to_date: "2026-03-01", binsize: "15_minutes" };
  expect(bodies).toEqual([{ project_uid: PROJECT_UID, ...range, series: [POWER, SUN], format: "parquet" }]);
  fireEvent.click(await tick(/AC power/));
  fireEvent.click(await tick(/Irradiance/));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Export" })).toBeNull());
});
