// JSON of answers, long ones written in slices, so that whoever else is served does not wait for it.
import { turns } from "./turns.ts";

/**
 * The bytes of what JSON.stringify gives for data that JSON has words for; other callers have their turn between its
 * parts. Each part is made bytes by itself: one long text would be put together and made bytes at a stroke.
 */
export async function longJson(value: unknown): Promise<Buffer> {
  const turn = turns();
  const pieces: Buffer[] = [];
  await write(value, (text) => {
    pieces.push(Buffer.from(text));
    return turn();
  });
  return Buffer.concat(pieces);
}

/** So many values are written in a fraction of a millisecond. */
const VALUES_AT_ONCE = 2000;

type Put = (text: string) => Promise<void>;

async function write(value: unknown, put: Put): Promise<void> {
  if (roomAfter(value, VALUES_AT_ONCE) < 0) {
    if (Array.isArray(value) && value.some(isRecord)) return writeList(value, put);
    if (isRecord(value)) return writeFields(value, put);
  }
  await put(JSON.stringify(value) ?? "null");
}

/** As many at once as there is room for; one that has none by itself is gone into. */
async function writeList(list: readonly unknown[], put: Put): Promise<void> {
  let before = "[";
  for (let from = 0; from < list.length; before = ",") {
    const to = from + fitting(list, from);
    if (to > from) {
      await put(before + JSON.stringify(list.slice(from, to)).slice(1, -1));
      from = to;
    } else {
      await put(before);
      await write(list[from], put);
      from += 1;
    }
  }
  await put("]");
}

async function writeFields(fields: object, put: Put): Promise<void> {
  let before = "{";
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    await put(`${before}${JSON.stringify(key)}:`);
    await write(value, put);
    before = ",";
  }
  await put("}");
}

/** How many of the list's entries from there on there is room for at once. */
function fitting(list: readonly unknown[], from: number): number {
  let count = 0;
  for (let room = VALUES_AT_ONCE; from + count < list.length; count += 1) {
    room = roomAfter(list[from + count], room);
    if (room < 0) break;
  }
  return count;
}

/** What is left of the room, in values, when this has been written; below zero: it is too large. Looks at no more than that. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value !== "object" || value === null) return room - 1;
  // A column of plain values is written at once, whatever its length, and counts by it.
  if (Array.isArray(value) && (value.length > room || !value.some(isRecord))) return room - value.length;
  let left = room - 1;
  for (const one of Object.values(value)) {
    left = roomAfter(one, left);
    if (left < 0) break;
  }
  return left;
}

/** An object of fields; a date and the like are values. */
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
