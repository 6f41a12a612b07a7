// The script that runs before the first paint. It stands in index.html itself, where it asks for the code of the addressed
// screen at once: else the browser would learn of each part only from the one before it. The server allows it by its hash.
import { readFileSync } from "node:fs";
import type { Plugin, Rollup } from "vite";
import { FIRST_CALLS, ID } from "./first-calls.ts";
import { patterns } from "./src/app/paths.ts";
import { LANGUAGES } from "./src/ui/tokens/tokens.ts";

const MARK = "<!-- first script -->";
const HERE = new URL("./", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, HERE), "utf8");

/**
 * What the script is told: files and calls by their places in `files` and `calls`, those of a screen by the pattern of its
 * address. In a call `id` stands for what the pattern names.
 */
interface Parts {
  readonly files: readonly string[];
  readonly app: readonly number[];
  readonly texts: Readonly<Record<string, readonly number[]>>;
  readonly publicTexts: Readonly<Record<string, readonly number[]>>;
  readonly id: string;
  readonly calls: readonly string[];
  readonly screens: readonly Screen[];
}
type Screen = readonly [
  pattern: string,
  files: readonly number[],
  calls: readonly number[],
  callsOfPlain: readonly number[],
];
const NO_PARTS: Parts = {
  files: [],
  app: [],
  texts: {},
  publicTexts: {},
  id: ID,
  calls: [],
  screens: [],
};

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
        const script = bare(read("src/app/first-script.js")).replace("PARTS", () => told);
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
  const withEntry = closure(chunks, "app/main.tsx", new Set());
  const files: string[] = [];
  const calls: string[] = [];
  const needed = (...modules: readonly string[]) => {
    const found = new Set(modules.flatMap((module) => [...closure(chunks, module, withEntry)]));
    return placesIn(files, [...found]);
  };
  const byLanguage = (...modules: readonly string[]) =>
    Object.fromEntries(
      LANGUAGES.map((lang) => [lang, needed(...modules.map((file) => file.replace("*", lang)))]),
    );
  return {
    app: needed("app/App.tsx"),
    texts: byLanguage("texts/*.ts"),
    publicTexts: byLanguage("texts/*/common.ts", "texts/*/identity.ts"),
    screens: screenModules().map(([page, modules]) => {
      const { always = [], plain = [] } = FIRST_CALLS[page] ?? {};
      return [patterns[page], needed(...modules), placesIn(calls, always), placesIn(calls, plain)];
    }),
    files,
    id: ID,
    calls,
  };
}

/** Where the entries stand in the list; those that it has not are added. */
const placesIn = (list: string[], entries: readonly string[]) =>
  entries.map((entry) => (list.includes(entry) ? list.indexOf(entry) : list.push(entry) - 1));

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
function screenModules(): [page: keyof typeof patterns, modules: string[]][] {
  const source = read("src/app/routes.tsx");
  const loaders = new Map(
    [...source.matchAll(/^const (\w+) = (?:(?!^const ).)*?import\("\.\.?\/([^"]+)"\)/gms)].map(
      ([, name = "", module = ""]): [string, string] => [
        name,
        module.startsWith("domains/") ? module : `app/${module}`,
      ],
    ),
  );
  const moduleOf = (name: string) => {
    const module = loaders.get(name);
    if (module === undefined) throw new Error(`routes.tsx has no ${name} that the build understands`);
    return module;
  };
  const routes = [...source.matchAll(/path: patterns\.(\w+), lazy: (\w+)/g)];
  // The keys of a constant are its keys.
  return (Object.keys(patterns) as (keyof typeof patterns)[]).flatMap((page) => {
    const lazy = routes.find(([, of]) => of === page)?.[2];
    if (lazy === undefined) return [];
    const frame = page.startsWith("admin") ? [moduleOf("adminFrame")] : [];
    return [[page, [...frame, moduleOf(lazy)]]];
  });
}
