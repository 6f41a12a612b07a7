import {
  acceptFeeAgreement,
  getFeeAgreement,
  type AgreementVersion,
} from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { ask, useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useTask } from "../use-task.tsx";

/** The agreement in force, and the version that was published for later; the account manager accepts each in the text that is shown. */
export function FeeAgreement({ account, writes }: { account: string; writes: boolean }) {
  const t = useText();
  const agreement = useQuery(ask(getFeeAgreement, { query: { account } }));
  return (
    <>
      <h2>{t("parties.agreement")}</h2>
      <AnswerPart query={agreement}>
        {({ next, ...now }) => (
          <>
            {now.accepted === null && (
              <NextLine
                whose={writes ? "you" : "other"}
                what={t(writes ? "parties.agreementAsksYou" : "parties.agreementAsks", {
                  version: now.version,
                })}
                otherwise={t("parties.agreementUntil")}
              />
            )}
            <Version account={account} version={now} writes={writes} />
            {next !== null && (
              <>
                <NextLine
                  whose={next.accepted !== null ? "nobody" : writes ? "you" : "other"}
                  what={t("parties.agreementLater", { version: next.version, day: next.effective_from })}
                  {...(next.accepted === null ? { otherwise: t("parties.agreementLaterHint") } : {})}
                />
                <Version account={account} version={next} writes={writes} />
              </>
            )}
          </>
        )}
      </AnswerPart>
    </>
  );
}

/** One version: since when, who accepted it, its text, and the button that accepts it. */
function Version(given: { account: string; version: AgreementVersion; writes: boolean }) {
  const { account, version: one, writes } = given;
  const { version, text, text_hash, effective_from, accepted } = one;
  const t = useText();
  const accept = useCall(acceptFeeAgreement, [getFeeAgreement]);
  const { run, busy, dialog } = useTask();
  return (
    <>
      <p className={styles.accepted}>
        {t("parties.version", { version, day: effective_from })}
        {" · "}
        {accepted === null
          ? t("parties.notAccepted")
          : accepted.by === null
            ? t("parties.accepted", { day: gmt8Day(accepted.at) })
            : t("parties.acceptedBy", { day: gmt8Day(accepted.at), name: accepted.by })}
      </p>
      <p className={styles.agreement}>{text}</p>
      {accepted === null && writes && (
        <div className={styles.actions}>
          <Button
            type="primary"
            icon={<FileCheck size={16} aria-hidden />}
            loading={busy}
            onClick={() =>
              void run(() => accept.mutateAsync({ query: { account }, body: { version, text_hash } }), {
                done: t("parties.nowAccepted"),
                proof: true,
              })
            }
          >
            {t("parties.acceptVersion", { version })}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
