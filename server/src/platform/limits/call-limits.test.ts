import { expect, test } from "vitest";
import { Problem } from "../problem.ts";
import { callLimits } from "./call-limits.ts";

/** What the call is refused with; undefined: it is not. */
function refusal(call: () => void): Problem | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test("an account has so many calls a minute, and is told when the next minute begins", () => {
  let now = 0;
  const limits = callLimits({ perAccount: 3, perAddress: 100 }, () => now);
  for (let n = 0; n < 3; n += 1) limits.ofAccount(1);
  now = 20_500;
  expect(refusal(() => limits.ofAccount(1))).toMatchObject({
    status: 429,
    code: "calls.too_many",
    retryAfterSeconds: 40,
  });
  expect(refusal(() => limits.ofAccount(2))).toBeUndefined();
  now = 60_000;
  expect(refusal(() => limits.ofAccount(1))).toBeUndefined();
});

test("an address has its own limit, an IPv6 line as a whole, and what is refused is not counted", () => {
  let now = 0;
  const limits = callLimits({ perAccount: 100, perAddress: 2 }, () => now);
  limits.ofAddress("2001:db8::1");
  limits.ofAddress("2001:db8::2");
  for (let n = 0; n < 5; n += 1) expect(refusal(() => limits.ofAddress("2001:db8::3"))?.status).toBe(429);
  expect(refusal(() => limits.ofAddress("2001:db8:0:1::1"))).toBeUndefined();
  now = 60_000;
  limits.ofAddress("2001:db8::3");
  expect(refusal(() => limits.ofAddress("2001:db8::3"))).toBeUndefined();
});
