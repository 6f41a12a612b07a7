import { REDEMPTION_ORDERS } from "@heliograph/contract/registry/redemption/redemption-orders";
import { REDEMPTION_TABS } from "@heliograph/contract/registry/redemption/redemptions";
import { useRecordListView, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const REDEMPTION_STATES = REDEMPTION_TABS.filter((tab) => tab !== "all");

/** Which part of the list is shown. */
export type RedemptionView = StatePart<
  (typeof REDEMPTION_ORDERS)[number],
  (typeof REDEMPTION_STATES)[number]
>;

/** What the address chooses of the list, and how to change it. */
export const useRedemptionView = () => useRecordListView(REDEMPTION_ORDERS, REDEMPTION_STATES);
