import fc from "fast-check";
import { expect, test } from "vitest";
import {
  COMPANY_ITEMS,
  companyChanges,
  openMarks,
  resubmissionFaults,
  type CompanyContent,
} from "./company-review.ts";

const document = fc.record({
  document_uid: fc.uuid(),
  kind: fc.constantFrom("registration", "tax", "other"),
  name: fc.string({ minLength: 1 }),
  size_bytes: fc.nat(),
  sha256: fc.constantFrom("aa", "bb", "cc"),
});
const content: fc.Arbitrary<CompanyContent> = fc.record({
  company_name: fc.constantFrom("A", "B"),
  english_name: fc.constantFrom("A", "B"),
  registration_number: fc.constantFrom("1", "2"),
  address: fc.constantFrom("", "x"),
  country: fc.constantFrom("VN", "CN"),
  province: fc.constantFrom("", "x"),
  email: fc.constantFrom("", "x"),
  contact_number: fc.constantFrom("", "x"),
  account_types: fc.constantFrom(
    {},
    { IREC: null },
    { IREC: "participant" },
    { GEC: "trader", IREC: "participant" },
  ),
  documents: fc.array(document, { maxLength: 4 }),
});

test("what differs is the same from both sides, nothing differs from itself, and the order of documents is no difference", () => {
  fc.assert(
    fc.property(content, content, (a, b) => {
      expect(companyChanges(a, b)).toEqual(companyChanges(b, a));
      expect(companyChanges(a, { ...a, documents: a.documents.toReversed() })).toEqual([]);
    }),
  );
});

test("a marked item stays open exactly until it is changed or answered, and ACC-012 names those that are", () => {
  const items = fc.subarray([...COMPANY_ITEMS]);
  fc.assert(
    fc.property(content, content, items, items, (before, now, marked, answered) => {
      const last = { content: before, marks: marked.map((item) => ({ item, reason: "" })) };
      const answers = answered.map((item) => ({ item, answer: "So it is." }));
      const changed = companyChanges(before, now);
      const open = marked.filter((item) => !changed.includes(item) && !answered.includes(item));
      expect(openMarks(last, now, answers)).toEqual(open);
      const faults = resubmissionFaults(last, now, answers);
      expect(faults.map(({ code, params }) => [code, params])).toEqual(
        open.length === 0 ? [] : [["ACC-012", { items: open.join(", ") }]],
      );
    }),
  );
});
