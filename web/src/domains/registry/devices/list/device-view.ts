import { DEVICE_ORDERS } from "@heliograph/contract/registry/devices/registered-devices";
import { useRecView } from "../../../../platform/rec/acting.ts";

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
  const sorted = search.get("sort") ?? "";
  const by = DEVICE_ORDERS.find((one) => one === sorted.replace(/^-/, ""));
  return {
    /** By what registered devices are in order; null: as they come. */
    sort: by === undefined ? null : { by, down: sorted.startsWith("-") },
    sortBy: (next: { readonly by: string; readonly down: boolean } | null) =>
      change({ sort: next === null ? undefined : `${next.down ? "-" : ""}${next.by}`, page: undefined }),
    sub,
    status,
    q: search.get("q") ?? "",
    page: Math.max(1, Number.parseInt(search.get("page") ?? "1", 10) || 1),
    showSub: (next: DeviceSub) =>
      change({ sub: next === "all" ? undefined : next, status: undefined, page: undefined }),
    showStatus: (next: TabStatus | null) => change({ status: next ?? undefined, page: undefined }),
    searchFor: (text: string) => change({ q: text === "" ? undefined : text, page: undefined }),
    showPage: (page: number) => change({ page: page === 1 ? undefined : String(page) }),
    showAll: () => change({ q: undefined, status: undefined, page: undefined }),
  };
}
