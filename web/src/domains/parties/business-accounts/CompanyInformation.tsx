import type { CompanyAnswer } from "@heliograph/contract/parties/company-review";
import { useQuery } from "@tanstack/react-query";
import { PenLine, Send } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { useRecView } from "../../../platform/rec/acting.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { CompanyDocuments } from "../company-review/CompanyDocuments.tsx";
import { MarkedItems } from "../company-review/CompanyChanges.tsx";
import { People } from "../roles/People.tsx";
import { useTask } from "../use-task.tsx";
import { companyQuery, contentOf, needsProof, useAccountAct, type Company } from "./account-queries.ts";
import { AccountNext } from "./AccountNext.tsx";
import { AmendDialog } from "./AmendDialog.tsx";
import { AnswerPart } from "./AnswerPart.tsx";
import { CompanyFacts } from "./CompanyFacts.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import styles from "./Profile.module.css";

/** The fields of C98, read or changed, and the people who act for the account. */
export function CompanyInformation({ account, writes }: { account: string; writes: boolean }) {
  const company = useQuery(companyQuery(account));
  return (
    <>
      <AnswerPart query={company}>
        {(data) => (
          <>
            <AccountNext company={data} />
            <Shown account={account} company={data} writes={writes} />
          </>
        )}
      </AnswerPart>
      <People account={account} writes={writes} />
    </>
  );
}

/** A draft is a form; what was reviewed is read, and changed by the account manager. */
function Shown(given: { account: string; company: Company; writes: boolean }) {
  const { account, company, writes } = given;
  const { search, change } = useRecView();
  if (writes && company.status === "draft") return <Draft account={account} company={company} />;
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
        writes={writes && company.status === "active"}
      />
    </>
  );
}

/** An application that is not submitted yet, or was returned: then what was marked is what is asked for. */
function Draft({ account, company }: { account: string; company: Company }) {
  const t = useText();
  const act = useAccountAct(account);
  const { run, busy, dialog } = useTask();
  const [answers, setAnswers] = useState<readonly CompanyAnswer[]>([]);
  const [isWhole, setWhole] = useState(false);
  const last = company.versions.at(-1);
  const isReturned = last !== undefined && last.marks.length > 0;
  const submit = () =>
    void run(() => act(company, "submit", isReturned ? { answers } : {}), {
      done: t("parties.submitted"),
      proof: needsProof("submit"),
    });
  const button = (unsaved: boolean) => (
    <ReasonedButton
      type="primary"
      icon={<Send size={16} aria-hidden />}
      loading={busy}
      reason={unsaved ? t("parties.saveFirst") : null}
      onClick={submit}
    >
      {t("parties.submit")}
    </ReasonedButton>
  );
  const { documents } = company;
  return (
    <>
      {isReturned && (
        <MarkedItems last={last} now={contentOf(company)} answers={answers} change={setAnswers} />
      )}
      <CompanyDocuments {...{ account, documents }} writes />
      <CompanyForm
        account={account}
        company={company}
        only={isReturned && !isWhole ? last.marks.map(({ item }) => item) : null}
        buttonBeside={button}
      />
      {isReturned && !isWhole && (
        <div>
          <Button type="text" onClick={() => setWhole(true)}>
            {t("parties.allFields")}
          </Button>
        </div>
      )}
      {dialog}
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
  return (
    <div className={styles.actions}>
      {company.status === "active" && (
        <Button icon={<PenLine size={16} aria-hidden />} onClick={() => change({ edit: "company" })}>
          {t("parties.editCompany")}
        </Button>
      )}
      {may("amend") && <Button onClick={() => setOpen("amend")}>{t("parties.amend")}</Button>}
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
