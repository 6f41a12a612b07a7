import {
  DEVICE_APPLICATION_ORDERS,
  DEVICE_FOLDER_ORDERS,
  DEVICE_ORDERS,
} from "@heliograph/contract/registry/devices/device-orders";
import { DEVICE_TABS } from "@heliograph/contract/registry/devices/device-life";
import { useRecView } from "../../../../platform/rec/acting.ts";
import { useRecordListView } from "../../../../platform/rec/lists/use-list-view.ts";

/** Sub-tabs of Device Registration and of Devices (C59, C73). */
export const DEVICE_SUBS = ["all", "normal", "grouped", "folder"] as const;
type DeviceSub = (typeof DEVICE_SUBS)[number];

/** Statuses of folders. */
export const FOLDER_STATUSES = [...DEVICE_TABS, "mixed"] as const;

/** What one list narrows and turns, and another knows nothing of. */
const OF_ONE_LIST = { q: undefined, status: undefined, sort: undefined, page: undefined };

/** Which kind the address shows, and of folders which is open; another one begins with all of its rows. */
export function useDeviceSub() {
  const { search, change } = useRecView();
  const sub = DEVICE_SUBS.find((one) => one === search.get("sub")) ?? "all";
  return {
    sub,
    showSub: (next: DeviceSub) =>
      change({ ...OF_ONE_LIST, sub: next === "all" ? undefined : next, folder: undefined }),
    /** The uid of a folder that is open; null: none. */
    folder: sub === "folder" ? search.get("folder") : null,
    showFolder: (folder: string | null) => change({ ...OF_ONE_LIST, folder: folder ?? undefined }),
  };
}

/** What the address shows of applications; the newest first where no order is chosen. */
export const useApplicationsView = () => useRecordListView(DEVICE_APPLICATION_ORDERS, DEVICE_TABS);

/** What the address shows of registered devices, likewise. */
export const useRegisteredView = () => useRecordListView(DEVICE_ORDERS, []);

/** What the address shows of folders, likewise. */
export const useFoldersView = () => useRecordListView(DEVICE_FOLDER_ORDERS, FOLDER_STATUSES);
