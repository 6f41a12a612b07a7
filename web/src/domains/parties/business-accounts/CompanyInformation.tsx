import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useRecView } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { CompanyDocuments } from "../company-review/CompanyDocuments.tsx";
import { People } from "../roles/People.tsx";
import { useTask } from "../use-task.tsx";
import { accountMay } from "@heliograph/contract/parties/account-deeds";
import { companyQuery, needsProof, accountStatus, useAccountAct, type Company } from "./account-queries.ts";
import { AccountHistory } from "./AccountHistory.tsx";
import { AmendDialog } from "./AmendDialog.tsx";
import { AnswerPart } from "./AnswerPart.tsx";
import { CompanyFacts } from "./CompanyFacts.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { DraftCompany } from "./DraftCompany.tsx";
import styles from "./Profile.module.css";

/** The fields of C98, read or changed, the people who act for the account, and what happened to it. */
export function CompanyInformation({ account, writes }: { account: string; writes: boolean }) {
  const t = useText();
  const company = useQuery(companyQuery(account));
  return (
    <>
      <AnswerPart query={company}>
        {(data) => (
          <>
            <Shown account={account} company={data} writes={writes} />
            <People account={account} writes={writes && accountMay(accountStatus(data), "people")} />
            <h2>{t("parties.timeline")}</h2>
            <AccountHistory company={data} />
          </>
        )}
      </AnswerPart>
    </>
  );
}

/** A draft is a form; what was reviewed is read, and changed by the account manager. */
function Shown(given: { account: string; company: Company; writes: boolean }) {
  const { account, company, writes } = given;
  const { search, change } = useRecView();
  if (writes && company.status === "draft") return <DraftCompany account={account} company={company} />;
  if (writes && company.status === "active" && search.get("edit") === "company") {
    return <CompanyForm account={account} company={company} close={() => change({ edit: undefined })} />;
  }
  return (
    <>
      <CompanyFacts company={company} />
      {writes && <Changes account={account} company={company} />}
      <CompanyDocuments
        account={account}
        documents={company.documents}
        writes={writes && accountMay(accountStatus(company), "profile")}
      />
    </>
  );
}

/** What the account manager may do with an account that was reviewed. */
function Changes({ account, company }: { account: string; company: Company }) {
  const t = useText();
  const { change } = useRecView();
  const act = useAccountAct(account);
  const { run, busy, dialog } = useTask();
  const [open, setOpen] = useState<"amend" | "close" | null>(null);
  const may = (action: string) => company.actions.includes(action);
  const isReturned = (company.versions.at(-1)?.marks.length ?? 0) > 0;
  return (
    <div className={styles.actions}>
      {company.status === "active" && (
        <Button icon={<PenLine size={16} aria-hidden />} onClick={() => change({ edit: "company" })}>
          {t("parties.editCompany")}
        </Button>
      )}
      {may("amend") && (
        <Button onClick={() => setOpen("amend")}>
          {t(isReturned ? "parties.amendAgain" : "parties.amend")}
        </Button>
      )}
      {may("close") && (
        <Button loading={busy} onClick={() => setOpen("close")}>
          {t("parties.closeAccount")}
        </Button>
      )}
      {open === "amend" && <AmendDialog {...{ account, company }} close={() => setOpen(null)} />}
      {open === "close" && (
        <Confirm
          title={t("parties.closeTitle", { name: company.company_name })}
          hint={t("parties.closeHint")}
          yes={t("parties.closeAccount")}
          no={t("Cancel")}
          danger
          run={() =>
            void run(() => act(company, "close"), { done: t("parties.closed"), proof: needsProof("close") })
          }
          close={() => setOpen(null)}
        />
      )}
      {dialog}
    </div>
  );
}
