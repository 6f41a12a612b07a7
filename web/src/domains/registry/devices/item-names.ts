import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";

/** What meters, devices of a group and the project of an application are called. */
export const itemNames = ({ facts, members }: Pick<DeviceApplication, "facts" | "members">) => ({
  meters: new Map(facts.meters.map(({ device_uid, serial }) => [device_uid, serial])),
  members: new Map(members.map(({ device_uid, name, code }) => [device_uid, `${name} · ${code}`])),
  project: facts.project ?? "",
});
