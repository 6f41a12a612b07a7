import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { Day } from "@heliograph/contract/kernel/time";
import { addPlannedOutage } from "@heliograph/contract/kpi/planned-outages";
import { useCall } from "../../../platform/api.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { TimeField } from "../../../ui/controls/dates/TimeField.tsx";
import {
  SettingsFields,
  SettingsFoot,
  SettingsForm,
  SettingsPart,
  useGateways,
  useSaveMessages,
} from "../../fleet/index.ts";
import { OF_OUTAGES, outageBody, outageFault, outageFields, type OutageFields } from "./settings-outages.ts";

/** The whole project among its gateways: an empty value would read as nothing chosen. */
const WHOLE = "whole";

interface FormProps {
  readonly project_uid: string;
  readonly timezone: string;
  readonly today: Day;
  readonly done: () => void;
}

/** A planned outage: from when to when on the clocks of the project, of all of it or of one gateway, and why. */
export function OutageForm({ project_uid, timezone, today, done }: FormProps) {
  const t = useText();
  const adding = useCall(addPlannedOutage, OF_OUTAGES);
  const form = useContractForm(addPlannedOutage, {
    defaults: outageFields(today),
    toBody: (fields) => ({ project_uid, ...outageBody(fields, timezone) }),
    send: (body) => adding.mutateAsync({ body }),
    ...useSaveMessages(done),
  });
  const reason = form.field("reason");
  const begin = form.field("from_day");
  return (
    <SettingsForm submit={form.submit} busy={form.busy}>
      <SettingsPart title={t("outages.add")}>
        <End
          form={form}
          end="from"
          {...{ timezone, today }}
          changeDay={(day) => {
            begin.onChange(day);
            if (day > form.values.to_day) form.change("to_day", day);
          }}
        />
        <End form={form} end="to" {...{ timezone, today }} changeDay={form.field("to_day").onChange} />
        <Gateway project_uid={project_uid} form={form} />
        <TextField
          {...reason}
          label={t("outages.reason")}
          maxLength={200}
          fault={
            reason.fault !== undefined && reason.value.trim() === "" ? t("outages.noReason") : reason.fault
          }
        />
      </SettingsPart>
      <SettingsFoot>
        <Button disabled={form.busy} onClick={done}>
          {t("Cancel")}
        </Button>
        <Button type="primary" submits loading={form.busy}>
          {t("night.save")}
        </Button>
      </SettingsFoot>
    </SettingsForm>
  );
}

/** A day and a time of it. */
function End(given: {
  form: ContractForm<OutageFields>;
  end: "from" | "to";
  timezone: string;
  today: Day;
  changeDay: (day: Day) => void;
}) {
  const { form, end, timezone, today, changeDay } = given;
  const t = useText();
  const label = t(`outages.${end}`);
  const rule = outageFault(form.values, timezone, end);
  const server = form.faultOf(`${end}_at`);
  const fault = server === undefined || rule === undefined ? server : t(rule);
  return (
    <SettingsFields>
      <DateField
        value={form.values[`${end}_day`]}
        onChange={changeDay}
        label={`${label}: ${t("Day")}`}
        today={today}
      />
      <TimeField {...form.field(`${end}_time`)} label={`${label}: ${t("outages.time")}`} fault={fault} />
    </SettingsFields>
  );
}

function Gateway({ project_uid, form }: { project_uid: string; form: ContractForm<OutageFields> }) {
  const t = useText();
  const gateways = useGateways(project_uid);
  const options = (gateways.data ?? []).map((gateway) => ({
    value: gateway.gateway_uid,
    label: deviceName(gateway),
  }));
  const { value, onChange, ...field } = form.field("gateway_uid");
  return (
    <Select
      {...field}
      value={value === "" ? WHOLE : value}
      onChange={(chosen) => onChange(chosen === WHOLE ? "" : chosen)}
      label={t("outages.where")}
      disabled={gateways.data === undefined}
      options={[{ value: WHOLE, label: t("outages.whole") }, ...options]}
      {...(gateways.isError ? { fault: t("Data is not available") } : {})}
    />
  );
}
