import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PDF } from "@libpdf/core";
import { makeNzeProof } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import {
  BROKEN_DAY,
  compliancePlant,
  FIRST_KEPT,
  NZE_MONTH,
} from "../../../../testing/control/compliance-kit.ts";
import { pdfLetters } from "../../../../testing/documents/pdf-text.ts";
import { testAuthority } from "../../../../testing/documents/time-stamp-kit.ts";
import { accountOn, tokenFor } from "../../../../testing/fleet-kit.ts";
import { scene } from "../../../../testing/test-kit.ts";
import { checkPdf } from "../../../platform/documents/check-pdf.ts";
import { timeStampAuthority } from "../../../platform/documents/time-stamp-authority.ts";

const run = promisify(execFile);

test.each([
  ["en", "Zero export, 2026-02-02 to 2026-02-04", "2 of 3", "Not kept"],
  ["vi", "Không phát lưới, 2026-02-02 đến 2026-02-04", "2 / 3", "Không tuân thủ"],
  ["zh", "零上网，2026-02-02 至 2026-02-04", "2 / 3", "未达标"],
])(
  "a proof in %s is a signed PDF that says project, days and verdicts, and the hash of the CSV that is given beside it and within it",
  async (lang, title, kept, broken) => {
    const { db, plant, ask, work, proofs, file } = await compliancePlant();
    await db.updateTable("project").set({ name: "Nhà máy Bao bì" }).execute();
    const asked = await ask(lang);
    expect([asked.status, asked.body.message, asked.body.proof.state]).toEqual([
      200,
      "The proof is being made",
      "waiting",
    ]);
    expect(await work()).toEqual([]);
    const { items, fingerprint } = await proofs();
    const [proof] = items;
    expect(proof).toMatchObject({
      state: "ready",
      is_valid: true,
      is_current: true,
      minutes: 3 * 1440,
      from_day: FIRST_KEPT,
      to_day: "2026-02-04",
    });
    if (proof === undefined) return;
    const pdf = await file(proof.proof_uid, "pdf");
    const csv = await file(proof.proof_uid, "csv");
    expect(checkPdf(pdf.bytes)).toEqual({ valid: true, fingerprint, time_stamp: null });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    const text = await pdfLetters(pdf.bytes);
    for (const word of [title, "Nhà máy Bao bì", plant.gateway_serial, kept, broken]) {
      expect(text).toContain(word);
    }
    const hash = createHash("sha256").update(csv.bytes).digest("hex");
    expect(text.replaceAll(" ", "")).toContain(hash);
    expect(text.replaceAll(" ", "")).toContain(fingerprint);
    expect([proof.csv?.sha256, proof.csv?.size_bytes]).toEqual([hash, csv.bytes.length]);
    const lines = Buffer.from(csv.bytes).toString().trim().split("\r\n");
    expect(lines).toHaveLength(1 + 3 * 1440);
    const cut = lang === "vi" ? ";" : ",";
    const noon = lines.find((line) => line.startsWith(`${BROKEN_DAY} 12:02:00`))?.split(cut);
    expect(noon?.slice(2, 4)).toEqual(["-14200", "14200"]);
    expect(noon?.slice(5)).toEqual(["0", "1", "60"]);
  },
);

test("a proof is valid for a reader of PDF of another maker, which also finds the CSV within it", async () => {
  const { ask, work, proofs, file } = await compliancePlant();
  await ask();
  await work();
  const [proof] = (await proofs()).items;
  const pdf = await file(proof?.proof_uid ?? "", "pdf");
  const folder = await mkdtemp(join(tmpdir(), "proof-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "proof.pdf");
  await writeFile(path, pdf.bytes);
  const there = await run("pdfsig", ["-v"]).then(
    () => true,
    () => false,
  );
  if (there) {
    const { stdout } = await run("pdfsig", [path]);
    expect(stdout).toContain("Signature is Valid");
    expect(stdout).toContain("Total document signed");
    const csv = join(folder, "within.csv");
    await run("pdfdetach", ["-save", "1", "-o", csv, path]);
    const hash = createHash("sha256")
      .update(await readFile(csv))
      .digest("hex");
    expect(hash).toBe(proof?.csv?.sha256);
  }
  const attached = [...(await PDF.load(pdf.bytes)).getAttachments().keys()];
  expect(attached).toEqual([proof?.csv?.name]);
});

test("a proof is made once while it is being made, and not again while nothing has changed", async () => {
  const { db, plant, ask, work, proofs } = await compliancePlant();
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one.body.proof.proof_uid).toBe(other.body.proof.proof_uid);
  await work();
  const again = await ask();
  expect([again.body.message, again.body.proof.proof_uid]).toEqual([
    "The proof is ready",
    one.body.proof.proof_uid,
  ]);
  await db.updateTable("nze_day").set({ violations: 3 }).where("day", "=", BROKEN_DAY).execute();
  expect((await proofs()).items).toMatchObject([{ is_current: false, is_valid: true }]);
  const fresh = await ask();
  expect(fresh.body.proof.proof_uid).not.toBe(one.body.proof.proof_uid);
  await work();
  expect((await proofs()).items).toMatchObject([{ is_current: true, state: "ready" }]);
  const { rows } = await sql<{ n: number }>`
      select count(*)::int4 as n from document where project_id = ${plant.project_id}`.execute(db);
  expect(rows).toEqual([{ n: 4 }]);
});

test("a proof whose bytes were changed is not valid, and neither of its files is given out", async () => {
  const { db, store, ask, work, proofs, file } = await compliancePlant();
  await ask();
  await work();
  const pdf_uid =
    (await db.selectFrom("nze_proof").select("pdf_uid").executeTakeFirstOrThrow()).pdf_uid ?? "";
  const bytes = await readFile(store.path(pdf_uid));
  const at = bytes.indexOf("stream") + 20;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(store.path(pdf_uid), bytes);
  const [proof] = (await proofs()).items;
  expect(proof).toMatchObject({ state: "ready", is_valid: false });
  for (const which of ["pdf", "csv"] as const) {
    const { status, body } = await file(proof?.proof_uid ?? "", which);
    expect([status, body.code]).toEqual([409, "proof.not_valid"]);
  }
  // Asked for anew it is made anew.
  await ask();
  await work();
  expect((await proofs()).items).toMatchObject([{ is_valid: true }]);
});

test("a proof whose CSV was changed in place is not valid either", async () => {
  const { db, store, ask, work, proofs } = await compliancePlant();
  await ask();
  await work();
  const { csv_uid } = await db.selectFrom("nze_proof").select("csv_uid").executeTakeFirstOrThrow();
  await writeFile(store.path(csv_uid ?? ""), "minute_local\r\n");
  expect((await proofs()).items).toMatchObject([{ is_valid: false }]);
});

test("a proof of a month without a judged day is refused, one that is not made yet has no files", async () => {
  const { api, token, plant, ask, file, proofs } = await compliancePlant();
  const { gateway_uid } = plant;
  const none = await api(makeNzeProof, { token, body: { gateway_uid, month: "2025-06", lang: "en" } });
  expect([none.status, none.body.code]).toEqual([409, "proof.no_days"]);
  const asked = await ask();
  const early = await file(asked.body.proof.proof_uid, "pdf");
  expect([early.status, early.body.code]).toEqual([409, "proof.not_ready"]);
  expect((await proofs()).items).toMatchObject([{ state: "waiting", is_valid: null, pdf: null }]);
});

test("a proof that could not be made is said to have failed, and is asked for anew", async () => {
  const { db, ask, work, proofs } = await compliancePlant();
  await ask();
  await db.deleteFrom("nze_day").execute();
  expect(await work()).toHaveLength(1);
  expect((await proofs()).items).toMatchObject([{ state: "failed" }]);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  expect((await ask()).body.code).toBe("proof.no_days");
});

test("a proof may be made and had by whoever may look; for anyone else neither it nor its gateway is there", async () => {
  const { db, plant, ask, work, proofs, file, month } = await compliancePlant();
  const reader = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  expect((await ask("en", reader.token)).status).toBe(200);
  await work();
  const [proof] = (await proofs(reader.token)).items;
  expect((await file(proof?.proof_uid ?? "", "pdf", reader.token)).status).toBe(200);
  expect((await month(reader.token)).month).toBe(NZE_MONTH);
  const stranger = await tokenFor(db, await scene(db));
  const refused = [
    (await ask("en", stranger)).body.code,
    (await file(proof?.proof_uid ?? "", "pdf", stranger)).body.code,
    (await month(stranger)).code,
  ];
  expect(refused).toEqual(["gateway.not_found", "proof.not_found", "gateway.not_found"]);
});

test("R43: a proof carries the time stamp of the authority; one that gives none leaves no proof, and it is asked for anew", async () => {
  const { db, ask, work, proofs, file } = await compliancePlant();
  const authority = await testAuthority({ fault: "another signature" });
  await ask();
  const [failure] = await work(timeStampAuthority(authority.url));
  expect(failure).toContain("gave a time stamp that does not hold over what was asked for");
  expect((await proofs()).items).toMatchObject([{ state: "failed", pdf: null, csv: null }]);
  expect(await db.selectFrom("document").select("document_uid").execute()).toEqual([]);
  authority.fault = "good";
  await ask();
  await work(timeStampAuthority(authority.url));
  const ready = (await proofs()).items.find(({ state }) => state === "ready");
  const { bytes } = await file(ready?.proof_uid ?? "", "pdf");
  expect(checkPdf(bytes).time_stamp).toMatchObject({ state: "holds", authority: authority.name });
});
