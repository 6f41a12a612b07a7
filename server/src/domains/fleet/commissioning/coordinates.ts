// Coordinates as people write them.

/** Decimal degrees: north and east are positive. */
export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

/** Degrees with or without minutes and seconds. */
const DEGREES = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`;
const APART = String.raw`(?:\s*[,;]\s*|\s+|(?<=[NSEW]))`;
/** The quarters of the sky before the degrees, or behind them, or none. */
const PAIRS = [
  new RegExp(String.raw`^([NSEW])\s*${DEGREES}()${APART}([NSEW])\s*${DEGREES}()$`, "i"),
  new RegExp(String.raw`^()${DEGREES}([NSEW]?)${APART}()${DEGREES}([NSEW]?)$`, "i"),
];
/** With the decimal mark of most languages: 10,77; 106,70. */
const COMMAS = /^[^,]*\d,\d[^,]*[;\s][^,]*\d,\d[^,]*$/;

/**
 * The coordinates that a text is, "10.77, 106.70", "10,77 106,70", "33°27′S 70°40′W" or "E 106.7 N 10.8"; null where it is something
 * else, or no place on earth. Without letters latitude stands first.
 */
export function coordinatesIn(text: string): Spot | null {
  const typed = text.trim().replaceAll("−", "-");
  const plain = COMMAS.test(typed) ? typed.replaceAll(/(\d),(\d)/g, "$1.$2") : typed;
  const found = PAIRS.map((pair) => pair.exec(plain)).find((match) => match !== null);
  if (found === undefined) return null;
  const one = partOf(found.slice(1, 6));
  const other = partOf(found.slice(6, 11));
  if (one === null || other === null || (one.axis !== null && one.axis === other.axis)) return null;
  const swapped = one.axis === "longitude" || other.axis === "latitude";
  const [latitude, longitude] = swapped ? [other.degrees, one.degrees] : [one.degrees, other.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

interface Part {
  readonly degrees: number;
  readonly axis: "latitude" | "longitude" | null;
}

/** One half of a pair: letter, degrees, minutes, seconds, letter. Null: it contradicts itself. */
function partOf(found: readonly (string | undefined)[]): Part | null {
  const [before = "", degrees = "", minutes, seconds, behind = ""] = found;
  const letter = (before + behind).toUpperCase();
  const negative = degrees.startsWith("-");
  if (letter !== "" && negative) return null;
  const size = Math.abs(Number(degrees)) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
  const sign = negative || letter === "S" || letter === "W" ? -1 : 1;
  const axis = letter === "" ? null : "NS".includes(letter) ? "latitude" : "longitude";
  return { degrees: sign * Number(size.toFixed(6)), axis };
}
