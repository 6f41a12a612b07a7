import fc from "fast-check";
import { expect, test } from "vitest";
import { applicationFields } from "./device-form.ts";
import {
  itemsChanged,
  markState,
  overrideFaults,
  referFaults,
  resubmitFaults,
  REVIEW_ITEMS,
} from "./device-review.ts";
import type { DeviceVersionContent } from "./device-version.ts";

const mark = (item: (typeof REVIEW_ITEMS)[number]) => ({ item, reason: "It does not fit" });
const codes = (faults: readonly { code: string; message: string }[]) =>
  faults.map(({ code, message }) => `${code} ${message}`);
const CHANGE = "DEV-031 Change the marked items before you submit again.";

test("referring back needs a reason of ten characters and a mark", () => {
  const refused = [
    "DEV-030 Give a reason of at least 10 characters and mark at least one field or document.",
  ];
  expect(codes(referFaults("too short", [mark("capacity")]))).toEqual(refused);
  expect(codes(referFaults("Capacity and diagram differ", []))).toEqual(refused);
  expect(referFaults("Capacity and diagram differ", [mark("capacity")])).toEqual([]);
});

test("each marked item is changed or answered, one of them is changed, and other changes have a reason", () => {
  const marks = [mark("capacity"), mark("owner_declaration")];
  const answers = [{ item: "owner_declaration", answer: "It names the owner" } as const];
  const stands = { marks, changed: ["capacity" as const], answers, note: "" };
  expect(resubmitFaults(stands)).toEqual([]);
  expect(codes(resubmitFaults({ ...stands, answers: [] }))).toEqual([CHANGE]);
  expect(codes(resubmitFaults({ ...stands, changed: [] }))).toEqual([CHANGE]);
  const outside = { ...stands, changed: ["capacity" as const, "owner" as const] };
  expect(codes(resubmitFaults(outside))).toEqual([
    "DEV-031 Give a reason for the changes outside the marked items.",
  ]);
  expect(resubmitFaults({ ...outside, note: "The owner is another company" })).toEqual([]);
  expect(markState("capacity", stands)).toBe("changed");
  expect(markState("owner_declaration", stands)).toBe("answered");
  expect(markState("owner_declaration", { ...stands, answers: [] })).toBe("open");
});

test("what was marked and the form has no longer asks for nothing", () => {
  const gone = { item: "ownership_proof", reason: "It names another owner" };
  const stands = { marks: [gone], changed: [], answers: [], note: "" };
  expect(markState("ownership_proof", stands)).toBe("gone");
  expect(resubmitFaults(stands)).toEqual([]);
  expect(codes(resubmitFaults({ ...stands, marks: [gone, mark("capacity")] }))).toEqual([CHANGE]);
});

test("nothing unchanged is ever enough to submit again", () => {
  const items = fc.subarray([...REVIEW_ITEMS], { minLength: 1 });
  fc.assert(
    fc.property(items, fc.boolean(), (marked, answered) => {
      const marks = marked.map(mark);
      const answers = answered ? marked.map((item) => ({ item, answer: "As before" })) : [];
      expect(resubmitFaults({ marks, changed: [], answers, note: "x" }).length).toBeGreaterThan(0);
      expect(resubmitFaults({ marks, changed: marked, answers, note: "" })).toEqual([]);
    }),
  );
});

test("a check that does not hold is overridden with a reason of its own", () => {
  const refused = ["DEV-033 Give a reason of at least 10 characters for each check that does not hold."];
  expect(codes(overrideFaults(["DEV-009"], {}))).toEqual(refused);
  expect(codes(overrideFaults(["DEV-009", "DEV-007"], { "DEV-009": "Seen on paper" }))).toEqual(refused);
  expect(overrideFaults(["DEV-009"], { "DEV-009": "Seen on paper" })).toEqual([]);
  expect(overrideFaults([], {})).toEqual([]);
});

test("versions differ in what was changed: a field, a meter's role, another file of a kind", () => {
  const document = {
    document_uid: "0190d3a4-0000-7000-8000-000000000003",
    kind: "single_line_diagram" as const,
    name: "sld.pdf",
    size_bytes: 10,
    sha256: "aa",
  };
  const before: DeviceVersionContent = {
    fields: applicationFields.parse({ capacity: "0.940" }),
    meters: [{ device_uid: "m", role: "main" }],
    members: [],
    documents: [document],
    earlier: [],
  };
  expect(itemsChanged(before, before)).toEqual([]);
  expect(itemsChanged(before, { ...before, documents: [{ ...document, name: "renamed.pdf" }] })).toEqual([]);
  const after: DeviceVersionContent = {
    ...before,
    fields: { ...before.fields, capacity: "0.880" },
    meters: [{ device_uid: "m", role: "check" }],
    documents: [{ ...document, sha256: "bb" }],
  };
  expect(itemsChanged(before, after)).toEqual(["capacity", "meters", "single_line_diagram"]);
});

test("no two items that can be marked have one name", () => {
  expect(new Set(REVIEW_ITEMS).size).toBe(REVIEW_ITEMS.length);
});
