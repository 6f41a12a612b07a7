import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  AUXILIARY_ENERGY,
  DEVICE_FIELDS,
  ON_SITE_CONSUMPTION,
  type DeviceField,
} from "@heliograph/contract/registry/devices/device-form";
import { FUELS, technologiesOf } from "@heliograph/contract/registry/devices/fuels";
import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Checkbox } from "../../../ui/controls/Checkbox.tsx";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { countriesOf, registriesOf, useDeviceWords } from "./device-words.ts";
import { DocumentRows } from "./DocumentRows.tsx";
import shared from "../../../platform/rec/record/Record.module.css";
import styles from "./Devices.module.css";
import { SECTIONS, type FormStep } from "./FormSteps.tsx";
import { MemberRows } from "./MemberRows.tsx";
import { MeterRows } from "./meters/MeterRows.tsx";
import type { DraftState } from "./draft/use-device-draft.ts";

interface Props {
  readonly application: DeviceApplication;
  readonly state: DraftState;
}

/** The sections of the form, one below the other; on a phone, where a step is shown, one at a time. */
export function FormSections({ application, state, step }: Props & { readonly step: FormStep | null }) {
  const { type } = application;
  const names: readonly SectionName[] = SECTIONS[type];
  const shown = step === null ? names : names.slice(step.at, step.at + 1);
  return (
    <div className={styles.sections}>
      {shown.map((name) => {
        const Content = CONTENT[name];
        return (
          <Section key={name} name={name}>
            <Content {...{ application, state }} />
          </Section>
        );
      })}
      {step !== null && <StepBar step={step} all={names.length} />}
    </div>
  );
}

/** The way through the sections on a phone; it stays at the lower edge. */
function StepBar({ step: { at, show }, all }: { step: FormStep; all: number }) {
  const { text } = useDeviceWords();
  return (
    <nav className={styles.stepBar} aria-label={text("dev.sections")}>
      <Button disabled={at === 0} onClick={() => show(at - 1)}>
        {text("dev.back")}
      </Button>
      <span aria-live="polite">{text("dev.step", { n: at + 1, all })}</span>
      <Button disabled={at === all - 1} onClick={() => show(at + 1)}>
        {text("dev.next")}
      </Button>
    </nav>
  );
}

type SectionName = (typeof SECTIONS)[keyof typeof SECTIONS][number];

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { text } = useDeviceWords();
  return (
    <div id={name} className={styles.part}>
      <Panel title={text(`dev.section.${name}`)}>{children}</Panel>
    </div>
  );
}

/** What a field of text is given. */
function useFieldOf({ draft, setField }: DraftState) {
  const { text } = useDeviceWords();
  return (field: DeviceField) => ({
    label: text(`dev.item.${field}`),
    name: field,
    value: draft.fields[field],
    maxLength: DEVICE_FIELDS[field].max,
    onChange: (value: string) => setField(field, value),
  });
}

function Identity({ state, grouped }: { state: DraftState; grouped: boolean }) {
  const words = useDeviceWords();
  const field = useFieldOf(state);
  const { draft, setField } = state;
  return (
    <div className={shared.fields}>
      <TextField {...field("device_english_name")} />
      <TextField {...field("device_local_name")} />
      <Select
        label={words.text("dev.item.registry")}
        placeholder={words.text("dev.choose")}
        options={registriesOf(words)}
        value={draft.fields.registry}
        onChange={(value) => setField("registry", value)}
      />
      {!grouped && <TextField {...field("owner")} />}
    </div>
  );
}

function Technology({ application, state }: Props) {
  const words = useDeviceWords();
  const { text, fuel, technology } = words;
  const field = useFieldOf(state);
  const { draft, setField, change } = state;
  const { fields } = draft;
  const choose = (name: "on_site_consumption" | "auxiliary_energy") => (value: string) =>
    setField(name, value);
  return (
    <div className={shared.fields}>
      <Select
        label={text("dev.item.fuel_type")}
        placeholder={text("dev.choose")}
        options={Object.keys(FUELS).map((value) => ({ value, label: `${fuel(value)} · ${value}` }))}
        value={fields.fuel_type}
        onChange={(value) =>
          change({ draft: { ...draft, fields: { ...fields, fuel_type: value, device_technology: "" } } })
        }
      />
      <Select
        label={text("dev.item.device_technology")}
        placeholder={text("dev.choose")}
        options={Object.keys(technologiesOf(fields.fuel_type)).map((value) => ({
          value,
          label: `${technology(value)} · ${value}`,
        }))}
        value={fields.device_technology}
        onChange={(value) => setField("device_technology", value)}
      />
      <TextField {...field("capacity")} unit="MW" inputMode="decimal" />
      <DateField
        label={text("dev.item.commercial_operation_date")}
        today={application.facts.today}
        max={application.facts.today}
        value={fields.commercial_operation_date === "" ? null : fields.commercial_operation_date}
        onChange={(day) => setField("commercial_operation_date", day)}
        onClear={() => setField("commercial_operation_date", "")}
      />
      <Select
        label={text("dev.item.on_site_consumption")}
        placeholder={text("dev.choose")}
        options={ON_SITE_CONSUMPTION.map((value) => ({ value, label: text(`dev.consumption.${value}`) }))}
        value={fields.on_site_consumption}
        onChange={choose("on_site_consumption")}
      />
      <Select
        label={text("dev.item.auxiliary_energy")}
        placeholder={text("dev.choose")}
        options={AUXILIARY_ENERGY.map((value) => ({ value, label: text(`dev.auxiliary.${value}`) }))}
        value={fields.auxiliary_energy}
        onChange={choose("auxiliary_energy")}
      />
    </div>
  );
}

function Place({ state }: { state: DraftState }) {
  const words = useDeviceWords();
  const field = useFieldOf(state);
  const { draft, setField } = state;
  return (
    <div className={shared.fields}>
      <Select
        label={words.text("dev.item.location")}
        placeholder={words.text("dev.choose")}
        options={countriesOf(words)}
        value={draft.fields.location}
        onChange={(value) => setField("location", value)}
      />
      <TextField {...field("province")} />
      <TextField {...field("latitude")} unit="°" inputMode="decimal" />
      <TextField {...field("longitude")} unit="°" inputMode="decimal" />
      <TextField {...field("address")} className={styles.wide} />
    </div>
  );
}

function Declarations({ state }: { state: DraftState }) {
  const { text } = useDeviceWords();
  const { draft, setField } = state;
  return (
    <Checkbox
      label={text("dev.item.no_other_certificates")}
      checked={draft.fields.no_other_certificates === "yes"}
      onChange={(checked) => setField("no_other_certificates", checked ? "yes" : "")}
    />
  );
}

/** What the sections show. */
const CONTENT: Readonly<Record<SectionName, (given: Props) => ReactNode>> = {
  identity: ({ application, state }) => <Identity state={state} grouped={application.type === "grouped"} />,
  technology: Technology,
  location: Place,
  meters: MeterRows,
  members: MemberRows,
  documents: DocumentRows,
  declarations: Declarations,
};
