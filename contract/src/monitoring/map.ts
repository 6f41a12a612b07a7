// The radiation map: where the caller's projects are and what the sun gives them now (M58, M59, M119, M226).
import { shownStatus } from "../kernel/plant-status.ts";
import { z } from "zod";
import { projectType } from "../fleet/project-types.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { commaSeparated } from "../kernel/paging.ts";
import { line } from "../kernel/text.ts";
import { inWPerM2, zonedInstant } from "../kernel/units.ts";

/** Which of the caller's projects are on the map: those that a list with the same words and statuses shows. */
const onMap = z.object({
  project_type: projectType.default("pv"),
  /** Words that must all occur in name or address; case and Vietnamese accents do not matter. */
  keyword: line(100).default(""),
  /** Only projects shown with one of these; left out: all. */
  status: commaSeparated(shownStatus, 5).optional(),
});

/** Stands for the projects on the map, their names, their places and their order; not for their values. */
const mapVersion = z.string().regex(/^[0-9a-f]{32}$/);

const mapProject = z.object({
  project_info: z.object({
    project_uid: z.uuid(),
    project_ssoc_name: z.string(),
    project_latitude: z.number(),
    project_longitude: z.number(),
  }),
  project_data: z.object({
    /** Mean of the project's radiation sensors; null: none reports. */
    radiation_data: z.object({ radiation_value: inWPerM2 }),
  }),
});
export type MapProject = z.output<typeof mapProject>;

export const mapData = endpoint({
  name: "mapData",
  method: "GET",
  path: "project/map-data",
  summary: "Places and radiation of all the caller's projects that match",
  query: onMap,
  encoding: "columns",
  answer: z.object({
    project_data: z.array(mapProject),
    map_version: mapVersion,
    current_time: zonedInstant,
  }),
});

/**
 * What changes on a map that is open: it is asked for again and again, and a hundredth of mapData's size. A client whose
 * map_version is another asks for mapData.
 */
export const mapRadiation = endpoint({
  name: "mapRadiation",
  method: "GET",
  path: "project/map-radiation",
  summary: "The radiation of the projects of project/map-data, in the same order",
  query: onMap,
  answer: z.object({
    /** W/m2; null: no sensor reports. */
    radiation_values: z.array(z.number().nullable()),
    map_version: mapVersion,
    current_time: zonedInstant,
  }),
});
