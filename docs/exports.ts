// Who exports what, and who imports it, over all modules of the repository: what the tests of names and dead exports read.
import { dirname, join } from "node:path/posix";
import { parseSync } from "vite";
import { filesOf, textOf } from "./repository.ts";

/** A name of a module; "default" is one. */
interface Binding {
  readonly path: string;
  readonly name: string;
}
interface Module {
  /** Names that the module exports; where they are another's, whose. */
  readonly exports: ReadonlyMap<string, Binding | null>;
  /** Modules of which it hands on everything. */
  readonly handsOn: readonly string[];
  /** What it imports of modules of the repository. */
  readonly imports: readonly Binding[];
}

const CODE = /\.(ts|tsx|mjs|mts)$/;
/** Packages of the repository, by what their names stand for. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/^@heliograph\/contract$/, "contract/src/index.ts"],
  [/^@heliograph\/(contract|simulator)\/(.+)$/, "$1/src/$2.ts"],
];

/** The file that a module means by a specifier; null: a package from outside. */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return join(dirname(importer), specifier);
  const own = PACKAGES.find(([pattern]) => pattern.test(specifier));
  return own === undefined ? null : specifier.replace(own[0], own[1]);
}

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** Of a namespace the members that the text names; of `import()` every word of the text, which may be a member. */
function membersIn(text: string, namespace: string | null): string[] {
  if (namespace === null) return [...new Set(wordsOf(text)), "default"];
  return [...text.matchAll(new RegExp(`\\b${namespace}\\.([\\w$]+)`, "g"))].map(([, name = ""]) => name);
}

function moduleOf(path: string): Module {
  const text = textOf(path);
  const { staticImports, staticExports } = parseSync(path, text).module;
  const exports = new Map<string, Binding | null>();
  const handsOn: string[] = [];
  const imports: Binding[] = [];
  const importAll = (specifier: string, names: readonly string[]) => {
    const from = fileOf(specifier, path);
    if (from !== null) imports.push(...names.map((name) => ({ path: from, name })));
  };
  for (const { moduleRequest, entries } of staticImports) {
    for (const { importName, localName } of entries) {
      const whole = importName.kind === "NamespaceObject";
      const names = whole ? membersIn(text, localName.value) : [importName.name ?? "default"];
      importAll(moduleRequest.value, names);
    }
  }
  for (const [, specifier = ""] of text.matchAll(/\bimport\(\s*"([^"]+)"/g)) {
    importAll(specifier, membersIn(text, null));
  }
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    const from = moduleRequest === null ? null : fileOf(moduleRequest.value, path);
    if (exportName.kind === "None") {
      if (from !== null) handsOn.push(from);
      continue;
    }
    const name = exportName.name ?? "default";
    exports.set(name, from === null ? null : { path: from, name: importName.name ?? name });
  }
  return { exports, handsOn, imports };
}

/** All modules of the repository by their paths. */
export function allModules(): ReadonlyMap<string, Module> {
  return new Map(filesOf().flatMap((path) => (CODE.test(path) ? [[path, moduleOf(path)] as const] : [])));
}

/** Exports that no other module imports, as "path name", in order; what an index hands on is one of the index too. */
export function deadExports(modules: ReadonlyMap<string, Module>): string[] {
  const living = new Set<string>();
  const waiting = [...modules].flatMap(([path, { imports }]) => imports.filter((one) => one.path !== path));
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const key = `${one.path} ${one.name}`;
    const module = modules.get(one.path);
    if (living.has(key) || module === undefined) continue;
    living.add(key);
    const own = module.exports.get(one.name);
    const { name } = one;
    if (own === undefined) waiting.push(...module.handsOn.map((path) => ({ path, name })));
    else if (own !== null) waiting.push(own);
  }
  const all = [...modules].flatMap(([path, { exports }]) =>
    [...exports.keys()].map((name) => `${path} ${name}`),
  );
  return all.filter((key) => !living.has(key)).toSorted();
}

/** Names that more than one module exports as its own, each with those modules; what is handed on does not count. */
export function sharedNames(modules: ReadonlyMap<string, Module>): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const [path, { exports }] of modules) {
    for (const [name, from] of exports) {
      if (from === null) byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return new Map([...byName].filter(([name, paths]) => name !== "default" && paths.length > 1));
}
