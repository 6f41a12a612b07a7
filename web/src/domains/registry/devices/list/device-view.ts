import { DEVICE_APPLICATION_ORDERS } from "@heliograph/contract/registry/devices/device-applications";
import { DEVICE_ORDERS } from "@heliograph/contract/registry/devices/registered-devices";
import { useRecView } from "../../../../platform/rec/acting.ts";
import type { Sort } from "../../../../ui/data-table/columns.ts";
import { sortIn, sortText } from "../../../../platform/rec/lists/sort-in.ts";

/** Sub-tabs of Device Registration and of Devices (C59, C73). */
export const DEVICE_SUBS = ["all", "normal", "grouped", "folder"] as const;
type DeviceSub = (typeof DEVICE_SUBS)[number];
const STATUSES = ["draft", "pending", "to_resubmit", "approved", "declined"] as const;
type TabStatus = (typeof STATUSES)[number] | "mixed";

/** What the address chooses of a list of devices, and how to change it; another tab begins with its first page. */
export function useDeviceView() {
  const { search, change } = useRecView();
  const sub = DEVICE_SUBS.find((one) => one === search.get("sub")) ?? "all";
  const named = search.get("status");
  const status: TabStatus | null =
    named === "mixed" ? "mixed" : (STATUSES.find((one) => one === named) ?? null);
  return {
    /** By what registered devices are in order; null: as they come. */
    sort: sortIn(search, DEVICE_ORDERS),
    /** By what applications are in order; null: the newest first. */
    applicationSort: sortIn(search, DEVICE_APPLICATION_ORDERS),
    sortBy: (next: Sort) => change({ sort: sortText(next), page: undefined }),
    sub,
    status,
    /** The uid of a folder that is open; null: none. */
    folder: sub === "folder" ? search.get("folder") : null,
    showFolder: (folder: string | null) =>
      change({ folder: folder ?? undefined, status: undefined, q: undefined, page: undefined }),
    q: search.get("q") ?? "",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
    showSub: (next: DeviceSub) =>
      change({
        sub: next === "all" ? undefined : next,
        folder: undefined,
        status: undefined,
        sort: undefined,
        page: undefined,
      }),
    showStatus: (next: TabStatus | null) => change({ status: next ?? undefined, page: undefined }),
    searchFor: (text: string) => change({ q: text === "" ? undefined : text, page: undefined }),
    showPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
    showAll: () => change({ q: undefined, status: undefined, page: undefined }),
  };
}
