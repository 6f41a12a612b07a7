import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import {
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "@heliograph/contract/monitoring/statistics/statistics";
import { type LocalNow, STATISTICS_BINS } from "@heliograph/contract/monitoring/statistics/statistics-range";
import { keepPreviousData, useIsFetching, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { download } from "../../../platform/download.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { ExportMenuPart } from "../../../platform/screen-parts/ExportMenuPart.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { Spacer } from "../../../ui/layout/Spacer.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { say } from "../../../ui/feedback/say.ts";
import {
  deviceColumnsOf,
  type DeviceColumn,
  devicesContent,
  totalContent,
  totalStats,
} from "./statistics-content.ts";
import {
  rangeIn,
  STATISTICS_VIEWS,
  type StatisticsView,
  statisticsViewIn,
  withRange,
} from "./statistics-view.ts";
import { KpiStrip } from "../explain/KpiStrip.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { paths } from "../../../app/paths.ts";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { seriesRequest, type StatisticsRequest, statisticsQueries } from "./StatisticsScreen.loader.ts";
import { RangeRule } from "./RangeRule.tsx";
import { StatisticsRange } from "./StatisticsRange.tsx";
import { StatisticsPanel } from "./StatisticsPanel.tsx";
import { useWords } from "../words.ts";
import { useLocalNow } from "./local-now.ts";
import { browserZone } from "../../../platform/zone.ts";
import styles from "./StatisticsScreen.module.css";

const HEIGHT = 420;
/** Figures of the first row. */
const ENERGIES = 5;

/** /statistic-project/{id}: sums and series of a range (M12). */
export default function StatisticsScreen() {
  return (
    <ProjectPage title="Statistic" pvOnly>
      {(uid, project) => (
        <PageCharts>
          <Statistics key={uid} uid={uid} project={project} />
        </PageCharts>
      )}
    </ProjectPage>
  );
}

function Waiting() {
  return (
    <Panel>
      <Skeleton width="100%" height={HEIGHT} />
    </Panel>
  );
}

const CALLS: readonly unknown[] = [statisticsTotal.name, statisticsSeries.name, statisticsDevices.name];

/** The range by the plant's clock. Until its zone is known by the reader's: then only words are shown of it. */
function useRange(project: ProjectInfo | undefined) {
  const now = useLocalNow(project?.timezone ?? browserZone());
  const [address] = useSearchParams();
  const range = useMemo(() => rangeIn(address, STATISTICS_BINS, now), [address, now]);
  return { now, range, view: statisticsViewIn(address) };
}

function Statistics({ uid, project }: { uid: string; project: ProjectInfo | undefined }) {
  const { now, range, view } = useRange(project);
  return (
    <>
      <Panel className={styles.bar}>
        {project === undefined ? (
          <div className={styles.waiting} />
        ) : (
          <Controls uid={uid} name={project.project_ssoc_name} now={now} range={range} view={view} />
        )}
        <RangeRule bin={range.bin} timezone={project?.timezone} />
      </Panel>
      {project === undefined ? (
        <Waiting />
      ) : (
        <Figures uid={uid} name={project.project_ssoc_name} range={range} view={view} />
      )}
    </>
  );
}

function Controls({ uid, name, now, range, view }: FiguresProps & { now: LocalNow }) {
  const { text } = useWords();
  const [address, setAddress] = useSearchParams();
  const loading = useIsFetching({ predicate: ({ queryKey: [call] }) => CALLS.includes(call) }) > 0;
  const onRange = (next: StatisticsRequest) =>
    setAddress(withRange(address, next), { replace: true, preventScrollReset: true });
  const onView = (next: StatisticsView) => {
    const changed = new URLSearchParams(address);
    changed.set("view", next);
    setAddress(changed, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <StatisticsRange range={range} bins={STATISTICS_BINS} now={now} loading={loading} onRange={onRange} />
      <Spacer />
      <Segmented<StatisticsView>
        label={text("statistics.view")}
        value={view}
        disabled={loading}
        options={STATISTICS_VIEWS.map((value) => ({ value, label: text(`statistics.${value}`) }))}
        onChange={onView}
      />
      <Export uid={uid} name={name} range={range} view={view} loading={loading} />
      <LinkButton to={paths.losses(uid)} look="plain">
        {text("statistics.losses")}
      </LinkButton>
    </>
  );
}

function Figures({ uid, name, range, view }: FiguresProps) {
  return (
    <>
      <Totals uid={uid} range={range} />
      {view === "total" ? (
        <TotalView uid={uid} name={name} range={range} />
      ) : (
        <DevicesView uid={uid} name={name} range={range} />
      )}
    </>
  );
}

interface ViewProps {
  readonly uid: string;
  readonly name: string;
  readonly range: StatisticsRequest;
}

interface FiguresProps extends ViewProps {
  readonly view: StatisticsView;
}

interface ExportProps extends FiguresProps {
  readonly loading: boolean;
}

/** The series as a file: the CSV as it comes, the others when they have been made. */
function Export({ uid, name, range, view, loading }: ExportProps) {
  const serverText = useServerText();
  const query = { ...seriesRequest(uid, range), view };
  const save = async () => {
    try {
      const file = await download(binsizeExport, { query });
      saveFile(fileName(`${name} ${range.from_date} ${range.to_date} ${range.bin} ${view}`, "csv"), file);
    } catch (error) {
      say.error(serverText(error instanceof Error ? error.message : String(error)));
    }
  };
  return <ExportMenuPart request={query} csv={save} disabled={loading} />;
}

/** The days that explanations are asked for; null where the range is of parts of days. */
function wholeDays({ from_date: from, to_date: to, from_time, to_time }: StatisticsRequest) {
  return from_time === undefined && to_time === undefined ? { from, to } : null;
}

function Totals({ uid, range }: { uid: string; range: StatisticsRequest }) {
  const words = useWords();
  const phone = usePhone();
  const serverText = useServerText();
  const query = useQuery({
    ...statisticsQueries(uid, range).totals,
    placeholderData: keepPreviousData,
  });
  if (query.isError && query.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (query.data === undefined) return <Skeleton width="100%" height={phone ? 278 : 186} />;
  const stats = totalStats(query.data, words);
  const explained = wholeDays(range);
  return (
    <div className={styles.totals} aria-busy={query.isPlaceholderData}>
      <KpiStrip uid={uid} stats={stats.slice(0, ENERGIES)} range={explained} />
      <KpiStrip uid={uid} stats={stats.slice(ENERGIES)} range={explained} />
    </div>
  );
}

const emptyBins = { timezone: "UTC", units: { energy: "kWh", insolation: "Wh/m2" } } as const;

function TotalView({ uid, name, range }: ViewProps) {
  const words = useWords();
  const query = useQuery({
    ...statisticsQueries(uid, range).total,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const statistics = useMemo(
    () =>
      data === undefined
        ? devicesContent(
            { ...emptyBins, bins: [], binsize: range.bin, devices: [] },
            "production",
            name,
            words,
          )
        : totalContent(data, name, words),
    [data, range.bin, name, words],
  );
  return (
    <StatisticsPanel
      statistics={useDeferredValue(statistics)}
      query={query}
      title={words.text("statistics.total")}
    />
  );
}

function DevicesView({ uid, name, range }: ViewProps) {
  const words = useWords();
  const { text } = words;
  const [chosen, setChosen] = useState<DeviceColumn>("production");
  const query = useQuery({
    ...statisticsQueries(uid, range).devices,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const columns = useMemo(() => (data === undefined ? [] : deviceColumnsOf(data)), [data]);
  const column = columns.includes(chosen) ? chosen : (columns[0] ?? "production");
  const statistics = useMemo(
    () =>
      devicesContent(
        data ?? { ...emptyBins, bins: [], binsize: range.bin, devices: [] },
        column,
        name,
        words,
      ),
    [data, range.bin, column, name, words],
  );
  return (
    <StatisticsPanel
      statistics={useDeferredValue(statistics)}
      query={query}
      title={text("statistics.devices")}
      extra={
        <Select<DeviceColumn>
          label={text("statistics.quantity")}
          hideLabel
          className={styles.quantity}
          value={column}
          disabled={query.isPending || query.isPlaceholderData}
          options={columns.map((value) => ({ value, label: text(`statistics.${value}`) }))}
          onChange={setChosen}
        />
      }
    />
  );
}
