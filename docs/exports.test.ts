// One word has one meaning, and nothing is exported that nobody imports.
import { expect, test } from "vitest";
import { allModules, deadExports, sharedNames } from "./exports.ts";

const TREES = /^(contract|server|simulator|web|e2e|bench)\//;
const PRODUCT = /^(contract|server|simulator|web)\//;
/** Row types of the tables under the tables' names, written by `npm run db:dump`. */
const GENERATED = "server/src/platform/tables.ts";

/** Exports that something else than an import reaches, with what does. */
const REACHED: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/^web\/.*\/texts\/(vi|en|zh)\.ts texts$/, "load-texts.ts, by folder and language"],
  [/^web\/.*Screen\.loader\.ts load$/, "the router, by the names in screens.ts"],
  [/^web\/.*Screen\.tsx default$/, "the router, by the names in screens.ts"],
  [/\.config\.ts default$/, "Vite, Vitest and Playwright"],
  [/^e2e\/start-server\.ts default$/, "Playwright, as its global set-up"],
  [/^web\/src\/ui\/charts\/Plot\.tsx (Bar|Lanes|Time)Plot$/, "plots.ts, which fetches the module whole"],
  [/^server\/testing\/test-setup\.ts setup$/, "Vitest, as its global set-up"],
];

/** Names that several modules export and mean the same by, with the reason why each has its own. */
const SAME_MEANING: Readonly<Record<string, string>> = {
  texts: "the texts of a folder in a language",
  load: "starts what a screen asks for first",
  signIn: "the simulator is a customer's program and shares no code with the server's tests",
  sunTimes: "the simulator's sun is not the server's, so that a fault of one shows",
};

const named = (line: string) => line.slice(0, line.indexOf(":"));
const modules = allModules();

test("nothing is exported that no other file imports", () => {
  const dead = deadExports(modules).filter((one) => TREES.test(one) && !one.startsWith(`${GENERATED} `));
  expect(dead.filter((one) => !REACHED.some(([pattern]) => pattern.test(one)))).toEqual([]);
  // An exception that is none any more goes.
  expect(REACHED.filter(([pattern]) => !dead.some((one) => pattern.test(one)))).toEqual([]);
});

test("an exported name has one meaning over contract, server, web and simulator", () => {
  const shared = [...sharedNames(modules)].flatMap(([name, all]) => {
    const paths = all.filter((path) => PRODUCT.test(path) && path !== GENERATED);
    return paths.length > 1 ? [`${name}: ${paths.join(", ")}`] : [];
  });
  expect(shared.filter((line) => SAME_MEANING[named(line)] === undefined)).toEqual([]);
  const found = new Set(shared.map(named));
  expect(Object.keys(SAME_MEANING).filter((name) => !found.has(name))).toEqual([]);
});
