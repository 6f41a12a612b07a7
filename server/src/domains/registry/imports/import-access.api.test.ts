import {
  downloadEvidence,
  listRecImports,
  uploadEvidence,
  IMPORT_ORDERS,
  type RecImportRow,
} from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectOrders } from "../../../../testing/registry/order-kit.ts";
import { PDF } from "../../../../testing/file-kit.ts";
import { importApi } from "../../../../testing/registry/import-kit.ts";
import { runDue } from "../../parties/records/due.jobs.ts";
import { registryKinds } from "../index.ts";

test("C61: each tab lists its states with how many there are; strangers and other accounts see none of it", async () => {
  const { api, declare, confirm, trader, of, stranger, theirs, operators, issuer } = await importApi();
  const imported = await declare();
  await confirm(imported.body);
  await declare({ first: 2001, last: 2100, device_name: "Second" });
  const list = async (token: string, query: object) =>
    (await api(listRecImports, { token, query: { ...query } })).body;
  const mine = await list(trader.token, { ...of, tab: "imported" });
  expect(mine.counts).toEqual({ all: 2, in_progress: 1, imported: 1, rejected: 0 });
  expect(mine.items).toMatchObject([
    { status: "imported", quantity: 100, quantity_received: 100, company_name: null, registry: "IREC" },
  ]);
  expect((await list(stranger.token, { account: theirs.account })).counts.all).toBe(0);
  expect((await list(operators[0].token, { search: "second" })).items).toMatchObject([
    { device_name: "Second", company_name: "Importer", next: { by: "platform_operator", is_you: true } },
  ]);
  expect((await list(issuer.token, {})).total).toBe(2);
});

test("the list of imports is put in order by each of its columns", async () => {
  const { api, declare, trader, of } = await importApi();
  for (const [nth, device_name] of ["bravo", "Charlie", "Alpha"].entries()) {
    const first = 1001 + nth * 100;
    await declare({ first, last: first + 2 - nth, quantity: 3 - nth, device_name });
  }
  const list = async (wanted: object): Promise<RecImportRow[]> =>
    (await api(listRecImports, { token: trader.token, query: { ...of, ...wanted } })).body.items;
  await expectOrders(IMPORT_ORDERS, list, {
    idOf: ({ record_uid }) => record_uid,
    shown: {
      application_id: ({ number }) => number,
      status: true,
      company: ({ company_name }) => company_name,
      device_name: ({ device_name }) => device_name,
      registry: ({ registry }) => registry,
      fuel_type: ({ fuel }) => fuel,
      location: ({ location }) => location,
      province: ({ province }) => province,
      from: ({ period_from }) => period_from,
      to: ({ period_to }) => period_to,
      rec_quantity: ({ quantity }) => quantity,
      rec_quantity_received: ({ quantity_received }) => quantity_received,
      created_date: ({ created_at }) => created_at,
      next: ({ next }) => next?.until ?? null,
    },
  });
});

test("after 30 days without reception the system rejects, once, and the serial numbers are free again", async () => {
  const { db, declare, read } = await importApi();
  const { body } = await declare();
  const limit = await sql<{ day: boolean }>`
    select (due_at at time zone 'UTC+8')::date - (now() at time zone 'UTC+8')::date between 29 and 31 as day from record_deadline`.execute(
    db,
  );
  expect(limit.rows).toEqual([{ day: true }]);
  await sql`update record_deadline set due_at = now() - interval '1 minute'`.execute(db);
  await runDue(db, registryKinds);
  const shown = (await read(body.record_uid)).body;
  expect(shown).toMatchObject({ status: "rejected", open: [], next: null });
  expect(shown.timeline.at(-1)).toMatchObject({ action: "lapse", role: "system" });
  expect((await declare()).status).toBe(200);
});

test("GEN-403, GEN-404: viewers declare nothing, traders confirm nothing, others do not know of it, and statements are for operators", async () => {
  const { api, declare, viewer, trader, stranger, theirs, operators, of, read, upload } = await importApi();
  expect((await declare({}, viewer)).body.code).toBe("GEN-403");
  const { body } = await declare();
  expect((await upload(body.record_uid, trader.token, of)).body.code).toBe("GEN-403");
  expect((await upload(body.record_uid, stranger.token, { account: theirs.account })).body.code).toBe(
    "GEN-404",
  );
  expect((await read(body.record_uid, stranger.token, { account: theirs.account })).body.code).toBe(
    "GEN-404",
  );
  const { evidence_uid } = (await upload(body.record_uid)).body;
  const get = (token: string, query: object) =>
    api(downloadEvidence, { token, query: { ...query, evidence_uid } });
  expect(Buffer.from((await get(operators[1].token, {})).bytes).equals(Buffer.from(PDF))).toBe(true);
  expect((await get(trader.token, of)).body.code).toBe("GEN-404");
});

test("a statement is a file of a type that is accepted", async () => {
  const { api, declare, operators } = await importApi();
  const { body } = await declare();
  const answer = await api(uploadEvidence, {
    token: operators[0].token,
    query: { record_uid: body.record_uid, kind: "registry_statement", name: "statement.pdf" },
    file: Buffer.from("no pdf at all"),
  });
  expect([answer.status, answer.body.code]).toEqual([400, "file.type"]);
});
