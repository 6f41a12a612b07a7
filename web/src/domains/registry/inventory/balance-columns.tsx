import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import { BALANCE_ORDERS } from "@heliograph/contract/registry/inventory/inventory-orders";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { MISSING } from "../../../platform/format.ts";
import { registryName } from "@heliograph/contract/registry/ledger";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useWords, type Words } from "../../../platform/words.ts";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PlaceCell } from "../PlaceCell.tsx";
import { rowId } from "./inventory-view.ts";
import styles from "./Inventory.module.css";

export type BalanceRow = Answer<typeof listInventory>["items"][number];

/** Which row is opened, and how to open or close one. */
interface Opening {
  readonly open: string | null;
  readonly toggle: (row: BalanceRow) => void;
}

const nameOf = ({ english_name, device }: BalanceRow): string =>
  english_name === "" ? device : english_name;

/** The columns of a registry's balances: those of C90, and of C91 for GEC. */
export function useBalanceColumns(
  registry: CertificateRegistry,
  { open, toggle }: Opening,
): readonly Column<BalanceRow>[] {
  const words = useWords();
  return useMemo(() => {
    const head = deviceColumn(words, { open, toggle });
    const columns =
      registry === "GEC"
        ? [head, ...gecColumns(words)]
        : [head, ...balanceColumns(words), ...ownColumns(words, registry)];
    return sortableBy(columns, BALANCE_ORDERS);
  }, [registry, words, open, toggle]);
}

function deviceColumn({ text }: Words, { open, toggle }: Opening): Column<BalanceRow> {
  return {
    id: "device",
    label: text("inventory.device"),
    width: 240,
    rowHead: true,
    opens: true,
    value: nameOf,
    cell: (row) => (
      <button
        type="button"
        className={styles.opener}
        aria-expanded={rowId(row) === open}
        onClick={() => toggle(row)}
      >
        <ChevronRight size={16} aria-hidden />
        <span>
          <b>{nameOf(row)}</b>
          <small>{row.device}</small>
        </span>
      </button>
    ),
  };
}

/** Columns of fields of C90 that stand above the rows or in the tab, and are shown when they are asked for. */
export const BALANCE_OWN_COLUMNS = ["ticker", "vintage", "registry", "province"] as const;

function ownColumns({ text }: Words, registry: CertificateRegistry): Column<BalanceRow>[] {
  return [
    { id: "ticker", label: text("inventory.tickers"), width: 190, value: ({ ticker }) => ticker },
    {
      id: "vintage",
      label: text("inventory.vintage"),
      width: 110,
      value: ({ vintage }) => vintage,
      cell: ({ vintage }) => String(vintage),
    },
    {
      id: "registry",
      label: text("inventory.registry"),
      width: 110,
      value: () => registryName(registry),
    },
    { id: "province", label: text("inventory.province"), width: 150, value: ({ province }) => province },
  ];
}

/** So that all of them stand beside the menu of a desk: px by head. */
const WIDTHS = {
  available: 134,
  on_sale: 124,
  in_settlement: 158,
  redemption_pending: 132,
  total: 112,
} as const;

function balanceColumns({ text, format }: Words): Column<BalanceRow>[] {
  const amount = (
    id: "available" | "on_sale" | "in_settlement" | "redemption_pending" | "total",
    label: string,
  ): Column<BalanceRow> => ({
    id,
    label,
    unit: "MWh",
    width: WIDTHS[id],
    numeric: true,
    value: (row) => row[id],
    cell: (row) => (row[id] === 0 && id !== "total" ? MISSING : format.number(row[id], 0)),
  });
  return [
    {
      id: "location",
      label: text("inventory.location"),
      width: 150,
      value: ({ location }) => location,
      cell: (row) => <PlaceCell {...row} />,
    },
    {
      id: "fuel",
      label: text("inventory.fuel"),
      width: 96,
      value: ({ fuel_group }) => text(`inventory.fuel${fuel_group}`),
    },
    amount("available", text("inventory.available")),
    amount("on_sale", text("inventory.onSale")),
    amount("in_settlement", text("inventory.inSettlement")),
    amount("redemption_pending", text("inventory.reserved")),
    amount("total", text("inventory.held")),
  ];
}

function gecColumns({ text, format }: Words): Column<BalanceRow>[] {
  const yesNo = (yes: boolean) => text(yes ? "Yes" : "No");
  return [
    {
      id: "fuel",
      label: text("inventory.fuel"),
      width: 150,
      value: ({ fuel_group }) => text(`inventory.fuel${fuel_group}`),
    },
    {
      id: "onSale",
      label: text("inventory.gecOnSale"),
      width: 130,
      value: ({ on_sale, in_settlement }) => yesNo(on_sale + in_settlement > 0),
    },
    {
      id: "onRedemption",
      label: text("inventory.gecOnRedemption"),
      width: 160,
      value: ({ redemption_pending }) => yesNo(redemption_pending > 0),
    },
    {
      id: "vintage",
      label: text("inventory.vintage"),
      width: 110,
      value: ({ vintage }) => vintage,
      cell: ({ vintage }) => String(vintage),
    },
    {
      id: "total",
      label: text("inventory.held"),
      unit: "MWh",
      width: 120,
      numeric: true,
      value: ({ total }) => total,
      cell: ({ total }) => format.number(total, 0),
    },
  ];
}
