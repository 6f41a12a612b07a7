// What a page will need, named in its head: else a browser learns of each file only from the one before it.
import { existsSync, readFileSync } from "node:fs";

/** A file of the build, as Vite's manifest describes it. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly css?: readonly string[];
  /** What its styles ask for: fonts. */
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** A page of the web app, as its build lists them (web/vite.config.ts): modules, or groups of them, by their names in the manifest. */
interface Page {
  /** Its address; a part that begins with a colon stands for any. */
  readonly pattern: string;
  readonly modules: readonly string[];
  /** By language, which only the browser knows. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The files that the modules need before they run, but for those of `without`: scripts and styles. */
function filesOf(manifest: Manifest, modules: readonly string[], without = new Set<string>()): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    // A group of modules has only the name of its own.
    const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === name);
    if (chunk === undefined) throw new Error(`The build has no file for ${name}`);
    if (found.has(chunk.file) || without.has(chunk.file)) return;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) if (!without.has(style)) found.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of modules) visit(name);
  return found;
}

/**
 * A file of the page, behind those of the entry, which show the first picture and start the rest: on the network of a telephone the
 * page is there a third of a second sooner than where all come at once. Styles are only fetched: the code that they belong to puts
 * them in, in its turn.
 */
const hint = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;

/** The script of index.html gives the links of its language their meaning. */
const textHint = (language: string, file: string) =>
  `<link data-texts="${language}" fetchpriority="low" crossorigin href="/${file}">`;

/**
 * The fonts of the first styles: without them the first picture is laid out in a font of the device, which costs a telephone
 * more than all the rest of it, and then once more. Scripts come before them.
 */
const fontHint = (file: string) =>
  `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${file}">`;

function hintsOf(manifest: Manifest, page: Page): string {
  // What the entry needs is named in index.html itself.
  const entry = Object.keys(manifest).filter((name) => name === "index.html");
  const first = filesOf(manifest, entry);
  const fonts = entry
    .flatMap((name) => manifest[name]?.assets ?? [])
    .filter((file) => file.endsWith(".woff2"));
  const files = filesOf(manifest, page.modules, first);
  const withPage = new Set([...first, ...files]);
  const texts = Object.entries(page.texts).flatMap(([language, modules]) =>
    [...filesOf(manifest, modules, withPage)].map((file) => textHint(language, file)),
  );
  return [...fonts.map(fontHint), ...[...files].map(hint), ...texts].join("\n    ");
}

const isAt = (pattern: string, path: string): boolean => {
  const wanted = pattern.split("/");
  const given = path.replace(/(.)\/$/, "$1").split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(":") ? given[at] !== "" : part === given[at]))
  );
};

const read = (file: URL): unknown => JSON.parse(readFileSync(file, "utf8"));

/**
 * Returns the function that gives the hints of the page at a path, as HTML; "" where the app has no page of its own there,
 * or the build in `folder` lists none.
 */
export function pageHints(folder: URL): (path: string) => string {
  const list = new URL(".vite/pages.json", folder);
  if (!existsSync(list)) return () => "";
  // Both are written by our own build.
  const manifest = read(new URL(".vite/manifest.json", folder)) as Manifest;
  const hints = (read(list) as readonly Page[]).map((page) => ({
    pattern: page.pattern,
    html: hintsOf(manifest, page),
  }));
  return (path) => hints.find(({ pattern }) => isAt(pattern, path))?.html ?? "";
}
