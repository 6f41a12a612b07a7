import { expect, test } from "vitest";
import { issuanceReferFaults, issuanceResubmitFaults } from "./issuance-review.ts";

const PERIOD = { item: "period", reason: "The meter was changed on the tenth." } as const;
const EVIDENCE = { item: "evidence", reason: "Send the protocol." } as const;

test("ISS-019: a request goes back with a mark at least", () => {
  expect(issuanceReferFaults([])).toMatchObject([{ code: "ISS-019" }]);
  expect(issuanceReferFaults([PERIOD])).toEqual([]);
});

test("ISS-020: each marked item is changed or answered before a request is submitted again", () => {
  const marks = [PERIOD, EVIDENCE];
  expect(issuanceResubmitFaults(marks, [], [])).toEqual([
    {
      code: "ISS-020",
      message: "Change or answer what was asked for before you submit again.",
      params: { items: "period, evidence" },
    },
  ]);
  expect(issuanceResubmitFaults(marks, ["period"], [])).toMatchObject([{ params: { items: "evidence" } }]);
  // What changed without a mark answers none.
  expect(issuanceResubmitFaults([PERIOD], ["readings", "evidence"], [])).toHaveLength(1);
  const answers = [{ item: "evidence", answer: "There was none: the display was read by hand." }] as const;
  expect(issuanceResubmitFaults(marks, ["period"], answers)).toEqual([]);
});
