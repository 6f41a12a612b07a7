import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useMemo } from "react";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { CIRCLE_M } from "./radiation-bands.ts";
import styles from "./PlacePanel.module.css";
import { RadiationMap } from "./RadiationMap.tsx";

/** Some way ahead, so that the map is there when one has scrolled to it. */
const AHEAD_PX = 1000;

/** Where a project is (widget_map_gps, M110), on a small map that is not for finding others. */
export function PlacePanel({
  project,
  radiation,
}: {
  project: Pick<
    ProjectInfo,
    "project_uid" | "project_ssoc_name" | "project_address" | "project_latitude" | "project_longitude"
  >;
  /** W/m²; null: no sensor reports. */
  radiation: number | null;
}) {
  const t = useText();
  const format = useFormat();
  const { project_uid: id, project_ssoc_name: name, project_address: address } = project;
  const { project_latitude: lat, project_longitude: lng } = project;
  const places = useMemo(() => [{ id, name, lat, lng, value: radiation }], [id, name, lat, lng, radiation]);
  const start = useMemo(() => ({ at: [lat, lng] as const, zoom: 10 }), [lat, lng]);
  return (
    <Panel title={t("map.location")} className={styles.panel}>
      <p className={styles.place}>
        {address !== "" && <span>{address}</span>}
        <span className={styles.coordinates}>
          {format.number(lat, 5)}, {format.number(lng, 5)}
        </span>
      </p>
      <div className={styles.map}>
        <RadiationMap places={places} ready start={start} bands={null} within={AHEAD_PX} beside />
      </div>
      <p className={styles.foot}>{t("map.circle", { km: format.number(CIRCLE_M / 1000) })}</p>
    </Panel>
  );
}
