import fc from "fast-check";
import { expect, test } from "vitest";
import { auditFilter, auditSpan, auditViewIn, isFiltered, lastDays, withAudit } from "./audit-view.ts";

const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const view = fc.record({
  person: fc.constantFrom(null, "lan@test.example", "a+b&c@test.example"),
  action: fc.constantFrom(null, "tariff", "project.changed"),
  keyword: fc.string({ maxLength: 100 }),
  days: fc.option(fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))),
  page: fc.integer({ min: 1, max: 1000 }),
});

test("whatever is looked for can be shared: the address says it and is read the same", () => {
  fc.assert(
    fc.property(view, (wanted) => {
      const address = new URLSearchParams(withAudit(new URLSearchParams(), wanted).toString());
      expect(auditViewIn(address)).toEqual(wanted);
    }),
  );
});

test("another filter begins with the first page, and keeps the others", () => {
  const address = new URLSearchParams("action=tariff&page=7&searchProject=x");
  const next = withAudit(address, { person: "lan@test.example" });
  expect(next.toString()).toBe("action=tariff&searchProject=x&person=lan%40test.example");
  expect(isFiltered(auditViewIn(next))).toBe(true);
  expect(isFiltered(auditViewIn(new URLSearchParams("page=3")))).toBe(false);
});

test("what an address cannot mean is as if it were not there", () => {
  const address = new URLSearchParams("action=A;drop&from=2026-02-30&to=2026-03-01&page=0");
  expect(auditViewIn(address)).toEqual({ person: null, action: null, keyword: "", days: null, page: 1 });
});

test("days are those of the zone, the last one whole", () => {
  const days = { from: "2026-03-29", to: "2026-03-29" };
  const wanted = { person: null, action: null, keyword: " ", days, page: 1 };
  // Summer time begins in Berlin: the day has 23 hours.
  expect(auditFilter(wanted, "Europe/Berlin")).toEqual({
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-29T22:00:00.000Z",
  });
});

test("the last days are chosen by their number, and found again in the address as long as it is today", () => {
  const nowMs = Date.parse("2026-02-03T20:00:00Z");
  const days = lastDays(7, "Asia/Tokyo", nowMs);
  expect(days).toEqual({ from: "2026-01-29", to: "2026-02-04" });
  const wanted = { person: null, action: null, keyword: "", days, page: 1 };
  expect([auditSpan(wanted, "2026-02-04"), auditSpan(wanted, "2026-02-05")]).toEqual([7, null]);
});
