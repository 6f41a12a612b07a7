import { expect, test } from "vitest";
import { filesOf, textOf } from "./repository.ts";

const files = filesOf();
const EVERY_CODE = /\b(?:ACC|AUTH|BNK|DEV|FEE|GEC|GEN|GRP|GSL|IMP|INV|ISS|LOT|ORD|RCP|RED)-\d{3}\b/g;

/** Codes that no call of today reaches, and why. */
const UNREACHED: Readonly<Record<string, string>> = {
  "ISS-006": "a quantity is computed and never typed (R9), so that it is never more than was metered",
  "RED-002": "the contract refuses what is no number, and the rule's own tests the rest",
  "RED-008": "green certificates are redeemed by evidence, and no others expire",
};

const codesIn = (wanted: (path: string) => boolean): Set<string> =>
  new Set(files.filter(wanted).flatMap((path) => textOf(path).match(EVERY_CODE) ?? []));

const stated = codesIn(
  (path) => /^contract\/src\/(registry|parties|settlement)\//.test(path) && !path.endsWith(".test.ts"),
);

test("each guard of the contract is met by a test over the calls that names its code", () => {
  const met = codesIn((path) => /\.(api|db)\.test\.ts$|^e2e\/.*\.spec\.ts$/.test(path));
  const missing = [...stated].filter((code) => !met.has(code) && UNREACHED[code] === undefined);
  expect(missing.toSorted()).toEqual([]);
});

/** Codes that no screen can show, and why. */
const UNSEEN: Readonly<Record<string, string>> = {};

test("each guard of the contract is shown by a test of a screen or a journey that names its code", () => {
  const shown = codesIn((path) => /^web\/src\/.*\.test\.tsx?$|^e2e\/.*\.spec\.ts$/.test(path));
  const missing = [...stated].filter((code) => !shown.has(code) && UNSEEN[code] === undefined);
  expect(missing.toSorted()).toEqual([]);
  expect(Object.keys(UNSEEN).filter((code) => !stated.has(code) || shown.has(code))).toEqual([]);
});

/** Rules of the addendum to certificates that nothing of today can break, and why. */
const WITHOUT_TEST: Readonly<Record<string, string>> = {};
const RULES = 45;

test("each rule R1 to R45 of certificates has a test that names it", () => {
  const names = files
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) => textOf(path).match(/\btest(?:\.each\([^)]*\))?\(\s*["'`][^\n]*/g) ?? []);
  const rules = Array.from({ length: RULES }, (_, i) => `R${i + 1}`);
  const tested = new Set(
    rules.filter((rule) => names.some((name) => new RegExp(`\\b${rule}\\b`).test(name))),
  );
  expect(rules.filter((rule) => !tested.has(rule) && WITHOUT_TEST[rule] === undefined)).toEqual([]);
});

const INVARIANTS: Readonly<Record<string, string>> = {
  I5: "R2 replaces it: claims of units, I16",
  I6: "R1 replaces it: units of devices, I16",
  I11: "money is kept by invoices alone until there is a market",
  I12: "there is no trade yet",
};

test("each invariant I1 to I15 of certificates is named by a test", () => {
  const tests = files.filter((path) => path.endsWith(".test.ts")).map((path) => textOf(path));
  const all = Array.from({ length: 15 }, (_, i) => `I${i + 1}`);
  const named = (one: string) => tests.some((text) => new RegExp(`["\`][^\\n]*\\b${one}\\b`).test(text));
  expect(all.filter((one) => !named(one) && INVARIANTS[one] === undefined)).toEqual([]);
});

/** Screens of the certificate workspace. */
const WORKSPACE = /^web\/src\/(domains\/(registry|parties)|app\/rec)\/(?!.*\.test\.).*\.tsx?$/;
/** What writes an instant in another way than the one formatter does. */
const OTHER_CLOCK =
  /browserZone|DateTimeFormat|toLocale(Date|Time)?String|\bformat\.(clock|instant|date)\w*\(/;
/** Instants without their label: in columns whose head has it, names of files, and values of fields that are labelled. */
const PLAIN = /\bplainGmt8(Minute)?\(/;

test("C120, R37: an instant of the workspace is written by the one formatter, in GMT+8 and labelled", () => {
  const faults = files
    .filter((path) => WORKSPACE.test(path))
    .flatMap((path) => {
      const text = textOf(path).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "");
      // Fields are labelled by their texts, values are not.
      if (path.includes("/texts/")) return /\} ?[(（]GMT/.test(text) ? [`${path} labels by hand`] : [];
      return [
        ...(OTHER_CLOCK.test(text) ? [`${path} has a clock of its own`] : []),
        ...(text.includes("GMT+8") ? [`${path} labels by hand`] : []),
        ...(PLAIN.test(text) && !/unit: GMT8|\$\{GMT8\}|fileName\(|\.slice\(11/.test(text)
          ? [`${path} writes instants that nothing labels`]
          : []),
      ];
    });
  expect(faults).toEqual([]);
});
