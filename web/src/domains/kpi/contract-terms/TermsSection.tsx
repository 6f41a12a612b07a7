import {
  getPerformanceContract,
  setPerformanceContract,
  type PerformanceTerms,
} from "@heliograph/contract/kpi/contract-terms";
import { localDay } from "@heliograph/contract/kernel/time";
import { useQuery } from "@tanstack/react-query";
import { ask, useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import {
  SettingsFault,
  SettingsFields,
  SettingsFoot,
  SettingsForm,
  SettingsPart,
  useSaveMessages,
  type SectionProps,
} from "../../fleet/index.ts";
import { termsBody, termsFields, type TermsFields } from "./settings-terms.ts";
import { JudgedBy, MonthFields, NumberFields } from "./TermsFields.tsx";
import styles from "./TermsSection.module.css";

/** What was guaranteed and simulated for a project, and by which limits it is judged. */
export function TermsSection({ project }: SectionProps) {
  const t = useText();
  const { project_uid } = project;
  const terms = useQuery(ask(getPerformanceContract, { query: { project_uid } }));
  if (terms.isError && terms.data === undefined) {
    return (
      <PanelNote
        text={t("Data is not available")}
        retry={{ label: t("Try again"), run: () => void terms.refetch() }}
      />
    );
  }
  if (terms.data === undefined) return <Skeleton width="100%" height={560} />;
  return <TermsForm terms={terms.data} project={project} />;
}

function TermsForm({ terms, project }: SectionProps & { terms: PerformanceTerms }) {
  const t = useText();
  const { project_uid } = project;
  const change = useCall(setPerformanceContract, [getPerformanceContract]);
  const form = useContractForm(setPerformanceContract, {
    defaults: termsFields(terms),
    toBody: (fields) => termsBody(project_uid, fields),
    send: (body) => change.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  return (
    <SettingsForm submit={form.submit} busy={form.busy}>
      <Guaranteed form={form} timezone={project.timezone} />
      <SettingsPart title={t("settings.simulated")} hint={t("settings.simulatedHint")}>
        <SettingsFields>
          <NumberFields form={form} names={["pvsyst_year_percent"]} />
        </SettingsFields>
        <MonthFields form={form} table="pvsyst_month_percent" />
      </SettingsPart>
      <JudgedBy form={form} />
      <SettingsFoot>
        {form.invalid && <SettingsFault>{t("settings.mend")}</SettingsFault>}
        <Button disabled={!form.dirty || form.busy} onClick={form.reset}>
          {t("settings.reset")}
        </Button>
        <Button type="primary" submits loading={form.busy} disabled={!form.dirty}>
          {t("night.save")}
        </Button>
      </SettingsFoot>
    </SettingsForm>
  );
}

function Guaranteed({ form, timezone }: { form: ContractForm<TermsFields>; timezone: string }) {
  const t = useText();
  const today = localDay(timezone, useNow());
  const begin = form.field("starts_on");
  return (
    <SettingsPart title={t("settings.guaranteed")} hint={t("settings.guaranteedHint")}>
      <div className={styles.begin}>
        <span>{t("settings.startsOn")}</span>
        <Segmented
          label={t("settings.startsOn")}
          value={begin.value === null ? "commissioned" : "day"}
          onChange={(key) => begin.onChange(key === "day" ? (begin.value ?? today) : null)}
          options={[
            { value: "commissioned", label: t("settings.fromCommissioning") },
            { value: "day", label: t("settings.fromDay") },
          ]}
        />
        {begin.value !== null && (
          <DateField {...begin} label={t("settings.startsOn")} hideLabel today={today} />
        )}
      </div>
      <SettingsFields>
        <NumberFields form={form} names={["guaranteed_year_percent", "degradation_percent_per_year"]} />
      </SettingsFields>
      <MonthFields form={form} table="guaranteed_month_percent" />
    </SettingsPart>
  );
}
