import {
  listTransactions,
  type InventoryTransaction,
} from "@heliograph/contract/registry/inventory/transactions";
import { readSupply } from "@heliograph/contract/registry/proofs/supply";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { paths, patterns } from "../../../app/paths.ts";
import { ask } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useRecAddress } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
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
      <SupplyNote />
    </Panel>
  );
}

/** What the last check of the ledger found, with the way to the public proof of supply; nothing until it is known. */
function SupplyNote() {
  const t = useText();
  const { data } = useQuery(ask(readSupply, {}));
  const check = data?.check ?? null;
  if (check === null) return null;
  const isWhole = check.faults === 0;
  const Icon = isWhole ? ShieldCheck : ShieldAlert;
  return (
    <p className={styles.supply} data-fault={isWhole ? undefined : ""}>
      <Icon size={17} aria-hidden />
      <span>
        {isWhole ? t("registry.supplyProven", { at: gmt8(check.at) }) : t("registry.supplyFaults")}{" "}
        {/* It belongs to the half of the app that nobody signs in to. */}
        <a href={paths.supply()}>{t("registry.supply")}</a>
      </span>
    </p>
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
