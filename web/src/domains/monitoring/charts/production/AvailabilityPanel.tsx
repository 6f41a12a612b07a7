import { useMemo, useState } from "react";
import { Select } from "../../../../ui/controls/Select.tsx";
import {
  AVAILABILITY_AXIS,
  availabilityContent,
  silenceWords,
  type Availability,
  type AvailabilityDay,
} from "./availability-content.ts";
import { BarPanel } from "../BarPanel.tsx";
import { availabilityQuery, availabilityRange } from "../chart-queries.ts";
import { isLoading, useChartQuery } from "../chart-query.ts";
import { ExplainButton } from "../../explain/ExplainButton.tsx";
import { useProjectTime } from "../project-time.ts";
import { useWords } from "../../words.ts";
import styles from "./AvailabilityPanel.module.css";
import { ChartMarks } from "../ChartMarks.tsx";

const HEIGHT = { desktop: 240, phone: 220 };
const LEFT = { unit: "%", axis: AVAILABILITY_AXIS };
const NONE: Pick<Availability, "data" | "total"> = {
  data: [],
  total: { project_availability: null, project_variants: { strict: null, reported: null, energy: null } },
};

/** Gateways of the day with their devices. */
function DayList({ day }: { day: AvailabilityDay }) {
  const words = useWords();
  const { text, format } = words;
  const empty = day.gateway_availability.length === 0;
  if (empty) return <ChartMarks>{text("availability.none")}</ChartMarks>;
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.list} role="region" aria-label={text("availability.devices")} tabIndex={0}>
      <ul>
        {day.gateway_availability.map((gateway) => (
          <li key={gateway.gateway_uid}>
            <div className={`${styles.row} ${styles.gateway}`}>
              <span>{gateway.alias}</span>
              <b>{format.percent(gateway.value, 2)}</b>
            </div>
            <ul>
              {gateway.gateway_devices.map((device) => (
                <li key={device.device_uid} className={styles.row}>
                  <span>
                    {device.alias}
                    {silenceWords(device.silence, words).map((said) => (
                      <em key={said}>{said}</em>
                    ))}
                  </span>
                  <b>{format.percent(device.value, 2)}</b>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The list of one of the days, opened by hand. */
function Devices({ days, disabled }: { days: readonly AvailabilityDay[]; disabled: boolean }) {
  const { text, format } = useWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const day =
    days.find(({ date }) => date === chosen) ?? days.findLast((one) => one.project_availability !== null);
  if (day === undefined) return null;
  const options = days.map(({ date }) => ({ value: date, label: format.day(date) })).toReversed();
  return (
    <details className={styles.devices}>
      <summary>{text("availability.devices")}</summary>
      <Select
        className={styles.day}
        label={text("availability.day")}
        hideLabel
        value={day.date}
        disabled={disabled}
        options={options}
        onChange={setChosen}
      />
      <DayList day={day} />
    </details>
  );
}

/** Availability of the last ten days (M55), by gateway and device below. */
export function AvailabilityPanel({ uid, name, timezone }: { uid: string; name: string; timezone: string }) {
  const words = useWords();
  const { text, format } = words;
  const { today } = useProjectTime(timezone);
  const range = useMemo(() => availabilityRange(today), [today]);
  const query = useChartQuery(availabilityQuery(uid, range));
  const answer = query.data ?? NONE;
  const bars = useMemo(() => availabilityContent(answer, name, words), [answer, name, words]);
  const planned = answer.data.reduce((sum, day) => sum + day.planned_outage, 0);
  const { project_availability: total, project_variants: variants } = answer.total;
  const title = text("availability.title");
  return (
    <BarPanel
      title={title}
      {...{ query, bars }}
      left={LEFT}
      height={HEIGHT}
      switches={<ExplainButton uid={uid} kpis={["availability"]} title={title} range={range} />}
      total={
        <>
          {text("availability.total")} <b>{format.percent(total, 2)}</b>
        </>
      }
    >
      {total !== null && (
        <ChartMarks>
          <span>{text("availability.strict", { n: format.percent(variants.strict, 2) })}</span>
          <span>{text("availability.reported", { n: format.percent(variants.reported, 2) })}</span>
          {planned > 0 && <span>{text("availability.planned", { n: format.number(planned) })}</span>}
        </ChartMarks>
      )}
      <Devices days={answer.data} disabled={isLoading(query)} />
    </BarPanel>
  );
}
