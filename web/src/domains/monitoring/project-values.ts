// A project's values as screens reckon with them: flat, and in the units of their names. The one way from the wire's
// nested shape, for lists, overviews and live values.
import { type ShownStatus, statusToShow } from "@heliograph/contract/kernel/plant-status";
import type { ProjectData, projectState, swhFigures } from "@heliograph/contract/monitoring/project-figures";
import type { daysCountedBy } from "@heliograph/contract/kernel/counted-by";
import type { LiveSummary } from "@heliograph/contract/telemetry/live";
import type { z } from "zod";
import { kilo } from "../../platform/format.ts";
import type { PrStatus } from "../../ui/tokens/status-tokens.ts";

/** Null: not known. */
export interface ProjectValues {
  /** As shown (M44): an offline plant at night is sleeping. */
  readonly status: ShownStatus;
  readonly power_w: number | null;
  /** Devices whose silence makes the power unknown, of how many, and what the others give; null: none is silent. */
  readonly power_silent: PowerSilence | null;
  readonly today_kwh: number | null;
  readonly total_kwh: number | null;
  /** By which devices they are told; null: they are not known. */
  readonly today_by: CountedBy | null;
  readonly total_by: CountedBy | null;
  /** Days from which on the totals are known; null: they are of all the plant's time. */
  readonly total_since: string | null;
  readonly saving_since: string | null;
  readonly co2_since: string | null;
  readonly irradiance_w_m2: number | null;
  readonly module_temperature_c: number | null;
  /** What its status judges; corrected: with what zero export held back (CPR). */
  readonly ratio_percent: number | null;
  readonly ratio_corrected: boolean;
  readonly ratio_status: PrStatus | null;
  readonly co2_t: number | null;
  readonly cost_saving_vnd: number | null;
  /** Newest reading, ms since 1970. */
  readonly last_reading_ms: number | null;
  /** What only a solar water heater has; null for other projects. */
  readonly heater: HeaterValues | null;
}

export interface PowerSilence {
  readonly silent: number;
  readonly devices: number;
  readonly reporting_w: number | null;
}

interface HeaterValues {
  readonly tank_temperature_c: number | null;
  readonly collector_temperature_c: number | null;
  readonly ambient_temperature_c: number | null;
  /** Electricity saved today. */
  readonly saved_today_kwh: number | null;
  /** Electricity saved since that day. */
  readonly saved_kwh: number | null;
  readonly saved_since: string | null;
  /** Of all its controllers; empty: none reports. */
  readonly relays: readonly { readonly relay: string; readonly on: boolean }[];
  /** Name of the schedule in force; null: none. */
  readonly active_schedule: string | null;
}

/** What lists, overviews and the showcase answer of a project; `swh_data` is left out where heaters are never shown. */
type ProjectAnswer = Pick<z.output<typeof projectState>, "plant_status" | "sleeping" | "last_reading_at"> & {
  readonly project_data: ProjectData;
  readonly swh_data?: z.output<typeof swhFigures> | null;
};

/** The values of an answered project. */
export function projectValues({ project_data, swh_data = null, ...state }: ProjectAnswer): ProjectValues {
  const { production, reduction, radiation_data } = project_data;
  const { co2_reduction: co2, since: co2_since } = reduction.co2_reduction;
  return {
    status: statusToShow(state),
    power_w: project_data.gateway_active_power.value,
    power_silent: powerSilence(project_data.gateway_active_power),
    today_kwh: production.today_production.value,
    total_kwh: production.total_production.value,
    today_by: countedBy(production, project_data, "today_production"),
    total_by: countedBy(production, project_data, "total_production"),
    total_since: production.total_since,
    saving_since: project_data.cost_saving.since,
    co2_since,
    irradiance_w_m2: radiation_data.radiation_value.value,
    module_temperature_c: radiation_data.panel_temperature.value,
    ratio_percent: project_data.pr_alert.pr_judged.value,
    ratio_corrected: project_data.pr_alert.pr_judged.corrected,
    ratio_status: project_data.pr_alert.pr_status.status,
    co2_t: swh_data === null ? co2.value : swh_data.co2_reduction.value,
    cost_saving_vnd: project_data.cost_saving.value,
    last_reading_ms: instant(state.last_reading_at),
    heater: swh_data === null ? null : heaterValues(swh_data),
  };
}

/** Where all are silent the plant's own status says it. */
function powerSilence(power: {
  readonly silent: number;
  readonly devices: number;
  readonly reporting: number | null;
}): PowerSilence | null {
  const { silent, devices, reporting } = power;
  return silent === 0 || silent === devices ? null : { silent, devices, reporting_w: reporting };
}

function heaterValues(figures: z.output<typeof swhFigures>): HeaterValues {
  return {
    tank_temperature_c: figures.tank_temperature.value,
    collector_temperature_c: figures.collector_temperature.value,
    ambient_temperature_c: figures.ambient_temperature.value,
    saved_today_kwh: figures.today_energy_saving.value,
    saved_kwh: figures.energy_saving.value,
    saved_since: figures.since,
    relays: figures.relay_list,
    active_schedule: figures.active_schedule,
  };
}

/**
 * The values with what has arrived live in them; the very same ones where nothing has, or where it is no newer than
 * `answeredMs`, when the values were answered.
 */
export function withLive(
  values: ProjectValues,
  live: LiveSummary | undefined,
  answeredMs: number,
): ProjectValues {
  if (live === undefined || Date.parse(live.at) <= answeredMs) return values;
  return {
    ...values,
    status: statusToShow(live),
    power_w: live.active_power_w,
    power_silent: powerSilence({
      silent: live.power_silent,
      devices: live.power_devices,
      reporting: live.reporting_power_w,
    }),
    today_kwh: kilo(meterFirst(live.today_meter_wh, live.today_inverter_wh)),
    total_kwh: kilo(live.total_wh),
    today_by: kindOf(
      meterFirst(live.today_meter_wh, live.today_inverter_wh),
      live.today_meter_wh,
      live.today_inverter_wh,
    ),
    total_by: kindOf(live.total_wh, live.total_meter_wh, live.total_inverter_wh),
    irradiance_w_m2: live.irradiance_w_m2,
    module_temperature_c: live.module_temperature_c,
    last_reading_ms: instant(live.last_reading_at),
  };
}

export type CountedBy = z.output<typeof daysCountedBy>;

/** By which devices a production is told that is the one's or the other's, or of both by turns; null: it is not known. */
export function kindOf(
  counted: number | null,
  meter: number | null,
  inverter: number | null,
): CountedBy | null {
  if (counted === null) return null;
  if (meter === null) return "solar_inverter";
  return counted === meter ? "electric_meter" : counted === inverter ? "solar_inverter" : "mixed";
}

type Productions = Pick<ProjectData, "production" | "metter_production" | "inverter_production">;

const countedBy = (
  production: ProjectData["production"],
  of: Productions,
  which: "today_production" | "total_production",
) => kindOf(production[which].value, of.metter_production[which].value, of.inverter_production[which].value);

/** Of two ways to know the same thing the meter's, and the inverters' where there is no meter (M64). */
export const meterFirst = (meter: number | null, inverter: number | null): number | null => meter ?? inverter;

const instant = (text: string | null) => (text === null ? null : Date.parse(text));
