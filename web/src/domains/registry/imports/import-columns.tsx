import { IMPORT_ORDERS, type RecImportRow } from "@heliograph/contract/registry/imports/imports";
import { useMemo } from "react";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import type { Column } from "../../../ui/data-table/columns.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { StateTag } from "../StateTag.tsx";
import { useNextColumn } from "../next-column.ts";
import { useImportWords, type ImportWords } from "./import-words.ts";

/** The columns of imports (C88); whose they are is a column for those who see several accounts'. */
export function useImportColumns(withCompany: boolean): readonly Column<RecImportRow>[] {
  const words = useImportWords();
  const address = useServiceAddress();
  const next = useNextColumn<RecImportRow>();
  return useMemo(() => {
    const open = (record: string) => address("imports", { record });
    const columns = [
      ...named(words, open),
      ...(withCompany
        ? [
            {
              id: "company",
              label: words.text("imp.company"),
              value: ({ company_name }: RecImportRow) => company_name,
            },
          ]
        : []),
      ...described(words),
      ...counted(words),
      next,
    ];
    return sortableBy(columns, IMPORT_ORDERS);
  }, [words, address, withCompany, next]);
}

function named({ text, state }: ImportWords, open: (record: string) => string): Column<RecImportRow>[] {
  return [
    {
      id: "application_id",
      label: text("imp.number"),
      rowHead: true,
      value: ({ number }) => number,
      cell: ({ number, record_uid }) => <RecordLink to={open(record_uid)}>{number}</RecordLink>,
    },
    {
      id: "status",
      label: text("imp.status"),
      value: ({ status }) => state(status),
      cell: ({ status }) => <StateTag state={status} label={state(status)} />,
    },
    {
      id: "device_name",
      label: text("imp.device"),
      value: ({ device_name }) => device_name,
    },
  ];
}

const described = ({ text, registry, fuel }: ImportWords): Column<RecImportRow>[] => [
  { id: "registry", label: text("imp.registry"), value: (row) => registry(row.registry) },
  { id: "fuel_type", label: text("imp.fuel"), value: (row) => fuel(row.fuel) },
  { id: "location", label: text("imp.location"), value: ({ location }) => location },
  { id: "province", label: text("imp.province"), value: ({ province }) => province },
  { id: "from", label: text("imp.from"), value: ({ period_from }) => period_from },
  { id: "to", label: text("imp.to"), value: ({ period_to }) => period_to },
];

const counted = ({ text, format }: ImportWords): Column<RecImportRow>[] => [
  {
    id: "rec_quantity",
    label: text("imp.quantity"),
    unit: "MWh",
    numeric: true,
    value: ({ quantity }) => quantity,
    cell: ({ quantity }) => format.number(quantity, 0),
  },
  {
    id: "rec_quantity_received",
    label: text("imp.received"),
    unit: "MWh",
    numeric: true,
    value: ({ quantity_received }) => quantity_received,
    cell: ({ quantity_received, quantity }) =>
      quantity_received > 0 && quantity_received < quantity
        ? text("imp.receivedOf", {
            r: format.number(quantity_received, 0),
            q: format.number(quantity, 0),
          })
        : format.number(quantity_received, 0),
  },
  {
    id: "created_date",
    label: text("imp.created"),
    unit: GMT8,
    value: ({ created_at }) => plainGmt8(created_at),
  },
  { id: "rec_id", label: text("imp.recId"), value: ({ rec_id }) => rec_id.join(", ") || null },
];
