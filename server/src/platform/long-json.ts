// JSON of long answers, written in slices, so that whoever else is served does not wait for it.
import { turns } from "./turns.ts";

/** What JSON.stringify gives for data that JSON has words for; other callers have their turn between its parts. */
export async function longJson(value: unknown): Promise<string> {
  return written(value, turns());
}

/** So many values are written in a fraction of a millisecond. */
const VALUES_AT_ONCE = 2000;

async function written(value: unknown, turn: () => Promise<void>): Promise<string> {
  if (isMore(value, { left: VALUES_AT_ONCE })) {
    if (Array.isArray(value) && value.some(isRecord)) {
      const parts: string[] = [];
      for (const one of value) parts.push(await written(one, turn));
      return `[${parts.join(",")}]`;
    }
    if (isRecord(value)) {
      const parts: string[] = [];
      for (const [key, one] of Object.entries(value)) {
        if (one !== undefined) parts.push(`${JSON.stringify(key)}:${await written(one, turn)}`);
      }
      return `{${parts.join(",")}}`;
    }
  }
  await turn();
  return JSON.stringify(value) ?? "null";
}

/** True when there are more values in it than are left to write at once; looks at no more than those. */
function isMore(value: unknown, room: { left: number }): boolean {
  if (typeof value !== "object" || value === null) return (room.left -= 1) < 0;
  // A column of plain values is written at once, whatever its length, and counts by it.
  if (Array.isArray(value) && (value.length > room.left || !value.some(isRecord))) {
    return (room.left -= value.length) < 0;
  }
  for (const one of Object.values(value)) if (isMore(one, room)) return true;
  return (room.left -= 1) < 0;
}

/** An object of fields; a date and the like are values. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
