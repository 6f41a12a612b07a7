// Gateways with the devices behind them, as the overview lists them.
import type { Widget } from "../overview/use-overview.ts";

type Gateway = Widget["gateway_list"][number];
type Asset = Widget["project_info"]["project_asset_list"][number];
type DeviceType = Exclude<Asset["asset_type"], "iot_gateway">;
export type ListedDevice = Asset["serial_list"][number] & { readonly asset_type: DeviceType };

export interface DeviceGroup {
  readonly gateway: Gateway;
  readonly devices: readonly ListedDevice[];
}

const deviceTypes = (asset: Asset): asset is Asset & { asset_type: DeviceType } =>
  asset.asset_type !== "iot_gateway";

/** Every gateway in the server's order, with its devices by type as the server orders them. */
export function deviceGroups({ project_info: project, gateway_list: gateways }: Widget): DeviceGroup[] {
  const devices = project.project_asset_list
    .filter(deviceTypes)
    .flatMap(({ asset_type, serial_list }) =>
      serial_list.map((device): ListedDevice => ({ ...device, asset_type })),
    );
  return gateways.map((gateway) => ({
    gateway,
    devices: devices.filter((device) => device.gateway.uid === gateway.gateway_info.uid),
  }));
}
