import {
  assetType,
  downloadFile,
  localDay,
  projectDetail,
  projectInfoOnly,
  projectWidget,
  widgetList,
  type Answer,
  type GatewayEntry,
  type SerialEntry,
  type WidgetName,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { gatewayShown } from "../../control/index.ts";
import { imagesOfProject, inProject, type ProjectAccess } from "../../fleet/index.ts";
import { iotDataOf, type DeviceRecord } from "../device-data.ts";
import { deviceRecordsOf, projectOf } from "./overview.sql.ts";
import {
  projectDataOf,
  projectInfoOf,
  projectStateOf,
  swhDataOf,
  type GatewayRecord,
} from "../project-figures.ts";
import { gatewaysOf } from "../portfolio/project-list.sql.ts";
import { zonedTime } from "../zoned-time.ts";

const LOOK = { to: "look", noun: "project" } as const;

const COMMON_WIDGETS = [
  "widget_project_info",
  "widget_date_time_info",
  "widget_gateway_info",
  "widget_gateway_data",
  "widget_map_gps",
] as const;
const WIDGETS: Record<"pv" | "swh", readonly WidgetName[]> = {
  pv: COMMON_WIDGETS,
  swh: [
    ...COMMON_WIDGETS,
    "widget_swh_energy_saving",
    "widget_swh_cost_saving",
    "widget_swh_sensor",
    "widget_swh_relay",
    "widget_swh_model",
    "widget_swh_active_schedule",
    "widget_swh_upcoming_schedule",
  ],
};

/** Serves single projects and their overviews. `now` gives ms since 1970. */
export function overviewRoutes(serve: Serve, db: Db, now: () => number): void {
  serve(projectInfoOnly, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const gateways = await gatewaysOf(tx, [access.project_id]);
      return { project_info: projectInfoOf(await projectOf(tx, access), gateways) };
    }),
  );

  serve(widgetList, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (_tx, access) => ({
      widgets_list: WIDGETS[access.project_type].map((widget_name) => ({ widget_name, request_type: 0 })),
    })),
  );

  serve(projectDetail, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, async (tx, access) => {
      const nowMs = now();
      const row = await projectOf(tx, access);
      const gateways = await gatewaysOf(tx, [access.project_id]);
      const devices = await deviceRecordsOf(tx, access, localDay(row.timezone, nowMs));
      return {
        ...projectStateOf(row),
        project_info: projectInfoOf(row, gateways),
        project_data: projectDataOf(row),
        swh_data: swhDataOf(row),
        gateway_list: gateways.map((gateway) => entryWithDevices(gateway, devices, nowMs)),
      };
    }),
  );

  serve(projectWidget, ({ query, session }) =>
    inProject(db, session, query.project_uid, LOOK, (tx, access) => overviewOf(tx, access, now())),
  );
}

/** The widgets of a project of the type, in order. */
export const widgetsOf = (type: "pv" | "swh"): readonly WidgetName[] => WIDGETS[type];

/** Everything the overview of the project shows at the instant. */
export async function overviewOf(
  tx: Tx,
  access: ProjectAccess,
  nowMs: number,
): Promise<Answer<typeof projectWidget>> {
  const row = await projectOf(tx, access);
  const today = localDay(row.timezone, nowMs);
  const gateways = await gatewaysOf(tx, [access.project_id]);
  const devices = await deviceRecordsOf(tx, access, today);
  const images = await imagesOfProject(tx, access);
  const project_info = projectInfoOf(row, gateways);
  const project_asset_list = assets(gateways, devices, nowMs);
  return {
    ...projectStateOf(row),
    project_info: {
      ...project_info,
      project_asset_list,
      project_widgets: [...WIDGETS[row.project_type]],
    },
    project_data: projectDataOf(row),
    swh_data: swhDataOf(row),
    gateway_list: gateways.map((gateway) => entryWithDevices(gateway, devices, nowMs)),
    widget_project_info: {
      run_nze: row.run_nze,
      project_capacity_pv: project_info.project_capacity_pv,
      project_asset_list: project_asset_list.map(({ asset_type, serial_list }) => ({
        asset_type,
        serial_list: serial_list.map(({ uid, serial }) => ({ uid, serial })),
      })),
      project_public_files: images.map((image) => ({
        category: "image",
        ...image,
        url: `/api/v1/${downloadFile.path}?file_uid=${image.file_uid}`,
      })),
    },
    widget_date_time_info: {
      current_time: zonedTime(row.timezone, nowMs),
      timezone: row.timezone,
      today,
    },
    widget_map_gps: { project_latitude: row.latitude, project_longitude: row.longitude },
  };
}

/** M104 with the gateway's devices by type. */
function entryWithDevices(
  gateway: GatewayRecord,
  devices: readonly DeviceRecord[],
  nowMs: number,
): GatewayEntry {
  const own = devices.filter((device) => device.gateway_id === gateway.gateway_id);
  return {
    ...gatewayShown(gateway, nowMs),
    gateway_manage_device: assetType.options
      .map((asset_type) => ({
        asset_type,
        asset_serial_list: own
          .filter((device) => device.asset_type === asset_type)
          .map((device) => ({ uid: device.device_uid, serial: device.serial })),
      }))
      .filter((group) => group.asset_serial_list.length > 0),
  };
}

/** M102 and M103: gateways first, then devices by type. */
function assets(gateways: readonly GatewayRecord[], devices: readonly DeviceRecord[], nowMs: number) {
  const ofGateways = { asset_type: "iot_gateway" as const, serial_list: gateways.map(serialEntryOfGateway) };
  const ofDevices = assetType.options.map((asset_type) => ({
    asset_type,
    serial_list: devices
      .filter((device) => device.asset_type === asset_type)
      .map((device) => serialEntryOfDevice(device, nowMs)),
  }));
  return [ofGateways, ...ofDevices].filter((group) => group.serial_list.length > 0);
}

function serialEntryOfGateway(gateway: GatewayRecord): SerialEntry {
  const { gateway_uid: uid, serial, name, alias } = gateway;
  return {
    uid,
    serial,
    name,
    alias,
    manufacturer: null,
    model: null,
    ac_nominal_w: null,
    gateway: { uid },
    gateway_info: { uid, serial },
    iot_data: null,
  };
}

function serialEntryOfDevice(device: DeviceRecord, nowMs: number): SerialEntry {
  return {
    uid: device.device_uid,
    serial: device.serial,
    name: device.name,
    alias: device.alias,
    manufacturer: device.manufacturer,
    model: device.model,
    ac_nominal_w: device.ac_nominal_w,
    gateway: { uid: device.gateway_uid },
    gateway_info: { uid: device.gateway_uid, serial: device.gateway_serial },
    iot_data: iotDataOf(device, nowMs),
  };
}
