import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useText } from "../../../../platform/i18n.tsx";
import { useRecView } from "../../../../platform/rec/acting.ts";
import { Tabs } from "../../../../ui/controls/Tabs.tsx";
import page from "../../../../ui/layout/Page.module.css";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { AnswerPart } from "../AnswerPart.tsx";
import styles from "../Profile.module.css";
import { FeeChanges } from "../../fee-changes/FeeChanges.tsx";
import { AccountRecord } from "./AccountRecord.tsx";
import { AccountsTable } from "./AccountsTable.tsx";
import { BankVerification } from "./BankVerification.tsx";
import { Issuers } from "./Issuers.tsx";
import { reviewedQuery } from "./review-queries.ts";

const TABS = ["accounts", "banks", "issuers", "rates"] as const;

/** What platform operators decide of business accounts: the accounts themselves, their bank accounts, who is issuer, and what is charged. */
export function OperatorDesk() {
  const t = useText();
  const [search] = useSearchParams();
  const { change } = useRecView();
  const record = search.get("record");
  if (record !== null) return <Reviewed record_uid={record} />;
  const tab = TABS.find((one) => one === search.get("tab")) ?? "accounts";
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("parties.accounts")}</h1>
      </header>
      <Panel flush>
        <Tabs
          label={t("parties.accounts")}
          className={styles.bar ?? ""}
          panelClassName={styles.panel ?? ""}
          tabs={TABS.map((key) => ({ key, label: t(`parties.tab_${key}`) }))}
          value={tab}
          onChange={(next: (typeof TABS)[number]) =>
            change({ tab: next, status: undefined, q: undefined, page: undefined })
          }
        >
          {tab === "accounts" && <AccountsTable />}
          {tab === "banks" && <BankVerification />}
          {tab === "issuers" && <Issuers />}
          {tab === "rates" && <FeeChanges />}
        </Tabs>
      </Panel>
    </div>
  );
}

/** One account, or that there is no such page. */
function Reviewed({ record_uid }: { record_uid: string }) {
  const company = useQuery(reviewedQuery(record_uid));
  return (
    <div className={page.page}>
      <AnswerPart query={company}>{(data) => <AccountRecord company={data} />}</AnswerPart>
    </div>
  );
}
