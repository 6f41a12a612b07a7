import { useMemo } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useLang, useText } from "../../../platform/i18n.tsx";
import { useTheme } from "../../../platform/theme.tsx";
import type { PlaceLook } from "../../../ui/map/place-layer.ts";
import { PlaceMap, type PlaceMapProps } from "../../../ui/map/PlaceMap.tsx";

const ID = "chosen";

/** A map on which a place is shown, and chosen by a press; the fields beside it choose it by keyboard. */
export function PickMap(given: {
  /** Null: none is chosen yet. */
  place: { readonly lat: number; readonly lng: number } | null;
  start: PlaceMapProps["start"];
  pick: (lat: number, lng: number) => void;
}) {
  const { place, start, pick } = given;
  const t = useText();
  const lang = useLang();
  const { mode } = useTheme();
  const tiles = useAppConfig().map_tiles;
  const name = t("setUp.chosenPlace");
  const lat = place?.lat;
  const lng = place?.lng;
  const places = useMemo(
    () => (lat === undefined || lng === undefined ? [] : [{ id: ID, name, lat, lng, value: null }]),
    [lat, lng, name],
  );
  const texts = {
    map: t("setUp.map"),
    zoomIn: t("map.zoomIn"),
    zoomOut: t("map.zoomOut"),
    all: t("setUp.showPlace"),
    close: t("common.close"),
    outlines: t("map.outlines"),
  };
  return <PlaceMap {...{ places, start, tiles, mode, lang, texts, pick }} look={LOOK} window={null} />;
}

const LOOK: PlaceLook = {
  circleMeters: 0,
  color: () => "var(--brand)",
  called: ({ name }) => name,
  calledMany: (count) => String(count),
  number: String,
};
