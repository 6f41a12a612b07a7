import { setEnergyBefore } from "@heliograph/contract/fleet/gateways";
import { projectDevice, type DeviceDetail } from "@heliograph/contract/monitoring/devices/device-list";
import { projectWidget } from "@heliograph/contract/monitoring/overview/widgets";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { useSaveMessages } from "../../fleet/index.ts";
import { useWords } from "../words.ts";
import { DeviceItems } from "./DeviceItems.tsx";
import { formatReading } from "./device-reading.ts";
import styles from "./EnergyBefore.module.css";

const COUNTING: readonly DeviceDetail["asset_type"][] = ["solar_inverter", "electric_meter"];

/** What the device's total began with: the count at its first reading, and what a device that it replaced had produced. */
export function EnergyBefore(given: { project: string; device: DeviceDetail; mayChange: boolean }) {
  const { project, device, mayChange } = given;
  const words = useWords();
  const { text, format } = words;
  if (!COUNTING.includes(device.asset_type)) return null;
  const { opening, opened_on, energy_before } = device.totals;
  const shown =
    opening.production.value === null && device.asset_type === "electric_meter"
      ? opening.export
      : opening.production;
  const items = [
    { label: text("device.opening"), value: formatReading(shown, words) },
    { label: text("device.openedOn"), value: format.day(opened_on) },
    ...(mayChange ? [] : [{ label: text("device.before"), value: formatReading(energy_before, words) }]),
  ];
  return (
    <section className={styles.before}>
      <h3>{text("device.totalBegins")}</h3>
      <DeviceItems items={items} />
      {mayChange && <Form key={energy_before.value ?? ""} project={project} device={device} />}
    </section>
  );
}

function Form({ project: project_uid, device }: { project: string; device: DeviceDetail }) {
  const { text } = useWords();
  const setting = useCall(setEnergyBefore, [projectDevice, projectWidget]);
  const form = useContractForm(setEnergyBefore, {
    defaults: { energy_before_kwh: device.totals.energy_before.value },
    toBody: ({ energy_before_kwh }) => ({ project_uid, device_uid: device.uid, energy_before_kwh }),
    send: (body) => setting.mutateAsync({ body }),
    ...useSaveMessages(),
  });
  const { value, onChange, fault } = form.field("energy_before_kwh");
  return (
    <form onSubmit={form.submit} aria-busy={form.busy} noValidate>
      <NumberField label={text("device.before")} unit="kWh" value={value} onChange={onChange} fault={fault} />
      <p>{text("device.beforeHint")}</p>
      <Button type="primary" submits loading={form.busy} disabled={!form.dirty}>
        {text("device.save")}
      </Button>
    </form>
  );
}
