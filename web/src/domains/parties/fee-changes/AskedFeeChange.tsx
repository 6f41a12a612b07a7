import { SIGNED_LANGUAGES } from "@heliograph/contract/kernel/text";
import { confirmFeeChange, getFeeChange, setAsideFeeChange } from "@heliograph/contract/parties/fee-changes";
import { getFeeSchedule } from "@heliograph/contract/parties/fees";
import { Fragment, useState } from "react";
import { useCall } from "../../../platform/api.ts";
import { LANGUAGE_NAMES, useText } from "../../../platform/i18n.tsx";
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { DiffLine, DiffList } from "../../../ui/records/DiffLine.tsx";
import { NextLine } from "../../../ui/records/NextLine.tsx";
import styles from "../business-accounts/Profile.module.css";
import { rateText } from "../fees/FeeRates.tsx";
import { useTask } from "../use-task.tsx";
import type { FeeChangeState, Rate } from "./fee-change-state.ts";
import { useRateName } from "./rate-name.ts";

type Asked = NonNullable<FeeChangeState["asked"]>;
/** What a first person asked for lapses after so long. */
const LAPSES_AFTER_MS = 72 * 3_600_000;

/** A change that one operator asked for: what it changes, and the second operator's answer. */
export function AskedFeeChange(given: {
  asked: Asked;
  agreement: FeeChangeState["agreement"];
  rates: readonly Rate[];
}) {
  const { asked, agreement, rates } = given;
  const t = useText();
  const lapses = new Date(Date.parse(asked.asked_at) + LAPSES_AFTER_MS).toISOString();
  const version = agreement.version + 1;
  const changed = SIGNED_LANGUAGES.filter(
    (language) => asked.agreement_texts[language] !== agreement.texts[language],
  );
  return (
    <>
      <h2>{t("parties.feeAsked")}</h2>
      <NextLine
        whose={asked.by_you ? "other" : "you"}
        what={t(asked.by_you ? "parties.feeOtherConfirms" : "parties.feeYouConfirm")}
        otherwise={t("parties.feeLapses", { time: gmt8(lapses) })}
      />
      <Rates asked={asked} rates={rates} />
      {changed.length === 0 ? (
        <p className={styles.none}>{t("parties.feeSameText", { version })}</p>
      ) : (
        changed.map((language) => (
          <Fragment key={language}>
            <h3>{t("parties.feeNewText", { version, language: LANGUAGE_NAMES[language] })}</h3>
            <p className={styles.agreement} lang={language}>
              {asked.agreement_texts[language]}
            </p>
          </Fragment>
        ))
      )}
      <Answers asked={asked} />
    </>
  );
}

/** The rates that change, as they are and as they come to be. */
function Rates({ asked, rates }: { asked: Asked; rates: readonly Rate[] }) {
  const t = useText();
  const nameOf = useRateName();
  const words = { was: t("parties.was"), is: t("parties.is"), unchanged: t("parties.unchanged") };
  const changed = asked.rates.flatMap(({ code, rate }) => {
    const now = rates.find((one) => one.code === code);
    return now === undefined ? [] : [{ now, rate }];
  });
  return (
    <DiffList label={t("parties.feeChanges", { day: asked.effective_from })}>
      {changed.map(({ now, rate }) => {
        const last = now.next?.rate ?? now.rate;
        const isSet = now.is_configured || now.next !== null;
        return (
          <DiffLine
            key={now.code}
            name={nameOf(now)}
            hint={t("parties.rateLater", { rate: rateText(now.currency, rate), day: asked.effective_from })}
            was={isSet ? rateText(now.currency, last) : t("parties.notConfigured")}
            is={rateText(now.currency, rate)}
            words={words}
          />
        );
      })}
    </DiffList>
  );
}

function Answers({ asked: { change_uid, effective_from, by_you } }: { asked: Asked }) {
  const t = useText();
  const confirm = useCall(confirmFeeChange, [getFeeChange, getFeeSchedule]);
  const aside = useCall(setAsideFeeChange, [getFeeChange]);
  const { run, busy, dialog } = useTask();
  const [publishing, setPublishing] = useState(false);
  return (
    <div className={styles.actions}>
      {!by_you && (
        <Button type="primary" loading={busy} onClick={() => setPublishing(true)}>
          {t("parties.feeConfirm")}
        </Button>
      )}
      <Button
        loading={busy}
        onClick={() =>
          void run(() => aside.mutateAsync({ query: { change_uid } }), { done: t("parties.feeIsAside") })
        }
      >
        {t("parties.feeSetAside")}
      </Button>
      {publishing && (
        <Confirm
          title={t("parties.feeConfirmTitle", { day: effective_from })}
          hint={t("parties.feeConfirmHint")}
          yes={t("parties.feeConfirm")}
          no={t("Cancel")}
          run={() =>
            void run(() => confirm.mutateAsync({ body: { change_uid } }), {
              done: t("parties.feePublished"),
              proof: true,
            })
          }
          close={() => setPublishing(false)}
        />
      )}
      {dialog}
    </div>
  );
}
