import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path, code: readFileSync(join(SOURCES, path), "utf8") }));

test("no field and no text of a time follows the computer, which may have twelve hours: all are of 24", () => {
  const ofTheBrowser =
    /type="(?:time|datetime-local|date|month)"|toLocale(?:Time|Date)?String\(|hour12: true|timeStyle:/;
  expect(sources.filter(({ code }) => ofTheBrowser.test(code)).map(({ path }) => path)).toEqual([]);
  // Hours are written from the minutes of the day: no format of the browser's knows any.
  const formats = sources.filter(({ code }) => /\bhour: "(?:2-digit|numeric)"/.test(code));
  expect(formats.map(({ path }) => path)).toEqual([]);
  expect(sources.length).toBeGreaterThan(500);
});
