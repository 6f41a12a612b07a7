// The project overview: which widgets a project has, and what they show (M102 to M104, M106, M109 to M112).
import { z } from "zod";
import { assetType } from "../../fleet/asset-types.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { iotData } from "../devices/device-data.ts";
import {
  gatewayEntry,
  projectData,
  projectInfo,
  projectState,
  swhFigures,
  uidAndSerial,
} from "../project-figures.ts";
import { oneProject } from "../portfolio.ts";
import { zonedInstant } from "../../kernel/units.ts";

/** M110. */
const widgetName = z.enum([
  "widget_project_info",
  "widget_date_time_info",
  "widget_gateway_info",
  "widget_gateway_data",
  "widget_map_gps",
  "widget_swh_energy_saving",
  "widget_swh_cost_saving",
  "widget_swh_sensor",
  "widget_swh_relay",
  "widget_swh_model",
  "widget_swh_active_schedule",
  "widget_swh_upcoming_schedule",
]);
export type WidgetName = z.output<typeof widgetName>;

export const widgetList = endpoint({
  name: "widgetList",
  method: "GET",
  path: "project/widget/list",
  summary: "The widgets of a project's overview, in order",
  query: oneProject,
  answer: z.object({
    /** M109: clients keep those of request_type 0, which are asked for with the overview. */
    widgets_list: z.array(z.object({ widget_name: widgetName, request_type: z.int() })),
  }),
  refusals: ["project.not_found"],
});

/** M103: a device or gateway with what it last said. */
const serialEntry = uidAndSerial.extend({
  name: z.string(),
  /** What its owner calls it; null: nothing. */
  alias: z.string().nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  /** Nameplate AC power, W; null: not told. */
  ac_nominal_w: z.number().nullable(),
  gateway: z.object({ uid: z.uuid() }),
  gateway_info: uidAndSerial,
  /** Null for gateways, which report only through their devices. */
  iot_data: iotData.nullable(),
});
export type SerialEntry = z.output<typeof serialEntry>;

/** M102: in the order iot_gateway, then the device types of the contract; types without a device are left out. */
const assetEntry = z.object({
  asset_type: z.enum(["iot_gateway", ...assetType.options]),
  serial_list: z.array(serialEntry),
});

export const projectWidget = endpoint({
  name: "projectWidget",
  method: "GET",
  path: "project/widget",
  summary: "Everything the overview of a project shows now, without its charts",
  query: oneProject,
  answer: projectState.extend({
    project_info: projectInfo.extend({
      project_asset_list: z.array(assetEntry),
      project_widgets: z.array(widgetName),
    }),
    project_data: projectData,
    swh_data: swhFigures.nullable(),
    gateway_list: z.array(gatewayEntry),
    widget_project_info: z.object({
      run_nze: z.boolean(),
      /** kWp. */
      project_capacity_pv: z.number(),
      /** The same gateways and devices, without what they last said. */
      project_asset_list: z.array(
        assetEntry.omit({ serial_list: true }).extend({ serial_list: z.array(uidAndSerial) }),
      ),
      /** Newest first. `url` is answered to callers who show their token, as any call is. */
      project_public_files: z.array(
        z.object({
          category: z.literal("image"),
          file_uid: z.uuid(),
          name: z.string(),
          size_bytes: z.int(),
          url: z.string(),
        }),
      ),
    }),
    widget_date_time_info: z.object({
      /** Now, in the project's zone. */
      current_time: zonedInstant,
      timezone: z.string(),
      /** The project's calendar day. */
      today: z.iso.date(),
    }),
    widget_map_gps: z.object({ project_latitude: z.number(), project_longitude: z.number() }),
  }),
  refusals: ["project.not_found"],
});
