// From the columns of a project and its summary to what lists and overviews answer.
import {
  type AlertStatus,
  type PlantStatus,
  type ProjectData,
  type ProjectInfo,
  type ProjectRole,
  type ProjectType,
} from "@heliograph/contract";
import type { ShownGateway } from "../control/index.ts";
import type { RatioOfDay } from "../kpi/index.ts";

/** A project, the caller's role on it, and its summary. Units as in the database. */
export interface ProjectRow extends RatioOfDay {
  readonly project_id: number;
  readonly project_uid: string;
  readonly name: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly project_type: ProjectType;
  readonly timezone: string;
  readonly capacity_wp: number;
  readonly commissioned_on: string | null;
  readonly run_nze: boolean;
  readonly calculate_expected_data_by: "gateway" | "other";
  readonly role: ProjectRole;
  readonly plant_status: PlantStatus;
  readonly sleeping: boolean;
  readonly alert_status: AlertStatus;
  readonly last_reading_at: Date | null;
  readonly last_contact_at: Date | null;
  readonly active_power_w: number | null;
  readonly reporting_power_w: number | null;
  readonly power_silent: number;
  readonly power_devices: number;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  readonly today_meter_wh: number | null;
  readonly today_inverter_wh: number | null;
  readonly before_today_meter_wh: number | null;
  readonly before_today_inverter_wh: number | null;
  /** Day by day the meters', where there are any, else the inverters'. */
  readonly before_today_counted_wh: number | null;
  readonly meter_co2_kg: number | null;
  readonly inverter_co2_kg: number | null;
  readonly counted_co2_kg: number | null;
  readonly saving_vnd: string | null;
  readonly opening_meter_wh: number | null;
  readonly opening_inverter_wh: number | null;
  readonly opening_counted_wh: number | null;
  readonly measured_since: string | null;
  readonly meter_lifetime: boolean;
  readonly inverter_lifetime: boolean;
  readonly counted_lifetime: boolean;
  readonly opening_avoids: boolean;
  readonly performance_ratio_day: string | null;
  readonly today_saved_wh: number | null;
  readonly before_today_saved_wh: number | null;
  readonly saved_co2_kg: number | null;
  readonly swh:
    | (Partial<
        Record<"tank_temperature_c" | "collector_temperature_c" | "ambient_temperature_c", number | null>
      > & { readonly relays?: readonly { readonly relay: string; readonly on: boolean }[] })
    | null;
}

export interface GatewayRecord extends ShownGateway {
  readonly project_id: number;
  readonly gateway_id: number;
  readonly capacity_wp: number | null;
}

const thousandth = (value: number | null) => (value === null ? null : value / 1000);
/** The sum of what is known; null when neither is. */
export const plusKnown = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : a + b;

/** Whole numbers of watts are what plants are shown in; no meter knows more. */
export const inWatts = (value: number | null) => ({
  value: value === null ? null : Math.round(value),
  unit: "W" as const,
});
export const inKilowattHours = (wh: number | null) => ({ value: thousandth(wh), unit: "kWh" as const });
export const inTonsOf = (kg: number | null) => ({ value: thousandth(kg), unit: "t" as const });
export const inDong = (vnd: string | number | null) => ({
  value: vnd === null ? null : Math.round(Number(vnd)),
  unit: "VND" as const,
});
export const inDegrees = (value: number | null | undefined) => ({
  value: value ?? null,
  unit: "°C" as const,
});
/** From a ratio of 1 to per cent. */
export const inPercents = (ratio: number | null) => ({
  value: ratio === null ? null : ratio * 100,
  unit: "%" as const,
});

/** M101. `gateways` are the project's. */
export function projectInfoOf(row: ProjectRow, gateways: readonly GatewayRecord[]): ProjectInfo {
  return {
    project_uid: row.project_uid,
    project_ssoc_name: row.name,
    project_address: row.address,
    project_capacity_pv: row.capacity_wp / 1000,
    project_type: row.project_type,
    project_role_to_user: row.role,
    check_gateway_capacity_config:
      gateways.length > 0 && gateways.every((gateway) => gateway.capacity_wp !== null),
    calculate_expected_data_by: row.calculate_expected_data_by,
    project_latitude: row.latitude,
    project_longitude: row.longitude,
    timezone: row.timezone,
    run_nze: row.run_nze,
    commissioned_on: row.commissioned_on,
  };
}

const KINDS = ["meter", "inverter", "counted"] as const;

/** The days from which on the totals of a project are known, of energy and of what it avoids; null: of all its time. */
function sincesOf(row: ProjectRow) {
  const [meter, inverter, counted] = KINDS.map((kind) => {
    const energy = row[`${kind}_lifetime`] ? null : row.measured_since;
    const avoids = row.opening_avoids || row[`opening_${kind}_wh`] === 0;
    return { energy, avoided: avoids ? energy : row.measured_since };
  });
  return { meter, inverter, counted };
}

/** What the project produced on a day: the meters' value, else the inverters' (M64). Wh. */
export const todayWh = (row: ProjectRow) => row.today_meter_wh ?? row.today_inverter_wh;

/** M106. */
export function projectDataOf(row: ProjectRow): ProjectData {
  const { meter, inverter, counted } = sincesOf(row);
  return {
    gateway_active_power: {
      ...inWatts(row.active_power_w),
      silent: row.power_silent,
      devices: row.power_devices,
      reporting: inWatts(row.reporting_power_w).value,
    },
    radiation_data: {
      radiation_value: { value: row.irradiance_w_m2, unit: "W/m2" },
      panel_temperature: inDegrees(row.module_temperature_c),
    },
    production: {
      today_production: inKilowattHours(todayWh(row)),
      total_production: inKilowattHours(plusKnown(row.before_today_counted_wh, todayWh(row))),
      total_since: counted?.energy ?? null,
    },
    metter_production: {
      today_production: inKilowattHours(row.today_meter_wh),
      total_production: inKilowattHours(plusKnown(row.before_today_meter_wh, row.today_meter_wh)),
      total_since: meter?.energy ?? null,
    },
    inverter_production: {
      today_production: inKilowattHours(row.today_inverter_wh),
      total_production: inKilowattHours(plusKnown(row.before_today_inverter_wh, row.today_inverter_wh)),
      total_since: inverter?.energy ?? null,
    },
    reduction: {
      co2_reduction: {
        metter_co2_reduction: inTonsOf(row.meter_co2_kg),
        inverter_co2_reduction: inTonsOf(row.inverter_co2_kg),
        co2_reduction: inTonsOf(row.counted_co2_kg ?? row.saved_co2_kg),
        metter_since: meter?.avoided ?? null,
        inverter_since: inverter?.avoided ?? null,
        since: counted?.avoided ?? null,
      },
    },
    cost_saving: { ...inDong(row.saving_vnd), since: counted?.avoided ?? null },
    pr_data: {
      ...inPercents(row.performance_ratio),
      day: row.performance_ratio === null ? null : row.performance_ratio_day,
    },
    pr_alert: {
      pr_status: { status: row.ratio_status },
      pr_judged: { ...inPercents(row.judged_ratio), corrected: row.judged_corrected },
      pr_guaranteed: inPercents(row.guaranteed_ratio),
      pr_simulate: inPercents(row.simulated_ratio),
    },
  };
}

/** Status, alarm and last signs of life. */
export function projectStateOf(
  row: Pick<ProjectRow, "plant_status" | "sleeping" | "alert_status" | "last_reading_at" | "last_contact_at">,
) {
  return {
    plant_status: row.plant_status,
    sleeping: row.sleeping,
    alert_data: { status: row.alert_status },
    last_reading_at: row.last_reading_at?.toISOString() ?? null,
    last_contact_at: row.last_contact_at?.toISOString() ?? null,
  };
}

/** Temperatures, relays and savings of a solar water heater; null for others. */
export function swhDataOf(row: ProjectRow) {
  if (row.project_type !== "swh") return null;
  return {
    tank_temperature: inDegrees(row.swh?.tank_temperature_c),
    collector_temperature: inDegrees(row.swh?.collector_temperature_c),
    ambient_temperature: inDegrees(row.swh?.ambient_temperature_c),
    today_energy_saving: inKilowattHours(row.today_saved_wh),
    energy_saving: inKilowattHours(plusKnown(row.before_today_saved_wh, row.today_saved_wh)),
    since: row.measured_since,
    co2_reduction: inTonsOf(row.saved_co2_kg),
    relay_list: [...(row.swh?.relays ?? [])],
    // Nothing schedules controllers yet: M29, M258.
    active_schedule: null,
  };
}
