import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { CHART_BINS, chartTool } from "@heliograph/contract/monitoring/chart-tool";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { DateField } from "../../../ui/controls/dates/DateField.tsx";
import { useServerText } from "../../../platform/i18n.tsx";
import { ExportMenuPart } from "../../../platform/screen-parts/ExportMenuPart.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { type Gateways, namesOf } from "./chart-tool-content.ts";
import {
  exportRequest,
  selectionIn,
  type SelectedSeries,
  usefulSelection,
  withOverlay,
  withSelection,
  withZoom,
  zoomIn,
} from "./chart-tool-view.ts";
import { chartToolDevicesQuery } from "./ChartToolScreen.loader.ts";
import { ChartToolPlot } from "./ChartToolPlot.tsx";
import { ChartToolTree } from "./ChartToolTree.tsx";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { dayIn } from "../charts/power/power-view.ts";
import { rangeIn, withRange } from "../statistics/statistics-view.ts";
import { RangeRule } from "../statistics/RangeRule.tsx";
import { StatisticsRange } from "../statistics/StatisticsRange.tsx";
import { useWords } from "../words.ts";
import { useLocalNow } from "../statistics/local-now.ts";
import styles from "./ChartToolScreen.module.css";

const loadDrawer = () => import("../../../ui/controls/windows/Drawer.tsx");
/** When a pointer or the focus comes near the button: the code of windows is a fifth of the page's. */
const fetchDrawer = () => void loadDrawer().catch(() => null);
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

/** /chart-tool/{id}: any quantity of any device against any other (M19). */
export default function ChartToolScreen() {
  return (
    <ProjectPage title="Chart" pvOnly>
      {(uid, project) =>
        project === undefined ? (
          <Waiting />
        ) : (
          <PageCharts>
            <Tool key={uid} uid={uid} project={project} />
          </PageCharts>
        )
      }
    </ProjectPage>
  );
}

/** It fills a phone, so that the page's foot does not stand in it until the devices come. */
function Waiting() {
  const phone = usePhone();
  return (
    <Panel>
      <Skeleton width="100%" height={phone ? 760 : 460} />
    </Panel>
  );
}

function Tool({ uid, project }: { uid: string; project: ProjectInfo }) {
  const serverText = useServerText();
  const { text } = useWords();
  const query = useQuery(chartToolDevicesQuery(uid));
  if (query.isError && query.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (query.data === undefined) return <Waiting />;
  const { gateways } = query.data;
  if (!gateways.some((gateway) => gateway.devices.some((device) => device.quantities.length > 0))) {
    return (
      <Panel>
        <Blank title={text("chartTool.noDevice")} />
      </Panel>
    );
  }
  return <Workbench uid={uid} project={project} gateways={gateways} />;
}

function Workbench({ uid, project, gateways }: { uid: string; project: ProjectInfo; gateways: Gateways }) {
  const words = useWords();
  const phone = usePhone();
  const now = useLocalNow(project.timezone);
  const [address, setAddress] = useSearchParams();
  const go = (next: URLSearchParams) => setAddress(next, { replace: true, preventScrollReset: true });
  const selection = useMemo(() => selectionIn(address) ?? usefulSelection(gateways), [address, gateways]);
  const range = useMemo(() => rangeIn(address, CHART_BINS, now), [address, now]);
  const names = useMemo(() => namesOf(gateways, words), [gateways, words]);
  const overlay = dayIn(address.get("over"));
  const zoom = useMemo(() => zoomIn(address), [address]);
  const loading = useIsFetching({ queryKey: [chartTool.name] }) > 0;
  const tree = (
    <ChartToolTree
      gateways={gateways}
      selection={selection}
      onSelection={(next) => go(withSelection(address, next))}
    />
  );
  return (
    <>
      <Panel className={styles.bar}>
        <StatisticsRange
          range={range}
          bins={CHART_BINS}
          now={now}
          loading={loading}
          onRange={(next) => go(withZoom(withRange(address, next), null))}
        />
        <Overlay
          day={overlay}
          today={now.today}
          disabled={loading}
          onDay={(day) => go(withOverlay(address, day))}
        />
        <Export {...{ uid, range, selection, loading }} />
        <RangeRule bin={range.bin} timezone={project.timezone} />
        {phone && <Sheet selection={selection}>{tree}</Sheet>}
        {phone && <p className={`${styles.hint} ${styles.turn}`}>{words.text("chartTool.turn")}</p>}
      </Panel>
      <div className={styles.workbench}>
        {!phone && <Panel title={words.text("chartTool.series")}>{tree}</Panel>}
        {selection.length === 0 ? (
          <NothingChosen />
        ) : (
          <ChartToolPlot
            uid={uid}
            title={`${project.project_ssoc_name} · ${range.from_date} – ${range.to_date}`}
            range={range}
            overlay={overlay}
            selection={selection}
            names={names}
            zoom={zoom}
            onZoom={(next) => go(withZoom(address, next))}
          />
        )}
      </div>
    </>
  );
}

/** The chosen series as files, where there are any. */
function Export({
  uid,
  range,
  selection,
  loading,
}: {
  uid: string;
  range: Parameters<typeof exportRequest>[1];
  selection: readonly SelectedSeries[];
  loading: boolean;
}) {
  if (selection.length === 0) return null;
  return <ExportMenuPart request={exportRequest(uid, range, selection)} disabled={loading} />;
}

function NothingChosen() {
  const { text } = useWords();
  return (
    <Panel>
      <Blank title={text("chartTool.none")} />
    </Panel>
  );
}

/** The day that is laid over the first of the range. */
function Overlay({
  day,
  today,
  disabled,
  onDay,
}: {
  day: string | null;
  today: string;
  disabled: boolean;
  onDay: (day: string | null) => void;
}) {
  const { text } = useWords();
  return (
    <DateField
      className={styles.overlay}
      label={text("chartTool.overlay")}
      value={day}
      disabled={disabled}
      today={today}
      max={today}
      onChange={onDay}
      onClear={() => onDay(null)}
    />
  );
}

/** The tree of a phone, in a sheet from below. */
function Sheet({ selection, children }: { selection: readonly SelectedSeries[]; children: ReactNode }) {
  const { text } = useWords();
  /** Null: never opened. */
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerEnter={fetchDrawer}
        onFocus={fetchDrawer}
        onClick={() => setOpen(true)}
      >
        {text("chartTool.choose", { n: selection.length })}
      </Button>
      {open !== null && (
        <Suspense>
          <Drawer side="bottom" title={text("chartTool.series")} open={open} onClose={() => setOpen(false)}>
            {children}
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
