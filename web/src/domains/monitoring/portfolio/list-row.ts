// A project as a list shows it: the answer of the list, overlaid by what has arrived live since.
import { type ShownStatus, statusToShow } from "@heliograph/contract/kernel/plant-status";
import type { ProjectListItem } from "@heliograph/contract/monitoring/portfolio";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import type { PrStatus } from "../../../ui/tokens/status-tokens.ts";

/** Numbers are in the unit of their name; null: not known. */
export interface Row {
  readonly uid: string;
  readonly name: string;
  readonly address: string;
  readonly timezone: string;
  /** As shown (M44): an offline plant at night is sleeping. */
  readonly status: ShownStatus;
  readonly power_w: number | null;
  readonly capacity_kwp: number;
  readonly today_kwh: number | null;
  readonly total_kwh: number | null;
  readonly ratio_percent: number | null;
  readonly ratio_status: PrStatus | null;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly co2_t: number | null;
  readonly cost_saving_vnd: number | null;
  readonly tank_temperature_c: number | null;
  readonly ambient_temperature_c: number | null;
  /** Electricity that a water heater has saved since its first reading. */
  readonly saved_kwh: number | null;
  readonly relays: readonly { readonly relay: string; readonly on: boolean }[];
  /** Null: none. */
  readonly active_schedule: string | null;
  /** Newest reading, ms since 1970. */
  readonly last_reading_ms: number | null;
  readonly gateways: ProjectListItem["gateway_list"];
}

/** The row of an item. A summary older than `listedMs`, when the list was answered, changes nothing. */
export function rowOf(item: ProjectListItem, live: LiveSummary | undefined, listedMs: number): Row {
  const row = listedRow(item);
  if (live === undefined || Date.parse(live.at) <= listedMs) return row;
  return {
    ...row,
    status: statusToShow(live),
    power_w: live.active_power_w,
    today_kwh: kwh(live.today_meter_wh ?? live.today_inverter_wh),
    total_kwh: kwh(live.total_meter_wh ?? live.total_inverter_wh),
    irradiance_w_m2: live.irradiance_w_m2,
    module_temperature_c: live.module_temperature_c,
    last_reading_ms: instant(live.last_reading_at),
  };
}

function listedRow({ project_info, project_data, swh_data, gateway_list, ...state }: ProjectListItem): Row {
  const { metter_production, inverter_production, reduction, radiation_data } = project_data;
  const { metter_co2_reduction, inverter_co2_reduction } = reduction.co2_reduction;
  return {
    uid: project_info.project_uid,
    name: project_info.project_ssoc_name,
    address: project_info.project_address,
    timezone: project_info.timezone,
    status: statusToShow(state),
    power_w: project_data.gateway_active_power.value,
    capacity_kwp: project_info.project_capacity_pv,
    // A project counts by its production meter, else by its inverters (M64).
    today_kwh: metter_production.today_production.value ?? inverter_production.today_production.value,
    total_kwh: metter_production.total_production.value ?? inverter_production.total_production.value,
    ratio_percent: project_data.pr_data.value,
    ratio_status: project_data.pr_alert.pr_status.status,
    irradiance_w_m2: radiation_data.radiation_value.value,
    module_temperature_c: radiation_data.panel_temperature.value,
    co2_t:
      metter_co2_reduction.value ?? inverter_co2_reduction.value ?? swh_data?.co2_reduction.value ?? null,
    cost_saving_vnd: project_data.cost_saving.value,
    tank_temperature_c: swh_data?.tank_temperature.value ?? null,
    ambient_temperature_c: swh_data?.ambient_temperature.value ?? null,
    saved_kwh: swh_data?.energy_saving.value ?? null,
    relays: swh_data?.relay_list ?? [],
    active_schedule: swh_data?.active_schedule ?? null,
    last_reading_ms: instant(state.last_reading_at),
    gateways: gateway_list,
  };
}

/** What rows have gained over the list's answer: watts and kWh of today, to be added to totals of the same age. */
export function liveGain(
  listed: readonly Row[],
  live: readonly Row[],
): { power_w: number; today_kwh: number } {
  const before = new Map(listed.map((row) => [row.uid, row]));
  let power_w = 0;
  let today_kwh = 0;
  for (const row of live) {
    const then = before.get(row.uid);
    power_w += (row.power_w ?? 0) - (then?.power_w ?? 0);
    today_kwh += (row.today_kwh ?? 0) - (then?.today_kwh ?? 0);
  }
  return { power_w, today_kwh };
}

const kwh = (wattHours: number | null) => (wattHours === null ? null : wattHours / 1000);
const instant = (text: string | null) => (text === null ? null : Date.parse(text));
