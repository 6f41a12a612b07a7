import { createHash } from "node:crypto";
import {
  checkStatement,
  moveRedemption,
  readRedemption,
  replaceableUntil,
  verifyStatement,
  type RedemptionStatement,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { waitingJobs } from "../../../../testing/jobs-kit.ts";
import { company, issuerOf, memberOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { redeemers } from "../../../../testing/registry/redemption-kit.ts";
import { keyFolder } from "../../../../testing/registry/sealed-kit.ts";
import { verifyLedger } from "../ledger/verify.sql.ts";
import { logKeys } from "../proofs/log.sql.ts";
import { printedContent } from "../proofs/statement-content.ts";
import { isSignedText, makeStatement } from "../proofs/statement.sql.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

const correction = {
  beneficiary_name: "Sài Gòn Harbour Brewing JSC",
  beneficiary_address: "18 Tôn Thất Thuyết, Quận 4, Hồ Chí Minh City",
};

/** A completed redemption of hydropower, which costs nothing, its statement, and who may correct it. */
async function completed(more: object = {}) {
  const at = await redeemers([{ quantity: 50, fuel: "ES300" }]);
  const { db, api, trader, own } = at;
  const { record_uid } = await at.approved(40, { fuel: "ES300", ...more });
  const folder = await keyFolder();
  const make = async () => {
    const rows = await db
      .selectFrom("redemption_statement")
      .select("statement_id")
      .orderBy("statement_id")
      .execute();
    for (const { statement_id } of rows) await makeStatement(db, folder, statement_id);
  };
  await make();
  const read = (token: string, query: Record<string, string> = {}) =>
    api(readRedemption, { token, query: { record_uid, ...query } });
  const shown = async () => (await read(trader.token, { account: own.account })).body;
  const correct = async (
    who: { token: string },
    body: object = { correction },
    query: Record<string, string> = {},
  ) =>
    api(moveRedemption, { token: who.token, query, body: recordCommandOf(await shown(), "correct", body) });
  const verify = async (key: string) => (await api(verifyStatement, { query: { key } })).body;
  return { ...at, record_uid, make, read, shown, correct, verify };
}

/** Status, and code and message of all that refused it. */
const refusals = ({
  status,
  body,
}: {
  status: number;
  body: { code?: string; message?: string; errors?: { code: string; message: string }[] };
}) => [
  status,
  ...(body.errors ?? [{ code: body.code, message: body.message }]).map(
    ({ code, message }) => `${code} ${message}`,
  ),
];

test("R44: an issuer and an operator correct name and address, and the old statement is genuine, replaced by the new", async () => {
  const at = await completed();
  const { db, issuer, operator, shown, correct, verify, make } = at;
  const before = await shown();
  const old = before.statement.key;
  expect(before.correction).toEqual({
    until: new Date(Date.parse(before.completed_at) + 24 * 3_600_000).toISOString(),
  });
  expect((await correct(issuer)).body).toMatchObject({ needs_second_person: true, status: "completed" });
  expect((await verify(old)).replaced).toBeNull();
  const proposed = (await at.read(operator.token)).body.second_person;
  expect(proposed).toMatchObject({ action: "correct", payload: { correction } });
  expect((await shown()).second_person).toBeNull();
  const done = await correct(operator);
  expect([done.status, done.body.needs_second_person, done.body.status]).toEqual([200, false, "completed"]);

  const after = await shown();
  expect(after).toMatchObject({ ...correction, correction: null });
  expect(after.statement.state).toBe("proof_pending");
  expect(after.replaced_statements).toEqual([{ key: old, replaced_at: expect.any(String) }]);
  expect((await waitingJobs(db)).map(({ task }) => task)).toContain("registry.statement");
  await make();
  const [first, second] = [await verify(old), await verify(after.statement.key)];
  expect(first.replaced).toEqual({ key: after.statement.key, at: after.replaced_statements[0].replaced_at });
  expect(second.replaced).toBeNull();
  const keys = await logKeys(db);
  const check = (given: unknown, retired: number | null) =>
    checkStatement(given, { sha256, isSignedText, keys, retired });
  const [of, now] = [check(first.statement, first.retired), check(second.statement, second.retired)];
  expect([of.verdict, now.verdict]).toEqual(["genuine", "genuine"]);
  expect(second.statement.entry.record).toMatchObject({
    replaces: of.leaf,
    beneficiary: { name: correction.beneficiary_name, registration_number: "0301234567" },
  });
  expect(second.statement.retirement.entry).toEqual(first.statement.entry);
  expect((await verifyLedger(db)).faults).toEqual([]);
  // What else the new one says is what was retired.
  const { retirement: _without, ...bare } = second.statement;
  expect(check({ ...second.statement, v: "1" }, 40).verdict).toBe("changed");
  expect(check(bare, 40).verdict).toBe("changed");
});

test("R44: on paper neither statement is called final: one may be corrected until its time, the other says what it replaced", async () => {
  const { issuer, operator, correct, verify, shown, make } = await completed();
  const old = (await shown()).statement.key;
  await correct(operator);
  await correct(issuer);
  await make();
  const printed = async (key: string) => {
    const statement: RedemptionStatement = (await verify(key)).statement;
    const paper = printedContent(statement, { lang: "en", product: "Heliograph", origin: null, text: "" });
    return { statement, paper };
  };
  const [first, second] = [await printed(old), await printed((await shown()).statement.key)];
  const time = new Date((replaceableUntil(first.statement)?.getTime() ?? 0) + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
  expect(first.paper["standing"]).toBe(
    `Spelling and address of the beneficiary may be corrected until ${time} (GMT+8).`,
  );
  expect(replaceableUntil(second.statement)).toBeNull();
  expect(second.paper["standing"]).toMatch(
    new RegExp(`^Corrected on .+\\. It replaces the statement ${old.replaceAll(/(.{4})(?=.)/g, "$1-")}\\.$`),
  );
  expect(second.paper["retired_at"]).toBe(first.paper["retired_at"]);
  expect(second.paper["ranges"]).toEqual(first.paper["ranges"]);
});

test("R44: after 24 hours nothing is corrected any more (RED-022)", async () => {
  const { db, issuer, correct, shown } = await completed();
  await sql`update redemption set completed_at = completed_at - interval '24 hours 1 second'`.execute(db);
  const late = await correct(issuer);
  expect(refusals(late)).toEqual([
    422,
    expect.stringMatching(/^RED-022 The beneficiary could be corrected until .+ \(GMT\+8\)\.$/),
  ]);
  expect((await shown()).correction).toBeNull();
});

test("R44: a second correction is refused (RED-023), and nothing else than spelling and address is one (RED-025, RED-026)", async () => {
  const { issuer, operator, correct, shown } = await completed();
  const { beneficiary_name, beneficiary_address } = await shown();
  expect(refusals(await correct(issuer, {}))).toEqual([
    422,
    "RED-025 Correct the spelling of the beneficiary's name, or the address.",
  ]);
  expect(refusals(await correct(issuer, { correction: { beneficiary_name, beneficiary_address } }))).toEqual([
    422,
    "RED-025 Correct the spelling of the beneficiary's name, or the address.",
  ]);
  const another = { ...correction, beneficiary_name: "Hanoi Steel Works Ltd" };
  expect(refusals(await correct(issuer, { correction: another }))).toEqual([
    422,
    "RED-026 This is another name. Only its spelling can be corrected.",
  ]);
  const entity = { ...correction, beneficiary_registration_number: "1" };
  expect((await correct(issuer, { correction: entity })).status).toBe(400);
  await correct(issuer);
  expect((await correct(operator)).status).toBe(200);
  const again = { ...correction, beneficiary_address: "19 Tôn Thất Thuyết" };
  expect(refusals(await correct(issuer, { correction: again }))).toEqual([
    422,
    "RED-023 The beneficiary was corrected before; it can be once.",
  ]);
});

test("R44, R23: two of one class do not correct (RED-024), one person alone does not, and both ask for the same", async () => {
  const { issuer, operator, second, correct, shown } = await completed();
  await correct(operator);
  expect(refusals(await correct(operator))).toEqual([403, "AUTH-006 A second person must confirm this."]);
  expect(refusals(await correct(second))).toEqual([
    403,
    "RED-024 An issuer and a platform operator must ask for the same.",
  ]);
  const other = { ...correction, beneficiary_address: "20 Tôn Thất Thuyết" };
  expect(refusals(await correct(issuer, { correction: other }))).toEqual([
    409,
    "GEN-411 The first person asked for something else. Reload and compare.",
  ]);
  expect((await shown()).replaced_statements).toEqual([]);
  expect((await correct(issuer)).body.needs_second_person).toBe(false);
});

test("R44: the account's own people do not correct, and another account and another country's issuer find nothing", async () => {
  const { db, own, trader, manager, viewer, correct } = await completed();
  for (const who of [trader, manager, viewer]) {
    expect(refusals(await correct(who, { correction }, { account: own.account }))).toEqual([
      403,
      "GEN-403 Your role does not allow correct.",
    ]);
  }
  const other = await company(db, "Another");
  const theirs = await memberOf(db, other, "account_manager");
  const elsewhere = await issuerOf(db, "IREC", "TH");
  expect(refusals(await correct(theirs, { correction }, { account: other.account }))).toEqual([
    404,
    "GEN-404 There is no such record.",
  ]);
  expect(refusals(await correct(elsewhere))).toEqual([404, "GEN-404 There is no such record."]);
});

test("R44: a person's name stays hidden when its spelling is corrected", async () => {
  const at = await completed({ is_natural_person: true, beneficiary_name: "Nguyen Van An" });
  const words = { correction: { ...correction, beneficiary_name: "Nguyễn Văn An" } };
  await at.correct(at.issuer, words);
  expect((await at.correct(at.operator, words)).status).toBe(200);
  await at.make();
  const { statement } = await at.verify((await at.shown()).statement.key);
  expect(statement.entry.record.beneficiary).toMatchObject({ kind: "person", country: "VN" });
  expect(JSON.stringify(statement)).not.toMatch(/Nguy|Quận/);
});
