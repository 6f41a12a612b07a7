// Names of places on the map: under the markers, and where neither a marker nor another name is in the way.
import L from "leaflet";
import type { Lang } from "../tokens/tokens.ts";
import { type MapFeature, details, nameIn, whenFetched } from "./base-data.ts";
import { classNames } from "../controls/class-names.ts";
import { type Box, labelMoves } from "./label-room.ts";
import { paneOf } from "./panes.ts";
import css from "./map.module.css";

/** Fired on the map when its markers stand elsewhere. */
export const MARKERS_MOVED = "markersmoved";

/** Places that are shown from a zoom on, by rank. */
const RANK_AT: readonly (readonly [zoom: number, rank: number])[] = [
  [9, 10],
  [8, 7],
  [7, 6],
  [6, 4],
  [0, 2],
];
const CHARACTER_PX = 6.4;
const LINE_PX = 15;

interface PlaceName {
  readonly at: L.LatLng;
  readonly text: string;
  readonly rank: number;
  readonly kind: "place" | "island";
}

function placeNames(features: readonly MapFeature[], lang: Lang, only: "all" | "islands"): PlaceName[] {
  return features
    .flatMap(({ geometry, properties }): PlaceName[] => {
      const { k: kind, r: rank = 0 } = properties;
      if (geometry.type !== "Point" || (kind !== "place" && kind !== "island")) return [];
      if (only === "islands" && kind !== "island") return [];
      const [lng = 0, lat = 0] = geometry.coordinates;
      return [{ at: L.latLng(lat, lng), text: nameIn(lang, properties), rank, kind }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

/** The names in sight that are great enough for the zoom and find room, and how far down each is moved, px. */
function fitting(map: L.Map, names: readonly PlaceName[], markers: readonly Box[]) {
  const zoom = map.getZoom();
  const least = RANK_AT.find(([from]) => zoom >= from)?.[1] ?? 0;
  const sight = map.getBounds().pad(0.1);
  const inSight = names.filter(({ at, rank }) => rank <= least && sight.contains(at));
  const labels = inSight.map(({ at, text, kind }) => {
    const { x, y } = map.latLngToContainerPoint(at);
    // What Viet Nam names is named on every map and every zoom (decision 0033).
    const always = kind === "island";
    return { x, y, halfWidth: (text.length * CHARACTER_PX) / 2, halfHeight: LINE_PX / 2, always };
  });
  const moves = labelMoves(labels, markers);
  return inSight.flatMap((name, index) => {
    const down = moves[index] ?? null;
    return down === null ? [] : [{ ...name, down }];
  });
}

/**
 * Writes the names of places, the greater first; `only` islands over a map that has names of its own. `markers`: what they
 * keep clear of, in px of the map's box. Returns what takes them away again.
 */
export function drawNames(
  map: L.Map,
  lang: Lang,
  only: "all" | "islands",
  markers: () => readonly Box[],
): () => void {
  const pane = paneOf(map, "names");
  const drawn = L.layerGroup().addTo(map);
  let names: readonly PlaceName[] = [];
  let waiting: number | undefined;
  const write = () => {
    waiting = undefined;
    drawn.clearLayers();
    for (const { at, text, kind, down } of fitting(map, names, markers())) {
      const html = Object.assign(document.createElement("span"), { textContent: text });
      html.setAttribute("aria-hidden", "true");
      const icon = L.divIcon({
        className: classNames(css.name, css[kind]),
        html,
        iconSize: [0, 0],
        iconAnchor: [0, -down],
      });
      drawn.addLayer(L.marker(at, { icon, pane, interactive: false, keyboard: false }));
    }
  };
  // Once a frame: a move of the map moves its markers too.
  const soon = () => {
    waiting ??= requestAnimationFrame(write);
  };
  const callOff = whenFetched(details, ({ features }) => {
    names = placeNames(features, lang, only);
    map.on(`moveend ${MARKERS_MOVED}`, soon);
    write();
  });
  return () => {
    callOff();
    if (waiting !== undefined) cancelAnimationFrame(waiting);
    map.off(`moveend ${MARKERS_MOVED}`, soon);
    drawn.remove();
  };
}
