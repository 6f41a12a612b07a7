import { expect, test } from "vitest";
import {
  openRedemptionMarks,
  redemptionAnswerFaults,
  redemptionChanges,
  redemptionReturnFaults,
} from "./redemption-review.ts";

const words = {
  beneficiary_name: "Đà Nẵng Textiles",
  beneficiary_registration_number: "",
  is_natural_person: false,
  beneficiary_country: "VN",
  beneficiary_address: "1 Bạch Đằng",
  redeems_for: "third_party",
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  purpose: "Scope 2",
} as const;
const marks = [
  { item: "purpose", reason: "Which mill?" },
  { item: "period", reason: "The year of the report?" },
] as const;
const last = { words, marks: [...marks] };
const codes = (now: object, answers: Parameters<typeof redemptionAnswerFaults>[2]) =>
  redemptionAnswerFaults(last, { ...words, ...now }, answers).map(({ code }) => code);

test("RED-015: who returns a redemption marks an item at least", () => {
  expect(redemptionReturnFaults([])).toMatchObject([{ code: "RED-015", message: "Mark at least one item." }]);
  expect(redemptionReturnFaults(last.marks)).toEqual([]);
});

test("a marked item is changed or answered, and a period counts as one item whichever of its days changes", () => {
  expect(redemptionChanges(words, { ...words, period_to: "2025-06-30" })).toEqual(["period"]);
  // Another way to write the same letters is no change.
  expect(
    redemptionChanges(words, { ...words, beneficiary_name: words.beneficiary_name.normalize("NFD") }),
  ).toEqual([]);
  expect(openRedemptionMarks(last, { ...words, purpose: "Scope 2 of the mill" }, [])).toEqual(["period"]);
  expect(codes({}, [])).toEqual(["RED-011"]);
  expect(codes({ beneficiary_country: "SG" }, [])).toEqual(["RED-016"]);
  expect(codes({ purpose: "Scope 2 of the mill" }, [])).toEqual(["RED-016"]);
  expect(codes({ purpose: "Scope 2 of the mill" }, [{ item: "period", answer: "It is." }])).toEqual([]);
  expect(
    codes({}, [
      { item: "purpose", answer: "The only one there is." },
      { item: "period", answer: "It is." },
    ]),
  ).toEqual([]);
});
