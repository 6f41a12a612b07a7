import { AlarmsPanel } from "./AlarmsPanel.tsx";
import { AvailabilityPanel } from "./AvailabilityPanel.tsx";
import { BatteryPanel } from "./BatteryPanel.tsx";
import "./key-figures.css";
import { RatioPanel } from "./RatioPanel.tsx";
import { SavingPanel } from "./SavingPanel.tsx";
import type { Widget } from "./use-overview.ts";

/** True where a battery stands in the plant, of its own or behind an inverter. */
const hasBattery = (widget: Widget): boolean =>
  widget.project_info.project_asset_list.some(
    ({ asset_type, serial_list }) =>
      asset_type === "battery" ||
      serial_list.some(
        ({ iot_data }) => iot_data?.kind === "inverter" && iot_data.battery_inverter.SOC.value !== null,
      ),
  );

/** The panels of a pv project's key figures, two side by side. */
export function KeyFigurePanels({ widget }: { widget: Widget }) {
  const { project_uid: uid, project_ssoc_name: name, timezone } = widget.project_info;
  const of = { uid, name, timezone };
  return (
    <div className="key-figures">
      <RatioPanel {...of} />
      <AvailabilityPanel {...of} />
      {hasBattery(widget) && <BatteryPanel {...of} />}
      <AlarmsPanel uid={uid} timezone={timezone} />
      <SavingPanel what="co2" {...of} />
      <SavingPanel what="cost" {...of} />
    </div>
  );
}
