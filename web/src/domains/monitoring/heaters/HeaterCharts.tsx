import { useMemo } from "react";
import { useAddressChoice, useAddressDay } from "../charts/address-choice.ts";
import { BarPanel } from "../charts/BarPanel.tsx";
import { isLoading, useChartQuery } from "../charts/chart-query.ts";
import { DayPanel } from "../charts/DayPanel.tsx";
import { ExplainButton } from "../explain/ExplainButton.tsx";
import { heatContent, temperatureContent } from "./heater-content.ts";
import { PeriodSwitch } from "../charts/PeriodSwitch.tsx";
import { heatAt, heatQuery, temperaturesQuery } from "./heater-queries.ts";
import { useProjectTime } from "../charts/project-time.ts";
import { useWords } from "../words.ts";

const HEIGHT = { desktop: 300, phone: 240 };

interface Of {
  readonly uid: string;
  readonly name: string;
  readonly timezone: string;
}

/** Lines of a day's temperatures, one a sensor: the day is in the address. */
export function TemperaturePanel({ uid, name, timezone }: Of) {
  const words = useWords();
  const { today } = useProjectTime(timezone);
  const [day, onDay] = useAddressDay("temperatures", today);
  const query = useChartQuery(temperaturesQuery(uid, day), day === today);
  const { content, axis } = useMemo(
    () => temperatureContent(query.data ?? { view_day: day, data: [] }, name, words),
    [query.data, day, name, words],
  );
  const left = useMemo(() => ({ unit: "°C", axis }), [axis]);
  return (
    <DayPanel
      title={words.text("heater.temperatures")}
      {...{ timezone, query, day, onDay, content, left }}
      height={HEIGHT}
    />
  );
}

/** Heat of the sun, what it saved, and what the electric heater used, by day or month: which is in the address. */
export function HeatPanel({ uid, name, timezone }: Of) {
  const words = useWords();
  const { text, format } = words;
  const { today } = useProjectTime(timezone);
  const [choice, choose] = useAddressChoice("heat");
  const { view, range } = useMemo(() => heatAt(choice, today), [choice, today]);
  const query = useChartQuery(heatQuery(uid, range, view));
  const bars = useMemo(
    () => heatContent(query.data ?? { date_label: [range.from, range.to], data: [] }, view, name, words),
    [query.data, range, view, name, words],
  );
  const left = useMemo(() => ({ unit: "kWh", axis: bars.axis }), [bars.axis]);
  const title = text("heater.energy");
  return (
    <BarPanel
      title={title}
      {...{ query, bars, left }}
      height={HEIGHT}
      switches={
        <>
          <PeriodSwitch
            label={text("heater.energyView")}
            view={view}
            disabled={isLoading(query)}
            onView={(next) => choose(next === "day" ? null : next)}
          />
          <ExplainButton uid={uid} kpis={["energy_saving", "saving", "co2"]} title={title} range={range} />
        </>
      }
      total={
        <>
          {text("heater.saving")} <b>{format.number(bars.savingKwh, 1)}</b> kWh
        </>
      }
    />
  );
}
