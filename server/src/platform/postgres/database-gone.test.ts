import { expect, test } from "vitest";
import { isDatabaseGone } from "./database-gone.ts";

const withCode = (code: string) => Object.assign(new Error("it failed"), { code });

test("a database that cannot be reached, starts, stops or breaks off is gone for now", () => {
  for (const code of ["ECONNREFUSED", "ECONNRESET", "57P01", "57P03", "08006", "53300"]) {
    expect([code, isDatabaseGone(withCode(code))]).toEqual([code, true]);
  }
  expect(isDatabaseGone(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isDatabaseGone(new AggregateError([withCode("ECONNREFUSED")], ""))).toBe(true);
  expect(isDatabaseGone(new Error("no", { cause: withCode("57P02") }))).toBe(true);
});

test("what the database refuses, and a statement that took too long, is no absence", () => {
  for (const code of ["23505", "42601", "57014", "22P05"]) expect(isDatabaseGone(withCode(code))).toBe(false);
  expect(isDatabaseGone(new Error("something else"))).toBe(false);
  expect(isDatabaseGone("ECONNREFUSED")).toBe(false);
});
