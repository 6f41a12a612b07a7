// The base map that needs no network: land, water and lines between countries (decisions 0033 and 0057).
import L from "leaflet";
import { mapPaint } from "../tokens/status-tokens.ts";
import type { Mode } from "../tokens/tokens.ts";
import { drawInTurn } from "../feedback/draw-in-turn.ts";
import { baseData, type MapFeature, whenFetched, type World } from "./base-data.ts";
import { coastsOf } from "./coasts.ts";
import { paneOf } from "./panes.ts";

/** Rivers, lakes and towns are known around Viet Nam alone: from farther away they would be a spot on the world. */
const DETAIL_FROM_ZOOM = 6;
/** Polygons of up to so many points, islands mostly, are one path together: hundreds of paths cost more than their points. */
const SMALL = 40;
/** Islands are near each other in a square of so many degrees. */
const NEAR_DEG = 20;

/** How far Leaflet may draw a coast off, px: at its own 1 small islands lose their shape. */
const SMOOTH = 0.8;

interface Brush {
  readonly pane: string;
  readonly renderer: L.Canvas;
}

type Polygon = World["land"][number];

/** Islands near each other together, each other polygon by itself: what is out of sight is left out path by path. */
function partsOf(land: World["land"]): Polygon[][] {
  const parts = new Map<string, Polygon[]>();
  for (const [nth, rings] of land.entries()) {
    const points = rings.reduce((sum, ring) => sum + ring.length, 0);
    const [lat = 0, lng = 0] = rings[0]?.[0] ?? [];
    const key =
      points > SMALL ? `${nth}` : [lat, lng].map((degrees) => Math.floor(degrees / NEAR_DEG)).join(" ");
    parts.set(key, [...(parts.get(key) ?? []), rings]);
  }
  return [...parts.values()];
}

/** What the points lie in. By numbers: Leaflet's own would make an object of each point of the world. */
function boundsOf(lines: readonly Polygon[number][]): L.LatLngBounds {
  let [south, west, north, east] = [90, 180, -90, -180];
  for (const line of lines) {
    for (const [lat, lng] of line) {
      south = Math.min(south, lat);
      north = Math.max(north, lat);
      west = Math.min(west, lng);
      east = Math.max(east, lng);
    }
  }
  return L.latLngBounds([south, west], [north, east]);
}

function landLayers(polygons: readonly Polygon[], mode: Mode, brush: Brush): L.Path[] {
  const paint = mapPaint[mode];
  const common = { ...brush, interactive: false, smoothFactor: SMOOTH };
  const coast = { weight: 0.8, color: paint.border };
  const filled = { fillColor: paint.land, fillOpacity: 1 };
  const rings = polygons.map((polygon) => [...polygon]);
  const coasts = polygons.flatMap((polygon) => polygon.map(coastsOf));
  // Where the map cuts no ring, its polygon is its own coast.
  if (coasts.every((of) => of.length === 1)) return [L.polygon(rings, { ...common, ...filled, ...coast })];
  return [
    L.polygon(rings, { ...common, ...filled, stroke: false }),
    L.polyline(coasts.flat(), { ...common, ...coast, fill: false }),
  ];
}

/** Kinds of what lies near Viet Nam, in the order in which they are drawn. */
const DETAILS = ["urban", "lake", "river"] as const satisfies readonly MapFeature["properties"]["k"][];
type Detail = (typeof DETAILS)[number];

function detailLayer(
  kind: Detail,
  features: readonly MapFeature[],
  { mode, pane, renderer }: Brush & { mode: Mode },
): L.Layer {
  const paint = mapPaint[mode];
  const styles: Record<Detail, L.PathOptions> = {
    urban: { fillColor: paint.urban, fillOpacity: 1, weight: 0 },
    lake: { fillColor: paint.water, fillOpacity: 1, weight: 0 },
    river: { color: paint.river, weight: 1.3, fill: false },
  };
  const of = features.filter((feature) => feature.properties.k === kind);
  const collection: GeoJSON.FeatureCollection = { type: "FeatureCollection", features: [...of] };
  // Leaflet hands the options on to every path, a renderer too; its types name only some.
  const options = { pane, renderer, interactive: false, style: () => ({ ...styles[kind], renderer, pane }) };
  return L.geoJSON(collection, options as L.GeoJSONOptions);
}

function borderLayer(line: World["border"][number], mode: Mode, brush: Brush): L.Path {
  const look = { weight: 1, color: mapPaint[mode].border, dashArray: "4 3", fill: false, interactive: false };
  return L.polyline([...line], { ...brush, ...look });
}

/** A part of the base map, and where it lies. */
interface Part {
  readonly bounds: L.LatLngBounds;
  readonly draw: () => void;
}

/** Draws each part when it first comes near the visible part of the map, one in a turn of the page; returns what ends that. */
function drawInSight(map: L.Map, parts: readonly Part[]): () => void {
  let rest = parts;
  const turns: (() => void)[] = [];
  const drawSeen = () => {
    const sight = map.getBounds().pad(0.5);
    const seen = rest.filter(({ bounds }) => bounds.intersects(sight));
    rest = rest.filter((part) => !seen.includes(part));
    turns.push(...seen.map(({ draw }) => drawInTurn(draw)));
  };
  drawSeen();
  map.on("moveend", drawSeen);
  return () => {
    map.off("moveend", drawSeen);
    for (const callOff of turns) callOff();
  };
}

function landParts(
  world: World | undefined,
  mode: Mode,
  { land, brush }: { land: L.LayerGroup; brush: Brush },
): Part[] {
  return partsOf(world?.land ?? []).map((part) => ({
    bounds: boundsOf(part.flat()),
    draw: () => {
      for (const layer of landLayers(part, mode, brush)) land.addLayer(layer);
    },
  }));
}

function borderParts(
  world: World | undefined,
  mode: Mode,
  { borders, brush }: { borders: L.LayerGroup; brush: Brush },
): Part[] {
  return (world?.border ?? []).map((line) => ({
    bounds: boundsOf([line]),
    draw: () => borders.addLayer(borderLayer(line, mode, brush)),
  }));
}

/** Draws land, water and borders; returns what takes them away again. What arrives after that is not drawn. */
export function drawOutlines(map: L.Map, mode: Mode): () => void {
  const pane = paneOf(map, "outlines");
  const renderer = L.canvas({ pane, padding: 0.3 });
  const brush = { pane, renderer };
  const [land, near, borders] = [L.layerGroup().addTo(map), L.layerGroup(), L.layerGroup().addTo(map)];
  const undo: (() => void)[] = [];
  const callOff = whenFetched(baseData, ({ world, features }) => {
    let hasDetails = false;
    const drawDetails = () => {
      hasDetails = true;
      for (const kind of DETAILS) {
        const draw = () => {
          near.addLayer(detailLayer(kind, features, { mode, ...brush }));
          borders.invoke("bringToFront");
        };
        undo.push(drawInTurn(draw));
      }
    };
    const byZoom = () => {
      if (map.getZoom() < DETAIL_FROM_ZOOM) {
        near.remove();
        return;
      }
      near.addTo(map);
      if (hasDetails) borders.invoke("bringToFront");
      else drawDetails();
    };
    // Each in a task of its own: a telephone that drew all of it at once would not answer meanwhile.
    const steps = [
      () => undo.push(drawInSight(map, landParts(world, mode, { land, brush }))),
      () => undo.push(drawInSight(map, borderParts(world, mode, { borders, brush }))),
      () => {
        byZoom();
        map.on("zoomend", byZoom);
        undo.push(() => map.off("zoomend", byZoom));
      },
    ];
    for (const step of steps) undo.push(drawInTurn(step));
  });
  return () => {
    callOff();
    for (const step of undo) step();
    for (const layer of [land, near, borders, renderer]) layer.remove();
  };
}
