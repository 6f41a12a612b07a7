import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF } from "@libpdf/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { freshDb, freshPools, scene } from "../../../testing/test-kit.ts";
import { connect } from "../db.ts";
import { fileStore } from "../files.ts";
import { checkPdf } from "./check-pdf.ts";
import { documentOf, keepDocument, newestDocuments } from "./document.sql.ts";
import { linksOf } from "./links.ts";
import { renderPdf } from "./pdf.ts";
import { documentSigner } from "./sign-pdf.ts";

const AT = new Date("2026-11-20T10:42:00Z");
const TEMPLATE = `#let d = json(bytes(sys.inputs.d))
#set document(title: d.words, date: auto)
#set text(font: d.fonts, lang: d.lang)
= #d.words`;
const pdfOf = (words: string, lang: "en" | "vi" | "zh" = "en") =>
  renderPdf({ template: TEMPLATE, data: { words }, lang, createdAt: AT });
const textOf = async (pdf: Uint8Array) =>
  (await PDF.load(pdf))
    .getPages()
    .map((page) => page.extractText().text)
    .join("\n");

test("a document says its words in each language, and what looks like Typst is a word like any other", async () => {
  expect(await textOf(pdfOf("Không phát lưới, 1.284,3 kWh", "vi"))).toContain("Không phát lưới, 1.284,3 kWh");
  expect(await textOf(pdfOf("零上网证明", "zh"))).toContain("零上网证明");
  const bait = '#read("/etc/passwd") #panic("x") $ ] * _';
  expect(await textOf(pdfOf(bait))).toContain(bait);
});

test("the same document has the same bytes", () => {
  expect(Buffer.from(pdfOf("Zero export")).equals(Buffer.from(pdfOf("Zero export")))).toBe(true);
});

test("a template that does not fit its data says so in Typst's words, and the next document is made all the same", () => {
  const wrong = { template: "#sys.inputs.nothing", data: {}, lang: "en", createdAt: AT } as const;
  expect(() => renderPdf(wrong)).toThrow(/nothing/);
  expect(pdfOf("after").length).toBeGreaterThan(1000);
});

test("a signed document is valid by the certificate of the installation, and changed in any byte it is not", async () => {
  const db = await freshDb();
  const signer = await documentSigner(db);
  const signed = await signer.sign(pdfOf("Zero export"), { reason: "Proof", at: AT, authority: null });
  expect(checkPdf(signed)).toEqual({ valid: true, fingerprint: signer.fingerprint, time_stamp: null });
  expect(checkPdf(pdfOf("Zero export"))).toEqual({ valid: false, fingerprint: "", time_stamp: null });
  expect(checkPdf(Buffer.concat([signed, Buffer.from("\n%more")])).valid).toBe(false);
  const text = Buffer.from(signed).toString("latin1");
  const range = /\/ByteRange\s*\[\s*\d+\s+(\d+)\s+(\d+)/.exec(text) ?? [];
  const [until, from] = [Number(range[1]), Number(range[2])];
  const covered = fc.oneof(fc.nat(until - 1), fc.integer({ min: from, max: signed.length - 1 }));
  await fc.assert(
    fc.asyncProperty(covered, fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const other = Uint8Array.from(signed);
      other[at] = (other[at] ?? 0) ^ change;
      expect(checkPdf(other).valid).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test("every server of an installation signs with the same certificate, also when several make it at once", async () => {
  const pools = await freshPools();
  const others = [1, 2, 3].map(() => connect(pools.url, 1));
  const signers = await Promise.all(others.map(({ db }) => documentSigner(db)));
  expect(new Set(signers.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  await Promise.all(others.map((one) => one.close()));
});

test("a link opens the one thing that it was signed for, until its instant", async () => {
  const links = await linksOf(await freshDb());
  const link = { purpose: "firmware", uid: "a", until: AT.getTime() };
  const good = links.sign(link);
  const now = AT.getTime();
  expect(links.isGood(link, good, now)).toBe(true);
  expect(links.isGood(link, good, now + 1)).toBe(false);
  expect(links.isGood({ ...link, until: now + 1 }, good, now)).toBe(false);
  expect(links.isGood({ ...link, uid: "b" }, good, now)).toBe(false);
  expect(links.isGood({ ...link, purpose: "proof" }, good, now)).toBe(false);
  expect(links.isGood(link, "", now)).toBe(false);
});

test("a document that is kept is found by its project alone, with the bytes that its hash names", async () => {
  const db = await freshDb();
  const store = fileStore(await mkdtemp(join(tmpdir(), "documents-")));
  const { project_id } = await scene(db);
  const other = await scene(db);
  const content = pdfOf("kept");
  const kept = await db.transaction().execute((tx) =>
    keepDocument(tx, store, {
      project_id,
      kind: "nze.proof",
      name: "Proof.pdf",
      mime: "application/pdf",
      content,
      facts: { days: 20 },
      created_by: null,
      expires_at: null,
    }),
  );
  expect(kept).toMatchObject({ size_bytes: content.length, facts: { days: 20 } });
  expect(await newestDocuments(db, { project_id, kind: "nze.proof", limit: 5 })).toEqual([kept]);
  const { document_uid } = kept;
  expect(await documentOf(db, { project_id, document_uid })).toEqual(kept);
  expect(await documentOf(db, { project_id: other.project_id, document_uid })).toBeUndefined();
  expect(Buffer.from(content).equals(await readFile(store.path(document_uid)))).toBe(true);
});
