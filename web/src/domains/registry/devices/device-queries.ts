import type {
  DEVICE_APPLICATION_ORDERS,
  DEVICE_FOLDER_ORDERS,
  DEVICE_ORDERS,
} from "@heliograph/contract/registry/devices/device-orders";
import {
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceProjects } from "@heliograph/contract/registry/devices/device-projects";
import {
  getDeviceFolder,
  listDeviceFolders,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import type { DeviceType } from "@heliograph/contract/registry/devices/device-form";
import type { DEVICE_TABS } from "@heliograph/contract/registry/devices/device-life";
import {
  getRegisteredDevice,
  listRegisteredDevices,
} from "@heliograph/contract/registry/devices/registered-devices";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { ListPart, StatePart } from "../../../platform/rec/lists/use-list-view.ts";
import { PAGE_ROWS } from "../../../platform/rec/lists/use-paged-list.ts";

/** One application. */
export const applicationQuery = (account: string | undefined, record_uid: string) =>
  ask(getDeviceApplication, { query: { ...actingAs(account), record_uid } });

/** What lists of a page of rows ask for alike. */
const partOf = <By extends string>({ search, page, sort }: ListPart<By>, page_size: number) => ({
  search,
  page,
  page_size,
  ...orderOf(sort),
});

/** Which applications: of a type, in a folder; left out: of all, and in any. */
export interface ApplicationsOf {
  readonly type?: DeviceType;
  readonly folder_uid?: string;
}

/** A page of applications. `tab`: their status; null: all. */
export const applicationsQuery = (
  account: string | undefined,
  {
    tab,
    of,
    ...part
  }: StatePart<(typeof DEVICE_APPLICATION_ORDERS)[number], (typeof DEVICE_TABS)[number]> & {
    readonly of: ApplicationsOf;
  },
  page_size: number,
) =>
  ask(listDeviceApplications, {
    query: {
      ...actingAs(account),
      ...of,
      ...(tab === null ? {} : { status: tab }),
      ...partOf(part, page_size),
    },
  });

/** A page of folders whose name or number has the text. `tab`: their status; null: all. */
export const foldersQuery = (
  account: string | undefined,
  { tab, ...part }: StatePart<(typeof DEVICE_FOLDER_ORDERS)[number], DeviceFolder["status"]>,
  page_size: number,
) =>
  ask(listDeviceFolders, {
    query: { ...actingAs(account), ...(tab === null ? {} : { status: tab }), ...partOf(part, page_size) },
  });

/** Folders by name whose name or number has the text. */
export const foldersToChooseQuery = (account: string | undefined, search: string, page: number) =>
  foldersQuery(
    account,
    { tab: null, search, page, sort: { by: "group_device_name", down: false } },
    PAGE_ROWS,
  );

/** One folder. */
export const folderQuery = (account: string | undefined, folder_uid: string) =>
  ask(getDeviceFolder, { query: { ...actingAs(account), folder_uid } });

/** Projects that the person may choose. */
export const projectsToChooseQuery = (account: string | undefined) =>
  ask(listDeviceProjects, { query: actingAs(account) });

/** A page of registered devices. */
export const registeredDevicesQuery = (
  account: string | undefined,
  { type, ...part }: ListPart<(typeof DEVICE_ORDERS)[number]> & { readonly type: DeviceType },
  page_size: number,
) => ask(listRegisteredDevices, { query: { ...actingAs(account), type, ...partOf(part, page_size) } });

/** Devices by name whose name, code or province has the text: what a group can consist of. */
export const devicesToChooseQuery = (account: string | undefined, search: string, page: number) =>
  registeredDevicesQuery(
    account,
    { type: "normal", search, page, sort: { by: "device_english_name", down: false } },
    PAGE_ROWS,
  );

/** One registered device. */
export const registeredDeviceQuery = (account: string | undefined, device_uid: string) =>
  ask(getRegisteredDevice, { query: { ...actingAs(account), device_uid } });
