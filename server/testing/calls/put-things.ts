// What calls by PUT change, and how that is read.

/** Fields of a body. */
export type Body = Readonly<Record<string, unknown>>;

/** How what a call changes is read. */
export interface Thing {
  /** What names the thing; no field of it. */
  readonly names: readonly string[];
  /** The field that holds the fields; left out: the body itself does. */
  readonly within?: string;
  /** Fields that are only given together. */
  readonly together?: readonly (readonly string[])[];
  /** Fields without which there is no call, beside the names. */
  readonly always?: readonly string[];
  /** A value of every field, none of them what the server itself would put there, and another value of each. */
  readonly first: Body;
  readonly second: Body;
  /** The table that holds it, a row a thing, and the columns of a field where they are not called as it is. */
  readonly table: string;
  readonly columns?: Readonly<Record<string, string>>;
}

const months = (percent: number) => Array.from({ length: 12 }, (_, month) => percent + month / 10);
const band = (from: string) => ({ from, to: "20:00", days: [1], vnd_per_kwh: "3000" });

/** By call. */
export const THINGS: Readonly<Record<string, Thing>> = {
  updateAcceptNotifications: {
    names: [],
    first: { accept_nof: false },
    second: { accept_nof: true },
    table: "notice_preference",
    columns: { accept_nof: "accepts" },
  },
  changeNoticePreferences: {
    names: [],
    first: {
      accept_nof: false,
      push: false,
      mail: false,
      severities: ["critical"],
      topics: ["fault"],
      quiet_hours: { from: "22:00", until: "06:00" },
      timezone: "Asia/Tokyo",
      language: "en",
    },
    second: {
      accept_nof: true,
      push: true,
      mail: true,
      severities: ["minor"],
      topics: ["heater"],
      quiet_hours: { from: "21:00", until: "06:00" },
      timezone: "Asia/Seoul",
      language: "zh",
    },
    table: "notice_preference",
    columns: { accept_nof: "accepts", quiet_hours: "quiet_from" },
  },
  changeComment: {
    names: ["project_uid", "comment_id"],
    first: { contents: "Cleaned", comment_date: "2026-01-02T03:00:00Z", show_in_report: true },
    second: { contents: "Repaired", comment_date: "2026-01-03T03:00:00Z", show_in_report: false },
    table: "project_comment",
    columns: { comment_date: "comment_at" },
  },
  changeWebhook: {
    names: ["webhook_uid"],
    first: { name: "Control room", url: "https://8.8.8.8/a", events: ["alarm.opened"], is_on: false },
    second: { name: "Night desk", url: "https://8.8.4.4/b", events: ["alarm.resolved"], is_on: true },
    table: "webhook",
  },
  changeEvent: {
    names: ["project_uid", "event_id"],
    within: "contents",
    together: [["end_date", "event_time_type"]],
    first: {
      name: "Cleaning",
      detail: "East roof",
      category: "cleaning",
      start_date: "2026-01-02T03:00:00Z",
      end_date: "2026-01-02T06:00:00Z",
      event_time_type: "span",
      show_in_report: true,
    },
    second: {
      name: "Visit",
      detail: "",
      category: "visit",
      start_date: "2026-01-02T04:00:00Z",
      end_date: null,
      event_time_type: "moment",
      show_in_report: false,
    },
    table: "noted_event",
    columns: { start_date: "start_at", end_date: "end_at", event_time_type: "end_at" },
  },
  updateSchedule: {
    names: [
      "schedule_id",
      "gateway_uid",
      "device_serial",
      "schedule_type_id",
      "schedule_timeline_type_id",
      "relay",
    ],
    first: {
      from_date: "2100-01-01",
      to_date: "2100-06-30",
      from_time: "08:00",
      to_time: "10:00",
      day: [1],
      state: "ON",
      operation_type: "FIX_VALUE",
      value: 20,
      available: false,
      option_overwrite: false,
    },
    second: {
      from_date: "2100-01-02",
      to_date: "2100-07-01",
      from_time: "09:00",
      to_time: "11:00",
      day: [2, 3],
      state: "OFF",
      operation_type: "PERCENT",
      value: 30,
      available: true,
      option_overwrite: true,
    },
    table: "schedule",
  },
  changePreferences: {
    names: [],
    first: {
      display_name: "First Person",
      street: "1 Equator Road",
      city: "Pontianak",
      country: "Indonesia",
      phone: "+62 561 730 000",
      mode: "dark",
      default_project_type: "swh",
    },
    second: {
      display_name: "Second Person",
      street: "2 Polar Road",
      city: "Tromsø",
      country: "Norway",
      phone: "+47 77 64 40 00",
      mode: "light",
      default_project_type: "pv",
    },
    table: "account",
    columns: { mode: "color_mode" },
  },
  updateProject: {
    names: ["project_uid"],
    together: [["night_from", "night_to"]],
    first: {
      name: "First",
      address: "1 Equator Road",
      latitude: 11,
      longitude: 107,
      tilt_deg: 12,
      azimuth_deg: 180,
      timezone: "Asia/Tokyo",
      capacity_wp: 70_000,
      run_nze: true,
      calculate_expected_data_by: "other",
      tank_volume_l: 300,
      collector_area_m2: 4.5,
      collector_type: "flat_plate",
      heater_power_w: 2_000,
      heater_efficiency: 0.9,
      commissioned_on: "2024-01-01",
      night_from: "19:00",
      night_to: "05:00",
    },
    second: {
      name: "Second",
      address: "",
      latitude: 12,
      longitude: 108,
      tilt_deg: null,
      azimuth_deg: null,
      timezone: "Asia/Seoul",
      capacity_wp: 80_000,
      run_nze: false,
      calculate_expected_data_by: "gateway",
      tank_volume_l: null,
      collector_area_m2: null,
      collector_type: null,
      heater_power_w: null,
      heater_efficiency: 0.8,
      commissioned_on: null,
      night_from: null,
      night_to: null,
    },
    table: "project",
  },
  putChecklistAway: {
    names: ["project_uid"],
    always: ["put_away"],
    first: { put_away: true },
    second: { put_away: false },
    table: "project_member",
    columns: { put_away: "checklist_away_at" },
  },
  setTariff: {
    names: ["project_uid", "valid_from"],
    always: ["vnd_per_kwh"],
    first: { vnd_per_kwh: "2000", export_vnd_per_kwh: "700", bands: [band("17:00")] },
    second: { vnd_per_kwh: "2100", export_vnd_per_kwh: "800", bands: [band("18:00")] },
    table: "tariff",
  },
  changeDevice: {
    names: ["project_uid", "device_uid"],
    first: { name: "Roof east", warranty_begin: "2024-01-01", warranty_end: "2034-01-01" },
    second: { name: "Roof west", warranty_begin: null, warranty_end: null },
    table: "device",
  },
  setEnergyBefore: {
    names: ["project_uid", "device_uid"],
    first: { energy_before_kwh: 1_000 },
    second: { energy_before_kwh: 2_000 },
    table: "device",
    columns: { energy_before_kwh: "energy_before_wh" },
  },
  setPerformanceContract: {
    names: ["project_uid"],
    first: {
      starts_on: "2024-01-01",
      degradation_percent_per_year: 0.5,
      guaranteed_year_percent: 80,
      guaranteed_month_percent: months(80),
      pvsyst_year_percent: 84,
      pvsyst_month_percent: months(84),
      gamma_percent_per_c: -0.4,
      rated_from_w_m2: 60,
      pair_from_w_m2: 30,
      min_completeness_percent: 80,
      min_insolation_wh_m2: 600,
      status_from_percent: { normal: 97, warning: 94, minor: 89, major: 79 },
    },
    second: {
      starts_on: null,
      degradation_percent_per_year: 0.7,
      guaranteed_year_percent: null,
      guaranteed_month_percent: null,
      pvsyst_year_percent: null,
      pvsyst_month_percent: null,
      gamma_percent_per_c: -0.3,
      rated_from_w_m2: 70,
      pair_from_w_m2: 40,
      min_completeness_percent: 70,
      min_insolation_wh_m2: 700,
      status_from_percent: { normal: 96, warning: 93, minor: 88, major: 78 },
    },
    table: "performance_contract",
    columns: {
      degradation_percent_per_year: "degradation_per_year",
      guaranteed_year_percent: "guaranteed_year",
      guaranteed_month_percent: "guaranteed_month",
      pvsyst_year_percent: "simulated_year",
      pvsyst_month_percent: "simulated_month",
      gamma_percent_per_c: "gamma_per_c",
      min_completeness_percent: "min_completeness",
      status_from_percent: "status_from",
    },
  },
};
