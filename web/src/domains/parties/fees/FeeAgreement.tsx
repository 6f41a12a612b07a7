import type { SignedLanguage } from "@heliograph/contract/kernel/text";
import {
  acceptFeeAgreement,
  getFeeAgreement,
  type AgreementVersion,
} from "@heliograph/contract/parties/fees";
import { useQuery } from "@tanstack/react-query";
import { FileCheck } from "lucide-react";
import { useState } from "react";
import { ask, useCall } from "../../../platform/api.ts";
import { LANGUAGE_NAMES, useLang, useText } from "../../../platform/i18n.tsx";
import { TextLanguage } from "../../../platform/rec/TextLanguage.tsx";
import { gmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import { AnswerPart } from "../business-accounts/AnswerPart.tsx";
import styles from "../business-accounts/Profile.module.css";
import { useTask } from "../use-task.tsx";

/** The agreement in force, and the version that was published for later: each is read in the language of the page or another, and accepted by the account manager in the text that is shown. */
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

/** One version: since when, who accepted it in which language, its text in one of them, and the button that accepts that. */
function Version(given: { account: string; version: AgreementVersion; writes: boolean }) {
  const { account, version: one, writes } = given;
  const { version, texts, effective_from, accepted } = one;
  const t = useText();
  const lang = useLang();
  const [chosen, setChosen] = useState<SignedLanguage | null>(null);
  const accept = useCall(acceptFeeAgreement, [getFeeAgreement]);
  const { run, busy, dialog } = useTask();
  // What was accepted is shown first in the language in which it was.
  const language = chosen ?? accepted?.language ?? lang;
  const read = texts.find((text) => text.language === language) ?? texts[0];
  if (read === undefined) return null;
  const body = { version, language: read.language, text_hash: read.text_hash };
  return (
    <>
      <p className={styles.accepted}>
        {t("parties.version", { version, day: effective_from })}
        {" · "}
        <Accepted accepted={accepted} />
      </p>
      <div>
        <TextLanguage
          value={read.language}
          offered={texts.map((text) => text.language)}
          onChange={setChosen}
        />
      </div>
      <p className={styles.agreement} lang={read.language}>
        {read.text}
      </p>
      {accepted === null && writes && (
        <div className={styles.actions}>
          <Button
            type="primary"
            icon={<FileCheck size={16} aria-hidden />}
            loading={busy}
            onClick={() =>
              void run(() => accept.mutateAsync({ query: { account }, body }), {
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

/** When, by whom and in which language it was accepted. */
function Accepted({ accepted }: Pick<AgreementVersion, "accepted">) {
  const t = useText();
  if (accepted === null) return t("parties.notAccepted");
  const { at, by, language } = accepted;
  const day = gmt8Day(at);
  const when = by === null ? t("parties.accepted", { day }) : t("parties.acceptedBy", { day, name: by });
  return `${when} · ${t("registry.signedIn", { language: LANGUAGE_NAMES[language] })}`;
}
