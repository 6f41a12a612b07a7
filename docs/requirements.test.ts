import { expect, test } from "vitest";
import { filesOf, textOf } from "./repository.ts";

const PAGE = "docs/requirements.md";
const SOURCE = /\.(tsx?|mjs|js|sql|css|md)$/;
const IS_TEST = /\.(test|spec)\.tsx?$/;
/** A citation: M64, C28, "M53 to M58", C104–C105. Paths of drawings (M10 20, C1.5) and names of models (SUN2000-M3) are none. */
const CITATION =
  /(?<![-\w#])(?<letter>[MC])(?<from>[1-9]\d{0,2})(?![\w.]|[\s,]+-?\d)(?:(?:\s+to\s+|\s*[-–]\s*)\k<letter>?(?<to>[1-9]\d{0,2})\b)?/g;
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

/** The lines that a text cites, ranges whole. */
function citedIn(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(({ groups = {} }) => {
    const { letter = "", from, to } = groups;
    const first = Number(from);
    const last = to === undefined ? first : Number(to);
    return Array.from({ length: Math.max(1, last - first + 1) }, (_, step) => `${letter}${first + step}`);
  });
}

/** Lines that the specification of certificates has: C1 to this. */
const C_LINES = 129;
/** Lines of the market alone, from and to, which is not built: they have no row until it is. */
const OF_THE_MARKET: readonly (readonly [number, number, string])[] = [
  [3, 6, "orders, activities, accounts receivable and payable, the lists of fees"],
  [10, 10, "agreements and orders off exchange"],
  [45, 56, "its marketplace, exchange, activities, receivable, payable and fees"],
  [68, 72, "its pages off exchange"],
  [82, 82, "an order"],
  [95, 97, "an agreement, an order to sell, a matched order"],
  [103, 103, "statuses of orders"],
  [111, 112, "statuses of agreements and matched orders"],
  [127, 127, "prices of its samples"],
  [129, 129, "pages of its orders to sell"],
];
const later = new Set(
  OF_THE_MARKET.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, step) => `C${from + step}`),
  ),
);

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
      for (const cited of citedIn(line)) if (!known.has(cited)) missing.add(`${cited}: ${path}`);
    }
  }
  expect([...missing]).toEqual([]);
});

test("a citation is read alone, in a list and as a range, and nothing else is taken for one", () => {
  expect(citedIn("M7: pages (M40, C79)")).toEqual(["M7", "M40", "C79"]);
  expect(citedIn("M52 to M54, C103–C105")).toEqual(["M52", "M53", "M54", "C103", "C104", "C105"]);
  expect(citedIn("M262 112H430 M10.00 0.00 M3x SUN2000-M3 AM5 C10 20 C1.5 #C12345")).toEqual([]);
});

test("every line of the specification of certificates has a row, but those of the market, which has none yet", () => {
  const known = new Set(rows.map(({ line }) => line));
  const all = Array.from({ length: C_LINES }, (_, at) => `C${at + 1}`);
  expect(all.filter((line) => !known.has(line) && !later.has(line))).toEqual([]);
  expect([...known].filter((line) => line.startsWith("C") && !all.includes(line))).toEqual([]);
  // What is built has a row, and stands here no more.
  expect([...later].filter((line) => known.has(line))).toEqual([]);
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
