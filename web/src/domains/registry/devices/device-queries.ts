import {
  type DEVICE_APPLICATION_ORDERS,
  getDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import { listDeviceProjects } from "@heliograph/contract/registry/devices/device-projects";
import { listDeviceFolders } from "@heliograph/contract/registry/devices/device-folders";
import {
  getRegisteredDevice,
  listRegisteredDevices,
  type DEVICE_ORDERS,
} from "@heliograph/contract/registry/devices/registered-devices";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";

/** Rows on a page of a list of devices. */
export const DEVICES_PER_PAGE = 20;

/** The part of a query that says for whom the person acts; issuers act for nobody. */
export const actingAs = (account: string | undefined) => (account === undefined ? {} : { account });

/** One application. */
export const applicationQuery = (account: string | undefined, record_uid: string) =>
  ask(getDeviceApplication, { query: { ...actingAs(account), record_uid } });

interface ListView {
  readonly type?: "normal" | "grouped";
  readonly status?: "draft" | "pending" | "to_resubmit" | "approved" | "declined";
  readonly search: string;
  readonly page: number;
}

/** Which applications are shown, and in which order; the newest first where none is chosen. */
export interface ApplicationsView extends ListView {
  /** The uid of a folder; left out: of all, and in none. */
  readonly folder_uid?: string;
  readonly sort: { readonly by: (typeof DEVICE_APPLICATION_ORDERS)[number]; readonly down: boolean } | null;
}

/** A page of applications. */
export const applicationsQuery = (
  account: string | undefined,
  { type, status, search, page, sort, folder_uid }: ApplicationsView,
  page_size = DEVICES_PER_PAGE,
) =>
  ask(listDeviceApplications, {
    query: {
      ...actingAs(account),
      ...(type === undefined ? {} : { type }),
      ...(status === undefined ? {} : { status }),
      ...(folder_uid === undefined ? {} : { folder_uid }),
      search,
      page,
      page_size,
      ...orderOf(sort),
    },
  });

/** Folders whose name has the text. */
export const foldersQuery = (account: string | undefined, search: string) =>
  ask(listDeviceFolders, { query: { ...actingAs(account), search } });

/** Projects that the person may choose. */
export const projectsToChooseQuery = (account: string | undefined) =>
  ask(listDeviceProjects, { query: actingAs(account) });

/** Which registered devices are shown, and in which order; the newest first where none is chosen. */
export interface RegisteredView extends Pick<ListView, "type" | "search" | "page"> {
  readonly by?: (typeof DEVICE_ORDERS)[number];
  readonly down?: boolean;
}

/** A page of registered devices. */
export const registeredDevicesQuery = (
  account: string | undefined,
  { type, search, page, by, down }: RegisteredView,
  page_size = DEVICES_PER_PAGE,
) =>
  ask(listRegisteredDevices, {
    query: {
      ...actingAs(account),
      ...(type === undefined ? {} : { type }),
      ...(by === undefined ? {} : { order_by: by, order_type: down === true ? "desc" : "asc" }),
      search,
      page,
      page_size,
    },
  });

/** One registered device. */
export const registeredDeviceQuery = (account: string | undefined, device_uid: string) =>
  ask(getRegisteredDevice, { query: { ...actingAs(account), device_uid } });
