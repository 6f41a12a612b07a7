import { TRANSACTION_ORDERS } from "@heliograph/contract/registry/inventory/inventory-orders";
import {
  TRANSACTION_TYPES,
  type InventoryTransaction,
} from "@heliograph/contract/registry/inventory/transactions";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useText } from "../../../platform/i18n.tsx";
import { registryName } from "@heliograph/contract/registry/ledger";
import { useRecView } from "../../../platform/rec/acting.ts";
import { GMT8, plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { EnterSearchField } from "../../../ui/controls/EnterSearchField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { ColumnsMenu } from "../../../platform/rec/lists/ColumnsMenu.tsx";
import { sortText } from "../../../platform/rec/lists/sort-in.ts";
import { sortableBy } from "../../../platform/rec/lists/sortable-by.ts";
import { useListFailure } from "../../../platform/rec/lists/use-list-failure.ts";
import { useTableLook, type TableLook } from "../../../platform/rec/lists/use-table-look.ts";
import { BehindLink } from "./BehindLink.tsx";
import { TRANSACTIONS_PER_PAGE, transactionsQuery } from "./inventory-queries.ts";
import { historyViewIn, type HistoryView } from "./inventory-view.ts";

/** What came to the account and left it, from the journal; its rows never change (C66, C92). */
export function TransactionsPanel({ account }: { account: string }) {
  const { text } = useWords();
  const [search] = useSearchParams();
  const { change } = useRecView();
  const view = historyViewIn(search);
  const columns = useTransactionColumns();
  const look = useTableLook("transactions");
  const history = useQuery({ ...transactionsQuery(account, view), placeholderData: keepPreviousData });
  const failed = useListFailure(history);
  const { data } = history;
  return (
    <>
      <Filters {...{ view, columns, look }} />
      <div aria-busy={history.isPlaceholderData}>
        <DataTable<InventoryTransaction>
          label={text("Transaction History")}
          columns={columns}
          {...look.table}
          rows={data?.items}
          idOf={(row) => row.transaction_id + row.registry}
          sort={view.sort}
          onSort={(sort) => change({ sort: sortText(sort), page: undefined })}
          pages={{
            size: TRANSACTIONS_PER_PAGE,
            texts: pageTexts(text),
            of: {
              page: view.page,
              total: data?.total_items ?? 0,
              onPage: (next) => change({ page: next === 1 ? undefined : String(next) }),
            },
          }}
          failed={failed}
          empty={<Blank small title={text("inventory.noTransactions")} hint={text("inventory.noneHint")} />}
        />
      </div>
    </>
  );
}

function Filters(given: {
  view: HistoryView;
  columns: ReturnType<typeof useTransactionColumns>;
  look: TableLook;
}) {
  const { view, columns, look } = given;
  const t = useText();
  const { change } = useRecView();
  return (
    <div className={page.toolbar}>
      <Segmented
        label={t("Transaction History")}
        value={view.of}
        options={[
          { value: "irec_tigr", label: t("I-REC TIGR Transaction History") },
          { value: "gec", label: t("GEC Transaction History") },
        ]}
        onChange={(of) => change({ sub: of === "gec" ? "gec" : undefined, page: undefined })}
      />
      <EnterSearchField
        label={t("inventory.searchTransactions")}
        clearLabel={t("list.clearSearch")}
        className={page.words ?? ""}
        words={view.search}
        search={(words) => change({ q: words === "" ? undefined : words, page: undefined })}
      />
      <Select
        label={t("inventory.type")}
        hideLabel
        className={page.filter ?? ""}
        options={[
          { value: "all", label: t("inventory.allTypes") },
          ...TRANSACTION_TYPES.map((type) => ({ value: type, label: t(`inventory.type_${typeKey(type)}`) })),
        ]}
        value={view.type ?? "all"}
        onChange={(type) => change({ type: type === "all" ? undefined : type, page: undefined })}
      />
      <Spacer />
      <ColumnsMenu look={look} columns={columns} />
    </div>
  );
}

type TypeKey<T extends string> = T extends `${infer A} ${infer B}` ? `${A}${B}` : T;

/** A type as the keys of texts write it: TransferIn. */
const typeKey = <T extends string>(type: T): TypeKey<T> =>
  // oxlint-disable-next-line no-unsafe-type-assertion -- what the type says
  type.replace(" ", "") as TypeKey<T>;

/** The columns of C92, with the record and the tickers. */
function useTransactionColumns(): readonly Column<InventoryTransaction>[] {
  const { text, format } = useWords();
  return useMemo(() => {
    const columns: Column<InventoryTransaction>[] = [
      {
        id: "transaction",
        label: text("inventory.transactionId"),
        width: 150,
        rowHead: true,
        value: ({ transaction_id }) => transaction_id,
      },
      {
        id: "registry",
        label: text("inventory.registry"),
        width: 110,
        value: ({ registry }) => registryName(registry),
      },
      {
        id: "type",
        label: text("inventory.type"),
        width: 150,
        value: ({ type }) => text(`inventory.type_${typeKey(type)}`),
      },
      {
        id: "amount",
        label: text("inventory.numberOfRec"),
        unit: "MWh",
        width: 150,
        numeric: true,
        value: ({ number_of_rec }) => number_of_rec,
        cell: ({ number_of_rec }) => format.number(Math.abs(number_of_rec), 0),
      },
      {
        id: "tickers",
        label: text("inventory.tickers"),
        width: 220,
        value: ({ tickers }) => tickers.join(", "),
      },
      {
        id: "reference",
        label: text("inventory.record"),
        width: 170,
        value: ({ reference }) => reference,
        cell: ({ reference, record }) =>
          reference === null ? "–" : <BehindLink number={reference} record={record} />,
      },
      {
        id: "created",
        label: text("inventory.created"),
        unit: GMT8,
        width: 190,
        value: ({ created_at }) => plainGmt8(created_at),
      },
    ];
    return sortableBy(columns, TRANSACTION_ORDERS);
  }, [text, format]);
}
