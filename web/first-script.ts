// The script that runs before the first paint. It stands in index.html itself, where it asks for the code of the addressed
// screen at once: else the browser would learn of each part only from the one before it. The server allows it by its hash.
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";
import { patterns } from "./src/paths.ts";
import { LANGUAGES } from "./src/ui/tokens.ts";

const MARK = "<!-- first script -->";
const HERE = new URL("./", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, HERE), "utf8");

/** What the script is told: files by their place in `files`, those of a screen by the pattern of its address. */
interface Parts {
  readonly files: readonly string[];
  readonly app: readonly number[];
  readonly texts: Readonly<Record<string, readonly number[]>>;
  readonly publicTexts: Readonly<Record<string, readonly number[]>>;
  readonly screens: readonly (readonly [pattern: string, files: readonly number[]])[];
}
const NO_PARTS: Parts = { files: [], app: [], texts: {}, publicTexts: {}, screens: [] };

/** Puts the script in the place of its mark in index.html. */
export function firstScript(): Plugin {
  return {
    name: "first-script",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!html.includes(MARK)) throw new Error(`index.html has no ${MARK}`);
        const parts = bundle === undefined ? NO_PARTS : partsOf(bundle);
        // "<" would end the script where a text of it looks like a tag.
        const told = JSON.stringify(parts).replaceAll("<", String.raw`\u003c`);
        const script = bare(read("src/first-script.js")).replace("PARTS", () => told);
        return html.replace(MARK, () => `<script>${script}</script>`);
      },
    },
  };
}

/** A script without its comments, which fill whole lines, and its indents. */
const bare = (script: string) =>
  script
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");

function partsOf(bundle: Rollup.OutputBundle): Parts {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const withEntry = closure(chunks, "main.tsx", new Set());
  const files: string[] = [];
  const needed = (...modules: readonly string[]) => {
    const found = new Set(modules.flatMap((module) => [...closure(chunks, module, withEntry)]));
    return [...found].map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
  };
  const byLanguage = (...modules: readonly string[]) =>
    Object.fromEntries(
      LANGUAGES.map((lang) => [lang, needed(...modules.map((file) => file.replace("*", lang)))]),
    );
  return {
    app: needed("App.tsx"),
    texts: byLanguage("texts/*.ts"),
    publicTexts: byLanguage("texts/*/common.ts", "texts/*/identity.ts"),
    screens: screenModules().map(([pattern, modules]) => [pattern, needed(...modules)]),
    files,
  };
}

/** The files that a module of src needs before it can run, but for those of `without`: scripts and styles. */
function closure(
  chunks: readonly Rollup.OutputChunk[],
  module: string,
  without: ReadonlySet<string>,
): Set<string> {
  const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/web/src/${module}`) === true);
  const start =
    first ?? chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/web/src/${module}`)));
  if (start === undefined) throw new Error(`${module} is in no file of the build`);
  const found = new Set<string>();
  const take = (chunk: Rollup.OutputChunk) => {
    if (found.has(chunk.fileName) || without.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) if (!without.has(style)) found.add(style);
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) take(next);
  };
  take(start);
  return found;
}

/** The modules of each address behind the login, as routes.tsx writes them down. */
function screenModules(): [pattern: string, modules: string[]][] {
  const source = read("src/routes.tsx");
  const loaders = new Map(
    [...source.matchAll(/^const (\w+) = (?:(?!^const ).)*?import\("\.\/([^"]+)"\)/gms)].map(
      ([, name = "", module = ""]): [string, string] => [name, module],
    ),
  );
  const moduleOf = (name: string) => {
    const module = loaders.get(name);
    if (module === undefined) throw new Error(`routes.tsx has no ${name} that the build understands`);
    return module;
  };
  const routes = [...source.matchAll(/path: patterns\.(\w+), lazy: (\w+)/g)];
  return Object.entries(patterns).flatMap(([page, pattern]) => {
    const lazy = routes.find(([, of]) => of === page)?.[2];
    if (lazy === undefined) return [];
    const frame = page.startsWith("admin") ? [moduleOf("adminFrame")] : [];
    return [[pattern, [...frame, moduleOf(lazy)]]];
  });
}
