// The base map that needs no network: outlines of Viet Nam and its neighbours (Natural Earth, public domain; decision 0033).
import L from "leaflet";
import { mapPaint } from "../tokens/status-tokens.ts";
import type { Lang, Mode } from "../tokens/tokens.ts";
import address from "./vn-outlines.geojson?url";
import { classNames } from "../controls/class-names.ts";
import css from "./map.module.css";

type Kind = "land" | "urban" | "lake" | "river" | "border" | "place" | "island";
interface Named {
  readonly k: Kind;
  /** As its country writes it, or as English does. */
  readonly n?: string;
  readonly vi?: string;
  readonly zh?: string;
  /** Rank of a place: the smaller, the earlier it is shown. */
  readonly r?: number;
}
type Outlines = GeoJSON.FeatureCollection<GeoJSON.Geometry, Named>;

let fetched: Promise<Outlines> | undefined;

/** The outlines, fetched once. A failure is forgotten, so that the next map asks again. */
function outlines(): Promise<Outlines> {
  fetched ??= fetch(address)
    // A file of ours: it holds what is declared above.
    .then((reply) => reply.json() as Promise<Outlines>)
    .catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
  return fetched;
}

/** Gives the outlines to `work` once they are there; returns what calls that off. */
function whenFetched(work: (features: Outlines["features"]) => void): () => void {
  let wanted = true;
  const wait = async () => {
    // Without outlines the map still shows where projects lie to each other.
    const fetchedNow = await outlines().catch(() => undefined);
    if (wanted && fetchedNow !== undefined) work(fetchedNow.features);
  };
  void wait();
  return () => {
    wanted = false;
  };
}

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

const PANES = { outlines: "200", names: "350" } as const;

/** A pane below those of Leaflet that hold circles and markers; made once a map. */
function paneOf(map: L.Map, name: keyof typeof PANES): string {
  const pane = map.getPane(name) ?? map.createPane(name);
  pane.style.zIndex = PANES[name];
  pane.style.pointerEvents = "none";
  return name;
}

/** Draws land, water and borders; returns what takes them away again. What arrives after that is not drawn. */
export function drawOutlines(map: L.Map, mode: Mode): () => void {
  const paint = mapPaint[mode];
  const pane = paneOf(map, "outlines");
  const renderer = L.canvas({ pane, padding: 0.4 });
  const styles: readonly (readonly [Kind, L.PathOptions])[] = [
    ["land", { fillColor: paint.land, fillOpacity: 1, weight: 0.6, color: paint.border }],
    ["urban", { fillColor: paint.urban, fillOpacity: 1, weight: 0 }],
    ["lake", { fillColor: paint.water, fillOpacity: 1, weight: 0 }],
    ["river", { color: paint.river, weight: 1.3, fill: false }],
    ["border", { color: paint.border, weight: 1, dashArray: "4 3", fill: false }],
  ];
  const drawn = L.layerGroup().addTo(map);
  const callOff = whenFetched((features) => {
    for (const [kind, style] of styles) {
      const of = features.filter((feature) => feature.properties.k === kind);
      const collection: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: of };
      // Leaflet hands the options on to every path, a renderer too; its types name only some.
      const options = { pane, renderer, interactive: false, style: () => ({ ...style, renderer, pane }) };
      drawn.addLayer(L.geoJSON(collection, options as L.GeoJSONOptions));
    }
  });
  return () => {
    callOff();
    drawn.remove();
    renderer.remove();
  };
}

/**
 * Writes the names of places, the greater first, none over another; `only` islands over a map that has names of its own.
 * Returns what takes them away again.
 */
export function drawNames(map: L.Map, lang: Lang, only: "all" | "islands"): () => void {
  const pane = paneOf(map, "names");
  const drawn = L.layerGroup().addTo(map);
  let places: readonly Place[] = [];
  const write = () => {
    drawn.clearLayers();
    for (const { at, text, kind } of fitting(map, places)) {
      const html = Object.assign(document.createElement("span"), { textContent: text });
      html.setAttribute("aria-hidden", "true");
      const icon = L.divIcon({ className: classNames(css.name, css[kind]), html, iconSize: [0, 0] });
      drawn.addLayer(L.marker(at, { icon, pane, interactive: false, keyboard: false }));
    }
  };
  const callOff = whenFetched((features) => {
    places = placesOf(features, lang, only);
    map.on("moveend", write);
    write();
  });
  return () => {
    callOff();
    map.off("moveend", write);
    drawn.remove();
  };
}

interface Place {
  readonly at: L.LatLng;
  readonly text: string;
  readonly rank: number;
  readonly kind: Kind;
}

function placesOf(features: Outlines["features"], lang: Lang, only: "all" | "islands"): Place[] {
  return features
    .flatMap(({ geometry, properties: { k: kind, n = "", r: rank = 0, ...names } }): Place[] => {
      if (geometry.type !== "Point" || (only === "islands" && kind !== "island")) return [];
      const [lng = 0, lat = 0] = geometry.coordinates;
      const text = (lang === "en" ? undefined : names[lang]) ?? n;
      return [{ at: L.latLng(lat, lng), text, rank, kind }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

/** The places in sight that are great enough for the zoom and find room. */
function fitting(map: L.Map, places: readonly Place[]): Place[] {
  const zoom = map.getZoom();
  const least = RANK_AT.find(([from]) => zoom >= from)?.[1] ?? 0;
  const sight = map.getBounds().pad(0.1);
  const taken: { x: number; y: number; half: number }[] = [];
  return places.filter(({ at, text, rank }) => {
    if (rank > least || !sight.contains(at)) return false;
    const { x, y } = map.latLngToContainerPoint(at);
    const half = (text.length * CHARACTER_PX) / 2;
    const free = taken.every(
      (other) => Math.abs(other.x - x) > other.half + half || Math.abs(other.y - y) > LINE_PX,
    );
    if (free) taken.push({ x, y, half });
    return free;
  });
}
