import { PDF } from "@libpdf/core";
import { expect, test } from "vitest";
import { testAuthority, type AuthorityFault } from "../../../testing/documents/time-stamp-kit.ts";
import { checkPdf } from "./check-pdf.ts";
import { freshDocumentKey, signerOf } from "./sign-pdf.ts";
import { timeStampAuthority } from "./time-stamp-authority.ts";

const AT = new Date("2026-11-28T01:40:00Z");

async function signWith(url: string, timeout_ms?: number) {
  const document = PDF.create();
  document.addPage();
  const signer = await signerOf(await freshDocumentKey());
  return signer.sign(await document.save(), {
    reason: "Proof",
    at: AT,
    authority: timeStampAuthority(url, timeout_ms),
  });
}

test.each([["P-256"], ["P-384"], ["RSA"]] as const)(
  "R43: a signed document carries the time stamp of the authority over its signature, by a key of %s",
  async (key) => {
    const { url, name, at } = await testAuthority({ key });
    const { valid, time_stamp } = checkPdf(await signWith(url));
    expect(valid).toBe(true);
    expect(time_stamp).toEqual({
      state: "holds",
      at: at.toISOString(),
      authority: name,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  },
);

test.each<[AuthorityFault, RegExp]>([
  ["refuses", /refused with status 2: closed today$/],
  ["another imprint", /does not hold over what was asked for/],
  ["another nonce", /its nonce is not ours/],
  ["no nonce", /its nonce is not ours/],
  ["another signature", /does not hold/],
  ["another purpose", /does not hold/],
  ["another certificate", /does not hold/],
  ["certificate of later", /does not hold/],
  ["redirects", /answered with status 302/],
  ["status 500", /answered with status 500/],
  ["hangs up", /does not answer: failed, connection/],
  ["is silent", /does not answer: failed, timeout/],
  ["too much", /answered with more than 16384 bytes/],
  ["no answer of RFC 3161", /none of RFC 3161/],
])(
  "R43: of an authority whose answer is wrong (%s) no document comes, and the log says why",
  async (fault, why) => {
    const { url, asked } = await testAuthority({ fault });
    await expect(signWith(url, fault === "is silent" ? 100 : undefined)).rejects.toThrow(why);
    expect(asked()).toBe(1);
  },
);
