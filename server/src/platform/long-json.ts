// JSON of long answers, written in slices, so that whoever else is served does not wait for it.
import { turns } from "./turns.ts";

/** What JSON.stringify gives for data that JSON has words for; other callers have their turn between its columns. */
export async function longJson(value: unknown): Promise<string> {
  return written(value, turns());
}

async function written(value: unknown, turn: () => Promise<void>): Promise<string> {
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
  await turn();
  return JSON.stringify(value) ?? "null";
}

/** An object of fields; a date and the like are values. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
