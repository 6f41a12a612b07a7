import {
  type IMPORT_ORDERS,
  listImportOrigins,
  listRecImports,
  readRecImport,
} from "@heliograph/contract/registry/imports/imports";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { ListPart } from "../../../platform/rec/lists/use-list-view.ts";
import type { IMPORT_STATES } from "./import-view.ts";

/** Rows on a page of the list of imports. */
export const IMPORTS_PER_PAGE = 20;

/** The part of a query that says for whom the person acts; platform operators act for nobody. */
export const importerOf = (account: string | undefined) => (account === undefined ? {} : { account });

/** A page of imports. */
export const recImportsQuery = (
  account: string | undefined,
  {
    tab,
    search,
    page,
    sort,
  }: ListPart<(typeof IMPORT_ORDERS)[number]> & {
    readonly tab: (typeof IMPORT_STATES)[number] | null;
  },
  items_page = IMPORTS_PER_PAGE,
) =>
  ask(listRecImports, {
    query: { ...importerOf(account), tab: tab ?? "all", search, page, items_page, ...orderOf(sort) },
  });

/** One import. */
export const importQuery = (account: string | undefined, record_uid: string) =>
  ask(readRecImport, { query: { ...importerOf(account), record_uid } });

/** Other registries, with the platform's account at each. */
export const originsQuery = (account: string | undefined) =>
  ask(listImportOrigins, { query: importerOf(account) });

/** An import as its page has it. */
export type RecImport = Answer<typeof readRecImport>;
