import type { ClipboardEvent } from "react";
import { LOCALES, useFormat } from "../../../platform/format.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { SettingField, twelveOf } from "../../fleet/index.ts";
import {
  STATUS_FIELDS,
  type MonthTable,
  type TermFault,
  type TermFaults,
  type TermField,
  type TermsDraft,
} from "./settings-terms.ts";

/** What is being typed, what is wrong with it, and how it is changed. */
export interface TermsEditing {
  readonly draft: TermsDraft;
  readonly faults: TermFaults;
  readonly edit: (next: TermsDraft) => void;
}

const UNITS: Readonly<Partial<Record<TermField, string>>> = {
  degradation_percent_per_year: "%",
  gamma_percent_per_c: "%/°C",
  min_insolation_wh_m2: "Wh/m²",
  pair_from_w_m2: "W/m²",
  rated_from_w_m2: "W/m²",
};

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

/** Fields for the named numbers of the terms. */
export function NumberFields({ editing, names }: { editing: TermsEditing; names: readonly TermField[] }) {
  const { draft, faults, edit } = editing;
  const t = useText();
  const faultText = useFaultText();
  return names.map((name) => {
    const label = t(`terms.${name}`);
    return (
      <SettingField
        key={name}
        label={label}
        unit={UNITS[name] ?? "%"}
        value={draft.fields[name]}
        fault={faultText(label, faults[name])}
        onChange={(text) => edit({ ...draft, fields: { ...draft.fields, [name]: text } })}
      />
    );
  });
}

/** Twelve fields, January first; a row or column of twelve that is pasted from a spreadsheet fills them all. */
export function MonthFields({ editing, table }: { editing: TermsEditing; table: MonthTable }) {
  const { draft, faults, edit } = editing;
  const t = useText();
  const lang = useLang();
  const faultText = useFaultText();
  const texts = draft.months[table];
  const put = (next: readonly string[]) => edit({ ...draft, months: { ...draft.months, [table]: next } });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = twelveOf(event.clipboardData.getData("text"));
    if (pasted === null) return;
    event.preventDefault();
    put(pasted);
  };
  const name = new Intl.DateTimeFormat(LOCALES[lang], { month: "long", timeZone: "UTC" });
  const whole = faultText(t(`terms.${table}`), faults[table]);
  return (
    <div className="settings-months" role="group" aria-label={t(`terms.${table}`)}>
      <p>
        {t(`terms.${table}`)} <span>{t("settings.paste")}</span>
      </p>
      <div>
        {texts.map((text, month) => {
          const label = name.format(Date.UTC(2026, month, 1));
          return (
            <SettingField
              // The months of a year never change places.
              // oxlint-disable-next-line react/no-array-index-key
              key={month}
              label={label}
              value={text}
              fault={faultText(label, faults[`${table}.${month}`])}
              onChange={(next) => put(texts.map((old, at) => (at === month ? next : old)))}
              onPaste={paste}
            />
          );
        })}
      </div>
      {whole !== undefined && (
        <p className="setting-fault" role="alert">
          {whole}
        </p>
      )}
    </div>
  );
}

const LIMITS = [
  "min_completeness_percent",
  "min_insolation_wh_m2",
  "pair_from_w_m2",
  "rated_from_w_m2",
  "gamma_percent_per_c",
] as const;

/** By which limits ratios and availability are judged: usual ones stand there, and few need others. */
export function JudgedBy({ editing }: { editing: TermsEditing }) {
  const t = useText();
  const wrong = [...STATUS_FIELDS, ...LIMITS].some((name) => editing.faults[name] !== undefined);
  return (
    <details className="settings-part" open={wrong || undefined}>
      <summary>{t("settings.limits")}</summary>
      <p className="settings-hint">{t("settings.statusHint")}</p>
      <div className="settings-row four">
        <NumberFields editing={editing} names={STATUS_FIELDS} />
      </div>
      <p className="settings-hint">{t("settings.limitsHint")}</p>
      <div className="settings-row">
        <NumberFields editing={editing} names={LIMITS} />
      </div>
    </details>
  );
}
