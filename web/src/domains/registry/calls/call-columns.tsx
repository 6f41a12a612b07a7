import { CALL_ORDERS, type CallRow } from "@heliograph/contract/registry/calls/calls";
import { useMemo } from "react";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import type { Column } from "../../../ui/data-table/columns.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { useNextColumn } from "../next-column.ts";
import { StateTag } from "../StateTag.tsx";
import { useCallWords } from "./call-words.ts";

/** The columns of calls to other registries. */
export function useCallColumns(): readonly Column<CallRow>[] {
  const { text, state, format } = useCallWords();
  const address = useServiceAddress();
  const next = useNextColumn<CallRow>();
  return useMemo(() => {
    const columns: Column<CallRow>[] = [
      {
        id: "number",
        label: text("calls.number"),
        rowHead: true,
        value: ({ number }) => number,
        cell: ({ number, record_uid }) => (
          <RecordLink to={address("redemption", { sub: "calls", record: record_uid })}>{number}</RecordLink>
        ),
      },
      {
        id: "status",
        label: text("calls.state"),
        value: ({ status }) => state(status),
        cell: ({ status }) => <StateTag state={status} label={state(status)} />,
      },
      { id: "origin", label: text("calls.origin"), value: ({ origin_name }) => origin_name },
      {
        id: "redemption",
        label: text("calls.redemption"),
        value: ({ redemption_number }) => redemption_number,
        cell: ({ redemption_number, redemption_uid }) => (
          <RecordLink to={address("redemption", { record: redemption_uid })}>{redemption_number}</RecordLink>
        ),
      },
      { id: "company", label: text("calls.company"), value: ({ company_name }) => company_name },
      {
        id: "quantity",
        label: text("calls.quantity"),
        unit: "MWh",
        numeric: true,
        value: ({ quantity }) => quantity,
        cell: ({ quantity }) => format.number(quantity, 0),
      },
      {
        id: "transaction",
        label: text("calls.transaction"),
        value: ({ transaction_number }) => transaction_number,
      },
      { id: "reference", label: text("calls.reference"), value: ({ reference }) => reference },
      {
        id: "created",
        label: text("calls.created"),
        unit: GMT8,
        value: ({ created_at }) => plainGmt8(created_at),
      },
      next,
    ];
    return sortableBy(columns, CALL_ORDERS);
  }, [text, state, format, address, next]);
}
