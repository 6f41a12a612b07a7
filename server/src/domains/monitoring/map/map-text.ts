// The answer of project/map-data as text: to make ten thousand objects and to check them costs more than all the rest.

/** What is written, in columns of equal length; as MapColumns of map.sql.ts. */
export interface MapText {
  readonly version: string;
  readonly uids: string;
  readonly names: readonly string[];
  readonly latitudes_e5: readonly number[];
  readonly longitudes_e5: readonly number[];
  readonly irradiance_tenths: readonly (number | null)[];
}

/** Length of a uid as text. */
const UID_CHARACTERS = 36;

/** W/m2 from tenths of it. */
export const wattsOfTenths = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10);

/** The JSON that the contract states for mapData; `current_time` as it states instants. */
export function mapText(columns: MapText, current_time: string): string {
  const projects = columns.names.map((name, at) => {
    const uid = columns.uids.slice(at * UID_CHARACTERS, (at + 1) * UID_CHARACTERS);
    const latitude = (columns.latitudes_e5[at] ?? 0) / 1e5;
    const longitude = (columns.longitudes_e5[at] ?? 0) / 1e5;
    const value = wattsOfTenths(columns.irradiance_tenths[at] ?? null);
    return (
      `{"project_info":{"project_uid":"${uid}","project_ssoc_name":${JSON.stringify(name)},` +
      `"project_latitude":${latitude},"project_longitude":${longitude}},` +
      `"project_data":{"radiation_data":{"radiation_value":{"value":${value},"unit":"W/m2"}}}}`
    );
  });
  const rest = JSON.stringify({ map_version: columns.version, current_time });
  return `{"project_data":[${projects.join(",")}],${rest.slice(1)}`;
}
