import { useRef, useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import styles from "./RadiationCard.module.css";
import { switched } from "./radiation-bands.ts";
import { ALL_PROJECTS, useRadiationPlaces } from "./radiation-places.ts";
import { RadiationMap } from "./RadiationMap.tsx";
import hidden from "../../../ui/layout/VisuallyHidden.module.css";

/** Below the figures of a phone the map is loaded only when it is about to come into view, px. */
const WITHIN_PX = 60;
const NONE_OFF: ReadonlySet<number> = new Set();

/** The radiation map that fills a panel of the dashboard: all pv projects of the account (M58). */
export function RadiationCard() {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const { places, map } = useRadiationPlaces(ALL_PROJECTS, useInView(frame, WITHIN_PX));
  const [off, setOff] = useState(NONE_OFF);
  return (
    <div className={styles.card} data-map="dashboard" ref={frame}>
      <h2 className={hidden["hidden"]}>{t("map.title")}</h2>
      {map.isError && map.data === undefined ? (
        <PanelNote text={t("map.failed")} retry={{ label: t("Try again"), run: () => void map.refetch() }} />
      ) : (
        <RadiationMap
          places={places}
          ready={map.isSuccess}
          start="all"
          within={WITHIN_PX}
          beside
          bands={{ off, toggle: (band) => setOff((now) => switched(now, band)) }}
        />
      )}
    </div>
  );
}
