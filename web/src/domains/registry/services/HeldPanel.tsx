import { listInventory } from "@heliograph/contract/registry/inventory/inventory";
import {
  CERTIFICATE_REGISTRIES,
  type CertificateRegistry,
  registryName,
} from "@heliograph/contract/registry/ledger";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { ask } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useRecAddress } from "../../../platform/rec/acting.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SplitBar } from "../../../ui/records/SplitBar.tsx";
import styles from "./Dashboard.module.css";

/** Certificates that the account holds at a registry, by where they are, as one bar. */
export function HeldPanel({ account }: { account: string }) {
  const t = useText();
  const address = useRecAddress();
  const [registry, setRegistry] = useState<CertificateRegistry>("IREC");
  const held = useQuery(ask(listInventory, { query: { account, registry, items_page: 1 } }));
  const totals = held.data?.totals;
  const retry = { label: t("Try again"), run: () => void held.refetch() };
  return (
    <Panel
      title={t("registry.heldTitle")}
      extra={
        <span className={styles.extra}>
          <Segmented
            label={t("registry.registry")}
            value={registry}
            options={CERTIFICATE_REGISTRIES.map((value) => ({
              value,
              label: registryName(value),
            }))}
            onChange={setRegistry}
          />
          <Link to={address(patterns.recCertificates, { tab: registry })} className={styles.more ?? ""}>
            {t("registry.openInventory")}
          </Link>
        </span>
      }
    >
      {totals !== undefined ? (
        <Bar totals={totals} />
      ) : held.isError ? (
        <PanelNote text={t("Data is not available")} retry={retry} />
      ) : (
        <Skeleton width="100%" height={92} />
      )}
    </Panel>
  );
}

function Bar({
  totals,
}: {
  totals: Readonly<
    Record<"available" | "on_sale" | "in_settlement" | "redemption_pending" | "held_back" | "total", number>
  >;
}) {
  const t = useText();
  const { number } = useFormat();
  const part = (key: keyof typeof totals, label: string, paint: string) => ({
    key,
    label,
    amount: totals[key],
    figure: number(totals[key], 0),
    paint,
  });
  return (
    <div className={styles.held}>
      <p className={styles.total}>
        <b>{number(totals.total, 0)}</b>
        <span>{t("registry.heldMwh")}</span>
      </p>
      <SplitBar
        label={t("registry.heldTitle")}
        parts={[
          part("available", t("registry.available"), "place-available"),
          part("on_sale", t("registry.onSale"), "place-on-sale"),
          part("in_settlement", t("registry.inSettlement"), "place-in-settlement"),
          part("redemption_pending", t("registry.reserved"), "place-reserved"),
          part("held_back", t("registry.heldBack"), "place-sold"),
        ]}
      />
    </div>
  );
}
