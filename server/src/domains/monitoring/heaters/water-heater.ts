// The widgets of a water heater, from what its controllers say and what its days gave (M110, M134, M136).
import {
  LINE_QUANTITIES,
  SWH_ERRORS,
  SWH_SENSORS,
  sensorErrorOf,
  sensorFaultLevel,
  type Answer,
  type HeaterSensorReason,
  type SensorStatusName,
  type SwhErrorEntry,
  type SwhSensor,
  type SwhSensorEntry,
  type swhWidget,
  deviceName,
} from "@heliograph/contract";
import type { RelayRun } from "../../control/index.ts";
import { errorCodeOf } from "../../kpi/index.ts";
import { isLive, type DeviceRecord } from "../device-data.ts";
import { heatFigures, monthStart, sunShare } from "./heat-figures.ts";
import {
  inDong,
  inKilowattHours,
  inPercents,
  type GatewayRecord,
  type ProjectRow,
} from "../project-figures.ts";
import type { ErrorRow, HeaterModel, HeatOfDay, RelayRow } from "./water-heater.sql.ts";

/** Between which temperatures a sensor's place is as it should be, °C; beyond the second pair something takes harm. */
interface Limits {
  readonly warning: readonly [number, number];
  readonly critical: readonly [number, number];
}

/**
 * Frost below 3 °C; a tank above 90 °C scalds, and controllers shut everything down at 95 °C; a collector above 130 °C
 * stagnates, and above 200 °C its fluid breaks down. Decision 0035.
 */
const LIMITS: Record<SwhSensor["name"], Limits | null> = {
  collector_temperature: { warning: [3, 130], critical: [-10, 200] },
  tank_temperature: { warning: [3, 90], critical: [0, 95] },
  outlet_temperature: { warning: [3, 120], critical: [-10, 160] },
  inlet_temperature: { warning: [3, 95], critical: [-10, 120] },
  ambient_temperature: { warning: [-20, 50], critical: [-40, 60] },
  flow: null,
};

const beyond = (value: number, [low, high]: readonly [number, number]): HeaterSensorReason | null =>
  value < low ? "too_cold" : value > high ? "too_hot" : null;

export interface SensorFacts {
  readonly name: SwhSensor["name"];
  readonly sensor: SwhSensor["sensor"];
  /** Null: not measured. */
  readonly value: number | null;
  /** What the controller says of the sensor's line; null: nothing. */
  readonly line: "open" | "short" | null;
  /** True while the controller names the error of the sensor's terminal. */
  readonly named: boolean;
  /** Whether the pump of the collector runs; null: not told. */
  readonly pumping: boolean | null;
}

/** M136. Null status: nothing was measured and nothing is known to be wrong. A fault is as grave as the error list says. */
export function sensorStatusOf({ name, sensor, value, line, named, pumping }: SensorFacts): {
  status: SensorStatusName | null;
  reason: HeaterSensorReason | null;
} {
  if (line !== null || named) return { status: sensorFaultLevel({ sensor }), reason: line };
  if (value === null) return { status: null, reason: null };
  const limits = LIMITS[name];
  if (limits === null) {
    return pumping === true && value === 0
      ? { status: "Warning", reason: "no_flow" }
      : { status: "Normal", reason: null };
  }
  const critical = beyond(value, limits.critical);
  if (critical !== null) return { status: "Critical", reason: critical };
  const warning = beyond(value, limits.warning);
  return warning === null ? { status: "Normal", reason: null } : { status: "Warning", reason: warning };
}

/** The relay that drives the collector's pump. */
const PUMP_RELAY = "RL1";

/** The sensors that a controller has told of, in the order of their terminals; without a status while it is silent. */
function heaterSensorsOf(device: DeviceRecord, nowMs: number): SwhSensorEntry[] {
  const { m } = device;
  const live = isLive(device, nowMs);
  const faults = m?.ext?.sensor_faults ?? [];
  const errors = new Set((m?.ext?.errors ?? []).map(errorCodeOf));
  const pump = m?.ext?.relays?.find(({ relay }) => relay === PUMP_RELAY);
  return SWH_SENSORS.flatMap(({ sensor, name, quantity }) => {
    const value = m?.[quantity] ?? null;
    const line = LINE_QUANTITIES.some((watched) => watched === quantity)
      ? (faults.find((fault) => fault.quantity === quantity)?.line ?? null)
      : null;
    const error = sensorErrorOf({ sensor });
    const named = error !== null && errors.has(error);
    if (value === null && line === null && !named) return [];
    const state = sensorStatusOf({ name, sensor, value, line, named, pumping: pump?.on ?? null });
    return {
      ...controllerLabel(device),
      sensor,
      name,
      value: live ? value : null,
      unit: name === "flow" ? ("L/h" as const) : ("°C" as const),
      ...(live ? state : { status: null, reason: null }),
    };
  });
}

/** What names a controller in every list. */
export function controllerLabel(device: Pick<DeviceRecord, "device_uid" | "serial" | "name" | "alias">) {
  return { device_uid: device.device_uid, device_serial: device.serial, alias: deviceName(device) };
}

interface HeaterFacts {
  readonly project: ProjectRow;
  readonly gateways: readonly GatewayRecord[];
  /** Its controllers. */
  readonly devices: readonly DeviceRecord[];
  /** The project's calendar day at `now_ms`. */
  readonly today: string;
  readonly now_ms: number;
  /** First day that the share of the sun is told over. */
  readonly fraction_from: string;
  readonly model: HeaterModel;
  /** Days of the month and from `fraction_from` on, in order. */
  readonly days: readonly HeatOfDay[];
  /** Of all days. */
  readonly heat_wh: number | null;
  readonly relays: readonly RelayRow[];
  readonly errors: readonly ErrorRow[];
  /** What schedules do with the relays now, and what they will do. */
  readonly schedules: Readonly<Record<"active" | "upcoming", readonly RelayRun[]>>;
}

/** Where nothing is scheduled the widgets say so instead of nothing at all. */
const scheduled = (schedule_list: readonly RelayRun[]) => ({
  state: schedule_list.length === 0 ? ("no_schedule" as const) : ("scheduled" as const),
  schedule_list: [...schedule_list],
});

/** The answer of the widgets. */
export function heaterWidgetsOf(facts: HeaterFacts): Answer<typeof swhWidget> {
  const { project, devices, days, today, now_ms } = facts;
  const month = heatFigures(days.filter(({ day }) => day >= monthStart(today)));
  const now = heatFigures(days.filter(({ day }) => day === today));
  const total = [project.before_today_saved_wh, project.today_saved_wh];
  const recent = days.filter(({ day }) => day >= facts.fraction_from);
  return {
    last_reading_at: project.last_reading_at?.toISOString() ?? null,
    widget_swh_energy_saving: {
      today: inKilowattHours(now.saved_wh),
      month: inKilowattHours(month.saved_wh),
      total: inKilowattHours(total.reduce((a, b) => (a === null || b === null ? (a ?? b) : a + b))),
      solar_heat: { today: inKilowattHours(now.heat_wh), total: inKilowattHours(facts.heat_wh) },
      solar_fraction: inPercents(sunShare(recent, facts.model.heater_efficiency)),
      source: days.findLast((day) => day.heat_source !== null)?.heat_source ?? null,
    },
    widget_swh_cost_saving: {
      today: inDong(now.saving_vnd),
      month: inDong(month.saving_vnd),
      total: inDong(project.saving_vnd),
    },
    widget_swh_sensor: devices.flatMap((device) => heaterSensorsOf(device, now_ms)),
    widget_swh_relay: devices.flatMap((device) =>
      facts.relays
        .filter(({ device_id }) => device_id === device.device_id)
        .map(({ relay, on, since, on_s }) => ({
          ...controllerLabel(device),
          relay,
          on,
          since: since?.toISOString() ?? null,
          today_on: { value: on_s / 3600, unit: "h" as const },
        })),
    ),
    widget_swh_model: modelWidget(facts),
    widget_swh_active_schedule: scheduled(facts.schedules.active),
    widget_swh_upcoming_schedule: scheduled(facts.schedules.upcoming),
    error_list: facts.errors.flatMap((row) => errorEntry(row, devices)),
  };
}

function modelWidget({ model, devices, gateways }: HeaterFacts) {
  return {
    tank_volume: { value: model.tank_volume_l, unit: "L" as const },
    collector_area: { value: model.collector_area_m2, unit: "m2" as const },
    collector_type: model.collector_type,
    heater_power: { value: model.heater_power_w, unit: "W" as const },
    heater_efficiency: inPercents(model.heater_efficiency),
    controller_list: devices.map((device) => ({
      ...controllerLabel(device),
      manufacturer: device.manufacturer,
      model: device.model,
      firmware_version:
        gateways.find(({ gateway_id }) => gateway_id === device.gateway_id)?.firmware_version ?? null,
    })),
  };
}

const LEVELS = { critical: "Critical", warning: "Warning", minor: "Notice" } as const;

/** The error as it is listed; none for a controller that is no longer there. */
function errorEntry(row: ErrorRow, devices: readonly DeviceRecord[]): SwhErrorEntry[] {
  const device = devices.find(({ device_id }) => device_id === row.device_id);
  if (device === undefined) return [];
  const { name } = SWH_ERRORS[row.code];
  const { errors = [], lines = [] } = row.cause;
  return [
    {
      ...controllerLabel(device),
      code: row.code,
      level: LEVELS[row.severity],
      error: row.code === "swh_other" ? errors.join(", ") : name,
      lines: lines.flatMap(({ sensor, line }) => {
        const terminal = SWH_SENSORS.find((one) => one.sensor === sensor)?.sensor;
        return terminal === undefined ? [] : [{ sensor: terminal, line }];
      }),
      since: row.started_at.toISOString(),
      until: row.ended_at?.toISOString() ?? null,
    },
  ];
}
