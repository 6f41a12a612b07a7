import type { InventoryRange } from "@heliograph/contract/registry/inventory/inventory";
import type { CertificateRegistry } from "@heliograph/contract/registry/ledger";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormat } from "../../../platform/format.ts";
import { pageTexts, useWords } from "../../../platform/words.ts";
import { Pagination } from "../../../ui/controls/Pagination.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import type { BalanceRow } from "./balance-columns.tsx";
import { RANGES_PER_PAGE, rangesQuery, type RangeChoice } from "./inventory-queries.ts";
import { rangeText, type InventoryView } from "./inventory-view.ts";
import { productId } from "../redemption/product-id.ts";
import { RangeLine } from "./RangeLine.tsx";
import styles from "./Inventory.module.css";

/** The serial ranges of an opened row: those held, and where they are asked for those no longer held. */
export function Ranges(given: {
  account: string;
  registry: CertificateRegistry;
  row: BalanceRow;
  view: InventoryView;
}) {
  const { view } = given;
  return (
    <div className={styles.ranges}>
      <Part {...given} which="held" />
      {view.withGone && view.asOf === null && <Part {...given} which="gone" />}
    </div>
  );
}

function Part(given: {
  account: string;
  registry: CertificateRegistry;
  row: BalanceRow;
  view: InventoryView;
  which: RangeChoice["which"];
}) {
  const { account, registry, row, view, which } = given;
  const { text } = useWords();
  const [page, setPage] = useState(1);
  const [splitting, setSplitting] = useState<string | null>(null);
  const asOf = which === "held" ? view.asOf : null;
  const ranges = useQuery({
    ...rangesQuery(account, registry, row, { which, asOf, page }),
    placeholderData: keepPreviousData,
  });
  const { data } = ranges;
  if (data === undefined && ranges.isError) {
    const retry = { label: text("Try again"), run: () => void ranges.refetch() };
    return <PanelNote text={text("Data is not available")} retry={retry} />;
  }
  if (data === undefined) return <Skeleton width="100%" height={120} />;
  if (data.items.length === 0) {
    return which === "gone" ? null : <PanelNote text={text("inventory.noRanges")} />;
  }
  const name = text(which === "gone" ? "inventory.noLongerHeld" : "inventory.ranges");
  return (
    <section aria-label={name} aria-busy={ranges.isPlaceholderData}>
      {which === "gone" && <GoneHead amounts={data.amounts} />}
      <ul className={styles.rangeList} aria-label={name}>
        {data.items.map((range) => (
          <RangeLine
            key={rangeText(range)}
            account={account}
            range={range}
            product={registry === "GEC" ? null : productId({ ...row, registry })}
            splitting={splitting === rangeText(range)}
            split={view.asOf === null ? (on) => setSplitting(on ? rangeText(range) : null) : null}
          />
        ))}
      </ul>
      {data.total_items > RANGES_PER_PAGE && (
        <Pagination
          className={styles.rangePages ?? ""}
          current={page}
          pageSize={RANGES_PER_PAGE}
          total={data.total_items}
          texts={pageTexts(text)}
          onChange={setPage}
        />
      )}
    </section>
  );
}

/** What is no longer held, summed up: 250 redeemed, 236 sold. */
function GoneHead({ amounts }: { amounts: readonly { state: InventoryRange["state"]; amount: number }[] }) {
  const { text } = useWords();
  const { number } = useFormat();
  const said = amounts.map(({ state, amount }) => `${number(amount, 0)} ${text(`inventory.gone_${state}`)}`);
  return (
    <p className={styles.goneHead}>
      <b>{text("inventory.noLongerHeld")}</b> {said.join(", ")}
    </p>
  );
}
