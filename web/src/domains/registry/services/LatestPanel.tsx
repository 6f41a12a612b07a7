import {
  listTransactions,
  type InventoryTransaction,
} from "@heliograph/contract/registry/inventory/inventory";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { ask } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useRecAddress } from "../../../platform/rec/acting.ts";
import { gmt8 } from "../../../platform/rec/gmt8.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./Dashboard.module.css";

const SHOWN = 5;

/** The last transactions of the account. */
export function LatestPanel({ account }: { account: string }) {
  const t = useText();
  const address = useRecAddress();
  const latest = useQuery(ask(listTransactions, { query: { account, items_page: SHOWN } }));
  const items = latest.data?.items;
  const retry = { label: t("Try again"), run: () => void latest.refetch() };
  return (
    <Panel
      title={t("registry.latest")}
      extra={
        <Link to={address(patterns.recCertificates, { tab: "history" })} className={styles.more ?? ""}>
          {t("registry.history")}
        </Link>
      }
      flush
    >
      {items === undefined ? (
        latest.isError ? (
          <PanelNote text={t("Data is not available")} retry={retry} />
        ) : (
          <Skeleton width="100%" height={120} />
        )
      ) : items.length === 0 ? (
        <PanelNote text={t("registry.noneYet")} />
      ) : (
        <ul className={styles.list} aria-label={t("registry.latest")}>
          {items.map((one) => (
            <li key={one.transaction_id + one.registry}>
              <Transaction one={one} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Transaction({ one }: { one: InventoryTransaction }) {
  const t = useText();
  const { number } = useFormat();
  const amount = number(Math.abs(one.number_of_rec), 0);
  return (
    <p className={styles.record}>
      <span className={styles.what}>
        <b>{t(one.number_of_rec < 0 ? "registry.left" : "registry.came", { amount })}</b>
        <span>{`${gmt8(one.created_at)} · ${one.tickers.join(", ")}`}</span>
      </span>
      <span className={styles.due}>
        <span>{one.transaction_id}</span>
      </span>
    </p>
  );
}
