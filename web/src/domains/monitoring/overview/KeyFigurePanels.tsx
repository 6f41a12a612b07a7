import { memo } from "react";
import { AlarmsPanel } from "../alarms/AlarmsPanel.tsx";
import { AvailabilityPanel } from "../charts/production/AvailabilityPanel.tsx";
import { BatteryPanel } from "../charts/power/BatteryPanel.tsx";
import { DevicesPanel } from "./DevicesPanel.tsx";
import { KeyFigureGrid } from "./KeyFigureGrid.tsx";
import { FactsPanel } from "./FactsPanel.tsx";
import { LazyPanel } from "../../../ui/feedback/LazyPanel.tsx";
import { hasBattery } from "./PlantPanels.loader.ts";
import { LossPanel } from "../losses/LossPanel.tsx";
import { ProductionPanel } from "../charts/production/ProductionPanel.tsx";
import { RatioPanel } from "../charts/production/RatioPanel.tsx";
import { SavingPanel } from "../charts/production/SavingPanel.tsx";
import type { Widget } from "./use-overview.ts";
import { useWords } from "../words.ts";

/** Heights of the panels as they usually are, in px. */
const HEIGHT = {
  production: { desktop: 408, phone: 500 },
  ratio: { desktop: 408, phone: 460 },
  losses: { desktop: 437, phone: 560 },
  availability: { desktop: 437, phone: 480 },
  saving: { desktop: 394, phone: 440 },
  facts: { desktop: 328, phone: 480 },
};

/** The panels of a pv project below its power, two side by side; what is left over has a row for itself. Live values draw none of them anew. */
export const KeyFigurePanels = memo(function KeyFigurePanels({ widget }: { widget: Widget }) {
  const { text } = useWords();
  const { project_uid: uid, project_ssoc_name: name, timezone } = widget.project_info;
  const of = { uid, name, timezone };
  const battery = hasBattery(widget);
  const devices = (
    <LazyPanel title={text("devices.title")} height={HEIGHT.facts}>
      <DevicesPanel widget={widget} />
    </LazyPanel>
  );
  return (
    <KeyFigureGrid>
      <LazyPanel title={text("production.title")} height={HEIGHT.production}>
        <ProductionPanel {...of} />
      </LazyPanel>
      <LazyPanel title={text("ratio.title")} height={HEIGHT.ratio}>
        <RatioPanel {...of} />
      </LazyPanel>
      {battery && (
        <LazyPanel title={text("battery.title")} height={HEIGHT.ratio}>
          <BatteryPanel {...of} />
        </LazyPanel>
      )}
      <LazyPanel title={text("losses.page")} height={HEIGHT.losses}>
        <LossPanel uid={uid} timezone={timezone} />
      </LazyPanel>
      <LazyPanel title={text("availability.title")} height={HEIGHT.availability}>
        <AvailabilityPanel {...of} />
      </LazyPanel>
      <LazyPanel title={text("alarms.title")} height={HEIGHT.availability}>
        <AlarmsPanel uid={uid} timezone={timezone} />
      </LazyPanel>
      {battery && devices}
      <LazyPanel title={text("saving.co2")} height={HEIGHT.saving}>
        <SavingPanel what="co2" {...of} />
      </LazyPanel>
      <LazyPanel title={text("saving.cost")} height={HEIGHT.saving}>
        <SavingPanel what="cost" {...of} />
      </LazyPanel>
      {!battery && devices}
      <LazyPanel title={text("facts.title")} height={HEIGHT.facts}>
        <FactsPanel widget={widget} />
      </LazyPanel>
    </KeyFigureGrid>
  );
});
