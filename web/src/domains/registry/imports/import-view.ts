import { IMPORT_ORDERS, IMPORT_TABS } from "@heliograph/contract/registry/imports/imports";
import { useRecordListView } from "../../../platform/rec/lists/use-list-view.ts";

/** States that the list can be narrowed to. */
export const IMPORT_STATES = IMPORT_TABS.filter((tab) => tab !== "all");

/** What the address chooses of the list of imports, and how to change it. */
export const useImportView = () => useRecordListView(IMPORT_ORDERS, IMPORT_STATES);
