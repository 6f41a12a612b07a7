import { localDay } from "@heliograph/contract/kernel/time";
import {
  getRegisteredDevice,
  METER_FINDINGS,
  recordMeterFinding,
  type RegisteredDevice,
} from "@heliograph/contract/registry/devices/registered-devices";
import { useState } from "react";
import { useNow } from "../../../../platform/clock.ts";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { DateField } from "../../../../ui/controls/dates/DateField.tsx";
import { NumberField } from "../../../../ui/controls/NumberField.tsx";
import { Select } from "../../../../ui/controls/Select.tsx";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { useConfirmation } from "../../../identity/index.ts";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";

const FIRST: (typeof METER_FINDINGS)[number] = "dead";
type Unit = RegisteredDevice["units"][number];

/** What was found of a meter, a line each. */
export function UnitFindings({ findings }: Pick<Unit, "findings">) {
  const { text, format } = useDeviceWords();
  return findings.map(({ kind, day, last_reading_wh, reason }) => (
    <small key={`${kind} ${day}`}>
      {text(`registered.finding.${kind}`, { day })}
      {last_reading_wh !== null &&
        ` · ${text("registered.lastReadingOf", { kwh: format.number(last_reading_wh / 1000, 3) })}`}
      {` · ${reason}`}
    </small>
  ));
}

/** An issuer states what was found of one of the device's meters (rule R5). */
export function FindingForm({ device, close }: { device: RegisteredDevice; close: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const record = useCall(recordMeterFinding, [getRegisteredDevice]);
  const [key] = useState(() => crypto.randomUUID());
  const { device_uid, version: expected_version, units, timezone } = device;
  const { confirmed, dialog } = useConfirmation();
  const today = localDay(timezone, useNow());
  const form = useContractForm(recordMeterFinding, {
    defaults: {
      unit_uid: units[0]?.unit_uid ?? "",
      kind: FIRST,
      day: today,
      kwh: null as number | null,
      reason: "",
    },
    toBody: ({ kwh, ...values }) => ({
      ...values,
      device_uid,
      expected_version,
      last_reading_wh: kwh === null ? null : Math.round(kwh * 1000),
      key,
    }),
    send: (body) => confirmed(() => record.mutateAsync({ query: actingAs(account), body })),
    onSaved: close,
    onRefused: useFormGuards(),
  });
  const meters = [...new Map(units.map(({ unit_uid, serial }) => [unit_uid, serial]))];
  const kinds = METER_FINDINGS.map((value) => ({ value, label: text(`registered.found.${value}`) }));
  return (
    <FormDialog
      title={text("registered.findingOf")}
      save={text("registered.recordFinding")}
      {...{ form, close }}
      className={shared.stack}
    >
      <Select
        {...form.field("unit_uid")}
        label={text("registered.meter")}
        options={meters.map(([value, label]) => ({ value, label }))}
      />
      <Select {...form.field("kind")} label={text("registered.found")} options={kinds} />
      <DateField {...form.field("day")} label={text("registered.foundDay")} today={today} max={today} />
      <NumberField
        {...form.field("kwh")}
        fault={form.faultOf("last_reading_wh")}
        label={text("registered.lastReading")}
        unit="kWh"
        min={0}
      />
      <TextField {...form.field("reason")} label={text("dev.reason")} maxLength={300} />
      <p className={shared.hint}>{text("registered.findingHint")}</p>
      {dialog}
    </FormDialog>
  );
}
