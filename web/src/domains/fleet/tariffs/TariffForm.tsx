import { listTariffs, setTariff } from "@heliograph/contract/fleet/projects";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { useSaveMessages } from "../projects/settings-save.ts";
import { SettingsFields, SettingsFoot, SettingsForm, SettingsPart } from "../projects/SettingsLayout.tsx";
import { ALWAYS, tariffBody, tariffFields, type TariffFields, type TariffItem } from "./settings-tariff.ts";
import { TariffBands, usePriceFault } from "./TariffBands.tsx";

/** One tariff: from which day, at which price, and at which other prices between which hours. */
export function TariffForm(given: {
  project_uid: string;
  /** The tariff that is changed, or the day of a new one. */
  edited: TariffItem | string;
  /** Days on which tariffs begin: a new one begins on another. */
  daysInUse: readonly string[];
  done: () => void;
}) {
  const { project_uid, edited, daysInUse, done } = given;
  const t = useText();
  const change = useCall(setTariff, [listTariffs, projectWidget]);
  const form = useContractForm(setTariff, {
    defaults: tariffFields(edited),
    toBody: (fields) => tariffBody(project_uid, fields),
    send: (body) => change.mutateAsync({ body }),
    ...useSaveMessages(done),
  });
  const today = typeof edited === "string" ? edited : null;
  const sameDay = today !== null && daysInUse.includes(form.values.valid_from);
  return (
    <SettingsForm submit={form.submit} busy={form.busy}>
      <SettingsPart title={t(today === null ? "tariff.edit" : "tariff.add")}>
        <Begin form={form} today={today} sameDay={sameDay} />
        <SettingsFields>
          <Price form={form} name="vnd_per_kwh" label={t("tariff.price")} />
          <Price form={form} name="export_vnd_per_kwh" label={t("tariff.exported")} />
        </SettingsFields>
      </SettingsPart>
      <TariffBands form={form} />
      <SettingsFoot>
        <Button disabled={form.busy} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" submits loading={form.busy} disabled={sameDay}>
          {t("night.save")}
        </Button>
      </SettingsFoot>
    </SettingsForm>
  );
}

function Begin(given: {
  form: ContractForm<TariffFields>;
  /** Null: the tariff that is changed begins when it does. */
  today: string | null;
  sameDay: boolean;
}) {
  const { form, today, sameDay } = given;
  const t = useText();
  const format = useFormat();
  const { valid_from } = form.values;
  if (today === null) {
    const day = format.day(valid_from);
    return <p>{valid_from === ALWAYS ? t("tariff.always") : t("tariff.from", { day })}</p>;
  }
  const field = form.field("valid_from");
  return (
    <SettingsFields>
      <DateField
        {...field}
        label={t("tariff.validFrom")}
        today={today}
        fault={sameDay ? t("tariff.taken") : field.fault}
      />
    </SettingsFields>
  );
}

function Price(given: {
  form: ContractForm<TariffFields>;
  name: "vnd_per_kwh" | "export_vnd_per_kwh";
  label: string;
}) {
  const { form, name, label } = given;
  const outside = usePriceFault();
  const field = form.field(name);
  return (
    <NumberField
      {...field}
      label={label}
      unit="VND/kWh"
      fault={field.fault === undefined ? undefined : outside(label)}
    />
  );
}
