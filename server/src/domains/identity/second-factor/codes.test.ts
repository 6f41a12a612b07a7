import { base64url } from "jose";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appUri, newRecoveryCodes, newSecret, shownCode, codeStep } from "./codes.ts";
import { seal, unseal } from "./sealed.ts";

/** "12345678901234567890" in base32: the secret of the vectors of RFC 6238, appendix B, whose codes have two digits more. */
const RFC = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const VECTORS = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

test.each(VECTORS)("at %i s the code is that of RFC 6238: %s", (seconds, code) => {
  expect(codeStep(RFC, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("a code is good one step before and after its own, and tells the same step; two steps away it is not", () => {
  for (const [seconds, code] of VECTORS) {
    const step = Math.floor(seconds / 30);
    for (const away of [-30, 0, 30]) expect(codeStep(RFC, code, (seconds + away) * 1000)).toBe(step);
    for (const away of [-90, 90]) expect(codeStep(RFC, code, (seconds + away) * 1000)).toBeNull();
  }
});

test("the address for the app names product and account, and the secret has 160 bits", () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(appUri(secret, "Heliograph", "lan@test.example"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toContain("Heliograph:lan@test.example");
  expect(uri.searchParams.get("secret")).toBe(secret);
});

test("recovery codes are ten, all different, and never look like a code of the app", () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(code).toMatch(/^(?=.*[A-Z])[A-HJ-NP-Z2-9]{10}$/);
  expect(shownCode("ABCDEFGH23")).toBe("ABCDE-FGH23");
});

const newKey = () =>
  crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);

test("what is sealed opens for its owner with its key, and not for another, nor when a bit of it has changed", async () => {
  const [own, other] = [await newKey(), await newKey()];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.nat(), async (text, at) => {
      const sealed = await seal(own, "1", text);
      expect(await unseal(own, "1", sealed)).toBe(text);
      const bytes = base64url.decode(sealed);
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
      await expect(unseal(own, "1", base64url.encode(bytes))).rejects.toThrow();
      await expect(unseal(own, "2", sealed)).rejects.toThrow();
      await expect(unseal(other, "1", sealed)).rejects.toThrow();
    }),
    { numRuns: 30 },
  );
});
