import { expect, test } from "vitest";
import { redemptionFaults, type RedemptionClaim, type RedemptionFacts } from "./redemption-rules.ts";

const CLAIM: RedemptionClaim = {
  registry: "IREC",
  country: "VN",
  vintage: 2025,
  amount: 100,
  beneficiary_name: "Saigon Harbour Brewing JSC",
  beneficiary_country: "VN",
  beneficiary_address: "18 Tôn Thất Thuyết",
  redeems_for: "third_party",
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  purpose: "Scope 2",
  acknowledged: [],
};
const FACTS: RedemptionFacts = {
  available: 1574,
  produced: { from: "2025-04-01", to: "2025-09-30" },
  account_type: "general",
  today: "2026-11-24",
};
const messages = (claim: Partial<RedemptionClaim>, facts: Partial<RedemptionFacts> = {}) =>
  redemptionFaults({ ...CLAIM, ...claim }, { ...FACTS, ...facts }).map(
    ({ code, message }) => `${code} ${message}`,
  );

test("a claim that breaks no rule has no faults", () => {
  expect(messages({})).toEqual([]);
});

test("RED-001: the beneficiary has a name, a country and an address", () => {
  for (const part of ["beneficiary_name", "beneficiary_country", "beneficiary_address"] as const) {
    expect(messages({ [part]: " ".repeat(part === "beneficiary_country" ? 0 : 1) })).toEqual([
      "RED-001 Enter the beneficiary name, country and address.",
    ]);
  }
});

test("RED-002: an amount is a whole number of MWh, at least 1", () => {
  for (const amount of [0, -1, 1.5, Number.NaN]) {
    expect(messages({ amount })).toEqual(["RED-002 Amount must be a whole number of MWh, at least 1."]);
  }
});

test("RED-003: no more is redeemed than is held", () => {
  expect(messages({ amount: 1575 })).toEqual([
    "RED-003 You hold 1574 MWh available of this vintage; 1575 MWh are needed.",
  ]);
  expect(messages({ amount: 1574 })).toEqual([]);
});

test("RED-004: consumption outside the certificates' country is warned of, until it is known of", () => {
  const claim = { beneficiary_country: "SG" };
  expect(messages(claim)).toEqual([
    "RED-004 The certificates (VN) are outside the market of the consumption (SG).",
  ]);
  expect(messages({ ...claim, acknowledged: ["RED-004"] })).toEqual([]);
});

test("RED-005: production fits the reporting period where it ends within it and began at most 21 months before its end", () => {
  const warned = (from: string, to: string) => messages({}, { produced: { from, to } });
  expect(warned("2025-04-01", "2025-12-31")).toEqual([]);
  expect(warned("2024-03-01", "2024-03-31")).toEqual([]);
  expect(warned("2024-02-01", "2024-02-29")).toEqual([
    "RED-005 Production 2024-02-01 – 2024-02-29 does not fit the reporting period 2025-01-01 – 2025-12-31.",
  ]);
  expect(warned("2026-01-01", "2026-01-31")).toHaveLength(1);
  expect(
    messages({ acknowledged: ["RED-005"] }, { produced: { from: "2020-01-01", to: "2020-01-31" } }),
  ).toEqual([]);
});

test("RED-006: it is said what the redemption is for: for whom, in which period, and the purpose", () => {
  const missing = [
    { redeems_for: "" },
    { purpose: " " },
    { period_from: "" },
    { period_from: "2025-12-31", period_to: "2025-01-01" },
  ] as const;
  for (const one of missing) {
    expect(messages({ ...one, acknowledged: ["RED-005"] })).toEqual([
      "RED-006 Say what the redemption is for.",
    ]);
  }
});

test("RED-007: an end user at TIGR redeems for itself alone", () => {
  const claim = { registry: "TIGR" };
  const account = { account_type: "end_user" };
  expect(messages(claim, account)).toEqual([
    "RED-007 Your TIGR account type does not allow redemption for others.",
  ]);
  expect(messages({ ...claim, redeems_for: "own_consumption" }, account)).toEqual([]);
  expect(messages({}, account)).toEqual([]);
});

test("RED-008: green certificates are good for two years from their month", () => {
  const produced = { from: "2024-03-01", to: "2024-03-31" };
  const of = (today: string) => messages({ registry: "GEC", acknowledged: ["RED-005"] }, { produced, today });
  expect(of("2026-02-28")).toEqual([]);
  expect(of("2026-03-01")).toEqual(["RED-008 These certificates expired on 2026-03-01."]);
});

test("all rules that are broken are named at once, and only warnings can be known of", () => {
  const codes = redemptionFaults(
    {
      ...CLAIM,
      beneficiary_name: "",
      amount: 9999,
      purpose: "",
      beneficiary_country: "SG",
      acknowledged: ["RED-003"],
    },
    FACTS,
  ).map(({ code }) => code);
  expect(codes).toEqual(["RED-001", "RED-003", "RED-004", "RED-006"]);
});
