// The trees are what ARCHITECTURE.md says of them.
import { expect, test } from "vitest";
import { filesOf, textOf } from "./repository.ts";

const TREES = { contract: "contract/src/", server: "server/src/domains/", web: "web/src/domains/" } as const;
type Tree = keyof typeof TREES;

/** Parts of a domain that are no feature. */
const NO_FEATURES = new Set(["texts", "testing"]);
/** Files of the contract beside features, with the reason why no feature of that name is on the server or on a screen. */
const SHARED_SHAPES: Readonly<Record<string, string>> = {
  "fleet/asset-types": "the kinds of devices, which every domain names",
  "fleet/project-types": "the kinds of projects and roles, which every domain names",
  "identity/app-config": "what an installation has set, asked for by every page",
  "identity/user-info": "the account as every answer that signs in has it",
  "monitoring/project-figures": "what lists, overview and showcase all say of a project",
  "parties/account-deeds": "what an account may do in each state, which every call of the workspace asks",
  "telemetry/quantities": "names and limits of what gateways measure, read by every domain",
};
/** Folders with more files than can be taken in at a glance, each with the reason why it is not divided. */
const LARGE: Readonly<Record<string, string>> = {
  "server/migrations": "one step a file, in the order of their numbers",
};
/** How many source files a folder may hold. */
const AT_A_GLANCE = 25;
/** How many lines a source file may have; those of tests and of what they stand on may be more. */
const LINES = 300;
/** Written by `npm run db:dump`. */
const GENERATED = new Set(["server/src/platform/tables.ts"]);

const files = filesOf();
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const linesOf = (path: string) => textOf(path).trimEnd().split("\n").length;
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The domains of a tree; the contract's kernel is none. */
function domainsOf(tree: Tree): Set<string> {
  const inside = files
    .filter((path) => path.startsWith(TREES[tree]))
    .map((path) => path.slice(TREES[tree].length));
  const named = inside.filter((path) => path.includes("/")).map((path) => path.slice(0, path.indexOf("/")));
  return new Set(named.filter((name) => name !== "kernel"));
}

/** The features of a tree as `domain/feature`: its sub-folders and, in the contract, a domain's files. */
function featuresOf(tree: Tree): Set<string> {
  const found = new Set<string>();
  for (const path of files) {
    if (!path.startsWith(TREES[tree]) || isTest(path)) continue;
    const [domain = "", second = "", third] = path.slice(TREES[tree].length).split("/");
    const isFolder = third !== undefined;
    if (domain === "kernel" || second === "" || NO_FEATURES.has(second)) continue;
    const name = `${domain}/${second.replace(/\.ts$/, "")}`;
    if (isFolder) found.add(name);
    if (!isFolder && tree === "contract" && second !== "index.ts") found.add(name);
  }
  return found;
}

/** Features of the server that are one file of calls in their domain's folder. */
const inOneFile = () =>
  files
    .map((path) => /^server\/src\/domains\/([^/]+\/[^/]+)\.routes\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined);

test("every domain of the contract and of the web app is one of the server, and ARCHITECTURE.md names them all", () => {
  const server = domainsOf("server");
  expect([...domainsOf("contract"), ...domainsOf("web")].filter((name) => !server.has(name))).toEqual([]);
  const page = textOf("ARCHITECTURE.md");
  expect([...server].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("a feature of the web app has its namesake in the contract or on the server", () => {
  const others = new Set([...featuresOf("contract"), ...featuresOf("server")]);
  expect([...featuresOf("web")].filter((name) => !others.has(name))).toEqual([]);
});

test("a feature of the contract has its namesake on the server or in the web app, where its domain has features", () => {
  const features = new Set([...featuresOf("server"), ...featuresOf("web")]);
  const divided = new Set([...features].map((name) => name.slice(0, name.indexOf("/"))));
  for (const name of inOneFile()) features.add(name);
  const stated = [...featuresOf("contract")].filter((name) => divided.has(name.slice(0, name.indexOf("/"))));
  expect(stated.filter((name) => !features.has(name) && SHARED_SHAPES[name] === undefined)).toEqual([]);
  // An exception that is none any more goes.
  expect(Object.keys(SHARED_SHAPES).filter((name) => !stated.includes(name) || features.has(name))).toEqual(
    [],
  );
});

test("no folder holds more source files than can be taken in at a glance", () => {
  const all = new Set(files);
  const counts = new Map<string, number>();
  for (const path of files) {
    if (!/^(contract|server|web|simulator|e2e|bench|scripts)\//.test(path) || isTest(path)) continue;
    if (!/\.(tsx?|mjs|js|css|sql)$/.test(path)) continue;
    // The sheet of a component stands for the component.
    if (path.endsWith(".module.css") && all.has(path.replace(/\.module\.css$/, ".tsx"))) continue;
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
  const large = [...counts].filter(([folder, count]) => count > AT_A_GLANCE && LARGE[folder] === undefined);
  expect(large).toEqual([]);
});

test("no source file has more lines than can be read in one go", () => {
  const sources = files.filter(
    (path) =>
      /^(contract|server|web|simulator|e2e|bench|scripts|docs)\//.test(path) &&
      /\.(tsx?|mjs|js)$/.test(path) &&
      !isTest(path) &&
      !path.includes("/testing/") &&
      !GENERATED.has(path),
  );
  expect(sources.filter((path) => linesOf(path) > LINES)).toEqual([]);
});
