import { expect, test } from "vitest";
import { SIGN_IN_LIMITS, signInGuard } from "./sign-in-guard.ts";

function scene() {
  const clock = { ms: 1_000_000 };
  return { clock, guard: signInGuard(() => clock.ms) };
}

test("a gateway with a wrong credential is put off for the rest of a minute, the others behind its address are not", () => {
  const { clock, guard } = scene();
  const reached = Array.from({ length: SIGN_IN_LIMITS.ofGateway }, () => {
    expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(true);
    return guard.failed("10.0.0.1", "GW-1");
  });
  expect(reached.indexOf(true)).toBe(SIGN_IN_LIMITS.ofGateway - 1);
  expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(false);
  expect(guard.mayTry("10.0.0.1", "GW-2")).toBe(true);
  expect(guard.mayTry("10.0.0.2", "GW-1")).toBe(true);
  clock.ms += SIGN_IN_LIMITS.windowMs - 1;
  expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(false);
  clock.ms += 1;
  expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(true);
});

test("an address that tries many serials is put off for serials it never signed in with, and an IPv6 line counts as one", () => {
  const { guard } = scene();
  expect(guard.mayTry("2001:db8:1:2::1", "GW-home")).toBe(true);
  guard.succeeded("2001:db8:1:2::1", "GW-home");
  for (let n = 0; n < SIGN_IN_LIMITS.ofAddress; n += 1) {
    expect(guard.mayTry(`2001:db8:1:2::${n}`, `GW-${n}`)).toBe(true);
    guard.failed(`2001:db8:1:2::${n}`, `GW-${n}`);
  }
  expect(guard.mayTry("2001:db8:1:2::ffff", "GW-other")).toBe(false);
  expect(guard.mayTry("2001:db8:1:2::1", "GW-home")).toBe(true);
  expect(guard.mayTry("2001:db8:1:3::1", "GW-other")).toBe(true);
});

test("of many tries made at once no more are judged than may fail", () => {
  const { guard } = scene();
  const judged = Array.from({ length: 500 }, () => guard.mayTry("10.0.0.1", "GW-1")).filter(Boolean);
  expect(judged).toHaveLength(SIGN_IN_LIMITS.ofGateway);
});

test("a right credential forgives the gateway's failures, and not those of others at its address", () => {
  const { guard } = scene();
  const fail = (serial: string) => {
    expect(guard.mayTry("10.0.0.1", serial)).toBe(true);
    guard.failed("10.0.0.1", serial);
  };
  for (let n = 1; n < SIGN_IN_LIMITS.ofGateway; n += 1) fail("GW-1");
  expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(true);
  guard.succeeded("10.0.0.1", "GW-1");
  for (let n = 1; n < SIGN_IN_LIMITS.ofGateway; n += 1) fail("GW-1");
  for (let n = 2 * SIGN_IN_LIMITS.ofGateway - 2; n < SIGN_IN_LIMITS.ofAddress; n += 1) fail(`GW-x${n}`);
  expect(guard.mayTry("10.0.0.1", "GW-new")).toBe(false);
  expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(true);
});

test("a try that could not be judged counts as none", () => {
  const { guard } = scene();
  for (let n = 0; n < 3 * SIGN_IN_LIMITS.ofGateway; n += 1) {
    expect(guard.mayTry("10.0.0.1", "GW-1")).toBe(true);
    guard.unjudged("10.0.0.1", "GW-1");
  }
});
