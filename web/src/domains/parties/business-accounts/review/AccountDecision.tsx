import type { CompanyItem } from "@heliograph/contract/parties/company-review";
import { useState } from "react";
import { useText } from "../../../../platform/i18n.tsx";
import type { Marks } from "../../../../platform/rec/use-marks.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../../ui/controls/ReasonedButton.tsx";
import { Confirm } from "../../../../ui/controls/windows/Confirm.tsx";
import { needsProof, useAccountAct, type Company } from "../account-queries.ts";
import styles from "../Profile.module.css";
import { useTask } from "../../use-task.tsx";
import { AccountReason } from "./AccountReason.tsx";

/** Actions that carry a reason. */
const REASONED = ["return", "return_amendment", "suspend", "resume"] as const;
type Reasoned = (typeof REASONED)[number];

/** Those of them that carry marks too. */
const MARKED: readonly string[] = ["return", "return_amendment"];
const APPROVALS = ["activate", "approve_amendment"] as const;

/** What a platform operator decides of an account, as its life cycle has it. */
export function AccountDecision({ company, marks }: { company: Company; marks: Marks<CompanyItem> }) {
  const t = useText();
  const act = useAccountAct(undefined);
  const { run, busy, dialog } = useTask();
  const [asked, setAsked] = useState<Reasoned | "close" | null>(null);
  const isMarked = marks.all.length > 0 && marks.all.every(({ reason }) => reason.trim() !== "");
  const may = (action: string) => company.actions.includes(action);
  const decide = (action: Reasoned | (typeof APPROVALS)[number] | "close", more: object = {}) =>
    run(() => act(company, action, more), { done: t(`parties.done_${action}`), proof: needsProof(action) });
  return (
    <div className={styles.actions}>
      {REASONED.filter(may).map((action) => (
        <ReasonedButton
          key={action}
          reason={MARKED.includes(action) && !isMarked ? t("parties.markFirst") : null}
          onClick={() => setAsked(action)}
        >
          {t(`parties.do_${action}`)}
        </ReasonedButton>
      ))}
      {may("close") && <Button onClick={() => setAsked("close")}>{t("parties.closeAccount")}</Button>}
      {APPROVALS.filter(may).map((action) => (
        <Button key={action} type="primary" loading={busy} onClick={() => void decide(action)}>
          {t(`parties.do_${action}`)}
        </Button>
      ))}
      {asked === "close" && (
        <Confirm
          title={t("parties.closeTitle", { name: company.company_name })}
          hint={t("parties.closeHint")}
          yes={t("parties.closeAccount")}
          no={t("Cancel")}
          danger
          run={() => void decide("close")}
          close={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== "close" && (
        <AccountReason
          title={t(`parties.do_${asked}`)}
          busy={busy}
          close={() => setAsked(null)}
          send={(reason) => {
            setAsked(null);
            void decide(asked, MARKED.includes(asked) ? { reason, marks: marks.all } : { reason });
          }}
        />
      )}
      {dialog}
    </div>
  );
}
