// A browser and a server for the overview's tests. Every answer is parsed by the contract before it is sent.
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import { getAppConfig } from "@heliograph/contract/identity/app-config";
import { daysBetween } from "@heliograph/contract/kernel/time";
import { projectAlarms } from "@heliograph/contract/monitoring/alarms";
import { projectAvailability } from "@heliograph/contract/monitoring/charts/availability";
import { batteryChart, powerChart } from "@heliograph/contract/monitoring/charts/day-charts";
import { kpiExplain } from "@heliograph/contract/monitoring/explain";
import { lossWaterfall } from "@heliograph/contract/monitoring/losses";
import { productionChart, productionLabels } from "@heliograph/contract/monitoring/charts/production-chart";
import { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { swhEnergyChart, swhTemperatureChart, swhWidget } from "@heliograph/contract/monitoring/heaters";
import { listEvents } from "@heliograph/contract/notices/events";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { liveEvents, type LiveSummary } from "@heliograph/contract/telemetry/live";
import { QueryClientProvider } from "@tanstack/react-query";
import { configure } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { vi } from "vitest";
import type { z } from "zod";
import { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { LanguageProvider } from "../../../../platform/i18n.tsx";
import { ThemeProvider } from "../../../../platform/theme.tsx";
import { NO_CERTIFICATES } from "../../../../testing/registry-fakes.ts";
import { testQueries } from "../../../../testing/test-kit.tsx";
import { loadAllTexts } from "../../../../testing/all-texts.ts";
import { SET_UP } from "../../../../testing/set-up-fakes.ts";
import { heatAnswer, heaterAnswer, temperatureAnswer } from "../../heaters/testing/heater-fakes.ts";
import {
  availabilityAnswer,
  batteryAnswer,
  explanationAnswer,
  noAlarms,
  projectRatio,
} from "../../charts/testing/key-figure-fakes.ts";
import { flat, powerAnswer } from "../../charts/testing/power-fakes.ts";
import { lossAnswer } from "../../losses/testing/loss-fakes.ts";
import { weatherAnswer } from "./weather-fakes.ts";
import OverviewScreen from "../OverviewScreen.tsx";

// Waiting costs nothing when the awaited comes at once; a machine that is busy is no failure.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });

export const PROJECT = "00000000-0000-4000-8000-000000000001";
const ZONE = "Asia/Ho_Chi_Minh";
/** Saturday 21 November 2026, 13:40 at the project. */
export const NOW = new Date("2026-11-21T06:40:00Z");
export const TODAY = "2026-11-21";

const of = <U extends string>(value: number | null, unit: U) => ({ value, unit });
type Widget = z.input<typeof projectWidget.answer>;
type Production = z.input<typeof productionChart.answer>;

/** What the project produced and avoided. */
const FIGURES = {
  production: {
    today_production: of(6990, "kWh"),
    total_production: of(8_870_000, "kWh"),
    total_since: null,
  },
  metter_production: {
    today_production: of(6990, "kWh"),
    total_production: of(8_870_000, "kWh"),
    total_since: null,
  },
  inverter_production: {
    today_production: of(7100, "kWh"),
    total_production: of(9_000_000, "kWh"),
    total_since: null,
  },
  reduction: {
    co2_reduction: {
      metter_co2_reduction: of(6000, "t"),
      inverter_co2_reduction: of(null, "t"),
      co2_reduction: of(6000, "t"),
      metter_since: null,
      inverter_since: null,
      since: null,
    },
  },
};

/** A pv project with a gateway and no devices, as the server answers it. */
export function widgetAnswer(
  over: { type?: "pv" | "swh"; runNze?: boolean; state?: Partial<Widget> } = {},
): Widget {
  const { type = "pv", runNze = false, state = {} } = over;
  return {
    plant_status: "normal",
    sleeping: false,
    alert_data: { status: "normal" },
    last_reading_at: NOW.toISOString(),
    last_contact_at: NOW.toISOString(),
    project_info: {
      project_uid: PROJECT,
      project_ssoc_name: "Kho lạnh Cát Lái",
      project_address: "TP. Thủ Đức",
      project_capacity_pv: 1248,
      project_type: type,
      project_role_to_user: "owner",
      check_gateway_capacity_config: true,
      calculate_expected_data_by: "gateway",
      project_latitude: 10.8,
      project_longitude: 106.8,
      timezone: ZONE,
      run_nze: runNze,
      commissioned_on: null,
      project_asset_list: [],
      project_widgets: ["widget_project_info"],
    },
    project_data: {
      gateway_active_power: { ...of(1_408_500, "W"), silent: 0, devices: 7, reporting: null },
      radiation_data: { radiation_value: of(561, "W/m2"), panel_temperature: of(46.7, "°C") },
      ...FIGURES,
      cost_saving: { ...of(17_620_000_000, "VND"), since: null },
      ...projectRatio(null, 81),
    },
    swh_data: null,
    gateway_list: [],
    widget_project_info: {
      run_nze: runNze,
      project_capacity_pv: 1248,
      project_asset_list: [],
      project_public_files: [],
    },
    widget_date_time_info: { current_time: NOW.toISOString(), timezone: ZONE, today: TODAY },
    widget_map_gps: { project_latitude: 10.8, project_longitude: 106.8 },
    ...state,
  };
}

type Bar = Production["total_display"][number];

/** Production from one day to another, 1000 kWh each by the meter; `bars` replaces what it names by day. */
export function productionAnswer(
  from: string,
  to: string,
  type: "day" | "month",
  bars: Record<string, Partial<Bar>> = {},
): Production {
  const labels = type === "day" ? daysBetween(from, to) : productionLabels(from, to, type);
  return {
    chart_date_label: labels,
    timezone: ZONE,
    chart_data: [],
    total_display: labels.map((label) => ({
      metter_production_data: of(1000, "kWh"),
      inverter_production_data: of(null, "kWh"),
      should_display: true,
      completeness: 1,
      estimated_share: 0,
      integrated_share: 0,
      ...bars[label],
    })),
    insolation_data: labels.map(() => of(null, "Wh/m2")),
    expected_prod_data: labels.map(() => ({
      expected_export_prod: of(null, "kWh"),
      expected_prod: of(null, "kWh"),
      gateway_data: null,
      cpr: of(null, "%"),
    })),
    chart_co2: [],
    chart_saving: [],
    project_pvsyst: null,
    pr_alert: [],
    pr_production_data: [],
    co2_provisional_years: [],
    has_cpr: false,
  };
}

type Served = keyof typeof usual;
type Handler = (query: URLSearchParams) => unknown;

/** What a handler throws to refuse. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super("refused");
    this.status = status;
  }
}

/** A server with these handlers: records each call, and holds the live streams open. */
function fakeServer(handlers: Record<Served, Handler>) {
  const calls: { name: string; query: URLSearchParams }[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const served: [Endpoint, Handler][] = [
    [getAppConfig, () => ({})],
    [projectWidget, handlers.widget],
    [projectSetUp, handlers.setUp],
    [weatherWidget, handlers.weather],
    [powerChart, handlers.power],
    [productionChart, handlers.production],
    [batteryChart, handlers.battery],
    [projectAvailability, handlers.availability],
    [projectAlarms, handlers.alarms],
    [listEvents, handlers.events],
    [kpiExplain, handlers.explain],
    [lossWaterfall, handlers.losses],
    [plantCertificates, handlers.certificates],
    [swhWidget, handlers.heater],
    [swhTemperatureChart, handlers.temperatures],
    [swhEnergyChart, handlers.heat],
  ];
  const answer = async (input: string): Promise<Response> => {
    const url = new URL(input, "http://portal.example");
    const path = url.pathname.replace("/api/v1/", "");
    if (path === liveEvents.path) {
      return new Response(
        new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) }),
      );
    }
    const found = served.find(([endpoint]) => endpoint.path === path);
    if (found === undefined) throw new RangeError(`nothing serves ${path}`);
    calls.push({ name: found[0].name, query: url.searchParams });
    try {
      return Response.json(found[0].answer.parse(await found[1](url.searchParams)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status } = error;
      const problem = { type: "about:blank", title: "x", status, message: "Internal error", code: "refused" };
      return Response.json(problem, { status });
    }
  };
  globalThis.fetch = (input) => answer(input instanceof Request ? input.url : input.toString());
  const say = (summary: LiveSummary) => {
    const event = `event: summary\ndata: ${JSON.stringify(liveEvents.answer.parse(summary))}\n\n`;
    streams.at(-1)?.enqueue(new TextEncoder().encode(event));
  };
  return {
    callsOf: (name: string) => calls.filter((call) => call.name === name).map((call) => call.query),
    say,
    streams,
    dropStream: () => streams.at(-1)?.close(),
  };
}

const usual = {
  widget: () => widgetAnswer(),
  /** All is there. */
  setUp: () => ({ ...SET_UP, items: SET_UP.items.map((item) => ({ ...item, done: true })) }),
  weather: () => weatherAnswer(),
  power: (query) =>
    powerAnswer(query.get("view_day") ?? "", { device_data_ac: flat(1_000_000), radiation_data: flat(500) }),
  production: (query) =>
    productionAnswer(
      query.get("from_date") ?? "",
      query.get("to_date") ?? "",
      query.get("get_type") === "month" ? "month" : "day",
    ),
  battery: (query) => batteryAnswer(query.get("view_day") ?? ""),
  availability: availabilityAnswer,
  alarms: () => noAlarms,
  events: () => ({ timezone: ZONE, items: [], total_items: 0 }),
  explain: explanationAnswer,
  losses: () => lossAnswer(),
  certificates: () => NO_CERTIFICATES,
  heater: () => heaterAnswer(),
  temperatures: (query) => temperatureAnswer(query.get("view_day") ?? ""),
  heat: (query) => heatAnswer(query.get("from_date") ?? "", query.get("to_date") ?? ""),
} satisfies Record<string, Handler>;

/** An answer that waits until it is let go. */
export function held<T>(answer: T) {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { handler: () => promise, release: () => resolve(answer) };
}

/** A handler that refuses until it is mended. */
export function failing(then: Handler = usual.power, status = 500) {
  const state = { failing: true };
  const handler: Handler = (query) => {
    if (state.failing) throw new Refusal(status);
    return then(query);
  };
  return { handler, state };
}

/**
 * The overview at an address, in Vietnamese, on a server that differs from the usual one as given. `address` tells
 * the query that the address has now.
 */
export async function overview(over: Partial<Record<Served, Handler>> = {}, search = "") {
  const server = fakeServer({ ...usual, ...over });
  const first = { lang: "vi" as const, translate: await loadAllTexts("vi") };
  const router = createMemoryRouter([{ path: "/detail/:id", Component: OverviewScreen }], {
    initialEntries: [`/detail/${PROJECT}${search}`],
  });
  const queries = testQueries();
  const page = (
    <ThemeProvider>
      <LanguageProvider load={loadAllTexts} first={first}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </ThemeProvider>
  );
  return { page, server, address: () => new URLSearchParams(router.state.location.search).toString() };
}
