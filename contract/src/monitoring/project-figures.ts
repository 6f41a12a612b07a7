// What lists, dashboards and overviews say of a project. Names and misspellings are the specification's (M101 to M108).
import { z } from "zod";
import { assetType } from "../fleet/asset-types.ts";
import { projectRole, projectType } from "../fleet/project-types.ts";
import { plantStatus } from "../kernel/plant-status.ts";
import {
  inCelsius,
  inKwh,
  inKwp,
  inPercent,
  inTons,
  inVnd,
  inW,
  inWPerM2,
  utcInstant,
} from "../kernel/units.ts";

/** M159. */
export const alertStatus = z.enum(["normal", "warning", "error", "not_installed"]);
export type AlertStatus = z.output<typeof alertStatus>;

/** M117; null where nothing was guaranteed or the ratio is not known. */
export const ratioStatusName = z.enum(["normal", "warning", "minor", "major", "critical"]);

/** M101 without the lists of assets. */
export const projectInfo = z.object({
  project_uid: z.uuid(),
  project_ssoc_name: z.string(),
  project_address: z.string(),
  /** kWp. */
  project_capacity_pv: z.number(),
  project_type: projectType,
  project_role_to_user: projectRole,
  /** True when every gateway states its capacity. */
  check_gateway_capacity_config: z.boolean(),
  calculate_expected_data_by: z.enum(["gateway", "other"]),
  project_latitude: z.number(),
  project_longitude: z.number(),
  /** IANA name; every day and clock of the project is in it. */
  timezone: z.string(),
  run_nze: z.boolean(),
  commissioned_on: z.iso.date().nullable(),
});
export type ProjectInfo = z.output<typeof projectInfo>;

export const uidAndSerial = z.object({ uid: z.uuid(), serial: z.string() });

/** M104. */
export const gatewayEntry = z.object({
  gateway_info: z.object({
    uid: z.uuid(),
    serial: z.string(),
    name: z.string(),
    /** What its owner calls it; null: nothing. */
    alias: z.string().nullable(),
    firmware_version: z.string().nullable(),
    /** Null: never heard of. */
    last_contact_at: utcInstant.nullable(),
  }),
  gateway_data: z.object({
    /** True while the gateway is in contact. */
    gateway_status: z.boolean(),
    /** What the meter at the grid says: true while zero export holds. */
    nze_status: z.boolean(),
    /** True where zero export can be switched now: the gateway has a meter at the grid and was not told just before. */
    allowToogleNze: z.boolean(),
    /** When it can be again; null: nothing has to be waited for. */
    nze_allowed_at: utcInstant.nullable(),
  }),
  gateway_manage_device: z.array(
    z.object({ asset_type: assetType, asset_serial_list: z.array(uidAndSerial) }),
  ),
});
export type GatewayEntry = z.output<typeof gatewayEntry>;

/** Null: of all its time. Else the day from which on a total is known. */
const since = z.iso.date().nullable();

/** Energy from the ledger; the spelling is the specification's. Nulls: the project has no such device. */
const productionFigures = z.object({
  today_production: inKwh,
  /** The counters' own: what they had counted before their first readings is in it. */
  total_production: inKwh,
  total_since: since,
});

/** CO2 avoided, by the official factor of each year. */
export const co2Figures = z.object({ metter_co2_reduction: inTons, inverter_co2_reduction: inTons });

/** M106. */
export const projectData = z.object({
  /**
   * Sum of what the inverters deliver now; the production meters' where there is no inverter or one is silent. Null: nothing
   * reports, or `silent` of `devices` that are due do not; what the others give is `reporting`.
   */
  gateway_active_power: inW.extend({
    silent: z.int(),
    devices: z.int(),
    reporting: z.number().nullable(),
  }),
  radiation_data: z.object({ radiation_value: inWPerM2, panel_temperature: inCelsius }),
  /** What counts: day by day the production meters', where there are any, else the inverters'. */
  production: productionFigures,
  /** By the production meters. */
  metter_production: productionFigures,
  inverter_production: productionFigures,
  /** `co2_reduction` is of what counts, and for water heaters of what they save. */
  reduction: z.object({
    co2_reduction: co2Figures.extend({
      co2_reduction: inTons,
      metter_since: since,
      inverter_since: since,
      since,
    }),
  }),
  cost_saving: inVnd.extend({ since }),
  /** Performance ratio of the latest complete day, which `day` names. */
  pr_data: inPercent.extend({ day: z.iso.date().nullable() }),
  /** M116, M117. Null statuses: nothing was guaranteed. */
  pr_alert: z.object({
    pr_status: z.object({ status: ratioStatusName.nullable() }),
    /** The ratio that the status judges: corrected for what zero export held back where that is shown (M162). */
    pr_judged: inPercent.extend({ corrected: z.boolean() }),
    pr_guaranteed: inPercent,
    pr_simulate: inPercent,
  }),
});
export type ProjectData = z.output<typeof projectData>;

/** Sums over projects (M45, M108). A project counts by its production meter, else by its inverters (M64). */
export const portfolioTotals = z.object({
  total_projects: z.int(),
  /** Of these, those whose totals are known from some day on only. */
  partly_known_projects: z.int(),
  /** Without the projects whose power is not known since some of their devices are silent: so many. */
  total_gateway_active_power: inW.extend({ silent_projects: z.int() }),
  total_project_capacity_pv: inKwp,
  total_today_production: inKwh,
  total_total_production: inKwh,
  /** Electricity that solar water heaters save, today and since their first readings. */
  total_today_energy_saving: inKwh,
  total_energy_saving: inKwh,
  total_cost_saving: inVnd,
  /** `co2_reduction` counts each project once; the other two sum all meters and all inverters. */
  total_co2_reduction: co2Figures.extend({ co2_reduction: inTons }),
});
export type PortfolioTotals = z.output<typeof portfolioTotals>;

export const shownStatusCounts = z.object({
  normal: z.int(),
  warning: z.int(),
  offline: z.int(),
  sleeping: z.int(),
  not_configured: z.int(),
});
export const alertStatusCounts = z.object({
  normal: z.int(),
  warning: z.int(),
  error: z.int(),
  not_installed: z.int(),
});

/** Latest values of a solar water heater; null for pv projects. */
export const swhFigures = z.object({
  tank_temperature: inCelsius,
  collector_temperature: inCelsius,
  ambient_temperature: inCelsius,
  /** Electricity saved today, and since the day `since`: no controller counts it. */
  today_energy_saving: inKwh,
  energy_saving: inKwh,
  since,
  co2_reduction: inTons,
  /** Of all its controllers; empty: none reports. */
  relay_list: z.array(z.object({ relay: z.string(), on: z.boolean() })),
  /** Name of the schedule in force; null: none. */
  active_schedule: z.string().nullable(),
});

/** What the status of a project is made of. */
export const projectState = z.object({
  plant_status: plantStatus,
  /** True for an offline project at night (M44). */
  sleeping: z.boolean(),
  alert_data: z.object({ status: alertStatus }),
  /** Newest reading; null: none yet. */
  last_reading_at: utcInstant.nullable(),
  /** Newest word of any gateway; null: none yet. */
  last_contact_at: utcInstant.nullable(),
});
