// What files of the inventory hold: the fields of C90, C91 and C92, each in a column.
import type { InventoryTransaction } from "@heliograph/contract/registry/inventory/transactions";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import type { Words } from "../../../platform/words.ts";
import { registryName } from "@heliograph/contract/registry/ledger";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import type { BalanceRow } from "./balance-columns.tsx";

interface Table {
  readonly head: string[];
  readonly lines: (string | number | null)[][];
}

type T = Words["text"];

/** Balances: for I-REC and TIGR the fields of C90 and the balance by place, for GEC those of C91. */
export function balanceTable(
  rows: readonly BalanceRow[],
  { registry, t }: { registry: CertificateRegistry; t: T },
): Table {
  const yesNo = (yes: boolean) => t(yes ? "Yes" : "No");
  const columns: readonly (readonly [string, (row: BalanceRow) => string | number])[] =
    registry === "GEC"
      ? [
          [t("inventory.device"), (row) => row.english_name || row.device],
          [t("inventory.fuel"), (row) => t(`inventory.fuel${row.fuel_group}`)],
          [t("inventory.gecOnSale"), (row) => yesNo(row.on_sale + row.in_settlement > 0)],
          [t("inventory.gecOnRedemption"), (row) => yesNo(row.redemption_pending > 0)],
          [t("inventory.vintage"), (row) => row.vintage],
          [`${t("inventory.held")} (MWh)`, (row) => row.total],
        ]
      : [
          [t("inventory.device"), (row) => row.english_name || row.device],
          [t("inventory.deviceCode"), (row) => row.device],
          [t("inventory.tickers"), (row) => row.ticker],
          [t("inventory.fuel"), (row) => t(`inventory.fuel${row.fuel_group}`)],
          [t("inventory.location"), (row) => row.location],
          [t("inventory.province"), (row) => row.province],
          [t("inventory.vintage"), (row) => row.vintage],
          [t("inventory.registry"), () => registryName(registry)],
          [`${t("inventory.available")} (MWh)`, (row) => row.available],
          [`${t("inventory.onSale")} (MWh)`, (row) => row.on_sale],
          [`${t("inventory.inSettlement")} (MWh)`, (row) => row.in_settlement],
          [`${t("inventory.reserved")} (MWh)`, (row) => row.redemption_pending],
          [`${t("inventory.heldBack")} (MWh)`, (row) => row.held_back],
          [`${t("inventory.held")} (MWh)`, (row) => row.total],
        ];
  return {
    head: columns.map(([label]) => label),
    lines: rows.map((row) => columns.map(([, value]) => value(row))),
  };
}

/** The fields of C92, with the record and the tickers; the number of certificates is below 0 where they left. */
export function transactionTable(rows: readonly InventoryTransaction[], t: T): Table {
  return {
    head: [
      t("inventory.transactionId"),
      t("inventory.registry"),
      t("inventory.type"),
      t("inventory.numberOfRec"),
      `${t("inventory.created")} (${GMT8})`,
      t("inventory.tickers"),
      t("inventory.record"),
    ],
    lines: rows.map((row) => [
      row.transaction_id,
      registryName(row.registry),
      row.type,
      row.number_of_rec,
      plainGmt8(row.created_at),
      row.tickers.join(" "),
      row.reference,
    ]),
  };
}
