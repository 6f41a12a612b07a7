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

test("no class name of all pages is styled in two sheets", () => {
  const inSheets = new Map<string, string[]>();
  for (const sheet of sheets.filter((one) => !isModule(one))) {
    for (const name of new Set(globalClasses(sheet))) {
      inSheets.set(name, [...(inSheets.get(name) ?? []), sheet]);
    }
  }
  expect([...inSheets].filter(([, found]) => found.length > 1)).toEqual([]);
});
