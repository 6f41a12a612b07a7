import { expect, test } from "vitest";
import { filesOf, textOf } from "./repository.ts";

const PAGE = "docs/requirements.md";
const SOURCE = /\.(tsx?|mjs|js|sql|css|md)$/;
const IS_TEST = /\.(test|spec)\.tsx?$/;
/** A citation: M64, "M53 to M58", M53-M58. Paths of drawings (M10 20, M1.5) and names of models (SUN2000-M3) are none. */
const CITATION = /(?<![-\w])M([1-9]\d{0,2})(?![\w.]|\s+-?\d)(?:(?:\s+to\s+|\s*[-–]\s*)M?([1-9]\d{0,2})\b)?/g;
/** Where citations stand: comments, names of tests, pages, and the list of messages. */
const MAY_CITE = /^\s*(\/\/|\/?\*|--|\{\/\*)|\/\/ |\/\*\*|\btest(\.each)?\(|^\s*\[?"M\d/;

const files = filesOf();
const tests = files.filter((path) => IS_TEST.test(path));

interface Row {
  readonly line: string;
  readonly cells: readonly string[];
}
const rows: readonly Row[] = textOf(PAGE)
  .split("\n")
  .filter((text) => /^\| [MC]\d/.test(text))
  .map((text) => {
    const [, line = "", ...cells] = text.split("|").map((cell) => cell.trim());
    return { line, cells: cells.slice(0, -1) };
  });

/** The numbers that a text cites, ranges whole. */
function citedIn(text: string): number[] {
  return [...text.matchAll(CITATION)].flatMap(([, from, to]) => {
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, step) => first + step);
  });
}

/** What is wrong with a test that a row names: its file's name, and a part of its own. */
function faultOfTest(file: string, name: string): string | null {
  const found = tests.filter((path) => path.endsWith(`/${file}`));
  if (found.length !== 1) return `${found.length} test files are called ${file}`;
  const part = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const named = new RegExp(`\\(\\s*(["'\`])(?:(?!\\1)[^\\n])*${part}`);
  return named.test(textOf(found[0] ?? "")) ? null : `${file} has no test "${name}"`;
}

test("every requirement that the code cites has a row", () => {
  const known = new Set(rows.map(({ line }) => line));
  const missing = new Set<string>();
  for (const path of files) {
    if (!SOURCE.test(path) || path === PAGE) continue;
    for (const line of textOf(path).split("\n")) {
      if (!path.endsWith(".md") && !MAY_CITE.test(line)) continue;
      for (const number of citedIn(line)) if (!known.has(`M${number}`)) missing.add(`M${number}: ${path}`);
    }
  }
  expect([...missing]).toEqual([]);
});

test("a citation is read alone, in a list and as a range, and nothing else is taken for one", () => {
  expect(citedIn("M7: pages (M40, M256)")).toEqual([7, 40, 256]);
  expect(citedIn("M52 to M54, M101–M103")).toEqual([52, 53, 54, 101, 102, 103]);
  expect(citedIn("M262 112H430 M10.00 0.00 M3x SUN2000-M3 AM5")).toEqual([]);
});

test("each requirement has one row, which says what it asks, where it lives and what shows it", () => {
  const lines = rows.map(({ line }) => line);
  expect(lines).toEqual([...new Set(lines)]);
  expect(rows.length).toBeGreaterThan(100);
  const short = rows.filter(({ cells }) => cells.length !== 3 || cells.includes(""));
  expect(short).toEqual([]);
});

test("the tests and decisions that rows name are there", () => {
  const faults: string[] = [];
  const decisions = files.filter((path) => path.startsWith("docs/decisions/"));
  for (const { line, cells } of rows) {
    const shown = cells.at(-1) ?? "";
    const named = [...shown.matchAll(/`([^`]+)` "([^"]+)"/g)];
    const decided = [...shown.matchAll(/decision (\d{4})/g)];
    if (named.length === 0 && decided.length === 0) faults.push(`${line} names neither test nor decision`);
    for (const [, file = "", name = ""] of named) {
      const fault = faultOfTest(file, name);
      if (fault !== null) faults.push(`${line}: ${fault}`);
    }
    for (const [, number = ""] of decided) {
      const isThere = decisions.some((path) => path.includes(`/${number}-`));
      if (!isThere) faults.push(`${line}: no decision ${number}`);
    }
  }
  expect(faults).toEqual([]);
});

test("where a row says a requirement lives there is such a folder or file in one of the trees", () => {
  const trees = ["", "contract/src/", "server/src/domains/", "web/src/domains/", "server/src/", "web/src/"];
  const isThere = (place: string) =>
    trees.some((tree) =>
      files.some((path) => path.startsWith(`${tree}${place}/`) || path === `${tree}${place}.ts`),
    );
  const unknown = rows.flatMap(({ line, cells }) =>
    (cells[1] ?? "")
      .split(", ")
      .map((place) => place.replace(/^(web|server|contract)\/(?!src)/, "$1/src/"))
      .filter((place) => !isThere(place))
      .map((place) => `${line}: ${place}`),
  );
  expect(unknown).toEqual([]);
});
