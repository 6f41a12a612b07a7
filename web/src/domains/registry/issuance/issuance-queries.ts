import {
  listIssuableDevices,
  listIssuances,
  readIssuance,
} from "@heliograph/contract/registry/issuance/issuance";
import { actingAs } from "../../../platform/rec/acting.ts";
import { ask } from "../../../platform/api.ts";
import { orderOf } from "../../../platform/rec/lists/sort-in.ts";
import type { IssuanceView } from "./issuance-view.ts";

/** A page of the list. */
export const issuancesQuery = (account: string | undefined, view: IssuanceView, page_size: number) =>
  ask(listIssuances, {
    query: {
      ...actingAs(account),
      tab: view.tab ?? "all",
      ...(view.search === "" ? {} : { search: view.search }),
      page: view.page,
      page_size,
      ...orderOf(view.sort),
    },
  });

/** One request. */
export const issuanceQuery = (account: string | undefined, record_uid: string) =>
  ask(readIssuance, { query: { ...actingAs(account), record_uid } });

/** Devices that a request may be begun for. */
export const issuableDevicesQuery = (account: string | undefined) =>
  ask(listIssuableDevices, { query: actingAs(account) });
