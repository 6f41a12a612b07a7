import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { AlarmSeverity } from "@heliograph/contract/monitoring/alarms";
import { ESCALATION_LIMITS, getEscalation, saveEscalation } from "@heliograph/contract/notices/escalation";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useMemo } from "react";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useOutcome } from "../../../platform/form/use-outcome.ts";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import styles from "./Escalation.module.css";

type Kept = Answer<typeof getEscalation>;
interface StepValues {
  account_uid: string;
  name: string;
  minutes: number | null;
  is_reached: boolean;
}
interface Values {
  least_severity: AlarmSeverity;
  steps: readonly StepValues[];
}

const SEVERITIES = ["critical", "warning", "minor"] as const;
/** What a person who is added is waited for at first. */
const USUAL_MINUTES = 15;

/** Changes who is told, in which order and after how long. */
export function EscalationForm({ uid, kept }: { uid: string; kept: Kept }) {
  const { text } = useWords();
  const save = useCall(saveEscalation, [getEscalation]);
  const defaults = useMemo<Values>(
    () => ({ least_severity: kept.least_severity, steps: kept.steps }),
    [kept],
  );
  const form = useContractForm(saveEscalation, {
    defaults,
    toBody: ({ least_severity, steps }: Values) => ({
      project_uid: uid,
      least_severity,
      steps: steps.map(({ account_uid, minutes }) => ({ account_uid, minutes })),
    }),
    send: (body) => save.mutateAsync({ body }),
    ...useOutcome(),
  });
  const fault = form.faultOf("steps");
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      <Select
        {...form.field("least_severity")}
        className={styles.severity}
        label={text("escalation.least")}
        options={SEVERITIES.map((value) => ({ value, label: text(`escalation.${value}`) }))}
      />
      {form.values.steps.length === 0 ? (
        <p className={styles.hint}>{text("escalation.none")}</p>
      ) : (
        <ol className={styles.steps}>
          {form.values.steps.map((step, at) => (
            <Step key={step.account_uid} step={step} at={at} form={form} />
          ))}
        </ol>
      )}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <Add people={kept.people} form={form} />
      <div className={styles.foot}>
        <Button type="primary" submits loading={form.busy}>
          {text("escalation.save")}
        </Button>
      </div>
    </form>
  );
}

function Step({ step, at, form }: { step: StepValues; at: number; form: ContractForm<Values> }) {
  const { text } = useWords();
  const { steps } = form.values;
  const { name, minutes, is_reached } = step;
  const put = (next: readonly StepValues[]) => form.change("steps", next);
  const move = (by: -1 | 1) => put(steps.filter((one) => one !== step).toSpliced(at + by, 0, step));
  const away = form.faultOf(`steps.${at}.account_uid`);
  return (
    <li className={styles.step}>
      <span className={styles.place} aria-hidden>
        {at + 1}
      </span>
      <div className={styles.person}>
        <strong>{name}</strong>
        {!is_reached && <span className={styles.passed}>{text("escalation.passedOver")}</span>}
        {away !== undefined && (
          <span role="alert" className={styles.fault}>
            {away}
          </span>
        )}
      </div>
      <NumberField
        className={styles.minutes}
        name={`steps.${at}.minutes`}
        label={text(at === 0 ? "escalation.afterTold" : "escalation.afterBefore")}
        value={minutes}
        min={1}
        max={ESCALATION_LIMITS.minutes}
        unit={text("escalation.min")}
        fault={form.faultOf(`steps.${at}.minutes`)}
        onChange={(value) => put(steps.with(at, { ...step, minutes: value }))}
      />
      <div className={styles.moves}>
        <Button
          aria-label={text("escalation.up", { name })}
          icon={<ArrowUp size={16} aria-hidden />}
          disabled={at === 0}
          onClick={() => move(-1)}
        />
        <Button
          aria-label={text("escalation.down", { name })}
          icon={<ArrowDown size={16} aria-hidden />}
          disabled={at === steps.length - 1}
          onClick={() => move(1)}
        />
        <Button
          aria-label={text("escalation.remove", { name })}
          icon={<X size={16} aria-hidden />}
          onClick={() => put(steps.filter((one) => one !== step))}
        />
      </div>
    </li>
  );
}

/** Adds a person who is not in the list yet. */
function Add({ people, form }: { people: Kept["people"]; form: ContractForm<Values> }) {
  const { text } = useWords();
  const { steps } = form.values;
  const left = people.filter(({ account_uid }) => steps.every((step) => step.account_uid !== account_uid));
  const isFull = left.length === 0 || steps.length >= ESCALATION_LIMITS.people;
  const add = (chosen: string) => {
    const person = left.find(({ account_uid }) => account_uid === chosen);
    if (person === undefined) return;
    form.change("steps", [...steps, { ...person, minutes: USUAL_MINUTES, is_reached: true }]);
  };
  return (
    <Select
      className={styles.severity}
      label={text("escalation.add")}
      placeholder={text(isFull ? "escalation.full" : "escalation.choose")}
      disabled={isFull}
      options={left.map(({ account_uid, name }) => ({ value: account_uid, label: name }))}
      value={null}
      onChange={add}
    />
  );
}
