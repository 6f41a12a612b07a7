import {
  type IMPORT_ORDERS,
  listImportOrigins,
  listRecImports,
  readRecImport,
} from "@heliograph/contract/registry/imports/imports";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { queryOf, type StatePart } from "../../../platform/rec/lists/use-list-view.ts";
import type { IMPORT_STATES } from "./import-view.ts";

/** A page of imports. */
export const recImportsQuery = (
  account: string | undefined,
  view: StatePart<(typeof IMPORT_ORDERS)[number], (typeof IMPORT_STATES)[number]>,
  items_page: number,
) =>
  ask(listRecImports, {
    query: { ...actingAs(account), ...queryOf(view, items_page) },
  });

/** One import. */
export const importQuery = (account: string | undefined, record_uid: string) =>
  ask(readRecImport, { query: { ...actingAs(account), record_uid } });

/** Other registries, with the platform's account at each. */
export const originsQuery = (account: string | undefined) =>
  ask(listImportOrigins, { query: actingAs(account) });

/** An import as its page has it. */
export type RecImport = Answer<typeof readRecImport>;
