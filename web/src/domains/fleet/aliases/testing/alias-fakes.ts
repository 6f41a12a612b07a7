// What tests of the window Setting share: a gateway with two devices, and projects as its choice lists them.
import type { listGateways } from "@heliograph/contract/fleet/gateways";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { allProjectList } from "@heliograph/contract/monitoring/portfolio";

type Device = Answer<typeof listGateways>["items"][number]["devices"][number];
export const GATEWAY_OF_BOTH = "0198a5a0-0000-7000-8000-0000000000aa";
export const INVERTER_UID = "0198a5a0-0000-7000-8000-000000000001";
export const METER_UID = "0198a5a0-0000-7000-8000-000000000002";

const device = (device_uid: string, serial: string, asset_type: Device["asset_type"]): Device => ({
  device_uid,
  serial,
  asset_type,
  name: "",
  alias: null,
  manufacturer: null,
  model: null,
  ac_nominal_w: null,
  dc_capacity_wp: null,
  battery_capacity_wh: null,
  mppt_count: null,
  warranty_begin: null,
  warranty_end: null,
  announced_ac_nominal_w: null,
  announced_dc_capacity_wp: null,
  ratings_confirmed_at: null,
  replaces: null,
});

/** A gateway with an inverter and a meter. */
export const fakeGateway: Answer<typeof listGateways>["items"][number] = {
  gateway_uid: GATEWAY_OF_BOTH,
  serial: "GW-1",
  name: "Roof",
  alias: null,
  capacity_wp: null,
  interval_s: 60,
  firmware_version: null,
  connected: true,
  last_contact_at: null,
  devices: [device(INVERTER_UID, "INV-1", "solar_inverter"), device(METER_UID, "EM-1", "electric_meter")],
};

type Listed = Answer<typeof allProjectList>["data"][number];
const LISTED = {
  project_address: "",
  project_type: "pv",
  project_role_to_user: "owner",
  project_capacity_pv: 499,
  timezone: "Asia/Ho_Chi_Minh",
  plant_status: "normal",
  sleeping: false,
} as const satisfies Partial<Listed>;
/** A project as the choice of the window lists it. */
export const inList = (uid: string, name: string, has_gateway: boolean): Listed => {
  const named = { project_uid: uid, project_ssoc_name: name };
  return { ...LISTED, ...named, has_gateway, has_device: has_gateway };
};
