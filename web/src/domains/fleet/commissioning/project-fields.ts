// What stands in the fields of a project, and the calls that they mean: kWp and kW on the screen, Wp and W inside.
import type { ProjectBody } from "@heliograph/contract/fleet/projects";
import type { Day } from "@heliograph/contract/kernel/time";

/** What is typed; a type and no interface, as forms are of any fields. Null: nothing is typed, NaN: no number. */
export type ProjectFields = {
  readonly name: string;
  readonly project_type: ProjectBody["project_type"];
  readonly address: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timezone: string;
  readonly capacity_kwp: number | null;
  readonly commissioned_on: Day | null;
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
  readonly tank_volume_l: number | null;
  readonly collector_area_m2: number | null;
  readonly collector_type: ProjectBody["collector_type"];
  readonly heater_power_kw: number | null;
  /** Of a new project; later prices have forms of their own. */
  readonly vnd_per_kwh: number | null;
  readonly export_vnd_per_kwh: number | null;
};

/** The empty fields of a new project; its zone comes with its place. */
export const newFields = (project_type: ProjectFields["project_type"]): ProjectFields => ({
  name: "",
  project_type,
  address: "",
  latitude: null,
  longitude: null,
  timezone: "",
  capacity_kwp: null,
  commissioned_on: null,
  tilt_deg: null,
  azimuth_deg: null,
  tank_volume_l: null,
  collector_area_m2: null,
  collector_type: null,
  heater_power_kw: null,
  vnd_per_kwh: null,
  export_vnd_per_kwh: null,
});

/** The fields of a project. */
export function projectFields({ capacity_wp, heater_power_w, ...project }: ProjectBody): ProjectFields {
  return {
    ...project,
    capacity_kwp: capacity_wp / 1000,
    heater_power_kw: heater_power_w === null ? null : heater_power_w / 1000,
    vnd_per_kwh: null,
    export_vnd_per_kwh: null,
  };
}

/** What the fields say of a project; a water heater has neither capacity nor modules, a plant no tank. */
function projectTyped({ capacity_kwp, heater_power_kw, ...given }: ProjectFields) {
  const { vnd_per_kwh: _price, export_vnd_per_kwh: _exported, ...fields } = given;
  const pv = fields.project_type === "pv";
  return {
    ...fields,
    capacity_wp: pv ? inBase(capacity_kwp) : 0,
    heater_power_w: inBase(heater_power_kw),
    ...(pv ? NO_HEATER : { tilt_deg: null, azimuth_deg: null }),
  };
}
const NO_HEATER = {
  tank_volume_l: null,
  collector_area_m2: null,
  collector_type: null,
  heater_power_w: null,
};

/** Whole Wp or W of kWp or kW. */
const inBase = (kilo: number | null): number | null => (kilo === null ? null : Math.round(kilo * 1000));

/** The new project that the fields mean, with its first price where one is typed. */
export function projectToCreate(fields: ProjectFields) {
  const { vnd_per_kwh, export_vnd_per_kwh } = fields;
  const priced = fields.project_type === "pv" && (vnd_per_kwh !== null || export_vnd_per_kwh !== null);
  const tariff = { vnd_per_kwh, ...(export_vnd_per_kwh === null ? {} : { export_vnd_per_kwh }) };
  return { ...projectTyped(fields), ...(priced ? { tariff } : {}) };
}

/** The change that the fields mean: what stands in them as it was is not named, so that nobody else's change is undone. */
export function projectChange(project_uid: string, fields: ProjectFields, was: ProjectBody) {
  const { project_type: _fixed, ...now } = projectTyped(fields);
  const before: Readonly<Record<string, unknown>> = projectTyped(projectFields(was));
  const changed = Object.entries(now).filter(([name, value]) => !Object.is(value, before[name]));
  return { project_uid, ...Object.fromEntries(changed) };
}

/** The place that the fields mean; null: none, or none on earth. */
export function placeTyped({ latitude, longitude }: ProjectFields): { lat: number; lng: number } | null {
  const given = latitude !== null && longitude !== null;
  return given && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { lat: latitude, lng: longitude }
    : null;
}
