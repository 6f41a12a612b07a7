import { monthsOf, periodDeadline } from "./deadlines.ts";
import { addDays, daysBetween } from "../../kernel/time.ts";
import { expect, test } from "vitest";
import {
  dayList,
  issuanceChecks,
  ISSUANCE_GUARDS,
  mwhText,
  type GuardedDay,
  type IssuanceFacts,
  type IssuanceGuard,
} from "./issuance-guards.ts";

const day = (given: Partial<GuardedDay> & { day: string }): GuardedDay => ({
  wh: 3_000_000,
  evidence: "A",
  meter_wh: 3_000_000,
  inverter_wh: 3_030_000,
  maximum_wh: 4_500_000,
  is_settled: true,
  is_copy: false,
  accepted_wh: 0,
  ...given,
});
const facts = (given: Partial<IssuanceFacts> = {}): IssuanceFacts => {
  const days = daysBetween("2026-10-01", "2026-10-31").map((one) => day({ day: one }));
  return {
    registry: "IREC",
    country: "VN",
    timezone: "Asia/Ho_Chi_Minh",
    submitted: null,
    today: "2026-11-03",
    from_day: "2026-10-01",
    to_day: "2026-10-31",
    registered_from: "2025-12-04",
    registered_to: "2030-12-03",
    others: [],
    days,
    metered_wh: 93_000_000,
    certified_wh: 0,
    carry_wh: 568_000,
    debt_wh: 0,
    is_self_consumed: false,
    has_changed: false,
    ...given,
  };
};
/** The finding of one guard. */
const found = (code: IssuanceGuard, given: Partial<IssuanceFacts>) => {
  const check = issuanceChecks(facts(given)).find((one) => one.code === code);
  return [check?.outcome, check?.message];
};
/** The days of the facts with those named changed. */
const changed = (given: Readonly<Record<string, Partial<GuardedDay>>>): { days: readonly GuardedDay[] } => ({
  days: facts().days.map((one) => ({ ...one, ...given[one.day] })),
});

test("a whole month of a registered plant passes every guard, and all of them answer at once", () => {
  const checks = issuanceChecks(facts());
  expect(checks.map(({ code }) => code)).toEqual([...ISSUANCE_GUARDS]);
  expect(checks.filter(({ outcome }) => outcome !== "passed").map(({ code }) => code)).toEqual([
    "ISS-012",
    "ISS-016",
  ]);
  const broken = issuanceChecks(
    facts({ to_day: "2026-11-03", registered_from: "2026-10-05", has_changed: true }),
  );
  expect(broken.filter(({ outcome }) => outcome === "failed").map(({ code }) => code)).toEqual([
    "ISS-001",
    "ISS-004",
    "ISS-015",
  ]);
});

test("ISS-001: the period ends before today by the device's calendar", () => {
  const message = "The period must be whole days, start before end and end before today (Asia/Ho_Chi_Minh).";
  expect(found("ISS-001", { today: "2026-11-01" })).toEqual(["passed", ""]);
  expect(found("ISS-001", { today: "2026-10-31" })).toEqual(["failed", message]);
  expect(found("ISS-001", { from_day: "2026-11-01" })).toEqual(["failed", message]);
});

test("ISS-002: one calendar year, and by preference one month", () => {
  expect(found("ISS-002", { from_day: "2025-12-31" })).toEqual([
    "failed",
    "The period must lie in one calendar year.",
  ]);
  expect(found("ISS-002", { from_day: "2026-09-30" })).toEqual([
    "warning",
    "We suggest one request per month: issued certificates cannot be separated by month later at I-REC.",
  ]);
});

test("ISS-003 to ISS-005: other requests, the registration date and the deadline of the registry", () => {
  const others = [{ application_id: "IS-2026-000101", from_day: "2026-10-01", to_day: "2026-10-31" }];
  expect(found("ISS-003", { others })).toEqual([
    "failed",
    "This device already has request IS-2026-000101 for 2026-10-01 – 2026-10-31.",
  ]);
  expect(found("ISS-004", { registered_from: "2026-10-02" })).toEqual([
    "failed",
    "Generation before the registration date 2026-10-02 cannot be certified.",
  ]);
  expect(found("ISS-005", { today: "2027-09-30" })).toEqual(["passed", ""]);
  expect(found("ISS-005", { today: "2027-10-01" })).toEqual([
    "failed",
    "The deadline for 2026-10 was 2027-09-30.",
  ]);
  expect(found("ISS-005", { from_day: "2026-05-01", to_day: "2026-07-31", today: "2027-06-01" })).toEqual([
    "failed",
    "The deadline for 2026-05, 2026-06 was 2027-05-31.",
  ]);
  // Decided after the deadline, it is not late where it was handed in before; a month that came in later is.
  const submitted = { on: "2027-09-30", from_day: "2026-10-01", to_day: "2026-10-31" };
  expect(found("ISS-005", { today: "2027-12-01", submitted })).toEqual(["passed", ""]);
  expect(found("ISS-005", { today: "2027-12-01", submitted: { ...submitted, on: "2027-10-01" } })[0]).toBe(
    "failed",
  );
  expect(found("ISS-005", { from_day: "2026-09-30", today: "2027-12-01", submitted })).toEqual([
    "failed",
    "The deadline for 2026-09 was 2027-09-30.",
  ]);
  expect(periodDeadline("GEC", "2026-12-01", "2026-12-31")).toBe("2027-01-31");
  expect(periodDeadline("TIGR", "2026-01-01", "2026-01-31")).toBe("2027-05-31");
});

test("ISS-006: no more is asked than is metered and not certified", () => {
  expect(found("ISS-006", { metered_wh: 92_999_999 })).toEqual([
    "failed",
    "You ask for 93.000 MWh; metered generation is 92.999999 MWh.",
  ]);
  expect(found("ISS-006", { certified_wh: 1_000_000 })).toEqual([
    "failed",
    "You ask for 93.000 MWh; metered generation is 93.000 MWh; of which 1.000 already certified.",
  ]);
});

test("ISS-007: no more than is physically possible", () => {
  expect(found("ISS-007", { days: facts().days.map((one) => ({ ...one, maximum_wh: 2_900_000 })) })).toEqual([
    "failed",
    "93.000 MWh is above the physical maximum of 89.900 MWh for this period.",
  ]);
});

test("ISS-008: each day has data or evidence", () => {
  const none = { wh: null, evidence: null, meter_wh: null };
  expect(found("ISS-008", changed({ "2026-10-08": none, "2026-10-27": none, "2026-10-28": none }))).toEqual([
    "failed",
    "3 days have no meter data: 2026-10-08, 2026-10-27 – 2026-10-28. Upload evidence for them or shorten the period.",
  ]);
  expect(found("ISS-008", changed({ "2026-10-27": none }))).toEqual([
    "failed",
    "1 day has no meter data: 2026-10-27. Upload evidence for it or shorten the period.",
  ]);
  const file = { wh: 3_118_400, evidence: "C", meter_wh: null } as const;
  expect(found("ISS-008", changed({ "2026-10-27": file }))[0]).toBe("passed");
});

test("ISS-009: meter and inverters differ: said above 3 %, stopped above 10 %", () => {
  expect(found("ISS-009", changed({ "2026-10-05": { inverter_wh: 3_090_000 } }))[0]).toBe("passed");
  expect(found("ISS-009", changed({ "2026-10-05": { inverter_wh: 3_120_000 } }))).toEqual([
    "warning",
    "Meter and inverter differ by 4.0% on 2026-10-05.",
  ]);
  expect(found("ISS-009", changed({ "2026-10-05": { inverter_wh: 2_600_000 } }))).toEqual([
    "failed",
    "Meter and inverter differ by 13.3% on 2026-10-05.",
  ]);
});

test("ISS-010 to ISS-012: a whole certificate, the end of the registration, and what GEC leaves out", () => {
  const [first] = facts().days;
  const short = { days: first === undefined ? [] : [{ ...first, wh: 400_000 }], metered_wh: 400_000 };
  expect(found("ISS-010", short)).toEqual([
    "failed",
    "At least 1 MWh is needed; the balance including carry-over is 968.000 kWh.",
  ]);
  expect(found("ISS-010", { ...short, carry_wh: 0, debt_wh: 900_000 })[1]).toContain("is -500.000 kWh.");
  expect(found("ISS-011", { registered_to: "2026-10-30" })).toEqual([
    "failed",
    "Registration of this device ended on 2026-10-30.",
  ]);
  expect(found("ISS-011", { registered_to: null })[0]).toBe("passed");
  expect(found("ISS-012", { registry: "GEC", is_self_consumed: true })).toEqual([
    "failed",
    "Self-consumed electricity cannot be certified under GEC.",
  ]);
  expect(found("ISS-012", { registry: "GEC" })[0]).toBe("passed");
});

test("R4, ISS-013: readings that equal those of another meter are for the issuer to decide", () => {
  expect(found("ISS-013", changed({ "2026-10-05": { is_copy: true } }))).toEqual([
    "decide",
    "These readings equal those of another meter.",
  ]);
});

test("R5, ISS-014: days that are not settled, which are not missing yet", () => {
  const open = { is_settled: false, wh: null, evidence: null };
  const given = changed({ "2026-10-30": open, "2026-10-31": open });
  expect(found("ISS-014", given)).toEqual(["failed", "2 days are not settled: 2026-10-30 – 2026-10-31."]);
  expect(found("ISS-008", given)[0]).toBe("passed");
});

test("R7, ISS-015: the readings changed since submission", () => {
  expect(found("ISS-015", { has_changed: true })).toEqual([
    "failed",
    "The readings changed since submission. Check and submit again.",
  ]);
});

test("R12, ISS-016: I-REC covers production in China up to the end of 2024", () => {
  const message = "I-REC covers production in China only up to 2024-12-31.";
  expect(found("ISS-016", { country: "CN", from_day: "2025-01-01", to_day: "2025-01-31" })).toEqual([
    "failed",
    message,
  ]);
  expect(found("ISS-016", { country: "CN", from_day: "2024-12-01", to_day: "2024-12-31" })[0]).toBe("passed");
  expect(found("ISS-016", { country: "CN", registry: "GEC" })[0]).toBe("not_asked");
});

/** A correction of a day by 2 MWh, of which so much was accepted before. */
const restated = (accepted_wh: number) => ({
  days: [day({ day: "2026-10-05", wh: 2_000_000, maximum_wh: 6_000_000, accepted_wh })],
});

test("ISS-007, R9: a correction is held to the maximum with what was accepted of its days before", () => {
  expect(found("ISS-007", restated(4_000_000))).toEqual(["passed", ""]);
  expect(found("ISS-007", restated(4_000_001))).toEqual([
    "failed",
    "6.000001 MWh is above the physical maximum of 6.000 MWh for this period.",
  ]);
});

test("energies and days are written so that what differs is seen", () => {
  expect([94_950_000, 94_950_001, 0, -800_000, 94_950_100].map(mwhText)).toEqual([
    "94.950",
    "94.950001",
    "0.000",
    "-0.800",
    "94.9501",
  ]);
  expect(dayList([])).toBe("");
  expect(dayList(["2026-10-31", addDays("2026-10-31", 1)])).toBe("2026-10-31 – 2026-11-01");
  expect(monthsOf("2025-12-31", "2026-02-01")).toEqual(["2025-12", "2026-01", "2026-02"]);
  expect(monthsOf("2026-02-01", "2026-01-01")).toEqual([]);
});
