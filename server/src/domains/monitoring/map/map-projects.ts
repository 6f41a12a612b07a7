// The projects of a map, from the columns in which the database gives them.
import type { MapProject } from "@heliograph/contract";

/** Columns of equal length, one entry a project, in the units of MapColumns of map.sql.ts. */
interface PackedProjects {
  readonly uids: string;
  readonly names: readonly string[];
  readonly latitudes_e5: readonly number[];
  readonly longitudes_e5: readonly number[];
  readonly irradiance_tenths: readonly (number | null)[];
}

/** Length of a uid as text. */
const UID_CHARACTERS = 36;

/** W/m2 from tenths of it; null stays null. */
export const wattsOfTenths = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10);

/** The projects as the contract states them for mapData, in the columns' order. */
export function mapProjects(columns: PackedProjects): MapProject[] {
  return columns.names.map((name, at) => ({
    project_info: {
      project_uid: columns.uids.slice(at * UID_CHARACTERS, (at + 1) * UID_CHARACTERS),
      project_ssoc_name: name,
      project_latitude: (columns.latitudes_e5[at] ?? 0) / 1e5,
      project_longitude: (columns.longitudes_e5[at] ?? 0) / 1e5,
    },
    project_data: {
      radiation_data: {
        radiation_value: { value: wattsOfTenths(columns.irradiance_tenths[at] ?? null), unit: "W/m2" },
      },
    },
  }));
}
