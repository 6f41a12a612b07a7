import { listLogKeys } from "@heliograph/contract/registry/proofs/log";
import { readSupply } from "@heliograph/contract/registry/proofs/supply";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LanguageProvider } from "../../../platform/i18n.tsx";
import { ThemeProvider } from "../../../platform/theme.tsx";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { signedStatement } from "../../../testing/statement-fakes.ts";
import { answer, fakeServer, freshBrowser } from "../../../testing/test-kit.tsx";
import type { Supply } from "./ask-supply.ts";
import SupplyScreen from "./SupplyScreen.tsx";

freshBrowser();

const {
  statement: { head },
  keys,
} = signedStatement();
const ROW: Supply["rows"][number] = {
  registries: ["IREC"],
  demonstration: false,
  countries: ["VN"],
  fuels: ["ES100"],
  years: ["2026", "2025"],
  issued: 1234,
  active: 1000,
  retired: 200,
  external: 30,
  withdrawn: 4,
  metered_wh: 1_300_500_000,
  declared_wh: 0,
  certified_wh: 1_230_000_000,
  debt_wh: 0,
};

/** A supply that holds, under a head that a key of the log signed. */
const supplyOf = (more: Partial<Supply> = {}): Supply => ({
  at: new Date().toISOString(),
  rows: [ROW, { ...ROW, demonstration: true, years: ["2026"], issued: 1300, active: 1066 }],
  too_few: false,
  head: {
    size: Number(head.size),
    root: head.root,
    previous: head.previous,
    at: head.at,
    key_id: head.key,
    signature: head.signature,
  },
  check: { at: new Date().toISOString(), entries: 2, faults: 0, checker: "" },
  ...more,
});
const signedHead = supplyOf().head;

async function open(replies: Parameters<typeof fakeServer>[0]) {
  fakeServer({ "rehash/log/keys": () => answer(listLogKeys, { items: keys }), ...replies });
  const first = { lang: "en" as const, translate: await loadAllTexts("en") };
  render(
    <ThemeProvider>
      <LanguageProvider load={loadAllTexts} first={first}>
        <SupplyScreen />
      </LanguageProvider>
    </ThemeProvider>,
  );
}

const openWith = (more: Partial<Supply> = {}) =>
  open({ "rehash/verify/supply": () => answer(readSupply, supplyOf(more)) });
const verdict = async (name: string) => {
  await screen.findByRole("heading", { level: 1, name });
};
const steps = () =>
  [...document.querySelectorAll("ol > li")].map((step) => step.getAttribute("data-state") ?? "");
const cells = () =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => cell.textContent),
  );

test("a signed head, numbers that add up and a check without faults are a ledger that adds up", async () => {
  await openWith();
  await verdict("The ledger adds up");
  expect(steps()).toEqual(["passed", "passed", "passed", "passed"]);
  screen.getByText(head.root);
});

test("R14: certificates of demonstrations stand in a table of their own, which says so", async () => {
  await openWith();
  await verdict("The ledger adds up");
  expect(cells()).toEqual([
    ["I-REC", "Vietnam · solar", "2026, 2025", "1,234", "1,000", "200", "30", "4"],
    ["I-REC", "Vietnam · solar", "2026", "1,300", "1,066", "200", "30", "4"],
    ["I-REC", "Vietnam · solar", "2026, 2025", "1,300.500", "0.000", "1,230.000", "0.000"],
  ]);
  screen.getByRole("heading", { name: "Demonstration" });
  screen.getByText("These certificates were made from simulated readings.");
});

test("R33: energy that is owed is said, and that only without a debt no more was issued than generated", async () => {
  await openWith({ rows: [{ ...ROW, metered_wh: 1_228_500_000, debt_wh: 1_500_000 }] });
  await verdict("The ledger adds up");
  screen.getByText(
    "1,230.000 MWh were certified of 1,228.500 MWh metered and 0.000 MWh declared; 1.500 MWh are owed.",
  );
  screen.getByText(/Only while nothing is owed was no more issued than generated\.$/);
});

test("I4: more certified than generated and owed is named, and not known where rows are left out", async () => {
  const rows = [{ ...ROW, metered_wh: 1_229_000_000 }];
  await openWith({ rows });
  await verdict("These numbers cannot be relied on");
  expect(screen.getAllByText("More was certified than was generated")).toHaveLength(2);
  cleanup();
  await openWith({ rows, too_few: true });
  await verdict("Not everything could be checked");
  expect(steps()).toEqual(["passed", "passed", "not_made", "passed"]);
});

test.each([
  ["another size", { size: 3 }],
  ["another time", { at: "2026-07-10T07:20:45.000Z" }],
  ["a root that was changed", { root: "0".repeat(64) }],
  ["no signature at all", { signature: "" }],
])("a head with %s has a wrong signature, which is named", async (_, changed) => {
  await openWith({ head: signedHead === null ? null : { ...signedHead, ...changed } });
  await verdict("These numbers cannot be relied on");
  expect(screen.getAllByText("The signature of the head is wrong")).toHaveLength(2);
  expect(steps()).toEqual(["failed", "passed", "passed", "passed"]);
});

test("a key that the log did not make known, or one for demonstrations alone, says nothing about the head", async () => {
  const items = keys.map((key) => ({ ...key, use: "demonstration" as const }));
  await open({
    "rehash/log/keys": () => answer(listLogKeys, { items }),
    "rehash/verify/supply": () => answer(readSupply, supplyOf()),
  });
  await verdict("Not everything could be checked");
  expect(steps()).toEqual(["not_made", "passed", "passed", "passed"]);
});

test("numbers that do not add up, and faults of the last check, are named", async () => {
  const check = { at: "2026-07-10T18:40:00.000Z", entries: 2, faults: 7, checker: "ab".repeat(32) };
  await openWith({ rows: [{ ...ROW, retired: 201 }], check });
  await verdict("These numbers cannot be relied on");
  expect(screen.getAllByText("The numbers do not add up")).toHaveLength(2);
  expect(screen.getAllByText("The last check found faults")).toHaveLength(2);
  screen.getByText("Faults found on 2026-07-11 02:40:00 (GMT+8): 7.");
  // R45: by which checker.
  screen.getByText("ab".repeat(32));
});

test("a check that is days old does not count", async () => {
  await openWith({ check: { at: "2026-07-10T18:40:00.000Z", entries: 2, faults: 0, checker: "" } });
  await verdict("Not everything could be checked");
  expect(steps()).toEqual(["passed", "passed", "passed", "not_made"]);
});

test("a ledger without certificates says so", async () => {
  await openWith({ rows: [], head: null, check: null });
  await verdict("Not everything could be checked");
  screen.getByText("The ledger has no certificates yet.");
  expect(steps()).toEqual(["not_made", "passed", "passed", "not_made"]);
});

test("R30: what too few accounts had is not shown and said to be missing, with the checks; registries together are named", async () => {
  const { at: now } = supplyOf();
  const check = { at: now, entries: 2, faults: 0, checker: "" };
  await openWith({ rows: [], too_few: true, check });
  await verdict("The ledger adds up");
  screen.getByText(
    "Too few accounts to show: certificates that fewer than three accounts ever had are not counted here.",
  );
  expect(screen.queryByText("The ledger has no certificates yet.")).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(steps()).toEqual(["passed", "passed", "passed", "passed"]);
});

test("R30: registries that are shown together are named in one row of certificates and one of energy", async () => {
  await openWith({ rows: [ROW, { ...ROW, registries: ["TIGR", "GEC"] }] });
  expect(await screen.findAllByRole("rowheader", { name: "TIGR, GEC" })).toHaveLength(2);
});

test("without an answer it is not checked, and asked again by a press", async () => {
  await open({});
  await verdict("It could not be checked");
  fakeServer({
    "rehash/log/keys": () => answer(listLogKeys, { items: keys }),
    "rehash/verify/supply": () => answer(readSupply, supplyOf()),
  });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await verdict("The ledger adds up");
});
