// @vitest-environment node
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

const SOURCE = new URL("../", import.meta.url);
/** What all pages stand on: custom properties, the reset, the fonts. */
const GLOBAL = ["ui/tokens/base.css", "ui/tokens/fonts.css", "ui/tokens/tokens.css"];

const sheets = globSync("**/*.css", { cwd: SOURCE });
const read = (sheet: string) => readFileSync(new URL(sheet, SOURCE), "utf8");
const isModule = (sheet: string) => sheet.endsWith(".module.css");

/** The class names that a sheet of all pages styles; those of a module are its own. */
function globalClasses(sheet: string): string[] {
  const text = read(sheet).replace(/\/\*[^]*?\*\//g, "");
  const heads = [...text.matchAll(/([^{}]*)\{/g)].map(([, head = ""]) => head);
  return heads.flatMap((head) => [...head.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
}

test("styles are modules beside their components; global are tokens, reset and fonts alone", () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((sheet) => !isModule(sheet)).toSorted()).toEqual(GLOBAL);
});

test("a module has the name of what stands beside it", () => {
  const sources = globSync("**/*.{ts,tsx}", { cwd: SOURCE }).map((file) =>
    readFileSync(new URL(file, SOURCE), "utf8"),
  );
  const unused = sheets
    .filter(isModule)
    .filter((sheet) => !sources.some((text) => text.includes(`/${basename(sheet)}"`)));
  expect(unused).toEqual([]);
});

test("a sheet of all pages styles elements and states, no class: one has its component, or is a component", () => {
  const classes = sheets.filter((sheet) => !isModule(sheet)).flatMap((sheet) => globalClasses(sheet));
  expect(classes).toEqual([]);
  const plain = globSync("**/*.tsx", { cwd: SOURCE }).filter((file) => / className="/.test(read(file)));
  expect(plain).toEqual([]);
});

/** The rules of a sheet: heads and what they set. */
const rulesOf = (sheet: string) =>
  [
    ...read(sheet)
      .replace(/\/\*[^]*?\*\//g, "")
      .matchAll(/([^{}]*)\{([^{}]*)\}/g),
  ].map(([, head = "", body = ""]) => ({ head: head.trim(), body }));

test("what opens on the raised surface says so to the tables in it, which are else drawn on a darker ground", () => {
  const raised = sheets
    .filter((sheet) => sheet.startsWith("ui/controls/"))
    .flatMap((sheet) => rulesOf(sheet).map((rule) => ({ ...rule, at: `${sheet} ${rule.head}` })))
    .filter(({ body }) => body.includes("background: var(--surface-raised);"));
  expect(raised.length).toBeGreaterThanOrEqual(3);
  const silent = raised.filter(
    ({ body }) =>
      !body.includes("--ground: var(--surface-raised);") ||
      !body.includes("--ground-muted: var(--surface-raised-muted);"),
  );
  expect(silent.map(({ at }) => at)).toEqual([]);
  const cells = rulesOf("ui/data-table/DataTable.module.css").filter(({ head }) =>
    head.includes(".table th"),
  );
  expect(cells.some(({ body }) => body.includes("background: var(--ground);"))).toBe(true);
});

test("the paler text of a row that is selected or marked is the darker of the two, in a table and on a card", () => {
  const rules = rulesOf("ui/data-table/DataTable.module.css");
  const soft = rules.filter(({ body }) => body.includes("background: var(--brand-soft)"));
  const rows = soft.flatMap(({ head }) => head.split(",").map((one) => one.trim().replace(/ > \*$/, "")));
  const darker = rules
    .filter(({ body }) => body.includes("--text-tertiary: var(--text-secondary);"))
    .flatMap(({ head }) => head.split(",").map((one) => one.trim()));
  expect(rows.length).toBe(4);
  expect(darker.toSorted()).toEqual(rows.toSorted());
});
