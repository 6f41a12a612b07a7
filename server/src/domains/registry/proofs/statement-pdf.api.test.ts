import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PDF, type TimestampAuthority } from "@libpdf/core";
import { downloadStatement, downloadStatementPdf, listLogKeys } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { pdfLetters } from "../../../../testing/documents/pdf-text.ts";
import { testAuthority, type AuthorityFault } from "../../../../testing/documents/time-stamp-kit.ts";
import { jobsDone, runner, waitingJobs } from "../../../../testing/jobs-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { keyFolder } from "../../../../testing/registry/sealed-kit.ts";
import { checkPdf } from "../../../platform/documents/check-pdf.ts";
import { documentSigner } from "../../../platform/documents/sign-pdf.ts";
import { timeStampAuthority } from "../../../platform/documents/time-stamp-authority.ts";
import { revokeKey, rotateDocumentKey } from "../heads/keys.sql.ts";
import { sealEntries } from "../ledger/seal.sql.ts";
import { logKeys } from "./log.sql.ts";
import { makeStatement } from "./statement.sql.ts";
import { orderPrint, printStatement, statementPdfWork } from "./statement-pdf.jobs.ts";

const run = promisify(execFile);
const VERIFY = fileURLToPath(new URL("../../../verify-statement.ts", import.meta.url));
const PRINTING = { product: "Heliograph", origin: "https://portal.example" };

/** A completed redemption whose statement is made, and not printed yet. */
async function stated(demonstration = false) {
  const at = await redeemers(
    [
      { quantity: 30, fuel: "ES300" },
      { quantity: 20, fuel: "ES300", month: "2025-11" },
    ],
    demonstration,
  );
  const record = await at.approved(40, { fuel: "ES300" });
  const { key } = (await at.read(record.record_uid)).statement;
  const { statement_id } = await at.db
    .selectFrom("redemption_statement")
    .select("statement_id")
    .executeTakeFirstOrThrow();
  await makeStatement(at.db, await keyFolder(), statement_id);
  const print = (authority: TimestampAuthority | null = null) =>
    printStatement(at.db, { ...PRINTING, authority }, statement_id);
  const pdf = (lang: "en" | "vi" | "zh" = "en", of = key) =>
    at.api(downloadStatementPdf, { query: { key: of, lang } });
  return { ...at, key, statement_id, print, pdf };
}

test.each([
  ["en", "Redemption statement", "40 MWh of hydro electricity are claimed by Saigon Harbour Brewing JSC"],
  ["vi", "Các chứng chỉ đã được hủy vĩnh viễn", "40 MWh điện thủy năng"],
  ["zh", "核销声明", "40 MWh"],
] as const)(
  "R43: a statement in %s is a signed PDF with the statement itself inside, and says where it is checked",
  async (lang, title, sentence) => {
    const { api, key, print, pdf } = await stated();
    await print();
    const { bytes, headers, status } = await pdf(lang);
    expect([status, headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect(checkPdf(bytes).valid).toBe(true);
    const text = await pdfLetters(bytes);
    for (const word of [title, sentence, `portal.example/verify/${key}`]) expect(text).toContain(word);
    const inside = (await PDF.load(bytes)).getAttachment("statement.json");
    const file = await api(downloadStatement, { query: { key } });
    expect(Buffer.from(inside ?? []).toString()).toBe(Buffer.from(file.bytes).toString());
  },
);

/** The statement that is attached to the PDF, in a file, and the checker of the command line over it by the keys of the log. */
async function attached({ api, print, pdf }: Awaited<ReturnType<typeof stated>>) {
  await print();
  const { bytes } = await pdf();
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [path, keys] = [join(folder, "statement.json"), join(folder, "keys.json")];
  const text = Buffer.from((await PDF.load(bytes)).getAttachment("statement.json") ?? []).toString();
  await writeFile(keys, JSON.stringify((await api(listLogKeys)).body));
  await writeFile(path, text);
  return { path, text, verify: () => run(process.execPath, [VERIFY, path, "--keys", keys]) };
}

test("R43: what is attached to the PDF is genuine for the checker of the command line, and changed it is not", async () => {
  const { path, text, verify } = await attached(await stated());
  expect((await verify()).stdout).toContain("Genuine as issued on ");
  await writeFile(path, text.replace("Saigon Harbour", "Hanoi Harbour"));
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("This statement does not match the ledger."),
  });
  await writeFile(path, "{}");
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("This is no redemption statement."),
  });
});

test("R14: the checker of the command line ends with 1 for a demonstration, as for all that is not genuine", async () => {
  const { verify } = await attached(await stated(true));
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Demonstration: these certificates were made from simulated readings."),
  });
});

test("the signature under a statement is valid for a reader of another maker", async () => {
  const { print, pdf } = await stated();
  await print();
  const { bytes } = await pdf();
  expect(checkPdf(bytes).valid).toBe(true);
  const there = await run("pdfsig", ["-v"]).then(
    () => true,
    () => false,
  );
  if (!there) return;
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "statement.pdf");
  await writeFile(path, bytes);
  const { stdout } = await run("pdfsig", [path]);
  expect(stdout).toContain("Signature is Valid");
  expect(stdout).toContain("Total document signed");
});

test("a statement that is not printed yet is printed when it is asked for; an unknown key is refused as everywhere", async () => {
  const { db, print, pdf } = await stated();
  const { status, body } = await pdf();
  expect([status, body.code]).toEqual([409, "statement.pdf_pending"]);
  expect((await pdf("vi")).status).toBe(409);
  const printing = (await waitingJobs(db)).filter(({ task }) => task === "registry.statement-pdf");
  expect(printing).toHaveLength(1);
  await print();
  expect((await pdf()).status).toBe(200);
  expect((await pdf("en", "0".repeat(26))).body.code).toBe("statement.not_found");
});

test("R14: a statement of a demonstration is printed as one", async () => {
  const { print, pdf } = await stated(true);
  await print();
  expect(await pdfLetters((await pdf()).bytes)).toContain(
    "Demonstration: these certificates were made from simulated readings.",
  );
});

/** The PDF in a file, and the checker of the command line over it by the keys of the log as they are when it is called. */
async function pdfChecker({ api, pdf }: Pick<Awaited<ReturnType<typeof stated>>, "api" | "pdf">) {
  const folder = await mkdtemp(join(tmpdir(), "statement-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [path, keys] = [join(folder, "statement.pdf"), join(folder, "keys.json")];
  await writeFile(path, (await pdf()).bytes);
  return async (...more: string[]) => {
    await writeFile(keys, JSON.stringify((await api(listLogKeys)).body));
    return run(process.execPath, [VERIFY, path, "--keys", keys, ...more]);
  };
}

test("R43: a printed statement carries the time stamp of the authority, and whoever checks it is told when and by whom", async () => {
  const at = await stated();
  const { url, name, at: stampedAt } = await testAuthority();
  await at.print(timeStampAuthority(url));
  while (await sealEntries(at.db));
  for (const lang of ["en", "vi", "zh"] as const) {
    const { bytes } = await at.pdf(lang);
    expect(checkPdf(bytes)).toMatchObject({ valid: true, time_stamp: { state: "holds", authority: name } });
  }
  const { stdout } = await (await pdfChecker(at))();
  expect(stdout).toContain("The PDF is as the portal signed it.");
  expect(stdout).toContain(`Time stamp: ${stampedAt.toISOString()} by ${name}, certificate `);
});

test.each<[AuthorityFault]>([["refuses"], ["another imprint"], ["hangs up"]])(
  "R43: while the authority gives no time stamp (%s) nothing is printed, whoever asks is told, and it is tried again",
  async (fault) => {
    const { db, pool, pdf, statement_id } = await stated();
    const authority = await testAuthority({ fault });
    const printing = { ...PRINTING, authority: timeStampAuthority(authority.url) };
    const { failures } = runner({ db, pool }, [statementPdfWork(printing)]);
    expect((await pdf()).body.code).toBe("statement.pdf_pending");
    await jobsDone(db, "registry.statement-pdf");
    expect(failures).toEqual([
      expect.stringContaining("registry.statement-pdf failed: The time stamp authority "),
    ]);
    expect(await db.selectFrom("statement_pdf").select("lang").execute()).toEqual([]);
    const { status, body } = await pdf();
    expect([status, body.code]).toEqual([503, "statement.pdf_failed"]);
    // It waits for its next attempt, which asking does not bring forward within a minute.
    expect((await waitingJobs(db)).filter(({ task }) => task === "registry.statement-pdf")).toHaveLength(1);
    expect(authority.asked()).toBe(1);
    authority.fault = "good";
    await orderPrint(db, statement_id);
    await jobsDone(db, "registry.statement-pdf");
    expect(checkPdf((await pdf()).bytes).time_stamp?.state).toBe("holds");
  },
);

test("R43: a PDF by a key that was revoked later counts where its time stamp says that it was signed before, for who trusts the authority", async () => {
  const at = await stated();
  const before = await testAuthority({ at: new Date(Date.now() - 3_600_000) });
  await at.print(timeStampAuthority(before.url));
  const check = await pdfChecker(at);
  const { time_stamp } = checkPdf((await at.pdf()).bytes);
  while (await sealEntries(at.db));
  const { key_id } = await documentSigner(at.db);
  await revokeKey(at.db, await keyFolder(), { key_id, reason: "lost" });
  while (await sealEntries(at.db));
  await expect(check()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("--authority ") });
  await expect(check("--authority", "0".repeat(64))).rejects.toMatchObject({ code: 1 });
  const { stdout } = await check("--authority", time_stamp?.fingerprint ?? "");
  expect(stdout).toContain("signed by a key that was revoked later");
});

test.each([
  ["whose time stamp is of later", new Date(Date.now() + 86_400_000)],
  ["without a time stamp", null],
])("R43: a PDF by a revoked key %s does not count", async (_, stampedAt) => {
  const at = await stated();
  const authority = stampedAt === null ? null : await testAuthority({ at: stampedAt });
  await at.print(authority === null ? null : timeStampAuthority(authority.url));
  while (await sealEntries(at.db));
  const check = await pdfChecker(at);
  const { key_id } = await documentSigner(at.db);
  await revokeKey(at.db, await keyFolder(), { key_id, reason: "lost" });
  while (await sealEntries(at.db));
  await expect(check()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("signed by a key that was revoked, and no time stamp says"),
  });
});

test("R43: another key takes over the signing of PDFs, and what the one before has signed stays as it is", async () => {
  const at = await stated();
  await at.print();
  const old = (await at.pdf()).bytes;
  while (await sealEntries(at.db));
  const check = await pdfChecker(at);
  const { key_id, before } = await rotateDocumentKey(at.db, await keyFolder());
  expect(before).not.toBe(key_id);
  expect((await documentSigner(at.db)).key_id).toBe(key_id);
  expect((await logKeys(at.db)).map((key) => [key.key_id, key.use])).toContainEqual([key_id, "document"]);
  expect((await at.pdf()).bytes).toEqual(old);
  expect((await check()).stdout).toContain("The PDF is as the portal signed it.");
});

test("R43: when the key of PDFs is revoked another signs, statements are printed anew by it, and a print that was under way is not kept", async () => {
  const at = await stated();
  await at.print();
  while (await sealEntries(at.db));
  const { key_id } = await documentSigner(at.db);
  const folder = await keyFolder();
  // Its signature is there when the key is revoked, and the document is not kept yet.
  const authority = await testAuthority();
  const stamp = timeStampAuthority(authority.url);
  await at.db.deleteFrom("statement_pdf").where("lang", "=", "zh").execute();
  let next: string | null = null;
  const revoking: TimestampAuthority = {
    timestamp: async (digest, algorithm) => {
      ({ next } = await revokeKey(at.db, folder, { key_id, reason: "lost" }));
      return stamp.timestamp(digest, algorithm);
    },
  };
  await expect(at.print(revoking)).rejects.toThrow("Another key signs PDFs now");
  expect(await at.db.selectFrom("statement_pdf").select("lang").execute()).toEqual([]);
  await at.print();
  while (await sealEntries(at.db));
  expect((await documentSigner(at.db)).key_id).toBe(next);
  expect((await (await pdfChecker(at))()).stdout).toContain("The PDF is as the portal signed it.");
});
