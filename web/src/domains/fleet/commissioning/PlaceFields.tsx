import { useMemo } from "react";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useNow } from "../../../platform/clock.ts";
import { useText } from "../../../platform/i18n.tsx";
import { zoneOffset } from "../../../platform/zone.ts";
import { Combobox } from "../../../ui/controls/Combobox.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { SettingsFields, SettingsPart } from "../projects/SettingsLayout.tsx";
import type { ProjectFields } from "./project-fields.ts";

type Form = ContractForm<ProjectFields>;

/** Where the project is, and by which clock its days are counted. */
export function PlaceFields({ form, zoneIsFixed }: { form: Form; zoneIsFixed: boolean }) {
  const t = useText();
  return (
    <SettingsPart>
      <TextField {...form.field("address")} label={t("Address")} maxLength={400} />
      <SettingsFields>
        <NumberField {...form.field("latitude")} label={t("setUp.latitude")} unit="°" min={-90} max={90} />
        <NumberField
          {...form.field("longitude")}
          label={t("setUp.longitude")}
          unit="°"
          min={-180}
          max={180}
        />
      </SettingsFields>
      <ZoneField form={form} fixed={zoneIsFixed} />
    </SettingsPart>
  );
}

const HOUR_MS = 3_600_000;

function ZoneField({ form, fixed }: { form: Form; fixed: boolean }) {
  const t = useText();
  const { value, onChange, fault } = form.field("timezone");
  const hour = Math.floor(useNow() / HOUR_MS);
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf("timeZone");
    const all = value === "" || known.includes(value) ? known : [value, ...known];
    return all.map((zone) => ({ value: zone, label: zone, detail: zoneOffset(zone, hour * HOUR_MS) }));
  }, [value, hour]);
  return (
    <Combobox
      label={t("setUp.zone")}
      hint={t(fixed ? "setUp.zoneFixed" : "setUp.zoneHint")}
      fault={fault}
      disabled={fixed}
      options={zones}
      value={zones.find((zone) => zone.value === value) ?? null}
      onChange={(zone) => onChange(zone?.value ?? "")}
    />
  );
}
