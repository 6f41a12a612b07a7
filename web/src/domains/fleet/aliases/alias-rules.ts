// What the screen of aliases makes of a project's gateways, and what it sends.
import type { setAlias } from "@heliograph/contract/fleet/aliases";
import type { Call } from "@heliograph/contract/kernel/endpoint";
import type { OwnDevice, OwnGateway } from "../gateways/use-gateways.ts";

/** Aliases by the uid of their gateway or device; what has none is left out. */
export type Aliases = Readonly<Record<string, string>>;

type Body = Call<typeof setAlias>["body"];

/** A project's gateways with their devices, and what they are called. */
export interface AliasesOfProject {
  readonly uid: string;
  readonly gateways: readonly OwnGateway[];
  readonly aliases: Aliases;
}

/** The three kinds of the screen (M82), and what is none of them: batteries, panels, controllers of water heaters. */
const GROUPS = ["inverters", "meters", "sensors", "others"] as const;
type AliasGroup = (typeof GROUPS)[number];

const GROUP_OF: Record<OwnDevice["asset_type"], AliasGroup> = {
  solar_inverter: "inverters",
  electric_meter: "meters",
  grid_meter: "meters",
  sensor_radiation: "sensors",
  solar_panel: "others",
  battery: "others",
  swh_controller: "others",
};

/** The devices of a gateway by group: always inverters, meters and sensors, and others where there are some. */
export function grouped(
  devices: readonly OwnDevice[],
): readonly { readonly group: AliasGroup; readonly devices: readonly OwnDevice[] }[] {
  return GROUPS.map((group) => ({
    group,
    devices: devices.filter(({ asset_type }) => GROUP_OF[asset_type] === group),
  })).filter(({ group, devices: own }) => group !== "others" || own.length > 0);
}

/** What stands in the fields: the alias of every gateway and device by uid, empty where there is none. */
export function fieldsOf(gateways: readonly OwnGateway[], aliases: Aliases): Record<string, string> {
  const uids = gateways.flatMap(({ gateway_uid, devices }) => [
    gateway_uid,
    ...devices.map(({ device_uid }) => device_uid),
  ]);
  return Object.fromEntries(uids.map((uid) => [uid, aliases[uid] ?? ""]));
}

/** Whether what stands in a field is another alias than before; spaces around it are none of it. */
export const isChanged = (uid: string, fields: Aliases, aliases: Aliases): boolean =>
  (fields[uid] ?? "").trim() !== (aliases[uid] ?? "");

/** What is sent (M174): only what is another alias now, null where it was emptied, and of the two lists only those with some. */
export function changedAliases(gateways: readonly OwnGateway[], fields: Aliases, aliases: Aliases): Body {
  const entered = (uid: string) => (fields[uid] ?? "").trim() || null;
  const gateway_list = gateways
    .filter(({ gateway_uid }) => isChanged(gateway_uid, fields, aliases))
    .map(({ gateway_uid }) => ({ gateway_uid, gateway_alias: entered(gateway_uid) }));
  const device_list = gateways.flatMap(({ gateway_uid, devices }) =>
    devices
      .filter(({ device_uid }) => isChanged(device_uid, fields, aliases))
      .map(({ device_uid }) => ({ gateway_uid, device_uid, device_alias: entered(device_uid) })),
  );
  return {
    ...(gateway_list.length > 0 ? { gateway_list } : {}),
    ...(device_list.length > 0 ? { device_list } : {}),
  };
}

/** Where the alias of each thing stands in what is sent, by uid: the server names what it refuses by that. */
export function placesIn({ gateway_list = [], device_list = [] }: Body): ReadonlyMap<string, string> {
  return new Map([
    ...gateway_list.map(({ gateway_uid }, n) => [gateway_uid, `gateway_list.${n}.gateway_alias`] as const),
    ...device_list.map(({ device_uid }, n) => [device_uid, `device_list.${n}.device_alias`] as const),
  ]);
}

/** The list in parts of at most so many. */
export function inParts<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, n) =>
    list.slice(n * most, (n + 1) * most),
  );
}
