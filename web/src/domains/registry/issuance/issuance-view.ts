import { ISSUANCE_ORDERS, ISSUANCE_TABS } from "@heliograph/contract/registry/issuance/issuance";
import { useRecordListView, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const ISSUANCE_STATES = ISSUANCE_TABS.filter((tab) => tab !== "all");

/** Which part of the list is shown. */
export type IssuanceView = StatePart<(typeof ISSUANCE_ORDERS)[number], (typeof ISSUANCE_STATES)[number]>;

/** What the address chooses of the list, and how to change it. */
export const useIssuanceView = () => useRecordListView(ISSUANCE_ORDERS, ISSUANCE_STATES);
