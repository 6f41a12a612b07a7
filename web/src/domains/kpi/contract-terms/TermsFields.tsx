import type { ClipboardEvent } from "react";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { LOCALES } from "../../../ui/tokens/tokens.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { numberIn } from "../../../ui/controls/typed-number.ts";
import { SettingsFault, SettingsFields, SettingsFold, SettingsHint } from "../../fleet/index.ts";
import {
  monthFault,
  STATUSES,
  tableFault,
  termFault,
  twelveOf,
  type MonthTable,
  type TermFault,
  type TermField,
  type TermsFields,
} from "./settings-terms.ts";
import styles from "./TermsFields.module.css";

interface FormProps {
  readonly form: ContractForm<TermsFields>;
}

const UNITS: Readonly<Partial<Record<TermField, string>>> = {
  degradation_percent_per_year: "%",
  gamma_percent_per_c: "%/°C",
  min_insolation_wh_m2: "Wh/m²",
  pair_from_w_m2: "W/m²",
  rated_from_w_m2: "W/m²",
};
const STATUS_FIELDS = STATUSES.map((status) => `status_from_percent.${status}` as const);
const LIMITS = [
  "min_completeness_percent",
  "min_insolation_wh_m2",
  "pair_from_w_m2",
  "rated_from_w_m2",
  "gamma_percent_per_c",
] as const;

/** Words of a fault, that name the field and its rule. */
function useFaultText() {
  const t = useText();
  const format = useFormat();
  return (field: string, fault: TermFault | undefined): string | undefined => {
    if (fault === undefined) return undefined;
    if (fault.rule === "whole") return t("settings.whole", { field });
    if (fault.rule === "falling") return t("settings.falling", { field });
    return t("settings.range", { field, a: format.number(fault.least), b: format.number(fault.most) });
  };
}

/** The last part of a path: statuses are called by it alone. */
const LABELS = {
  "status_from_percent.normal": "terms.normal",
  "status_from_percent.warning": "terms.warning",
  "status_from_percent.minor": "terms.minor",
  "status_from_percent.major": "terms.major",
} as const;
const labelOf = (name: TermField) => (name in LABELS ? LABELS[name as keyof typeof LABELS] : null); // in it

/** Fields for the named numbers of the terms. */
export function NumberFields({ form, names }: FormProps & { names: readonly TermField[] }) {
  const t = useText();
  const faultText = useFaultText();
  return names.map((name) => {
    // What is no status is called by its own name.
    const label = t(labelOf(name) ?? `terms.${name as Exclude<TermField, keyof typeof LABELS>}`);
    return (
      <NumberField
        key={name}
        {...form.field(name)}
        label={label}
        unit={UNITS[name] ?? "%"}
        fault={faultText(label, termFault(form, name))}
      />
    );
  });
}

/** Twelve fields, January first; a row or column of twelve that is pasted from a spreadsheet fills them all. */
export function MonthFields({ form, table }: FormProps & { table: MonthTable }) {
  const t = useText();
  const lang = useLang();
  const faultText = useFaultText();
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = twelveOf(event.clipboardData.getData("text"));
    if (pasted === null) return;
    event.preventDefault();
    form.change(
      table,
      pasted.map((text) => numberIn(text, lang)),
    );
  };
  const name = new Intl.DateTimeFormat(LOCALES[lang], { month: "long", timeZone: "UTC" });
  const whole = faultText(t(`terms.${table}`), tableFault(form, table));
  return (
    <div role="group" aria-label={t(`terms.${table}`)} onPaste={paste}>
      <p className={styles.head}>
        {t(`terms.${table}`)} <span>{t("settings.paste")}</span>
      </p>
      <SettingsFields columns={6}>
        {form.values[table].map((_value, month) => {
          const label = name.format(Date.UTC(2026, month, 1));
          return (
            <NumberField
              // The months of a year never change places.
              // oxlint-disable-next-line react/no-array-index-key
              key={month}
              {...form.field(`${table}.${month}`)}
              label={label}
              fault={faultText(label, monthFault(form, table, month))}
            />
          );
        })}
      </SettingsFields>
      {whole !== undefined && <SettingsFault>{whole}</SettingsFault>}
    </div>
  );
}

/** By which limits ratios and availability are judged: usual ones stand there, and few need others. */
export function JudgedBy({ form }: FormProps) {
  const t = useText();
  const wrong = [...STATUS_FIELDS, ...LIMITS].some((name) => termFault(form, name) !== undefined);
  return (
    <SettingsFold title={t("settings.limits")} open={wrong}>
      <SettingsHint>{t("settings.statusHint")}</SettingsHint>
      <SettingsFields columns={4}>
        <NumberFields form={form} names={STATUS_FIELDS} />
      </SettingsFields>
      <SettingsHint>{t("settings.limitsHint")}</SettingsHint>
      <SettingsFields>
        <NumberFields form={form} names={LIMITS} />
      </SettingsFields>
    </SettingsFold>
  );
}
