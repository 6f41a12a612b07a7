import { accountMay } from "@heliograph/contract/parties/account-deeds";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { patterns } from "../../../app/paths.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useActing, useRecAddress, useRecView } from "../../../platform/rec/acting.ts";
import { useTitle } from "../../../platform/title.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { seatsQuery } from "../seats-queries.ts";
import { OperatorDesk } from "./review/OperatorDesk.tsx";
import { companyQuery } from "./account-queries.ts";
import { AccountNext } from "./AccountNext.tsx";
import { AdvancedFeatures } from "./AdvancedFeatures.tsx";
import { ApplicationStart } from "./ApplicationStart.tsx";
import { CompanyInformation } from "./CompanyInformation.tsx";
import { FeesAndPayment } from "./FeesAndPayment.tsx";
import styles from "./Profile.module.css";

const TABS = ["company", "fees", "features"] as const;

/** /rehash/business-account-profile: what the account is, what it agreed to and pays by, and what it may do beyond (C75). */
export default function ProfileScreen() {
  const t = useText();
  const account = useActing();
  const address = useRecAddress();
  const [search] = useSearchParams();
  useTitle(t("Business Account Profile"));
  const isNew = search.get("record") === "new";
  const { data: seats } = useQuery(seatsQuery());
  if (account === undefined && seats?.is_platform_operator === true) return <OperatorDesk />;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("Business Account Profile")}</h1>
        {account !== undefined && !isNew && (
          <LinkButton look="plain" to={address(patterns.recProfile, { record: "new" })}>
            {t("parties.another")}
          </LinkButton>
        )}
      </header>
      <Panel flush>
        {isNew ? (
          <ApplicationStart />
        ) : account === undefined ? (
          <WithoutAccount />
        ) : (
          <Profile account={account} />
        )}
      </Panel>
    </div>
  );
}

/** Whoever acts for no account: applies for one, unless it decides for others. */
function WithoutAccount() {
  const t = useText();
  const { data } = useQuery(seatsQuery());
  if (data === undefined) return null;
  return data.issuer_of.length > 0 ? <Blank small title={t("parties.none")} /> : <ApplicationStart />;
}

function Profile({ account }: { account: string }) {
  const t = useText();
  const [search] = useSearchParams();
  const { change } = useRecView();
  const { data } = useQuery(seatsQuery());
  const company = useQuery(companyQuery(account));
  const seat = data?.accounts.find((one) => one.account === account);
  const writes = seat?.role === "account_manager";
  const acts = seat !== undefined && seat.role !== "viewer" && accountMay(seat.status, "act");
  const tab = TABS.find((one) => one === search.get("tab")) ?? "company";
  return (
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
      onChange={(next: (typeof TABS)[number]) => change({ tab: next, edit: undefined })}
    >
      {company.data !== undefined && <AccountNext company={company.data} />}
      {tab === "company" && <CompanyInformation account={account} writes={writes} />}
      {tab === "fees" && (
        <FeesAndPayment account={account} manages={writes} writes={writes && acts} trades={acts} />
      )}
      {tab === "features" && <AdvancedFeatures account={account} writes={writes} />}
    </Tabs>
  );
}
