import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { FUEL_GROUPS } from "@heliograph/contract/registry/inventory/tickers";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useFormat } from "../../../platform/format.ts";
import { useRecView } from "../../../platform/rec/acting.ts";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { sortText } from "../../../platform/rec/lists/sort-in.ts";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { BALANCE_OWN_COLUMNS, useBalanceColumns, type BalanceRow } from "./balance-columns.tsx";
import { inventoryQuery, ROWS_PER_PAGE } from "./inventory-queries.ts";
import { rowId, type InventoryView } from "./inventory-view.ts";
import { Ranges } from "./Ranges.tsx";
import styles from "./Inventory.module.css";

/** Certificates of a registry by ticker and device; a row opens its ranges. */
export function BalancesPanel(given: {
  account: string;
  registry: CertificateRegistry;
  view: InventoryView;
}) {
  const { account, registry, view } = given;
  const { text } = useWords();
  const inventory = useQuery({
    ...inventoryQuery(account, registry, view),
    placeholderData: keepPreviousData,
  });
  const { data } = inventory;
  const { change } = useRecView();
  const toggle = (row: BalanceRow) => change({ open: view.open === rowId(row) ? undefined : rowId(row) });
  const columns = useBalanceColumns(registry, { open: view.open, toggle });
  const look = useTableLook(`inventory-${registry}`, registry === "GEC" ? [] : BALANCE_OWN_COLUMNS);
  return (
    <>
      <Filters view={view} vintages={data?.vintages ?? []}>
        <ColumnsMenu look={look} columns={columns} />
      </Filters>
      <div aria-busy={inventory.isPlaceholderData}>
        <Table {...{ account, registry, view, inventory, columns, look, toggle }} />
      </div>
      {data !== undefined && data.total_items > 0 && (
        <p className={styles.all}>
          <b>{text("inventory.all")}</b>
          <Sums of={data.totals} />
        </p>
      )}
    </>
  );
}

const isNarrowed = ({ search, fuel, vintage }: InventoryView): boolean =>
  search !== "" || fuel !== null || vintage !== null;

/** `children`: what else the toolbar holds, at its end. */
function Filters({
  view,
  vintages,
  children,
}: {
  view: InventoryView;
  vintages: readonly number[];
  children: ReactNode;
}) {
  const t = useText();
  const { change } = useRecView();
  const changed = (part: Readonly<Record<string, string | undefined>>) =>
    change({ page: undefined, open: undefined, ...part });
  const fuels = [
    { value: "all", label: t("inventory.allFuels") },
    ...FUEL_GROUPS.map((value) => ({ value, label: t(`inventory.fuel${value}`) })),
  ];
  const years = [...new Set([...vintages, ...(view.vintage === null ? [] : [view.vintage])])];
  return (
    <div className={page.toolbar}>
      <EnterSearchField
        label={t("inventory.search")}
        clearLabel={t("list.clearSearch")}
        className={page.words ?? ""}
        words={view.search}
        search={(words) => changed({ q: words === "" ? undefined : words })}
      />
      <Select
        label={t("inventory.fuel")}
        hideLabel
        className={page.filter ?? ""}
        options={fuels}
        value={view.fuel ?? "all"}
        onChange={(fuel) => changed({ fuel: fuel === "all" ? undefined : fuel })}
      />
      <Select
        label={t("inventory.vintage")}
        hideLabel
        className={page.filter ?? ""}
        options={[
          { value: "all", label: t("inventory.allVintages") },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
        ]}
        value={String(view.vintage ?? "all")}
        onChange={(vintage) => changed({ vintage: vintage === "all" ? undefined : vintage })}
      />
      <Spacer />
      {view.asOf === null && (
        <Checkbox
          label={t("inventory.withGone")}
          checked={view.withGone}
          onChange={() => change({ gone: view.withGone ? undefined : "1", page: undefined })}
        />
      )}
      {children}
    </div>
  );
}

function Table(given: {
  account: string;
  registry: CertificateRegistry;
  view: InventoryView;
  inventory: UseQueryResult<Answer<typeof listInventory>>;
  columns: ReturnType<typeof useBalanceColumns>;
  look: TableLook;
  toggle: (row: BalanceRow) => void;
}) {
  const { account, registry, view, inventory, columns, look, toggle } = given;
  const { text } = useWords();
  const { change } = useRecView();
  const { data } = inventory;
  const rows = data?.items ?? [];
  return (
    <DataTable<BalanceRow>
      label={text(TITLES[registry])}
      columns={columns}
      rows={data?.items}
      {...look.table}
      idOf={rowId}
      {...(rows.length === 0 ? {} : { groups: groupsOf(data?.tickers ?? [], rows) })}
      renderDetail={(row) =>
        rowId(row) === view.open ? (
          <Ranges account={account} registry={registry} row={row} view={view} />
        ) : null
      }
      onOpen={toggle}
      sort={view.sort}
      onSort={(sort) => change({ sort: sortText(sort), page: undefined, open: undefined })}
      pages={{
        size: ROWS_PER_PAGE,
        texts: pageTexts(text),
        of: {
          page: view.page,
          total: data?.total_items ?? 0,
          onPage: (next) => change({ page: next === 1 ? undefined : String(next), open: undefined }),
        },
      }}
      failed={useListFailure(inventory)}
      empty={isNarrowed(view) ? <NoMatch /> : <NoCertificates />}
    />
  );
}

const TITLES = { IREC: "I-REC Inventory", TIGR: "TIGR Inventory", GEC: "GEC Inventory" } as const;

/** Subtotals in words and numbers; what is nothing is left out. */
function Sums({
  of,
}: {
  of: Pick<
    BalanceRow,
    "available" | "on_sale" | "in_settlement" | "redemption_pending" | "held_back" | "total"
  >;
}) {
  const t = useText();
  const { number } = useFormat();
  const parts = [
    [t("inventory.available"), of.available],
    [t("inventory.onSale"), of.on_sale],
    [t("inventory.inSettlement"), of.in_settlement],
    [t("inventory.reserved"), of.redemption_pending],
    [t("inventory.heldBack"), of.held_back],
  ] as const;
  return (
    <span className={styles.sums}>
      {parts
        .filter(([, amount]) => amount > 0)
        .map(([label, amount]) => (
          <span key={label}>
            {label} <b>{number(amount, 0)}</b>
          </span>
        ))}
      <span>
        {t("inventory.held")} <b>{number(of.total, 0)}</b> MWh
      </span>
    </span>
  );
}

/** A group for each ticker, in the order of the rows, with its subtotals. */
function groupsOf(tickers: Answer<typeof listInventory>["tickers"], rows: readonly BalanceRow[]) {
  const orderOf = (ticker: string) => rows.findIndex((row) => row.ticker === ticker);
  return tickers
    .toSorted((a, b) => orderOf(a.ticker) - orderOf(b.ticker))
    .map((sums) => ({
      id: sums.ticker,
      title: (
        <span className={styles.ticker}>
          <b>{sums.ticker}</b>
          <Sums of={sums} />
        </span>
      ),
      has: (row: BalanceRow) => row.ticker === sums.ticker,
    }));
}

function NoMatch() {
  const t = useText();
  const { change } = useRecView();
  const showAll = () => change({ q: undefined, fuel: undefined, vintage: undefined, page: undefined });
  return (
    <Blank
      small
      title={t("inventory.noMatch")}
      action={<Button onClick={showAll}>{t("inventory.showAll")}</Button>}
    />
  );
}

/** What is said where there are no certificates. */
function NoCertificates() {
  const t = useText();
  return <Blank small title={t("inventory.none")} hint={t("inventory.noneHint")} />;
}
