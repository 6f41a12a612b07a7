import { api } from "@heliograph/contract";
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

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const stated = codesIn(
  (path) => /^contract\/src\/(registry|parties|settlement)\//.test(path) && !isTest(path),
);
/** What calls of the workspace say that they may refuse with. */
const refusals = new Set(api.flatMap((e) => e.refusals));

/** Codes that no command is refused with, and why. */
const NO_REFUSALS: Readonly<Record<string, string>> = {
  "ORD-012": "there are no orders yet: the limit of selling is granted before there is a market",
  "ORD-013": "the same",
};

test("each code that the server refuses with stands among the refusals of a call in the contract, and none is the server's alone", () => {
  const server = codesIn((path) => /^server\/(src|seeds)\//.test(path) && !isTest(path));
  const unstated = [...server, ...stated].filter(
    (code) => !refusals.has(code) && NO_REFUSALS[code] === undefined,
  );
  expect([...new Set(unstated)].toSorted()).toEqual([]);
  expect(Object.keys(NO_REFUSALS).filter((code) => refusals.has(code))).toEqual([]);
});

/** The title of a test, with what a table gives it. */
const TITLE = /\btest(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*(["'`])(?:(?!\1).)*\1/gs;
/** A literal of three words at least: a message, or a pattern of one. */
const WORDS = String.raw`["\x60/][^"\x60/]*\S+ \S+ \S+[^"\x60/]*["\x60/]`;

/** How a test writes the message beside the code: in one text, one after the other, or as the message of what has the code. */
const toldBeside = (code: string): readonly RegExp[] => [
  new RegExp(String.raw`${code} [A-Z{$"\d<\x60[(\\]`),
  new RegExp(String.raw`["\x60]${code}["\x60][^;]{0,120}?${WORDS}`, "s"),
  new RegExp(
    String.raw`["\x60]${code}["\x60].{0,160}?(?:message|toMatch|ByText)\b[^"\x60\n]{0,60}\s*${WORDS}`,
    "s",
  ),
];

const SAYS_MESSAGE = new RegExp(String.raw`[mM]essages?\b[^"\x60\n]{0,60}\s*${WORDS}`);

/** Whether the tests of a file say the code with its message, beside it or in a test that is named by the code. */
function tellsMessage(code: string, text: string): boolean {
  if (!text.includes(code)) return false;
  const body = text.replace(TITLE, "test(");
  if (toldBeside(code).some((told) => told.test(body))) return true;
  return text.split(/^(?=test[.(])/m).some((block) => {
    const title = block.match(TITLE)?.[0] ?? "";
    return title.includes(code) && SAYS_MESSAGE.test(block.slice(title.length));
  });
}

const textsOf = (wanted: (path: string) => boolean): string[] => files.filter(wanted).map(textOf);

test("each guard of the contract is met with its message by a test over the calls that names its code", () => {
  const tests = textsOf((path) => /\.(api|db)\.test\.ts$|^e2e\/.*\.spec\.ts$/.test(path));
  const missing = [...stated].filter(
    (code) => UNREACHED[code] === undefined && !tests.some((text) => tellsMessage(code, text)),
  );
  expect(missing.toSorted()).toEqual([]);
});

/** A screen is held to the message that the contract's own rule makes. */
const SAYS_RULE = /(?:toContain|ByText|toBe|toEqual)\((?:`\$\{[^`]*message\}`|message|[a-z.]*\.message)\)/;

/** Whether one of the tests sees the code with its message on a screen. */
const isShown = (code: string, tests: readonly string[]): boolean =>
  tests.some((text) => tellsMessage(code, text) || (text.includes(code) && SAYS_RULE.test(text)));

test("each guard of the contract is shown with its message by a test of a screen or a journey that names its code", () => {
  const tests = textsOf((path) => /^web\/src\/.*\.test\.tsx?$|^e2e\/.*\.spec\.ts$/.test(path));
  expect([...stated].filter((code) => !isShown(code, tests)).toSorted()).toEqual([]);
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

/** Rules that screens show, with the guards by whose messages they do; without one, a test of a screen or a journey names the rule. */
const SHOWN_RULES: Readonly<Record<string, readonly string[]>> = {
  R2: ["ISS-003"],
  R3: [],
  R4: ["ISS-013"],
  R5: ["ISS-014"],
  R7: ["ISS-015"],
  R8: [],
  R9: ["ISS-017"],
  R10: ["DEV-015", "ORD-007"],
  R12: ["ISS-016", "GEC-005"],
  R13: ["IMP-005"],
  R14: [],
  R17: ["RED-012"],
  R19: [],
  R21: [],
  R23: [],
  R25: [],
  R26: ["AUTH-005"],
  R27: [],
  R28: [],
  R29: [],
  R30: [],
  R31: [],
  R32: [],
  R33: [],
  R37: [],
  R38: [],
  R44: [],
  R45: [],
};

test("each rule that a screen shows is shown by a test of one that names the rule, or its guard with the message", () => {
  const tests = textsOf((path) => /^web\/src\/.*\.test\.tsx?$|^e2e\/.*\.spec\.ts$/.test(path));
  const names = tests.flatMap((text) => text.match(TITLE) ?? []);
  const isNamed = (rule: string) => names.some((name) => new RegExp(`\\b${rule}\\b`).test(name));
  const faults = Object.entries(SHOWN_RULES).filter(([rule, codes]) =>
    codes.length === 0 ? !isNamed(rule) : !codes.every((code) => isShown(code, tests)),
  );
  expect(faults).toEqual([]);
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
