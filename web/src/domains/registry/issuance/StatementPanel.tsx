import type { IssuanceRecord } from "@heliograph/contract/registry/issuance/issuance";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { RecordLink } from "../../../platform/rec/lists/RecordLink.tsx";
import { paths } from "../../../app/paths.ts";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { roundAxis } from "../../../ui/charts/axis-rules.ts";
import { BarChart } from "../../../ui/charts/BarChart.tsx";
import { ChartTools } from "../../../ui/charts/ChartTools.tsx";
import { useChartView } from "../../../ui/charts/chart-view.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { classStrip, daysThatDiffer, statementContent } from "./statement-chart.ts";
import { useIssuanceWords, type IssuanceWords } from "./issuance-words.ts";
import styles from "./Issuance.module.css";

type StatementDay = IssuanceRecord["days"][number];

const HEIGHT = 260;

/** The energy of each day with how it is known, under the physical maximum, and the days that differ as a table. */
export function StatementPanel({ request }: { request: IssuanceRecord }) {
  const words = useIssuanceWords();
  const { text } = words;
  const view = useChartView();
  const { days, from_day, to_day, timezone } = request;
  const period =
    from_day.slice(0, 7) === to_day.slice(0, 7) ? from_day.slice(0, 7) : `${from_day} – ${to_day}`;
  const title = text("iss.statement", { period });
  const content = useMemo(() => statementContent(days, words, title), [days, words, title]);
  const labels = useMemo(() => days.map(({ day }) => day.slice(8)), [days]);
  const strip = useMemo(() => classStrip(days), [days]);
  const open = useOpenDay(request);
  const left = useMemo(() => ({ unit: "kWh", axis: roundAxis(0, peakOf(days) / 1000, 4) }), [days]);
  return (
    <PageCharts>
      <Panel title={title} extra={<ChartTools content={content} view={view} disabled={false} />}>
        <p className={styles.unit}>
          {text("iss.statementUnit", { zone: timezone })}
          {open !== undefined && ` · ${text("iss.statementKeys")}`}
        </p>
        <BarChart
          content={content}
          view={view}
          state={days.length === 0 ? "empty" : "ready"}
          height={HEIGHT}
          onRetry={() => {}}
          labels={labels}
          left={left}
          strip={strip}
          onOpen={open}
        />
        <Days request={request} words={words} />
      </Panel>
    </PageCharts>
  );
}

/** Goes to the readings of a day in the plant's power chart; undefined where the person may not see them. */
function useOpenDay({ days, project_uid }: IssuanceRecord) {
  const navigate = useNavigate();
  if (project_uid === null) return undefined;
  return (row: number) => {
    const day = days[row]?.day;
    if (day !== undefined) void navigate(readingsOf(project_uid, day));
  };
}

const readingsOf = (project_uid: string, day: string) => `${paths.project(project_uid)}?day=${day}`;

const peakOf = (days: readonly StatementDay[]) =>
  Math.max(1, ...days.map(({ wh, maximum_wh }) => Math.max(wh ?? 0, maximum_wh)));

function Days({ request, words }: { request: IssuanceRecord; words: IssuanceWords }) {
  const { text } = words;
  const [isAll, setIsAll] = useState(false);
  const few = daysThatDiffer(request.days);
  const all = request.days.length;
  const columns = useDayColumns(request, words);
  const shown = isAll ? request.days : few;
  return (
    <>
      {shown.length > 0 && (
        <DataTable
          label={text("iss.day")}
          columns={columns}
          rows={shown}
          idOf={({ day }) => day}
          nameOf={({ day }) => day}
          empty={null}
        />
      )}
      <div className={styles.foot}>
        <span>
          {few.length === 0 ? text("iss.allEqual", { all }) : text("iss.fewOf", { n: shown.length, all })}
        </span>
        <Button type="text" onClick={() => setIsAll(!isAll)}>
          {isAll ? text("iss.showFew") : text("iss.showAll", { n: all })}
        </Button>
      </div>
    </>
  );
}

/** What the statement measures beside generation: shown where some day has it. */
const measuredBeside = (days: readonly StatementDay[]) =>
  (["exported_wh", "supply_wh"] as const).filter((id) => days.some((day) => day[id] !== null));

const BESIDE = { exported_wh: "iss.exported", supply_wh: "iss.supply" } as const;

function useDayColumns(
  { project_uid, days }: IssuanceRecord,
  words: IssuanceWords,
): readonly Column<StatementDay>[] {
  return useMemo(() => {
    const { text, kwh, format } = words;
    const energy = (
      id: "meter_wh" | "inverter_wh" | "wh" | "maximum_wh" | keyof typeof BESIDE,
      label: string,
    ): Column<StatementDay> => ({
      id,
      label,
      numeric: true,
      value: (day) => (day[id] === null ? null : day[id] / 1000),
      cell: (day) => kwh(day[id]),
    });
    return [
      {
        id: "day",
        label: text("iss.day"),
        rowHead: true,
        value: ({ day }) => day,
        cell: ({ day }) => <DayLink day={day} project_uid={project_uid} />,
      },
      energy("meter_wh", text("iss.meter")),
      energy("inverter_wh", text("iss.inverters")),
      ...measuredBeside(days).map((id) => energy(id, text(BESIDE[id]))),
      energy("wh", text("iss.counted")),
      {
        id: "complete",
        label: text("iss.complete"),
        numeric: true,
        value: ({ complete_permille }) => complete_permille / 10,
        cell: ({ complete_permille }) =>
          format.number(complete_permille / 10, complete_permille % 10 === 0 ? 0 : 1),
      },
      energy("maximum_wh", text("iss.maximum")),
      {
        id: "class",
        label: text("iss.dayClass"),
        value: (day) => sourceText(day, words),
        cell: (day) => <Source day={day} words={words} />,
      },
    ];
  }, [project_uid, days, words]);
}

/** The day, and where the person may see them, its readings in the power chart. */
function DayLink({ day, project_uid }: { day: string; project_uid: string | null }) {
  if (project_uid === null) return <>{day}</>;
  return <RecordLink to={readingsOf(project_uid, day)}>{day}</RecordLink>;
}

const sourceText = ({ source, evidence }: StatementDay, { text }: IssuanceWords): string =>
  source === "meter" && evidence === "B" ? text("iss.source.partly") : text(`iss.source.${source}`);

function Source({ day, words }: { day: StatementDay; words: IssuanceWords }) {
  const look = day.evidence === null ? styles.missing : day.evidence === "A" ? undefined : styles.weak;
  return <span className={look}>{sourceText(day, words)}</span>;
}
