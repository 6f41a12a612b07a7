// What the base map is drawn from, fetched once: the outlines of the world, and what lies within Viet Nam and around it. Natural
// Earth, public domain; scripts/world-outlines.mjs makes the world's (decisions 0033 and 0057).
import { drawInTurn } from "../feedback/draw-in-turn.ts";
import type { Lang } from "../tokens/tokens.ts";
import vietNam from "./vn-outlines.geojson?url";
import world from "./world-outlines.json?url";

type LatLng = [lat: number, lng: number];
type DetailKind = "urban" | "lake" | "river" | "place" | "island";

interface Named {
  readonly k: DetailKind;
  /** As its country writes it, or as English does. */
  readonly n?: string;
  readonly vi?: string;
  readonly zh?: string;
  /** Rank of a place: the smaller, the earlier it is shown. */
  readonly r?: number;
}
/** Towns, rivers, lakes and islands, each by its kind. */
export type MapFeature = GeoJSON.Feature<GeoJSON.Geometry, Named>;

/** Land and the lines between countries. */
export interface World {
  /** The rings of each polygon. */
  readonly land: readonly LatLng[][][];
  readonly border: readonly LatLng[][];
}

/** As the file holds it: lines as longitude and latitude of a point, then what is added to them from point to point. */
interface PackedWorld {
  readonly perDegree: number;
  readonly land: readonly (readonly (readonly number[])[])[];
  readonly border: readonly (readonly number[])[];
}

/** The points of a packed line. */
export function linePoints(steps: readonly number[], perDegree: number): LatLng[] {
  const points: LatLng[] = [];
  let [lng, lat] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    lng += steps[at] ?? 0;
    lat += steps[at + 1] ?? 0;
    points.push([lat / perDegree, lng / perDegree]);
  }
  return points;
}

/** Land and borders are each a task of its own. */
async function worldOf({ perDegree, land, border }: PackedWorld): Promise<World> {
  await itsTurn();
  const lands = land.map((rings) => rings.map((ring) => linePoints(ring, perDegree)));
  await itsTurn();
  return { land: lands, border: border.map((line) => linePoints(line, perDegree)) };
}

const itsTurn = () => new Promise<void>(drawInTurn);

/** The function that fetches a file of ours once. A failure is forgotten, so that the next map asks again. */
function once<Data>(address: string): () => Promise<Data> {
  let fetched: Promise<Data> | undefined;
  return () => {
    fetched ??= fetch(address)
      // A file of ours: it holds what is declared above.
      .then((reply) => reply.json() as Promise<Data>)
      .catch((error: unknown) => {
        fetched = undefined;
        throw error;
      });
    return fetched;
  };
}

const worldOutlines = once<PackedWorld>(world);
/** What lies within Viet Nam and around it. */
export const details = once<{ readonly features: readonly MapFeature[] }>(vietNam);

/** All that the base map is drawn from; what could not be fetched is undefined, or empty. */
export async function baseData(): Promise<{ world: World | undefined; features: readonly MapFeature[] }> {
  const [land, features] = await Promise.allSettled([worldOutlines(), details()]);
  return {
    world: land.status === "fulfilled" ? await worldOf(land.value) : undefined,
    features: features.status === "fulfilled" ? features.value.features : [],
  };
}

/** Gives what is fetched to `work` once it is there; returns what calls that off. */
export function whenFetched<Data>(fetching: () => Promise<Data>, work: (data: Data) => void): () => void {
  let wanted = true;
  const wait = async () => {
    // Without a base the map still shows where projects lie to each other.
    const data = await fetching().catch(() => undefined);
    if (wanted && data !== undefined) work(data);
  };
  void wait();
  return () => {
    wanted = false;
  };
}

/** The name of a place in the language; "" for one that has none. */
export const nameIn = (lang: Lang, { n = "", ...names }: Named): string =>
  (lang === "en" ? undefined : names[lang]) ?? n;
