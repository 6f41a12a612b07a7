// Places on a map: a marker and a circle each, and one marker for many where they would lie over each other.
import L from "leaflet";
import Supercluster from "supercluster";
import type { Box } from "./label-room.ts";
import { MARKERS_MOVED } from "./names.ts";
import { untangle } from "./untangle.ts";
import styles from "./map.module.css";

/** One place. `value` decides its colour; null: not known. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  readonly value: number | null;
}

/** How places look and what is said of them. */
export interface PlaceLook {
  readonly color: (value: number | null) => string;
  readonly circleMeters: number;
  /** What a marker is called. */
  readonly called: (place: Place) => string;
  readonly calledMany: (count: number, mean: number | null) => string;
  readonly number: (count: number) => string;
}
type Opened = (places: readonly Place[], at: L.LatLng, marker: HTMLElement | undefined) => void;

interface Sum {
  sum: number;
  known: number;
}
type Index = Supercluster<Place & object, Sum & object>;

/** Up to so many places each has its circle, whether its marker is shown alone or with others. */
const ALL_CIRCLES = 300;
/** Markers nearer to each other than this become one, px: a target is 24 px wide, of many places it is 44. */
const apart = (places: number) => (places <= ALL_CIRCLES ? 30 : 56);
/** So many places of one spot are named in its window. */
const NAMED = 50;

/** The places and how to draw them anew; `remove` takes them from the map. */
export interface PlaceLayer {
  readonly show: (places: readonly Place[], look: PlaceLook) => void;
  /** Where the markers stand, px of the map's box: what is seen of them, not what can be pressed. */
  readonly boxes: () => Box[];
  readonly remove: () => void;
}

/** Returns the layer of places of the map. `opened` is told which places a marker stands for once it cannot be told apart. */
export function placeLayer(map: L.Map, opened: Opened): PlaceLayer {
  const markers = new Map<string, L.Marker>();
  const circles = L.layerGroup().addTo(map);
  const renderer = L.canvas({ padding: 0.2 });
  let index: Index | undefined;
  let all: readonly Place[] = [];
  let look: PlaceLook | undefined;
  let spots: readonly Spot[] = [];

  const draw = () => {
    if (index === undefined || look === undefined) return;
    spots = inSight(map, index);
    const kept = new Set(spots.map(({ key }) => key));
    for (const [key, marker] of markers) {
      if (kept.has(key)) continue;
      marker.remove();
      markers.delete(key);
    }
    circles.clearLayers();
    const alone = spots.flatMap(({ place }) => (place === undefined ? [] : [place]));
    for (const place of all.length > ALL_CIRCLES ? alone : all) {
      circles.addLayer(circleOf(place, look, renderer));
    }
    for (const spot of spots) {
      const marker = markers.get(spot.key) ?? newMarker(map, spot);
      markers.set(spot.key, marker);
      dress(marker, spot, look);
      marker.off("click").on("click", () => press(spot));
    }
    map.fire(MARKERS_MOVED);
  };
  const press = (spot: Spot) => {
    const { at, place, parts, key } = spot;
    const open = (places: readonly Place[]) => opened(places, at, markers.get(key)?.getElement());
    if (place !== undefined) return open([place]);
    if (index === undefined) return undefined;
    const zoom = zoomThatParts(parts, index, map.getZoom());
    return zoom <= map.getMaxZoom() ? void map.setView(at, zoom) : open(placesOf(parts, index));
  };
  map.on("moveend", draw);
  return {
    show: (places, as) => {
      look = as;
      // Markers of other places stand for others; where values alone are new, they are dressed anew.
      if (!sameSpots(places, all)) {
        for (const marker of markers.values()) marker.remove();
        markers.clear();
      }
      if (places !== all) index = indexOf(places, map);
      all = places;
      draw();
    },
    boxes: () => spots.map((spot) => boxOf(map, spot)),
    remove: () => {
      map.off("moveend", draw);
      for (const marker of markers.values()) marker.remove();
      circles.remove();
      renderer.remove();
    },
  };
}

function circleOf(place: Place, look: PlaceLook, renderer: L.Canvas): L.Circle {
  const color = look.color(place.value);
  const style = {
    color,
    weight: 1.1,
    opacity: 0.75,
    fillColor: color,
    fillOpacity: 0.16,
    interactive: false,
  };
  return L.circle([place.lat, place.lng], { radius: look.circleMeters, renderer, ...style });
}

/** True where the index of both numbers its clusters alike: the same places in the same order. */
const sameSpots = (one: readonly Place[], other: readonly Place[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ id, lat, lng }, at) => {
      const there = other[at];
      return there !== undefined && id === there.id && lat === there.lat && lng === there.lng;
    }));

/** Made while a person waits, of ten thousand places: nothing is copied, and zooms that the map has not are left out. */
function indexOf(places: readonly Place[], map: L.Map): Index {
  const index: Index = new Supercluster({
    radius: apart(places.length),
    // Pixels of a map, not of the tiles of 512 that the library thinks in.
    extent: 256,
    minZoom: Math.floor(map.getMinZoom()),
    maxZoom: map.getMaxZoom(),
    // Measured with ten thousand places: smaller nodes are searched faster than the library's own 64.
    nodeSize: 16,
    map: sumOf,
    reduce: (into: Sum, add: Sum) => {
      into.sum += add.sum;
      into.known += add.known;
    },
  });
  return index.load(
    places.map((place) => ({
      type: "Feature" as const,
      geometry: { type: "Point" as const, coordinates: [place.lng, place.lat] },
      properties: place,
    })),
  );
}

/** A place, or a cluster of many as the index numbers it, with the sum of the values that are known. */
interface Part extends Sum {
  readonly key: string;
  readonly count: number;
  readonly of: Place | number;
}

/** What one marker stands for: a place alone, or `parts` with the mean of the values that are known. */
interface Spot {
  readonly key: string;
  readonly at: L.LatLng;
  readonly count: number;
  readonly mean: number | null;
  readonly parts: readonly Part[];
  readonly place: Place | undefined;
}

function inSight(map: L.Map, index: Index): Spot[] {
  const sight = map.getBounds().pad(0.15);
  const zoom = map.getZoom();
  const box: [number, number, number, number] = [
    Math.max(-180, sight.getWest()),
    Math.max(-85, sight.getSouth()),
    Math.min(180, sight.getEast()),
    Math.min(85, sight.getNorth()),
  ];
  // The index joins what lies near; where its clusters then stand, they can still reach into each other.
  const marks = index.getClusters(box, Math.floor(zoom)).map(({ geometry, properties }) => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    const { x, y } = map.project([lat, lng], zoom);
    const part = partOf(properties);
    return { x, y, count: part.count, parts: [part] };
  });
  return untangle(marks, markerWidth, markerWidth(2)).map(({ x, y, count, parts }): Spot => {
    const known = parts.reduce((total, part) => total + part.known, 0);
    const mean = known === 0 ? null : parts.reduce((total, { sum }) => total + sum, 0) / known;
    return {
      key: parts.map(({ key }) => key).join(" "),
      at: map.unproject([x, y], zoom),
      count,
      mean,
      parts,
      place: count === 1 && typeof parts[0]?.of === "object" ? parts[0].of : undefined,
    };
  });
}

function partOf(properties: ReturnType<Index["getClusters"]>[number]["properties"]): Part {
  if ("cluster_id" in properties) {
    const { cluster_id: of, point_count: count, sum, known } = properties;
    return { key: `#${of}`, count, of, sum, known };
  }
  return { key: properties.id, count: 1, of: properties, ...sumOf(properties) };
}

const sumOf = ({ value }: Place): Sum => ({ sum: value ?? 0, known: value === null ? 0 : 1 });

/** The zoom at which what a marker stands for stands apart. */
function zoomThatParts(parts: readonly Part[], index: Index, zoom: number): number {
  const [only, ...others] = parts;
  if (others.length > 0 || typeof only?.of !== "number") return Math.floor(zoom) + 1;
  return index.getClusterExpansionZoom(only.of);
}

const placesOf = (parts: readonly Part[], index: Index): Place[] =>
  parts
    .flatMap(({ of }) =>
      typeof of === "number" ? index.getLeaves(of, NAMED).map(({ properties }) => properties) : [of],
    )
    .slice(0, NAMED);

/** How wide the marker of so many places is, px: two beside each other are told apart and pressed without the other. */
const markerWidth = (count: number) => (count === 1 ? 26 : 38);

/** Half of what is seen of a marker, px; style sheet and this go together. */
const SEEN = { one: 10, many: 20 } as const;

function boxOf(map: L.Map, { at, count }: Spot): Box {
  const { x, y } = map.latLngToContainerPoint(at);
  const half = count === 1 ? SEEN.one : SEEN.many;
  return { x, y, halfWidth: half, halfHeight: half };
}

function newMarker(map: L.Map, { at, count }: Spot): L.Marker {
  const size = markerWidth(count);
  const html = document.createElement("i");
  const icon = L.divIcon({
    className: (count === 1 ? styles.dot : styles.many) ?? "",
    html,
    iconSize: [size, size],
  });
  const marker = L.marker(at, { icon, riseOnHover: true }).addTo(map);
  marker.getElement()?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    marker.fire("click");
  });
  return marker;
}

function dress(marker: L.Marker, spot: Spot, look: PlaceLook): void {
  const element = marker.getElement();
  const alone = spot.place !== undefined;
  const called = alone ? look.called(spot.place) : look.calledMany(spot.count, spot.mean);
  element?.setAttribute("aria-label", called);
  element?.setAttribute("title", called);
  element?.style.setProperty("--c", look.color(alone ? spot.place.value : spot.mean));
  const text = element?.querySelector("i");
  if (!alone && text !== null && text !== undefined) text.textContent = look.number(spot.count);
}
