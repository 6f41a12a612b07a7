// What a page will need, named in index.html: else a browser learns of each file only from the one before it.
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

/** A file of the page. Styles are only fetched: the code that they belong to puts them in, in its turn. */
const hint = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** The script of index.html gives the links of its language their meaning. */
const textHint = (language: string, file: string) =>
  `<link data-texts="${language}" crossorigin href="/${file}">`;

/**
 * The fonts of the first styles: without them the first picture is laid out in a font of the device, which costs a telephone
 * more than all the rest of it, and then once more. Scripts come before them.
 */
const fontHint = (file: string) =>
  `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${file}">`;

/** What index.html names of a page, as HTML. */
interface Hints {
  /** Its texts, of which a script in the head knows the language. */
  readonly texts: string;
  /** Its other files, behind those of the entry: these show the first picture and start the rest. */
  readonly files: string;
}
const NONE: Hints = { texts: "", files: "" };

function hintsOf(manifest: Manifest, page: Page): Hints {
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
  return {
    texts: texts.join("\n    "),
    files: [...[...files].map(hint), ...fonts.map(fontHint)].join("\n    "),
  };
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
 * Returns the function that gives the hints of the page at a path; empty where the app has no page of its own there,
 * or the build in `folder` lists none.
 */
export function pageHints(folder: URL): (path: string) => Hints {
  const list = new URL(".vite/pages.json", folder);
  if (!existsSync(list)) return () => NONE;
  // Both are written by our own build.
  const manifest = read(new URL(".vite/manifest.json", folder)) as Manifest;
  const hints = (read(list) as readonly Page[]).map((page) => ({
    pattern: page.pattern,
    of: hintsOf(manifest, page),
  }));
  return (path) => hints.find(({ pattern }) => isAt(pattern, path))?.of ?? NONE;
}
