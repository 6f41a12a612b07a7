import { describe, expect, test } from "vitest";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { formatOf } from "../../../platform/format.ts";
import { deviceGroups } from "../devices/device-groups.ts";
import { kindOf, meterFirst, projectValues } from "../project-values.ts";
import { pvFigures, heaterStats } from "./figures.ts";
import { heaterFigures } from "../heaters/testing/heater-fakes.ts";
import { uid } from "../devices/testing/device-fakes.ts";
import { widgetAnswer } from "./testing/overview-fakes.tsx";

const words = { text: (key: string) => key, format: formatOf("vi") };
const pv = (state = {}) => projectWidget.answer.parse(widgetAnswer({ state }));
const written = (stats: ReturnType<typeof pvFigures>) =>
  stats.map(({ number, suffix = "", unit }) => `${number}${suffix} ${unit}`);

const degrees = (value: number | null) => ({ value, unit: "°C" as const });
const device = (n: number, gateway: number) => ({
  uid: uid(n),
  serial: `S${n}`,
  name: "",
  alias: null,
  manufacturer: null,
  model: null,
  ac_nominal_w: null,
  gateway: { uid: uid(gateway) },
  gateway_info: { uid: uid(gateway), serial: `G${gateway}` },
  iot_data: null,
});
const gateway = (n: number) => ({
  gateway_info: {
    uid: uid(n),
    serial: `G${n}`,
    name: "",
    alias: null,
    firmware_version: null,
    last_contact_at: null,
  },
  gateway_data: { gateway_status: true, nze_status: false, allowToogleNze: true, nze_allowed_at: null },
  gateway_manage_device: [],
});

test("the meter counts before the inverters, and zero by the meter counts too", () => {
  expect([meterFirst(5, 7), meterFirst(null, 7), meterFirst(0, 7), meterFirst(null, null)]).toEqual([
    5,
    7,
    0,
    null,
  ]);
});

describe("the figures of a pv project", () => {
  test("are seven, in kW, kWh, W/m², °C, VND and tons", () => {
    expect(written(pvFigures(projectValues(pv()), words, false))).toEqual([
      "1.408,5 kW",
      "6,99K kWh",
      "8,87M kWh",
      "561 W/m²",
      "46,7 °C",
      "17,62B VND",
      "6K list.tons",
    ]);
  });

  test("that are not known are dashes and never zero", () => {
    const { project_data: known } = widgetAnswer();
    const state = {
      project_data: {
        ...known,
        gateway_active_power: {
          ...known.gateway_active_power,
          value: null,
          silent: 3,
          devices: 7,
          reporting: 800_000,
        },
      },
    };
    const [power] = pvFigures(projectValues(pv(state)), words, false);
    expect(power).toMatchObject({ number: "–", foot: "list.silent · list.reporting" });
  });
});

test("a production says whether the meter or the inverters tell it, live values too", () => {
  const feet = pvFigures(projectValues(pv()), words, false).map(({ foot }) => foot);
  expect(feet.slice(1, 3)).toEqual(["by.electric_meter", "by.electric_meter"]);
  expect([
    kindOf(5, null, 5),
    kindOf(5, 5, 6),
    kindOf(5, 3, 5),
    kindOf(5, 3, 4),
    kindOf(null, null, null),
  ]).toEqual(["solar_inverter", "electric_meter", "solar_inverter", "mixed", null]);
});

test("a total that is not of all time says under it since when it is known", () => {
  const { project_data } = widgetAnswer();
  const { production, reduction, cost_saving } = project_data;
  const since = "2026-03-01";
  const feet = (data: typeof project_data) =>
    pvFigures(projectValues(pv({ project_data: data })), words, false).map(({ foot }) => foot);
  const by = "by.electric_meter";
  const none = undefined;
  expect(feet(project_data)).toEqual([none, by, by, none, none, none, none]);
  const partly = {
    ...project_data,
    production: { ...production, total_since: since },
    reduction: { co2_reduction: { ...reduction.co2_reduction, since } },
    cost_saving: { ...cost_saving, since },
  };
  const known = "list.since";
  expect(feet(partly)).toEqual([none, by, `${by} · ${known}`, none, none, known, known]);
});

test("a water heater shows its temperatures and what it has saved; what is not known is a dash", () => {
  const swh_data = heaterFigures({ collector_temperature: degrees(null) });
  const widget = projectWidget.answer.parse(widgetAnswer({ type: "swh", state: { swh_data } }));
  expect(written(heaterStats(projectValues(widget), words))).toEqual([
    "58,4 °C",
    "– °C",
    "31,3 °C",
    "12,5 kWh",
    "8,4K kWh",
    "17,62B VND",
    "5,5 list.tons",
  ]);
});

describe("gateways and devices", () => {
  test("every device stands under its own gateway, and a gateway without devices is still there", () => {
    const { project_info: info } = widgetAnswer();
    const project_asset_list = [
      { asset_type: "iot_gateway" as const, serial_list: [device(91, 91), device(92, 92)] },
      { asset_type: "solar_inverter" as const, serial_list: [device(1, 91), device(2, 91)] },
      { asset_type: "grid_meter" as const, serial_list: [device(3, 91)] },
    ];
    const groups = deviceGroups(
      pv({ project_info: { ...info, project_asset_list }, gateway_list: [gateway(91), gateway(92)] }),
    );
    expect(groups.map((group) => group.devices.map((one) => `${one.asset_type} ${one.serial}`))).toEqual([
      ["solar_inverter S1", "solar_inverter S2", "grid_meter S3"],
      [],
    ]);
  });
});
