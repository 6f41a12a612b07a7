// The fields of a project, new or known: what it is, and where.
import type { ReactNode } from "react";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SettingsFields, SettingsFoot, SettingsPart } from "../projects/SettingsLayout.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import type { ProjectFields } from "./project-fields.ts";
import styles from "./ProjectFieldsets.module.css";

type Form = ContractForm<ProjectFields>;

/** The form around the fieldsets, and its buttons, which stay in sight. */
export function ProjectFormFrame(given: {
  form: Pick<Form, "submit" | "busy">;
  foot: ReactNode;
  children: ReactNode;
}) {
  const { form, foot, children } = given;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
      {children}
      <SettingsFoot>{foot}</SettingsFoot>
    </form>
  );
}

/** All that is asked of a project, in two columns where there is room. */
export function ProjectFieldsets(given: {
  form: Form;
  /** At the project's place. */
  today: string;
  /** A project does not become one of the other type. */
  typeIsFixed?: boolean;
  /** Readings have arrived. */
  zoneIsFixed?: boolean;
  /** Below what it is. */
  more?: ReactNode;
}) {
  const { form, today, typeIsFixed = false, zoneIsFixed = false, more } = given;
  const t = useText();
  const swh = form.values.project_type === "swh";
  return (
    <div className={styles.columns}>
      <Panel title={t("setUp.what")}>
        <div className={styles.parts}>
          <SettingsPart>
            <TextField {...form.field("name")} label={t("setUp.name")} maxLength={200} />
            {!typeIsFixed && <ProjectTypeField form={form} />}
            <SettingsFields>
              {!swh && <CapacityField form={form} />}
              <CommissioningField form={form} today={today} />
            </SettingsFields>
          </SettingsPart>
          {swh ? <HeaterFields form={form} /> : <PlaneFields form={form} />}
          {more}
        </div>
      </Panel>
      <Panel title={t("setUp.where")}>
        <PlaceFields form={form} zoneIsFixed={zoneIsFixed} />
      </Panel>
    </div>
  );
}

function ProjectTypeField({ form }: { form: Form }) {
  const t = useText();
  return (
    <Segmented
      label={t("setUp.type")}
      value={form.values.project_type}
      onChange={(type) => form.change("project_type", type)}
      options={[
        { value: "pv", label: t("setUp.pv") },
        { value: "swh", label: t("setUp.swh") },
      ]}
    />
  );
}

function CapacityField({ form }: { form: Form }) {
  const t = useText();
  return (
    <NumberField
      {...form.field("capacity_kwp")}
      fault={form.faultOf("capacity_wp")}
      label={t("setUp.capacity")}
      unit="kWp"
      min={0}
    />
  );
}

function CommissioningField({ form, today }: { form: Form; today: string }) {
  const t = useText();
  return (
    <DateField
      {...form.field("commissioned_on")}
      label={t("setUp.commissioned")}
      today={today}
      onClear={() => form.change("commissioned_on", null)}
    />
  );
}

/** How the modules stand, where that is known. */
function PlaneFields({ form }: { form: Form }) {
  const t = useText();
  return (
    <SettingsPart title={t("setUp.plane")} hint={t("setUp.planeHint")}>
      <SettingsFields>
        <NumberField {...form.field("tilt_deg")} label={t("setUp.tilt")} unit="°" min={0} max={90} />
        <NumberField {...form.field("azimuth_deg")} label={t("setUp.azimuth")} unit="°" min={0} max={359} />
      </SettingsFields>
    </SettingsPart>
  );
}

/** What the water heater is made of. */
function HeaterFields({ form }: { form: Form }) {
  const t = useText();
  return (
    <SettingsPart title={t("setUp.heater")}>
      <SettingsFields>
        <NumberField {...form.field("tank_volume_l")} label={t("setUp.tank")} unit="l" min={1} />
        <NumberField {...form.field("collector_area_m2")} label={t("setUp.collector")} unit="m²" min={0} />
        <Select
          {...form.field("collector_type")}
          label={t("setUp.collectorType")}
          placeholder={t("setUp.choose")}
          options={[
            { value: "flat_plate", label: t("setUp.flatPlate") },
            { value: "evacuated_tube", label: t("setUp.evacuatedTube") },
            { value: "other", label: t("setUp.otherCollector") },
          ]}
        />
        <NumberField
          {...form.field("heater_power_kw")}
          fault={form.faultOf("heater_power_w")}
          label={t("setUp.heaterPower")}
          unit="kW"
          min={0}
        />
      </SettingsFields>
    </SettingsPart>
  );
}
