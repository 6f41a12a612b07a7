// Towns and provinces of the world by name, in memory: found whatever the case, accents and spaces of what is typed.
import type { Spot } from "./coordinates.ts";

/** A town as the list has it. */
export interface ListedTown {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}
/** A province: country and number, "VN.79". */
export interface ListedProvince {
  readonly code: string;
  readonly name: string;
}

interface FoundPlace extends Spot {
  readonly kind: "province" | "town";
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Null of a province, and where the list has none. */
  readonly region: string | null;
}

/** Finds at most `most` places, the best first; of those that fit alike the nearest to `near` first, where that is given. */
export type FindPlaces = (typed: string, near: Spot | null, most: number) => FoundPlace[];

/** Shorter texts are in every other name. */
const LEAST_LETTERS = 2;
const NAMED_IN = ["en", "vi", "zh"];

/** Makes the index of towns and provinces; a province stands where its towns are on average. */
export function placeIndex(towns: readonly ListedTown[], provinces: readonly ListedProvince[]): FindPlaces {
  const names = new Map(provinces.map(({ code, name }) => [code, name]));
  const all: FoundPlace[] = [...provincesOf(towns, names)];
  for (const { name, lat, lng, country, admin1 } of towns) {
    const region = names.get(`${country}.${admin1}`) ?? null;
    all.push({ kind: "town", name, country, region, latitude: Number(lat), longitude: Number(lng) });
  }
  const folded = all.map(({ name }) => foldedName(name));
  const countries = countryNames();
  return (typed, near, most) => {
    const [first = "", ...rest] = typed.split(",");
    const wanted = foldedName(first);
    if (wanted.length < LEAST_LETTERS) return [];
    const within = foldedName(rest.join(" "));
    const found: Candidate[] = [];
    for (const [at, name] of folded.entries()) {
      const from = name.indexOf(wanted);
      if (from === -1) continue;
      const place = all[at];
      if (place === undefined || !liesIn(place, within, countries)) continue;
      const rank = name === wanted ? 0 : from === 0 ? 1 : 2;
      found.push({ place, rank, length: name.length, way: near === null ? 0 : degreesBetween(place, near) });
    }
    return found
      .toSorted(better)
      .slice(0, most)
      .map(({ place }) => place);
  };
}

interface Candidate {
  readonly place: FoundPlace;
  /** 0: the whole name, 1: its beginning, 2: a part. */
  readonly rank: number;
  readonly length: number;
  readonly way: number;
}

const better = (one: Candidate, other: Candidate): number =>
  one.rank - other.rank || one.way - other.way || one.length - other.length;

/** Letters and digits alone, without case and accents: "Hà Nội" and "Hanoi" are one. */
const foldedName = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What each country is called, by its code, in the languages of the product. */
function countryNames(): (code: string) => readonly string[] {
  const languages = NAMED_IN.map((lang) => new Intl.DisplayNames([lang], { type: "region" }));
  const known = new Map<string, readonly string[]>();
  return (code) => {
    const names = known.get(code) ?? [
      foldedName(code),
      ...languages.map((one) => foldedName(one.of(code) ?? code)),
    ];
    known.set(code, names);
    return names;
  };
}

/** True where what is typed behind the comma begins the province's or the country's name. */
const liesIn = (
  { country, region }: FoundPlace,
  within: string,
  countries: (code: string) => readonly string[],
): boolean =>
  within === "" ||
  [foldedName(region ?? ""), ...countries(country)].some((name) => name !== "" && name.startsWith(within));

/** How far apart, in degrees: enough to say what is nearer. */
function degreesBetween(one: Spot, other: Spot): number {
  const east = Math.abs(one.longitude - other.longitude);
  const shorter = Math.min(east, 360 - east) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(one.latitude - other.latitude, shorter);
}

function* provincesOf(
  towns: readonly ListedTown[],
  names: ReadonlyMap<string, string>,
): Generator<FoundPlace> {
  const sums = new Map<string, { x: number; y: number; n: number }>();
  for (const { lat, lng, country, admin1 } of towns) {
    const code = `${country}.${admin1}`;
    const sum = sums.get(code) ?? { x: 0, y: 0, n: 0 };
    sums.set(code, { x: sum.x + Number(lng), y: sum.y + Number(lat), n: sum.n + 1 });
  }
  for (const [code, name] of names) {
    const sum = sums.get(code);
    if (sum === undefined) continue;
    const [country = ""] = code.split(".");
    yield {
      kind: "province",
      name,
      country,
      region: null,
      latitude: Number((sum.y / sum.n).toFixed(4)),
      longitude: Number((sum.x / sum.n).toFixed(4)),
    };
  }
}
