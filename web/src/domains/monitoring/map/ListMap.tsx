import { useText } from "../../../platform/i18n.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { useAddressedBands } from "../portfolio/list-address.ts";
import styles from "./ListMap.module.css";
import { useRadiationPlaces, type OnMap } from "./radiation-places.ts";
import { MAP_START, RadiationMap } from "./RadiationMap.tsx";

/** The projects of the list on a map (M58): those that search and status leave, wherever in the list they stand. */
export function ListMap({ keyword, status }: OnMap) {
  const t = useText();
  const { places, map } = useRadiationPlaces({ keyword, status });
  const { off, toggle } = useAddressedBands();
  if (map.isError && map.data === undefined) {
    return <LoadFailed hint={t("map.failed")} retry={() => void map.refetch()} />;
  }
  return (
    <div className={styles.listMap} data-map="list">
      <p className={styles.hint}>{t("map.hint")}</p>
      <RadiationMap places={places} ready={map.isSuccess} start={MAP_START} bands={{ off, toggle }} />
    </div>
  );
}
