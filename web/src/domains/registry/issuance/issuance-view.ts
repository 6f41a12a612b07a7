import { ISSUANCE_ORDERS, ISSUANCE_TABS } from "@heliograph/contract/registry/issuance/issuance";
import { useRecordListView, type ListPart } from "../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const ISSUANCE_STATES = ISSUANCE_TABS.filter((tab) => tab !== "all");

/** Which part of the list is shown. */
export interface IssuanceView extends ListPart<(typeof ISSUANCE_ORDERS)[number]> {
  /** Null: all. */
  readonly tab: (typeof ISSUANCE_STATES)[number] | null;
}

/** What the address chooses of the list, and how to change it. */
export const useIssuanceView = () => useRecordListView(ISSUANCE_ORDERS, ISSUANCE_STATES);
