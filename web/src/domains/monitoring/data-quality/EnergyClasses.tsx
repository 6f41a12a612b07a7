import { HeatBar, HeatSwatch } from "../../../ui/heat-strip/HeatStrip.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { SumLine } from "../../../ui/layout/SumLine.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { useWords } from "../words.ts";
import { energyParts, type Quality } from "./quality-content.ts";

const CLASSES = [
  { key: "counted", look: "whole" },
  { key: "integrated", look: "measured" },
  { key: "estimated", look: "hatched" },
] as const;

/** How the production of the days is known; the parts close to the total of every other screen. */
export function EnergyClasses({ quality }: { quality: Quality }) {
  const { text, format } = useWords();
  const parts = energyParts(quality);
  if (parts === null || parts.total === 0) {
    return (
      <Panel title={text("quality.classes")}>
        <PanelNote text={text("quality.noEnergy")} />
      </Panel>
    );
  }
  const shown = CLASSES.map(({ key, look }) => ({
    key,
    look,
    label: text(`quality.class.${key}`),
    figure: format.number(parts[key], 1),
  }));
  const label = shown.map((part) => `${part.label} ${part.figure} kWh`).join(", ");
  return (
    <Panel title={text("quality.classes")}>
      <HeatBar label={label} shares={CLASSES.map(({ key }) => Math.max(0, parts[key]) / parts.total)} />
      <div style={{ height: 10 }} />
      <SumLine
        parts={shown.map(({ look, ...part }) => ({ ...part, mark: <HeatSwatch look={look} /> }))}
        sum={
          <>
            {text("quality.sum")} <b>{format.number(parts.total, 1)} kWh</b> {text("quality.sameTotal")}
          </>
        }
      />
    </Panel>
  );
}
