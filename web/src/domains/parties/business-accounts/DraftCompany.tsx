import type { CompanyAnswer } from "@heliograph/contract/parties/company-review";
import { Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { GuardList } from "../../../ui/records/GuardList.tsx";
import { CompanyDocuments } from "../company-review/CompanyDocuments.tsx";
import { MarkedItems } from "../company-review/CompanyChanges.tsx";
import { useRuleMessage } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";
import { contentOf, needsProof, useAccountAct, useDraftDeletion, type Company } from "./account-queries.ts";
import { CompanyForm } from "./CompanyForm.tsx";
import styles from "./Profile.module.css";

/** An application that is not submitted yet, or was returned: then what was marked is what is asked for. */
export function DraftCompany({ account, company }: { account: string; company: Company }) {
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
  const reason = (unsaved: boolean) => {
    if (unsaved) return t("parties.saveFirst");
    return company.faults.length > 0 ? t("parties.standsAgainst") : null;
  };
  const buttons = (unsaved: boolean) => (
    <>
      <ReasonedButton
        type="primary"
        icon={<Send size={16} aria-hidden />}
        loading={busy}
        reason={reason(unsaved)}
        onClick={submit}
      >
        {t("parties.submit")}
      </ReasonedButton>
      {company.actions.includes("delete") && <DeleteDraft {...{ account, company }} />}
    </>
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
        above={<Faults company={company} />}
        buttonBeside={buttons}
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

/** What still speaks against submitting what is saved, each rule with its code. */
function Faults({ company: { faults } }: { company: Company }) {
  const t = useText();
  const message = useRuleMessage();
  if (faults.length === 0) return null;
  const words = {
    failed: t("registry.failed"),
    warning: t("registry.warning"),
    passed: t("registry.passed"),
    waiting: t("registry.notKnown"),
  };
  return (
    <section className={styles.faults} aria-label={t("parties.before")}>
      <h3>{t("parties.before")}</h3>
      <GuardList
        label={t("parties.before")}
        words={words}
        guards={faults.map((fault) => ({
          code: fault.code,
          state: "failed" as const,
          message: message(fault),
        }))}
      />
    </section>
  );
}

/** Deletes the draft, after a question; whoever had no other account acts for none then. */
function DeleteDraft({ account, company }: { account: string; company: Company }) {
  const t = useText();
  const navigate = useNavigate();
  const deleteDraft = useDraftDeletion(account);
  const { run, dialog } = useTask();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    const done = t("parties.draftDeleted");
    const gone = await run(() => deleteDraft(company), { done, proof: needsProof("delete") });
    if (gone) await navigate(paths.projects());
  };
  return (
    <>
      <Button icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t("parties.deleteDraft")}
      </Button>
      {asking && (
        <Confirm
          title={t("parties.deleteTitle", { name: company.company_name })}
          hint={t("parties.deleteHint")}
          yes={t("parties.deleteDraft")}
          no={t("Cancel")}
          danger
          run={() => void remove()}
          close={() => setAsking(false)}
        />
      )}
      {dialog}
    </>
  );
}
