import { SIGNED_LANGUAGES } from "@heliograph/contract/kernel/text";
import { askFeeChange, getFeeChange } from "@heliograph/contract/parties/fee-changes";
import { RATE_SCALE } from "@heliograph/contract/parties/fees";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { LANGUAGE_NAMES, useText } from "../../../platform/i18n.tsx";
import { plainGmt8Day } from "@heliograph/contract/kernel/gmt8";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { TextArea, TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import styles from "../business-accounts/Profile.module.css";
import { useFormRefusal } from "../refusal-lines.ts";
import { useTask } from "../use-task.tsx";
import type { FeeChangeState, Rate } from "./fee-change-state.ts";
import { useRateName } from "./rate-name.ts";

const DECIMALS = 4;
const AGREEMENT_MAX = 20_000;
const NUMBER = /^\d{1,5}(?:\.\d{1,4})?$/;

interface FormProps {
  state: FeeChangeState;
  rates: readonly Rate[];
  close: () => void;
}

type Confirmed = ReturnType<typeof useTask>["confirmed"];

/** The rate as it was published last, whether it holds already or not: what a change is a change of. */
const lastOf = ({ rate, next }: Rate): number => next?.rate ?? rate;
const typedOf = (rate: Rate): string => (lastOf(rate) / RATE_SCALE).toFixed(DECIMALS);
const rateIn = (text: string): number => Math.round(Number(text) * RATE_SCALE);

/** The form of a change of fees: what it begins with, what of it is a change, and what is sent. */
function useFeeChangeForm({ state, rates, close }: FormProps, confirmed: Confirmed) {
  const t = useText();
  const send = useCall(askFeeChange, [getFeeChange]);
  const { vi = "", en = "", zh = "" } = state.agreement.texts;
  const defaults = {
    effective_from: state.earliest,
    agreement_texts: { vi, en, zh },
    rate: Object.fromEntries(rates.map((rate) => [rate.code, typedOf(rate)])),
  };
  return useContractForm(askFeeChange, {
    defaults,
    toBody: ({ effective_from, agreement_texts, rate: typed }) => ({
      effective_from,
      agreement_texts,
      rates: rates.flatMap((rate) => {
        const text = typed[rate.code] ?? "";
        const isChanged = NUMBER.test(text) && text !== typedOf(rate);
        return isChanged ? [{ code: rate.code, rate: rateIn(text) }] : [];
      }),
    }),
    alsoJudge: ({ rate: typed }) =>
      Object.fromEntries(
        rates.flatMap(({ code }) =>
          NUMBER.test(typed[code] ?? "") ? [] : [[`rate.${code}`, t("parties.feeRateRule")]],
        ),
      ),
    send: (body) => confirmed(() => send.mutateAsync({ body })),
    onSaved: () => {
      say.success(t("parties.feeIsAsked"));
      close();
    },
    onRefused: useFormRefusal(),
  });
}

/** New rates and the next version of the agreement in each language from one day on, as a first operator asks for them. */
export function FeeChangeForm(given: FormProps) {
  const { state, rates, close } = given;
  const { agreement, earliest } = state;
  const t = useText();
  const nameOf = useRateName();
  const { confirmed, dialog } = useTask();
  const today = plainGmt8Day(new Date(useNow(60_000)).toISOString());
  const form = useFeeChangeForm(given, confirmed);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <h2 className={styles.whole}>{t("parties.feeChange")}</h2>
      <p className={`${styles.none} ${styles.whole}`}>{t("parties.feeChangeHint", { day: earliest })}</p>
      <DateField
        {...form.field("effective_from")}
        label={t("parties.feeFrom")}
        value={form.values.effective_from || null}
        today={today}
        min={earliest}
      />
      {rates.map((rate) => (
        <TextField
          key={rate.code}
          {...form.field(`rate.${rate.code}`)}
          label={nameOf(rate)}
          unit={rate.currency}
          inputMode="decimal"
          maxLength={10}
        />
      ))}
      {SIGNED_LANGUAGES.map((language) => (
        <TextArea
          key={language}
          className={styles.whole}
          {...form.field(`agreement_texts.${language}`)}
          lang={language}
          label={t("parties.feeText", {
            version: agreement.version + 1,
            language: LANGUAGE_NAMES[language],
          })}
          rows={10}
          maxLength={AGREEMENT_MAX}
        />
      ))}
      <div className={styles.actions}>
        <Button submits type="primary" loading={form.busy}>
          {t("parties.feeAsk")}
        </Button>
        <Button disabled={form.busy} onClick={close}>
          {t("Cancel")}
        </Button>
      </div>
      {dialog}
    </form>
  );
}
