import { useSearchParams } from "react-router";
import { useText } from "../../../platform/i18n.tsx";
import { useActing, useRecView } from "../../../platform/rec/acting.ts";
import { useTitle } from "../../../platform/title.ts";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { AdvancedFeatures } from "./AdvancedFeatures.tsx";
import { CompanyInformation } from "./CompanyInformation.tsx";
import { FeesAndPayment } from "./FeesAndPayment.tsx";
import styles from "./Profile.module.css";

const TABS = ["company", "fees", "features"] as const;

/** /rehash/business-account-profile: what the account is, what it agreed to and pays by, and what it may do beyond (C75). */
export default function ProfileScreen() {
  const t = useText();
  const account = useActing();
  const [search] = useSearchParams();
  const { change } = useRecView();
  useTitle(t("Business Account Profile"));
  const tab = TABS.find((one) => one === search.get("tab")) ?? "company";
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("Business Account Profile")}</h1>
      </header>
      <Panel flush>
        {account === undefined ? (
          <Blank small title={t("parties.none")} />
        ) : (
          <Tabs
            label={t("Business Account Profile")}
            className={styles.bar ?? ""}
            panelClassName={styles.panel ?? ""}
            tabs={[
              { key: "company", label: t("Company Information") },
              { key: "fees", label: t("Fees Agreement & Payment Information") },
              { key: "features", label: t("Advanced Features") },
            ]}
            value={tab}
            onChange={(next: (typeof TABS)[number]) => change({ tab: next })}
          >
            {tab === "company" && <CompanyInformation account={account} />}
            {tab === "fees" && <FeesAndPayment account={account} />}
            {tab === "features" && <AdvancedFeatures account={account} />}
          </Tabs>
        )}
      </Panel>
    </div>
  );
}
