import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing, useRecAddress, useRecView } from "../../../platform/rec/acting.ts";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { useTitle } from "../../../platform/title.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { OnceOpened } from "../../../ui/feedback/OnceOpened.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useMayAct } from "../use-may-act.ts";
import { AsOf } from "./AsOf.tsx";
import { BalancesPanel } from "./BalancesPanel.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { HeldStrip } from "./HeldStrip.tsx";
import { inventoryQuery } from "./inventory-queries.ts";
import { inventoryViewIn, serialRangeIn, registryOf, type InventoryTab } from "./inventory-view.ts";
import { RangeDrawer } from "./RangeDrawer.tsx";
import { TransactionsPanel } from "./TransactionsPanel.tsx";
import styles from "./Inventory.module.css";

const SECOND = 1000;

/** /rehash/rec: what the account holds by registry, and what came and went (C65, C66). */
export default function InventoryScreen() {
  const t = useText();
  const account = useActing();
  useTitle(t("inventory.title"));
  if (account === undefined) {
    return (
      <div className={page.page}>
        <header className={page.head}>
          <h1>{t("inventory.title")}</h1>
        </header>
        <Panel>
          <Blank title={t("inventory.ofAccounts")} hint={t("inventory.ofAccountsHint")} />
        </Panel>
      </div>
    );
  }
  return <Inventory account={account} />;
}

/** What is cleared when another tab is shown: its search, filters, page and opened row. */
const OF_ONE_TAB = {
  q: undefined,
  fuel: undefined,
  vintage: undefined,
  page: undefined,
  open: undefined,
  sub: undefined,
  type: undefined,
  sort: undefined,
};

function Inventory({ account }: { account: string }) {
  const t = useText();
  const [search] = useSearchParams();
  const { change } = useRecView();
  const view = inventoryViewIn(search);
  const range = serialRangeIn(search.get("range"));
  const registry = registryOf(view.tab) ?? "IREC";
  const { data } = useQuery(inventoryQuery(account, registry, view));
  const held = data?.registries;
  const tabs: { key: InventoryTab; label: string; count?: number }[] = [
    { key: "IREC", label: t("I-REC Inventory"), ...(held === undefined ? {} : { count: held.IREC }) },
    { key: "TIGR", label: t("TIGR Inventory"), ...(held === undefined ? {} : { count: held.TIGR }) },
    { key: "GEC", label: t("GEC Inventory"), ...(held === undefined ? {} : { count: held.GEC }) },
    { key: "history", label: t("Transaction History") },
  ];
  return (
    <div className={page.page}>
      <Head account={account} asOf={view.asOf} />
      {view.asOf !== null && (
        <p className={styles.past} role="status">
          {t("inventory.past", { at: gmt8(view.asOf) })}
          <button type="button" onClick={() => change({ as_of: undefined })}>
            {t("inventory.showNow")}
          </button>
        </p>
      )}
      {view.tab !== "history" && <HeldStrip totals={data?.totals} />}
      <Panel flush>
        <Tabs
          label={t("inventory.title")}
          className={styles.bar ?? ""}
          tabs={tabs}
          value={view.tab}
          onChange={(tab) => change({ ...OF_ONE_TAB, tab })}
        >
          {view.tab === "history" ? (
            <TransactionsPanel account={account} />
          ) : (
            <BalancesPanel account={account} registry={view.tab} view={view} />
          )}
        </Tabs>
      </Panel>
      <OnceOpened open={range !== null}>
        <RangeDrawer account={account} range={range} close={() => change({ range: undefined })} />
      </OnceOpened>
    </div>
  );
}

function Head({ account, asOf }: { account: string; asOf: string | null }) {
  const t = useText();
  const nowMs = useNow(SECOND);
  const mayAct = useMayAct();
  const address = useRecAddress();
  return (
    <header className={page.head}>
      <div className={page.name}>
        <h1>{t("inventory.title")}</h1>
        <p className={page.meta}>{t("inventory.asOf", { at: gmt8(asOf ?? nowMs) })}</p>
      </div>
      <div className={styles.actions}>
        <AsOf asOf={asOf} />
        <ExportButton account={account} />
        {mayAct && (
          <LinkButton look="plain" to={address(patterns.recServices, { tab: "redemption", record: "new" })}>
            {t("Redeem REC")}
          </LinkButton>
        )}
      </div>
    </header>
  );
}
