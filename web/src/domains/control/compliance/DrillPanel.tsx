import { nzeDrills, type NzeDrillWithTrace } from "@heliograph/contract/control/compliance";
import type { ZeroExportGateway } from "@heliograph/contract/control/zero-export";
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { useMemo, useState } from "react";
import { useServerText } from "../../../platform/i18n.tsx";
import { SmallChart } from "../../../platform/charts/SmallChart.tsx";
import { pageTexts, useWords, type Words } from "../../../platform/words.ts";
import { extent, roundAxis } from "../../../ui/charts/axis-rules.ts";
import type { ChartContent } from "../../../ui/charts/chart-content.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { DrillNow, drillText, WeeklyDrill } from "../zero-export/drill-actions.tsx";
import { useDrills } from "./compliance-queries.ts";
import styles from "./Compliance.module.css";

const HEIGHT = 180;
const PAGE = 5;

/** The fail-safe's drills: the curve of one, all of them, the next one, and one now. */
export function DrillPanel(given: { gateway: ZeroExportGateway; timezone: string; mayChange: boolean }) {
  const { gateway, timezone, mayChange } = given;
  const { text, format } = useWords();
  const serverText = useServerText();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const { gateway_info: info, weekly_drill_at: next } = gateway;
  const query = useDrills(info.uid, page);
  const items = query.data?.items;
  const drill =
    items?.find(({ drill_uid }) => drill_uid === chosen) ?? items?.find(({ trace }) => trace.length > 0);
  const columns = useDrillColumns(timezone);
  const total = query.data?.total_items ?? 0;
  return (
    <Panel
      title={text("nze.drill")}
      extra={
        <div className={styles.drillTools}>
          {mayChange && <WeeklyDrill gateway={gateway} name={info.alias ?? info.serial} />}
          <span>
            {next === null
              ? text("nze.weekly.off")
              : text("nze.weekly.next", { time: format.dateTime(Date.parse(next), timezone) })}
          </span>
          {mayChange && <DrillNow gateway={gateway} also={[nzeDrills]} />}
        </div>
      }
    >
      <div className={styles.drills}>
        {drill !== undefined && drill.trace.length > 0 && (
          <DrillCurve key={drill.drill_uid} drill={drill} timezone={timezone} />
        )}
        <DataTable
          label={text("compliance.drills")}
          columns={columns}
          rows={items}
          idOf={({ drill_uid }) => drill_uid}
          isMarked={({ drill_uid }) => drill_uid === drill?.drill_uid}
          onOpen={({ drill_uid }) => setChosen(drill_uid)}
          failed={
            query.isError && items === undefined
              ? {
                  title: text("Data is not available"),
                  hint: serverText(query.error.message),
                  retry: () => void query.refetch(),
                  retryLabel: text("Try again"),
                }
              : null
          }
          empty={<PanelNote text={text("compliance.noDrills")} />}
          {...(total > PAGE
            ? { pages: { size: PAGE, texts: pageTexts(text), of: { page, total, onPage: setPage } } }
            : {})}
        />
      </div>
    </Panel>
  );
}

const ICONS: Readonly<Record<NzeDrillWithTrace["result"], LucideIcon>> = {
  asked: LoaderCircle,
  passed: CircleCheck,
  failed: CircleX,
  skipped: CircleDashed,
};

function resultCell(drill: NzeDrillWithTrace, words: Words) {
  const Icon = ICONS[drill.result];
  return (
    <span className={styles.result} data-result={drill.result}>
      <Icon size={14} aria-hidden />
      {drillText(drill, words)}
    </span>
  );
}

function useDrillColumns(timezone: string): readonly Column<NzeDrillWithTrace>[] {
  const words = useWords();
  return useMemo(() => {
    const { text, format } = words;
    return [
      {
        id: "asked",
        label: text("compliance.drill"),
        rowHead: true,
        value: ({ asked_at }) => asked_at,
        cell: ({ asked_at }) => format.dateTime(Date.parse(asked_at), timezone),
      },
      {
        id: "to",
        label: text("compliance.toLimit"),
        numeric: true,
        value: ({ to_limit_s }) => to_limit_s,
        cell: ({ to_limit_s: s }) => (s === null ? "–" : `${format.number(s, 1)} s`),
      },
      {
        id: "back",
        label: text("compliance.back"),
        numeric: true,
        value: ({ back_s }) => back_s,
        cell: ({ back_s: s }) => (s === null ? "–" : `${format.number(s, 0)} s`),
      },
      {
        id: "result",
        label: text("compliance.result"),
        value: (drill) => drillText(drill, words),
        cell: (drill) => resultCell(drill, words),
      },
    ];
  }, [words, timezone]);
}

/** Production of a drill, with when the meter was left out and by when the limit had to be reached. */
function DrillCurve({ drill, timezone }: { drill: NzeDrillWithTrace; timezone: string }) {
  const words = useWords();
  const content = useMemo(() => drillContent(drill, words, timezone), [drill, words, timezone]);
  const rows = useMemo(() => drillRows(drill), [drill]);
  const left = useMemo(() => drillAxis(drill), [drill]);
  const marks = useMemo(
    () => [
      { place: drill.allowed_s, label: words.text("compliance.allowed", { s: drill.allowed_s }) },
      { place: drill.meter_out_s, label: "" },
    ],
    [drill, words],
  );
  return <SmallChart {...{ content, rows, left, marks }} height={HEIGHT} />;
}

function drillContent(drill: NzeDrillWithTrace, { text, format }: Words, timezone: string): ChartContent {
  const title = text("compliance.drillCurve", {
    time: format.dateTime(Date.parse(drill.asked_at), timezone),
    s: drill.meter_out_s,
  });
  return {
    title,
    summary: title,
    rowTitle: text("nze.time"),
    rowNames: drill.trace.map(({ s }) => `${format.number(s, 1)} s`),
    series: [
      {
        key: "production",
        name: text("compliance.production"),
        unit: "kW",
        color: "--series-pv",
        mark: "area",
        values: drill.trace.map(({ w }) => w / 1000),
        digits: 1,
      },
    ],
  };
}

/** Between two ticks, s. */
const TICK_S = 10;

function drillRows({ trace }: NzeDrillWithTrace) {
  const places = trace.map(({ s }) => s);
  const min = Math.min(0, places[0] ?? 0);
  const max = Math.max(1, places.at(-1) ?? 1);
  const every = TICK_S * Math.max(1, Math.ceil((max - min) / TICK_S / 5));
  const ticks: number[] = [];
  for (let tick = Math.ceil(min / every) * every; tick < max - every / 4; tick += every) ticks.push(tick);
  return { places, min, max, ticks, label: (place: number) => `${place} s` };
}

function drillAxis({ trace }: NzeDrillWithTrace) {
  const { high } = extent([trace.map(({ w }) => w / 1000)]) ?? { high: 1 };
  return { unit: "kW", axis: roundAxis(0, Math.max(1, high), 3) };
}
