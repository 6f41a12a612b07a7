import { PDF } from "@libpdf/core";
import { expect, test } from "vitest";
import { checkerSources, STATEMENT_CHECKER } from "../server/src/domains/registry/heads/checker-sources.ts";
import { checkPdf } from "../server/src/platform/documents/check-pdf.ts";
import { freshDocumentKey, signerOf } from "../server/src/platform/documents/sign-pdf.ts";
import { timeStampAuthority } from "../server/src/platform/documents/time-stamp-authority.ts";
import { testAuthority } from "../server/testing/documents/time-stamp-kit.ts";
import { checkFile } from "../web/src/domains/registry/proofs/check-file.ts";
import { checkerHash } from "../web/checker-sources.ts";

test("R45: the pages and the command line name the checker of statements by the same hash", async () => {
  const { hash, built } = await checkerSources(STATEMENT_CHECKER);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(checkerHash()).toBe(hash);
  expect(built).toMatch(/^20\d\d-\d\d-\d\d$/);
});

/** What the page finds of the signature under the PDF. */
async function pageFinds(pdf: Uint8Array, public_key: string) {
  const keys = [{ key_id: "", public_key, use: "document" as const, revoked: null }];
  const found = await checkFile(new Blob([Uint8Array.from(pdf)]), () => Promise.resolve(keys));
  return found.kind === "checked" ? found.pdf : null;
}

test.each([["P-256"], ["P-384"], ["RSA"]] as const)(
  "R43: the page says the same of a time stamp by a key of %s as the server, and as little of it once a byte of it is another",
  async (key) => {
    const { url, name } = await testAuthority({ key });
    const signer = await signerOf(await freshDocumentKey());
    const document = PDF.create();
    document.addPage();
    document.addAttachment("statement.json", new TextEncoder().encode("{}"));
    const how = { reason: "Statement", at: new Date(), authority: timeStampAuthority(url) };
    const pdf = await signer.sign(await document.save(), how);
    const { time_stamp } = checkPdf(pdf);
    expect(time_stamp).toMatchObject({ state: "holds", authority: name });
    expect(await pageFinds(pdf, signer.public_key)).toEqual({
      state: "signed",
      key_revoked_at: null,
      time_stamp,
    });
    // The last of its bytes are the signature of the authority.
    const text = Buffer.from(pdf).toString("latin1");
    const contents = /\/Contents\s*<([0-9a-f]+?)0*>/i.exec(text);
    const last =
      (contents?.index ?? 0) + (contents?.[0].indexOf("<") ?? 0) + (contents?.[1]?.length ?? 0) - 8;
    const other = Uint8Array.from(pdf);
    other[last] = other[last] === 0x31 ? 0x32 : 0x31;
    expect(checkPdf(other)).toMatchObject({ valid: true, time_stamp: { state: "failed", at: null } });
    expect(await pageFinds(other, signer.public_key)).toMatchObject({
      state: "signed",
      time_stamp: checkPdf(other).time_stamp,
    });
  },
);
