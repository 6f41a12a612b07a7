import { askImportOrigin, confirmImportOrigin, listImportOrigins } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { importApi } from "../../../../testing/registry/import-kit.ts";
import { checkPositions } from "./positions.jobs.ts";

const said = ({ status, body }: { status: number; body: { code: string; message: string } }) =>
  `${status} ${body.code} ${body.message}`;

test("I23, IMP-008: nothing is imported beyond what the other registry holds for the platform, and the daily check names one that holds less", async () => {
  const { db, api, declare, confirm, operators, trader, of } = await importApi();
  const asking = (balance: number | null, token = operators[0].token) =>
    api(askImportOrigin, { token, body: { origin: "EVIDENT", platform_account: "VN-HELIO-1", balance } });
  const origins = async (token: string, query: Readonly<Record<string, string>> = {}) =>
    (await api(listImportOrigins, { token, query })).body.items[0];
  const confirming = (record_uid: string, { token }: { token: string }) =>
    api(confirmImportOrigin, { token, body: { record_uid } });
  /** As two operators state it. */
  const save = async (balance: number) => {
    await asking(balance);
    const { asked } = await origins(operators[1].token);
    expect((await confirming(asked.record_uid, operators[1])).status).toBe(200);
  };
  await save(99);
  const { body } = await declare();
  expect(said(await confirm(body))).toBe(
    "422 IMP-008 EVIDENT holds 99 certificates for the platform; 100 would be held here.",
  );
  await save(100);
  await checkPositions(db);
  expect((await confirm(body)).body.status).toBe("imported");
  await save(40);
  await expect(checkPositions(db)).rejects.toThrow("I23: imports are frozen: Evident");
  expect(await origins(operators[0].token)).toMatchObject({ balance: 40, held_here: 100, frozen: true });
  expect(await origins(trader.token, of)).toMatchObject({
    platform_account: "VN-HELIO-1",
    balance: null,
    held_here: 0,
  });
});

test("R23, R28: what the platform holds elsewhere is stated by two operators, each with a fresh proof of who it is, within 72 hours", async () => {
  const { db, api, operators, trader, of } = await importApi();
  const body = { origin: "EVIDENT", platform_account: "VN-HELIO-1", balance: 99 };
  const [first, second] = operators;
  const asking = ({ token }: { token: string }) => api(askImportOrigin, { token, body });
  const confirming = (record_uid: string, { token }: { token: string }) =>
    api(confirmImportOrigin, { token, body: { record_uid } });
  const seen = async ({ token }: { token: string }, query: Readonly<Record<string, string>> = {}) =>
    (await api(listImportOrigins, { token, query })).body.items[0];
  expect((await asking(trader)).status).toBe(404);
  expect((await asking(first)).status).toBe(200);
  // One alone changes nothing, and nobody else learns of it.
  expect(await seen(first)).toMatchObject({ balance: null, asked: { balance: 99, by_you: true } });
  expect((await seen(trader, of)).asked).toBeNull();
  const { record_uid } = (await seen(second)).asked;
  const alone = await confirming(record_uid, first);
  expect([alone.status, alone.body.code, alone.body.message]).toEqual([
    403,
    "AUTH-006",
    "A second person must confirm this.",
  ]);
  expect((await confirming(record_uid, trader)).status).toBe(404);
  await sql`update import_origin_asked set asked_at = now() - interval '73 hours'`.execute(db);
  expect((await confirming(record_uid, second)).status).toBe(404);
  await asking(first);
  const again = (await seen(second)).asked;
  expect((await confirming(again.record_uid, second)).status).toBe(200);
  expect(await seen(second)).toMatchObject({ balance: 99, platform_account: "VN-HELIO-1", asked: null });
  await sql`update account set password_hash = 'x'`.execute(db);
  for (const refused of [await asking(first), await confirming(again.record_uid, second)]) {
    expect([refused.status, refused.body.code]).toEqual([403, "confirmation.required"]);
  }
});
