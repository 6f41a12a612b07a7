// Makes web/src/ui/map/world-outlines.json from Natural Earth (public domain) as the package world-atlas carries it: land of the
// whole world and lines between countries, fine around Viet Nam and coarser the farther from it. Run it when either changes.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { merge, mesh } from "topojson-client";

const OUT = new URL("../web/src/ui/map/world-outlines.json", import.meta.url);
/** Coordinates are whole parts of a degree: 400 to one, some 280 metres each. */
const PER_DEGREE = 400;
/** Around Viet Nam the outlines are fine; degrees. */
const FINE = { west: 101, south: 7.5, east: 110.5, north: 24 };
/** How far a line may lie off, degrees, by how far it is from there, degrees: a pixel or two at the zooms that are usual. */
const OFF = [
  { away: 0, off: 0.004 },
  { away: 12, off: 0.035 },
  { away: 35, off: 0.08 },
  { away: 80, off: 0.14 },
];
/** Beyond this latitude hardly anybody has a roof to put modules on: lines may lie off so many times as far. */
const POLAR = { from: 60, times: 4 };
/** Islands smaller than so many times what a line may lie off are left out. */
const ISLAND = 2;
/** Mercator's map ends there. */
const POLE = 85;

/**
 * Lines that the two sides do not agree on, or that run within one country: none of theirs is drawn (decision 0057). Names as
 * the source writes them.
 */
const NOT_DRAWN = [
  ["Afghanistan", "Pakistan"],
  ["Armenia", "Azerbaijan"],
  ["Bhutan", "China"],
  ["China", "Hong Kong"],
  ["China", "India"],
  ["China", "Macao"],
  ["China", "Pakistan"],
  ["Egypt", "Sudan"],
  ["Guyana", "Suriname"],
  ["Guyana", "Venezuela"],
  ["India", "Nepal"],
  ["India", "Pakistan"],
  ["Israel", "Lebanon"],
  ["Israel", "Palestine"],
  ["Israel", "Syria"],
  ["Kenya", "S. Sudan"],
  ["Kosovo", "Serbia"],
  ["Morocco", "W. Sahara"],
  ["North Korea", "South Korea"],
  ["Russia", "Ukraine"],
  ["S. Sudan", "Sudan"],
  ["Somalia", "Somaliland"],
].map((pair) => pair.join("|"));
/** Parts without a number of their own whose lines with third countries nobody disputes. */
const UNNUMBERED = new Set(["Kosovo", "Somaliland"]);

const byName = (one, other) => (one < other ? -1 : 1);

const isDrawn = (one, other) => {
  const sides = [one, other];
  if (
    one === other ||
    sides.some(({ id, properties }) => id === undefined && !UNNUMBERED.has(properties.name))
  ) {
    return false;
  }
  return !NOT_DRAWN.includes(
    sides
      .map(({ properties }) => properties.name)
      .toSorted(byName)
      .join("|"),
  );
};

/** How far a line may lie off at a place. */
function offAt([lng, lat]) {
  const { west, south, east, north } = FINE;
  const away = Math.hypot(Math.max(west - lng, 0, lng - east), Math.max(south - lat, 0, lat - north));
  const times = Math.abs(lat) > POLAR.from ? POLAR.times : 1;
  const next = OFF.findIndex((step) => step.away > away);
  if (next === -1) return OFF.at(-1).off * times;
  const [from, to] = [OFF[next - 1], OFF[next]];
  return times * (from.off + ((to.off - from.off) * (away - from.away)) / (to.away - from.away));
}

/** Degrees as Mercator's map draws them: as wide as high. */
const drawn = ([lng, lat]) => {
  const radians = (Math.min(POLE, Math.max(-POLE, lat)) * Math.PI) / 180;
  return [lng, (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI];
};

/** How far the point lies from the line between two others. */
function distance([x, y], [fromX, fromY], [toX, toY]) {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
}

/** The points without those that lie off the line of the others by less than they may (Douglas and Peucker); ends stay. */
function simplified(points) {
  const flat = points.map(drawn);
  const stays = points.map((_, index) => index === 0 || index === points.length - 1);
  const parts = [[0, points.length - 1]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [first, last] = part;
    let [worst, most] = [-1, 1];
    for (let index = first + 1; index < last; index += 1) {
      const off = distance(flat[index], flat[first], flat[last]) / offAt(points[index]);
      if (off > most) [worst, most] = [index, off];
    }
    if (worst === -1) continue;
    stays[worst] = true;
    parts.push([first, worst], [worst, last]);
  }
  return points.filter((_, index) => stays[index]);
}

/** The topology with its arcs in degrees and simplified. */
function simplifiedTopology({ transform, arcs, ...rest }) {
  const [[scaleX, scaleY], [startX, startY]] = [transform.scale, transform.translate];
  const inDegrees = (arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      [x, y] = [x + dx, y + dy];
      return [x * scaleX + startX, y * scaleY + startY];
    });
  };
  return { ...rest, arcs: arcs.map((arc) => simplified(inDegrees(arc))) };
}

const extent = (values) => Math.max(...values) - Math.min(...values);
const isLarge = (ring) => {
  const size = Math.max(extent(ring.map(([lng]) => lng)), extent(ring.map(([, lat]) => lat)));
  return ring.length > 3 && size >= ISLAND * offAt(ring[0]);
};

/** A ring that runs on beyond 180 degrees where the source jumps to the other side; one around the pole is closed over it. */
function unwrapped(ring) {
  const points = [];
  let turns = 0;
  for (const [index, [lng, lat]] of ring.entries()) {
    const step = lng - (ring[index - 1]?.[0] ?? lng);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    points.push([lng + 360 * turns, lat]);
  }
  if (turns === 0) return points;
  const pole = points[0][1] < 0 ? -POLE : POLE;
  return [...points, [points.at(-1)[0], pole], [points[0][0], pole], points[0]];
}

/** The part of a closed ring on one side of a meridian (Sutherland and Hodgman). */
function beside(ring, meridian, isInside) {
  const kept = [];
  for (const [index, point] of ring.entries()) {
    const before = ring[index - 1] ?? ring.at(-1);
    const crossed = isInside(before[0]) !== isInside(point[0]);
    if (crossed) {
      const share = (meridian - before[0]) / (point[0] - before[0]);
      kept.push([meridian, before[1] + share * (point[1] - before[1])]);
    }
    if (isInside(point[0])) kept.push(point);
  }
  if (kept.length === 0) return kept;
  const [[lng, lat], last] = [kept[0], kept.at(-1)];
  return lng === last[0] && lat === last[1] ? kept : [...kept, kept[0]];
}

/** The polygon in parts, each between -180 and 180 degrees. */
function withinWorld(rings) {
  const whole = rings.map(unwrapped);
  return [-360, 0, 360].flatMap((shift) => {
    const parts = whole
      .map((ring) => ring.map(([lng, lat]) => [lng + shift, lat]))
      .map((ring) => beside(ring, -180, (lng) => lng >= -180))
      .map((ring) => (ring.length === 0 ? ring : beside(ring, 180, (lng) => lng <= 180)));
    return parts[0].length > 3 ? [parts.filter((ring) => ring.length > 3)] : [];
  });
}

/** The points as one list: longitude and latitude of the first, then what is added to them from point to point. */
function steps(points) {
  let [x, y] = [0, 0];
  return points.flatMap(([lng, lat]) => {
    const next = [lng, Math.min(POLE, Math.max(-POLE, lat))].map((value) => Math.round(value * PER_DEGREE));
    const step = [next[0] - x, next[1] - y];
    [x, y] = next;
    return step[0] === 0 && step[1] === 0 ? [] : step;
  });
}

/** The text of world-outlines.json: `land` holds the rings of each polygon, `border` lines. */
export function worldOutlines() {
  const source = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
  const topology = simplifiedTopology(JSON.parse(readFileSync(source, "utf8")));
  const { countries } = topology.objects;
  const land = merge(topology, countries.geometries)
    .coordinates.flatMap(withinWorld)
    .filter(([ring]) => isLarge(ring))
    .map((rings) => rings.filter(isLarge).map(steps));
  const border = mesh(topology, countries, isDrawn).coordinates.map(steps);
  return JSON.stringify({ perDegree: PER_DEGREE, land, border });
}

if (import.meta.main) writeFileSync(OUT, `${worldOutlines()}\n`);
