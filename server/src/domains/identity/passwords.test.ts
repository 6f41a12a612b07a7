import fc from "fast-check";
import type * as argon2 from "@node-rs/argon2";
import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { addressGroup } from "../../platform/limits/address-group.ts";
import { gate, mustBeAllowed, passwordHash, passwordMatches } from "./passwords.ts";

// Files of one worker share their modules: another may have loaded what is counted here.
vi.hoisted(() => vi.resetModules());
// The real thing, with its calls counted.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});

test("a password is kept as argon2id with 19 MiB, two passes and one lane, and never twice alike", async () => {
  const [one, two] = await Promise.all([passwordHash("sunlight"), passwordHash("sunlight")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwordMatches(one, "sunlight")).toBe(true);
  expect(await passwordMatches(one, "sunlighT")).toBe(false);
});

test("no password opens an account that has none, or that is not there", async () => {
  expect(await passwordMatches(null, "sunlight")).toBe(false);
  expect(await passwordMatches(undefined, "")).toBe(false);
});

/** What a refusal works through: each hash that was computed, by its cost and the lengths of salt and hash. */
const workOf = async (kept: string | null | undefined) => {
  vi.mocked(verify).mockClear();
  expect(await passwordMatches(kept, "wrong")).toBe(false);
  return vi.mocked(verify).mock.calls.map(([hash, password]) => {
    const [, kind, version, cost, salt = "", sum = ""] = String(hash).split("$");
    return { kind, version, cost, salt: salt.length, sum: sum.length, password };
  });
};

test("refusing an account that is not there is as much work as refusing one that is", async () => {
  const known = await workOf(await passwordHash("sunlight"));
  expect(known).toHaveLength(1);
  expect(await workOf(null)).toEqual(known);
  expect(await workOf(undefined)).toEqual(known);
});

test("a password matches however the keyboard composes its letters", async () => {
  const composed = "mặt trời".normalize("NFC");
  const decomposed = composed.normalize("NFD");
  expect(composed).not.toBe(decomposed);
  expect(await passwordMatches(await passwordHash(composed), decomposed)).toBe(true);
});

test("the minimum is counted in letters, and the refusal names it and the field", () => {
  expect(() => mustBeAllowed("1x345", 5, "body.password")).not.toThrow();
  expect(() => mustBeAllowed("☀☀☀☀☀", 5, "body.password")).not.toThrow();
  expect(() => mustBeAllowed("🌞🌞🌞", 5, "body.password")).toThrow("Password at least 5 characters");
  expect(() => mustBeAllowed("1234", 8, "body.password")).toThrow("Password at least 8 characters");
});

test("one of the commonest passwords is refused in words, in whatever case, and the demonstration's own is let through", () => {
  for (const password of ["password", "12345", "Qwerty", "SUNLIGHT", "iloveyou"]) {
    expect(() => mustBeAllowed(password, 5, "body.password")).toThrow(
      "This password is one of the most common ones, please choose another",
    );
  }
  expect(() => mustBeAllowed("sunlight", 5, "password", true)).not.toThrow();
  expect(() => mustBeAllowed("sunlight on roofs", 5, "body.password")).not.toThrow();
});

test("a gate never runs more at once than it may, runs all it lets in, and turns the rest away", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 6 }),
      fc.array(fc.record({ turns: fc.integer({ min: 0, max: 5 }), fails: fc.boolean() }), { maxLength: 20 }),
      async (atOnce, waiting, works) => {
        const pass = gate(atOnce, waiting);
        let running = 0;
        let most = 0;
        const let_in = works.map(({ turns, fails }) =>
          pass(async () => {
            running += 1;
            most = Math.max(most, running);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            running -= 1;
            if (fails) throw new RangeError("no");
            return true;
          }),
        );
        const ended = await Promise.allSettled(let_in.filter((turn) => turn !== null));
        expect(ended).toHaveLength(Math.min(works.length, atOnce + waiting));
        expect(most).toBeLessThanOrEqual(atOnce);
        expect(running).toBe(0);
        // It has room again, whatever failed before.
        expect(await pass(async () => "next")).toBe("next");
      },
    ),
  );
});

test("an IPv6 line counts as one, and an IPv4 address as itself", () => {
  expect(addressGroup("203.0.113.7")).toBe("203.0.113.7");
  expect(addressGroup("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressGroup("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressGroup("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(addressGroup("2001:0db8:0001:0002:ffff::")).toBe("2001:db8:1:2::/64");
  expect(addressGroup("2001:db8:1:3::9")).not.toBe(addressGroup("2001:db8:1:2::9"));
  expect(addressGroup("::1")).toBe("0:0:0:0::/64");
  expect(addressGroup("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
