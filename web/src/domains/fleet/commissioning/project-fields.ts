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
};

/** The fields of a project. */
export function projectFields({ capacity_wp, heater_power_w, ...project }: ProjectBody): ProjectFields {
  return {
    ...project,
    capacity_kwp: capacity_wp / 1000,
    heater_power_kw: heater_power_w === null ? null : heater_power_w / 1000,
  };
}

/** What the fields say of a project; a water heater has no capacity. */
function projectTyped({ capacity_kwp, heater_power_kw, ...fields }: ProjectFields) {
  return {
    ...fields,
    capacity_wp: fields.project_type === "swh" ? 0 : inBase(capacity_kwp),
    heater_power_w: inBase(heater_power_kw),
  };
}

/** Whole Wp or W of kWp or kW. */
const inBase = (kilo: number | null): number | null => (kilo === null ? null : Math.round(kilo * 1000));

/** The change that the fields mean: what stands in them as it was is not named, so that nobody else's change is undone. */
export function projectChange(project_uid: string, fields: ProjectFields, was: ProjectBody) {
  const { project_type: _fixed, ...now } = projectTyped(fields);
  const before: Readonly<Record<string, unknown>> = was;
  const changed = Object.entries(now).filter(([name, value]) => !Object.is(value, before[name]));
  return { project_uid, ...Object.fromEntries(changed) };
}
