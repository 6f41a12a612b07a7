import { FlaskConical, Table2, ChartColumn } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { useWords } from "../../../platform/words.ts";
import { useChartView, type ChartView } from "../../../ui/charts/chart-view.ts";
import { LanesChart } from "../../../ui/charts/lanes/LanesChart.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import type { ComplianceMonth } from "./compliance-queries.ts";
import { daysOfMonth } from "./compliance-view.ts";
import { VERDICT_ICONS } from "./compliance-words.ts";
import { LANES, lanesContent, type LaneName } from "./lanes-content.ts";
import { Verdicts } from "./Verdicts.tsx";
import styles from "./Compliance.module.css";

/** Height of a lane, px. */
const LANE_PX = 98;

interface Props {
  readonly data: ComplianceMonth;
  readonly chosen: string | null;
  readonly renewing: boolean;
  readonly onOpen: (day: string) => void;
}

/** The verdicts of a month and its three lanes on one axis of days; on a phone a calendar and one lane at a time. */
export function DayByDay({ data, chosen, renewing, onOpen }: Props) {
  const words = useWords();
  const { text } = words;
  const phone = usePhone();
  const view = useChartView();
  const [lane, setLane] = useState<LaneName>("export");
  const days = useMemo(() => daysOfMonth(data.month), [data.month]);
  const names = useMemo(() => (phone ? [lane] : LANES), [phone, lane]);
  const { content, lanes } = useMemo(
    () => lanesContent({ days, judged: data.days, names }, words),
    [days, data.days, names, words],
  );
  const openRow = useCallback(
    (row: number) => {
      const day = days[row];
      if (day !== undefined) onOpen(day);
    },
    [days, onOpen],
  );
  const at = chosen === null ? -1 : days.indexOf(chosen);
  return (
    <Panel
      title={text("compliance.dayByDay")}
      renewing={renewing}
      className={styles.days}
      extra={<AsTable view={view} />}
    >
      <Verdicts days={days} data={data} chosen={chosen} calendar={phone} onOpen={onOpen} />
      {phone && (
        <Segmented<LaneName>
          label={text("compliance.lanes")}
          value={lane}
          options={LANES.map((value) => ({ value, label: text(`compliance.lane.short.${value}`) }))}
          onChange={setLane}
        />
      )}
      <div className={styles.lanes} data-as-table={view.asTable}>
        <PageCharts>
          <LanesChart
            content={content}
            view={view}
            state={data.days.length === 0 ? "empty" : "ready"}
            height={LANE_PX * names.length + (phone ? 40 : 0)}
            onRetry={NOTHING_TO_RETRY}
            lanes={lanes}
            chosen={at < 0 ? null : at}
            onOpen={openRow}
          />
        </PageCharts>
      </div>
      <Legend />
    </Panel>
  );
}

function AsTable({ view }: { view: ChartView }) {
  const { text } = useWords();
  const name = text(view.asTable ? "chart.asChart" : "chart.asTable");
  return (
    <Button
      icon={view.asTable ? <ChartColumn size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
      aria-label={name}
      title={name}
      onClick={() => view.setAsTable(!view.asTable)}
    />
  );
}

/** The lanes come with the month: there is no request of their own. */
const NOTHING_TO_RETRY = () => {};

function Legend() {
  const { text } = useWords();
  return (
    <ul className={styles.legend}>
      {(["kept", "not_kept", "no_proof", "off"] as const).map((verdict) => {
        const Icon = VERDICT_ICONS[verdict];
        return (
          <li key={verdict}>
            <Icon size={14} aria-hidden data-verdict={verdict} />
            {text(`compliance.legend.${verdict}`)}
          </li>
        );
      })}
      <li>
        <FlaskConical size={14} aria-hidden />
        {text("nze.drill")}
      </li>
    </ul>
  );
}
