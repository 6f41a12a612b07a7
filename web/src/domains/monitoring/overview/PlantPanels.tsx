import { lazy, Suspense } from "react";
import { PageCharts } from "../../../platform/charts/PageCharts.tsx";
import { LazyPanel } from "../../../ui/feedback/LazyPanel.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { PowerPanel } from "../charts/power/PowerPanel.tsx";
import { useWords } from "../words.ts";
import { KeyFigurePanels } from "./KeyFigurePanels.tsx";
import { silentSinceMs } from "./PlantPanels.loader.ts";
import type { Overview } from "./use-overview.ts";

const PlacePanel = lazy(async () => ({ default: (await import("../map/PlacePanel.tsx")).PlacePanel }));

const PLACE_HEIGHT = { desktop: 396, phone: 380 };

const PlaceWaiting = () => (
  <Panel>
    <div style={{ minHeight: PLACE_HEIGHT.desktop - 34 }} />
  </Panel>
);

/** The charts and lists of a pv project. */
export function PlantPanels({ overview: { widget, values } }: { overview: Overview }) {
  const { text } = useWords();
  const { project_uid: uid, project_ssoc_name: name, timezone } = widget.project_info;
  return (
    <PageCharts>
      <PowerPanel
        uid={uid}
        name={name}
        timezone={timezone}
        runNze={widget.widget_project_info.run_nze}
        silentSinceMs={silentSinceMs(values)}
      />
      <KeyFigurePanels widget={widget} />
      <LazyPanel title={text("map.location")} height={PLACE_HEIGHT}>
        <Suspense fallback={<PlaceWaiting />}>
          <PlacePanel project={widget.project_info} radiation={values.irradiance_w_m2} />
        </Suspense>
      </LazyPanel>
    </PageCharts>
  );
}
