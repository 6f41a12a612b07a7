import { useMemo } from "react";
import { SOC_AXIS } from "../../../../ui/charts/axis-rules.ts";
import { useAddressDay } from "../address-choice.ts";
import { batteryContent } from "./battery-content.ts";
import { batteryQuery } from "../chart-queries.ts";
import { useChartQuery } from "../chart-query.ts";
import { DayPanel } from "../DayPanel.tsx";
import { useProjectTime } from "../project-time.ts";
import { useWords } from "../../words.ts";

const HEIGHT = { desktop: 272, phone: 240 };
const SOC = { unit: "%", axis: SOC_AXIS };

/** Charge, discharge and state of charge of a day (M51): the day is in the address. */
export function BatteryPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { today } = useProjectTime(timezone);
  const [day, onDay] = useAddressDay("battery", today);
  const query = useChartQuery(batteryQuery(uid, day), day === today);
  const { content, axis } = useMemo(
    () => batteryContent(query.data ?? { view_day: day, data: [] }, name, words),
    [query.data, day, name, words],
  );
  const left = useMemo(() => ({ unit: "kW", axis }), [axis]);
  return (
    <DayPanel
      title={words.text("battery.title")}
      {...{ timezone, query, day, onDay, content, left }}
      right={SOC}
      height={HEIGHT}
    />
  );
}
