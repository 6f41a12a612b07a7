import type { WidgetName } from "@heliograph/contract/monitoring/overview/widgets";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { LazyPanel } from "../../../ui/feedback/LazyPanel.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { DevicesPanel } from "../overview/DevicesPanel.tsx";
import { heaterNow } from "./heater-now.ts";
import { HeatPanel, TemperaturePanel } from "./HeaterCharts.tsx";
import { HeaterDrawing } from "./HeaterDrawing.tsx";
import { heaterQuery } from "./heater-queries.ts";
import { HeaterErrors } from "./HeaterErrors.tsx";
import { CostSaving, EnergySaving, Model, Schedules, type HeaterOf } from "./HeaterWidgets.tsx";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { useProjectTime } from "../charts/project-time.ts";
import type { Overview, Widget } from "../overview/use-overview.ts";
import { useWords } from "../words.ts";
import { Relays, Sensors } from "./HeaterParts.tsx";
import styles from "./HeaterPanels.module.css";

/** Heights of the charts' panels as they usually are, in px. */
const HEIGHT = { temperatures: { desktop: 427, phone: 420 }, heat: { desktop: 447, phone: 420 } };

/** Widgets that stand beside each other under the drawing; those of schedules stand at its right. */
const WIDGETS: Partial<Record<WidgetName, (of: HeaterOf) => ReactNode>> = {
  widget_swh_energy_saving: (of) => <EnergySaving {...of} />,
  widget_swh_cost_saving: (of) => <CostSaving {...of} />,
  widget_swh_sensor: (of) => <Sensors {...of} />,
  widget_swh_relay: (of) => <Relays {...of} />,
  widget_swh_model: (of) => <Model {...of} />,
};

/** The widgets' answer, asked for again with each new reading and as often as a list is. */
function useHeater(uid: string, lastReadingMs: number | null) {
  const everyMs = useAppConfig().list_refresh_s * 1000;
  const query = useQuery({
    ...heaterQuery(uid),
    refetchInterval: everyMs,
    refetchOnWindowFocus: "always",
  });
  const { refetch } = query;
  useEffect(() => {
    if (lastReadingMs !== null) void refetch();
  }, [lastReadingMs, refetch]);
  return query;
}

function Waiting() {
  return (
    <>
      <div className={styles.top}>
        <Panel>
          <Skeleton width="100%" height={370} />
        </Panel>
        <div className={styles.side}>
          <Panel>
            <Skeleton width="100%" height={130} />
          </Panel>
          <Panel>
            <Skeleton width="100%" height={130} />
          </Panel>
        </div>
      </div>
      <div className={styles.grid}>
        {[1, 2, 3, 4].map((nth) => (
          <Panel key={nth}>
            <Skeleton width="100%" height={230} />
          </Panel>
        ))}
      </div>
    </>
  );
}

function Widgets({ of, widget }: { of: HeaterOf; widget: Widget }) {
  const { text } = useWords();
  const { widgets, timezone } = of;
  const names = widget.project_info.project_widgets;
  const schedules = [
    ["widget_swh_active_schedule", "heater.active"],
    ["widget_swh_upcoming_schedule", "heater.upcoming"],
  ] as const;
  return (
    <>
      <div className={styles.top}>
        <Panel title={text("heater.system")}>
          <HeaterDrawing now={heaterNow(widgets)} />
        </Panel>
        <div className={styles.side}>
          {schedules.flatMap(([name, title]) =>
            names.includes(name) ? (
              <Schedules key={name} title={text(title)} timezone={timezone} schedules={widgets[name]} />
            ) : (
              []
            ),
          )}
        </div>
      </div>
      <div className={styles.grid}>
        {names.flatMap((name) => {
          const shown = WIDGETS[name];
          return shown === undefined ? [] : <div key={name}>{shown(of)}</div>;
        })}
      </div>
    </>
  );
}

/** The overview of a solar water heater (M110): drawing and schedules, its widgets in their order, charts and errors. */
export function HeaterPanels({ overview }: { overview: Overview }) {
  const { widget, values } = overview;
  const { text } = useWords();
  const { project_uid: uid, project_ssoc_name: name, timezone } = widget.project_info;
  const { today } = useProjectTime(timezone);
  const query = useHeater(uid, values.last_reading_ms);
  const charts = { uid, name, timezone };
  return (
    <PageCharts>
      {query.isPending && <Waiting />}
      {query.data === undefined && query.isError && (
        <Panel>
          <PanelNote
            text={text("Data is not available")}
            retry={{ label: text("Try again"), run: () => void query.refetch() }}
          />
        </Panel>
      )}
      {query.data !== undefined && (
        <Widgets of={{ uid, timezone, today, widgets: query.data }} widget={widget} />
      )}
      <LazyPanel title={text("heater.temperatures")} height={HEIGHT.temperatures}>
        <TemperaturePanel {...charts} />
      </LazyPanel>
      <LazyPanel title={text("heater.energy")} height={HEIGHT.heat}>
        <HeatPanel {...charts} />
      </LazyPanel>
      {query.data !== undefined && <HeaterErrors errors={query.data.error_list} timezone={timezone} />}
      <DevicesPanel widget={widget} whole />
    </PageCharts>
  );
}
