import {
  GEC_REDEMPTION_ORDERS,
  type GecRedemptionRow,
} from "@heliograph/contract/registry/gec/gec-redemptions";
import { registryName } from "@heliograph/contract/registry/ledger";
import { useMemo } from "react";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import type { Column } from "../../../ui/data-table/columns.ts";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useNextColumn } from "../next-column.ts";
import { useServiceAddress } from "../services/service-view.ts";
import { GecState } from "./GecState.tsx";
import { useGecWords, type GecWords } from "./gec-words.ts";

/** The columns of redemptions of green certificates (C89), with both parties. */
export function useGecColumns(): readonly Column<GecRedemptionRow>[] {
  const words = useGecWords();
  const address = useServiceAddress();
  const next = useNextColumn<GecRedemptionRow>();
  return useMemo(() => {
    const open = (record: string) => address("redemption", { sub: "gec", record });
    const columns = [...named(words, open), ...described(words), ...dated(words), next];
    return sortableBy(columns, GEC_REDEMPTION_ORDERS);
  }, [words, address, next]);
}

const named = ({ text, state }: GecWords, open: (record: string) => string): Column<GecRedemptionRow>[] => [
  {
    id: "application_id",
    label: text("gec.number"),
    rowHead: true,
    value: ({ number }) => number,
    cell: ({ number, record_uid }) => <RecordLink to={open(record_uid)}>{number}</RecordLink>,
  },
  {
    id: "status",
    label: text("gec.state"),
    value: ({ status }) => state(status),
    cell: (row) => <GecState of={row} />,
  },
  { id: "buyer", label: text("gec.buyer"), value: ({ buyer_name }) => buyer_name },
  { id: "seller", label: text("gec.seller"), value: ({ seller_name }) => seller_name },
];

const described = ({ text, fuel, format }: GecWords): Column<GecRedemptionRow>[] => [
  { id: "registry", label: text("gec.registry"), value: ({ registry }) => registryName(registry) },
  { id: "device_name", label: text("gec.device"), value: (row) => row.device_name },
  { id: "fuel_type", label: text("gec.fuel"), value: (row) => (row.fuel === null ? null : fuel(row.fuel)) },
  { id: "location", label: text("gec.location"), value: ({ location }) => location },
  { id: "province", label: text("gec.province"), value: ({ province }) => province },
  { id: "beneficiary", label: text("gec.beneficiary"), value: (row) => row.beneficiary_name },
  { id: "vintage", label: text("gec.vintage"), value: ({ vintages }) => vintages.join(", ") || null },
  {
    id: "redeems_for",
    label: text("gec.redeemsFor"),
    value: ({ redeems_for }) => {
      if (redeems_for === null) return null;
      return text(redeems_for === "third_party" ? "gec.for.third_party" : "gec.for.own_consumption");
    },
  },
  {
    id: "amount",
    label: text("gec.amount"),
    // The specification writes MW; amounts are MWh.
    unit: "MW",
    hint: text("gec.amountHint"),
    numeric: true,
    value: ({ quantity }) => quantity,
    cell: ({ quantity }) => format.number(quantity, 0),
  },
];

const dated = ({ text }: GecWords): Column<GecRedemptionRow>[] => [
  {
    id: "created_date",
    label: text("gec.created"),
    unit: GMT8,
    value: ({ created_at }) => plainGmt8(created_at),
  },
  {
    id: "completed_date",
    label: text("gec.completed"),
    unit: GMT8,
    value: ({ completed_at }) => (completed_at === null ? null : plainGmt8(completed_at)),
  },
  {
    id: "updated_date",
    label: text("gec.updated"),
    unit: GMT8,
    value: ({ changed_at }) => plainGmt8(changed_at),
  },
];
