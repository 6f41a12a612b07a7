import { RULE_SEVERITIES, type AlarmRule } from "@heliograph/contract/kpi/alarm-rules";
import { MEASURED_QUANTITIES, type MeasuredQuantity } from "@heliograph/contract/telemetry/quantities";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/words.ts";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { meantThreshold, thresholdUnit, typedThreshold } from "./rule-words.ts";
import styles from "./AlarmRules.module.css";

/** A rule while it is typed: a number may be missing. */
export type RuleDraft = { [K in keyof AlarmRule]: AlarmRule[K] } & Record<string, unknown>;

const SEVERITIES = ["minor", "warning", "critical"] as const;

/** The rule as a sentence of fields. `fixed`: what it is about is not changed. */
export function RuleFields(given: {
  draft: RuleDraft;
  change: (draft: RuleDraft) => void;
  fixed: boolean;
  readOnly: boolean;
}) {
  const { draft, change, fixed, readOnly } = given;
  const { text } = useWords();
  const put = (part: object) => change({ ...draft, ...part });
  return (
    <fieldset className={styles.fields} disabled={readOnly}>
      <legend className={styles.legend}>{text(`alarmRules.kind.${draft.kind}`)}</legend>
      {draft.kind === "measured" && <Measured draft={draft} put={put} fixed={fixed} />}
      {draft.kind === "inverter_event" && (
        <Select
          label={text("alarmRules.minSeverity")}
          value={String(draft["min_severity"])}
          onChange={(min_severity) => put({ min_severity })}
          options={SEVERITIES.map((one) => ({ value: one, label: text(`alarmRules.severity.${one}`) }))}
        />
      )}
      {"percent" in draft && (
        <Number of={draft} name="percent" label={text("alarmRules.percent")} unit="%" put={put} />
      )}
      {"minutes" in draft && (
        <Number
          of={draft}
          name="minutes"
          label={text(draft.kind.endsWith("_silent") ? "alarmRules.minutes.silent" : "alarmRules.minutes")}
          unit={text("alarmRules.min")}
          put={put}
        />
      )}
      <Select
        label={text("alarmRules.severity")}
        value={draft.severity}
        onChange={(severity) => put({ severity })}
        options={RULE_SEVERITIES.map((one) => ({
          value: one,
          label: one === "usual" ? text("alarmRules.severity.usual") : text(`alarmRules.severity.${one}`),
        }))}
      />
    </fieldset>
  );
}

type Put = (part: object) => void;

function Number(given: {
  of: RuleDraft;
  name: "percent" | "minutes";
  label: string;
  unit: string;
  put: Put;
}): ReactNode {
  const { of, name, label, unit, put } = given;
  const value = of[name];
  return (
    <NumberField
      label={label}
      unit={unit}
      value={typeof value === "number" ? value : null}
      min={name === "percent" ? 5 : 0}
      step={5}
      onChange={(next) => put({ [name]: next })}
    />
  );
}

function Measured({ draft, put, fixed }: { draft: RuleDraft; put: Put; fixed: boolean }) {
  const { text } = useWords();
  const quantity = MEASURED_QUANTITIES.find((one) => one === draft["quantity"]) ?? "cabinet_temperature_c";
  const threshold = draft["threshold"];
  return (
    <>
      <Select<MeasuredQuantity>
        label={text("alarmRules.quantity")}
        value={quantity}
        disabled={fixed}
        onChange={(next) => put({ quantity: next })}
        options={MEASURED_QUANTITIES.map((one) => ({ value: one, label: text(`quantity.${one}`) }))}
      />
      <Select
        label={text("alarmRules.direction")}
        value={String(draft["direction"])}
        disabled={fixed}
        onChange={(direction) => put({ direction })}
        options={(["over", "under"] as const).map((one) => ({
          value: one,
          label: text(`alarmRules.${one}`),
        }))}
      />
      <NumberField
        label={text("alarmRules.threshold")}
        unit={thresholdUnit(quantity)}
        value={typeof threshold === "number" ? typedThreshold(quantity, threshold) : null}
        onChange={(next) => put({ threshold: next === null ? null : meantThreshold(quantity, next) })}
      />
      <Select
        label={text("alarmRules.when")}
        value={String(draft["when"])}
        onChange={(when) => put({ when })}
        options={(["always", "day"] as const).map((one) => ({
          value: one,
          label: text(`alarmRules.when.${one}`),
        }))}
      />
    </>
  );
}
