import { answerProposal, uploadEvidence } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PNG } from "../../../../testing/file-kit.ts";
import { importApi, STATEMENT_SHA256 } from "../../../../testing/registry/import-kit.ts";
import { heldRanges, posted } from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { answerTo } from "../../../../testing/registry/record-kit.ts";

const said = ({ status, body }: { status: number; body: { code: string; message: string } }) =>
  `${status} ${body.code} ${body.message}`;

test("an import is declared, confirmed by two platform operators against one statement, and then held with its original serial numbers and its own recId", async () => {
  const { db, declare, confirm, read, mine, trader, of } = await importApi();
  const { status, body } = await declare();
  expect([status, body.status, body.number]).toEqual([
    200,
    "in_progress",
    expect.stringMatching(/^IM-\d{4}-000001$/),
  ]);
  expect(await heldRanges(db)).toEqual([]);
  expect((await confirm(body)).body).toMatchObject({ status: "imported", version: 2 });
  expect(await heldRanges(db)).toEqual([`1–100 ${mine.business_account_id} available`]);
  const shown = (await read(body.record_uid, trader.token, of)).body;
  expect(shown).toMatchObject({
    quantity: 100,
    quantity_received: 100,
    rec_id: ["IREC-VN-HYDRO7-202510-XEVIDENT0001 : 1–100"],
    actions: [],
    open: [],
    received: [
      { serials: [{ first: 1001, until: 1101 }], statement_sha256: STATEMENT_SHA256, restored: false },
    ],
    statements: [],
  });
  const lots = await db.selectFrom("certificate_lot").select("channel").execute();
  expect(lots).toEqual([{ channel: "import" }]);
  const serials = await sql<object>`select registry, series, range::text from foreign_serial`.execute(db);
  expect(serials.rows).toEqual([{ registry: "EVIDENT", series: "VN-0001-2025", range: "[1001,1101)" }]);
});

test("R23: one operator alone imports nothing, nor does the second where the serial numbers or the statement differ from the first's", async () => {
  const { db, api, declare, upload, move, operators } = await importApi();
  const { body } = await declare();
  await upload(body.record_uid);
  const received = [{ first: 1001, until: 1101 }];
  const asked = { received, statement_sha256: STATEMENT_SHA256 };
  expect((await move(operators[0].token, body, "confirm", asked)).body.needs_second_person).toBe(true);
  expect(said(await move(operators[0].token, body, "confirm", asked))).toBe(
    "403 AUTH-006 A second person must confirm this.",
  );
  const other = { ...asked, received: [{ first: 1001, until: 1100 }] };
  expect(said(await move(operators[1].token, body, "confirm", other))).toBe(
    "409 GEN-411 The first person asked for something else. Reload and compare.",
  );
  const png = await api(uploadEvidence, {
    token: operators[1].token,
    query: { record_uid: body.record_uid, kind: "registry_statement", name: "other.png" },
    file: PNG,
  });
  const otherStatement = { ...asked, statement_sha256: png.body.sha256 };
  expect((await move(operators[1].token, body, "confirm", otherStatement)).body.code).toBe("GEN-411");
  expect(await heldRanges(db)).toEqual([]);
});

test("the second operator is shown what the first asked for; nobody else is", async () => {
  const { declare, upload, move, read, operators, trader, of } = await importApi();
  const { body } = await declare();
  await upload(body.record_uid);
  const asked = { received: [{ first: 1001, until: 1101 }], statement_sha256: STATEMENT_SHA256 };
  await move(operators[0].token, body, "confirm", asked);
  const second = (await read(body.record_uid, operators[1].token)).body;
  expect(second.second_person).toMatchObject({ action: "confirm", by_you: false, payload: asked });
  expect((await read(body.record_uid, trader.token, of)).body).toMatchObject({ second_person: null });
});

test("R13: a part may come first and the rest later: what came is named, and 'received r of q' stays true", async () => {
  const { db, declare, confirm, read, mine } = await importApi();
  const { body } = await declare();
  const partly = await confirm(body, [
    { first: 1001, until: 1011 },
    { first: 1021, until: 1031 },
  ]);
  expect(partly.body.status).toBe("imported");
  const between = (await read(body.record_uid)).body;
  expect(between).toMatchObject({
    quantity: 100,
    quantity_received: 20,
    open: [
      { first: 1011, until: 1021 },
      { first: 1031, until: 1101 },
    ],
    actions: ["confirm_rest"],
  });
  const rest = await confirm(partly.body, between.open, "confirm_rest");
  expect(rest.body).toMatchObject({ status: "imported", version: 3 });
  const after = (await read(body.record_uid)).body;
  expect(after).toMatchObject({ quantity_received: 100, open: [], actions: [] });
  expect(after.rec_id).toEqual([
    "IREC-VN-HYDRO7-202510-XEVIDENT0001 : 1–20",
    "IREC-VN-HYDRO7-202510-XEVIDENT0002 : 1–80",
  ]);
  expect(await heldRanges(db)).toEqual([
    `1–20 ${mine.business_account_id} available`,
    `1–80 ${mine.business_account_id} available`,
  ]);
});

test("IMP-001, IMP-002 and IMP-009 refuse a declaration together, each with its field", async () => {
  const { declare } = await importApi();
  const { status, body } = await declare({ transaction_number: " ", period_to: "2026-01-31" });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    {
      code: "IMP-001",
      message: "Enter the registry transaction number and the serial range.",
      field: "body.transaction_number",
    },
    {
      code: "IMP-009",
      message: "The period of production must lie in one year and be over.",
      field: "body.period_to",
    },
  ]);
  expect(said(await declare({ quantity: 99 }))).toBe(
    "422 IMP-002 The serial range has 100 certificates; 99 are declared.",
  );
});

test("IMP-003: serial numbers that are here, or in another open import, are refused whoever declares them", async () => {
  const { declare, confirm, stranger, theirs } = await importApi();
  const { body } = await declare();
  const other = () =>
    declare({ series: "vn-0001 -2025", first: 1100, last: 1109, quantity: 10 }, stranger, theirs.account);
  const message = "422 IMP-003 Certificates 1100–1109 are already registered here.";
  expect(said(await other())).toBe(message);
  await confirm(body);
  expect(said(await other())).toBe(message);
});

test("IMP-003: a rejected import leaves its serial numbers free; a part that came does not", async () => {
  const { declare, move, operators, confirm } = await importApi();
  const { body } = await declare();
  await move(operators[0].token, body, "reject", { reason: "Nothing arrived there" });
  const again = await declare();
  expect(again.status).toBe(200);
  await confirm(again.body, [{ first: 1001, until: 1002 }]);
  expect((await declare({ first: 1001, last: 1001, quantity: 1 })).body.code).toBe("IMP-003");
  // What has not come yet is still that import's.
  expect((await declare({ first: 1050, last: 1050, quantity: 1 })).body.code).toBe("IMP-003");
});

test("IMP-004, IMP-006 and IMP-007: what is confirmed is declared, still to come, and on a statement that lies here", async () => {
  const { declare, upload, move, operators } = await importApi();
  const { body } = await declare();
  const faults = async (received: object[], statement_sha256 = STATEMENT_SHA256) => {
    const answer = await move(operators[0].token, body, "confirm", { received, statement_sha256 });
    expect(answer.status).toBe(422);
    return answer.body.errors.map(
      ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
    );
  };
  expect(await faults([])).toEqual([
    "IMP-004 Received must be a whole number from 1 to 100.",
    "IMP-006 Upload the other registry's statement and confirm against it.",
  ]);
  await upload(body.record_uid);
  expect(await faults([{ first: 1, until: 11 }])).toEqual([
    "IMP-007 The received serial numbers are not those that are still to come.",
  ]);
  expect(await faults([{ first: 1001, until: 1101 }], "1".repeat(64))).toEqual([
    "IMP-006 Upload the other registry's statement and confirm against it.",
  ]);
});

test("a first confirmation can be set aside, by which the time limit does not begin anew, and another one be asked for", async () => {
  const { db, api, declare, upload, move, confirm, read, operators } = await importApi();
  const { body } = await declare();
  await upload(body.record_uid);
  const due = () => db.selectFrom("record_deadline").select("due_at").execute();
  await sql`update record_deadline set due_at = due_at - interval '9 days'`.execute(db);
  const before = await due();
  await move(operators[0].token, body, "confirm", {
    received: [{ first: 1001, until: 1051 }],
    statement_sha256: STATEMENT_SHA256,
  });
  const seen = (await read(body.record_uid, operators[1].token)).body;
  const reason = "The statement names all hundred";
  const answer = answerTo(seen, false, { reason });
  const aside = await api(answerProposal, { token: operators[1].token, query: {}, body: answer });
  expect(aside.body).toMatchObject({ status: "in_progress", version: 1 });
  expect(await due()).toEqual(before);
  const after = (await read(body.record_uid, operators[1].token)).body;
  expect(after).toMatchObject({ second_person: null, actions: ["confirm", "reject"] });
  expect(after.timeline.at(-1)).toMatchObject({ action: "set_aside", reason });
  expect((await confirm(aside.body)).body.status).toBe("imported");
});

test("IMP-005: what was issued here for the device is not imported for the same days", async () => {
  const { db, declare, mine } = await importApi();
  await posted(
    db,
    posting({ type: "issue", key: "i", batches: [newBatch(1, mine.business_account_id, 10)] }),
  );
  expect(said(await declare({ device_code: "D000123" }))).toBe(
    "422 IMP-005 Generation of D000123 in 2025-10-01 – 2025-10-31 is already certified here.",
  );
  expect(
    (await declare({ device_code: "D000123", period_from: "2025-11-01", period_to: "2025-11-30" })).status,
  ).toBe(200);
});

test("I22, R13: of two imports of one foreign range at once one is declared, and of two receptions one is posted", async () => {
  const { db, declare, stranger, theirs } = await importApi();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      i % 2 === 0
        ? declare({ first: 1001 + i, last: 1100 + i })
        : declare({ first: 1001 + i, last: 1100 + i }, stranger, theirs.account),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422, 422, 422,
  ]);
  for (const { status, body } of answers) if (status === 422) expect(body.code).toBe("IMP-003");
  const open = await sql<{ n: number }>`select count(*)::int4 as n from rec_import_open`.execute(db);
  expect(open.rows).toEqual([{ n: 1 }]);
});

test("R13: exported and imported again ten times, the same certificates come back, and totals are unchanged", async () => {
  const { db, declare, confirm, mine, read } = await importApi();
  const { business_account_id: account_id } = mine;
  await posted(db, posting({ type: "issue", key: "i", batches: [newBatch(1, account_id, 60)] }));
  const code = newBatch(1, account_id, 60).code;
  const [available, pending, external] = [
    { account_id, sub_account: "available", reference: null },
    { account_id, sub_account: "export_pending", reference: "EX-1" },
    { account_id: null, sub_account: "external", reference: "EX-1" },
  ] as const;
  const range = { batch_id: 1, first: 11, until: 41, lot: null };
  const before = await heldRanges(db);
  for (let round = 0; round < 10; round++) {
    await posted(
      db,
      posting({
        type: "request_export",
        key: `r${round}`,
        reference: "EX-1",
        moves: [{ ...range, from: available, to: pending }],
      }),
    );
    await posted(
      db,
      posting({
        type: "export",
        key: `e${round}`,
        reference: "EX-1",
        moves: [{ ...range, from: pending, to: external }],
      }),
    );
    const { status, body } = await declare({
      series: code,
      first: 11,
      last: 40,
      quantity: 30,
      device_code: "D000123",
    });
    expect(status).toBe(200);
    expect((await confirm(body, [{ first: 11, until: 41 }])).body.code ?? "imported").toBe("imported");
    expect((await read(body.record_uid)).body).toMatchObject({
      rec_id: [`${code} : 11–40`],
      received: [{ restored: true }],
    });
  }
  const batches = await sql<{ n: number }>`select count(*)::int4 as n from certificate_batch`.execute(db);
  expect(batches.rows).toEqual([{ n: 1 }]);
  const held = await sql<{
    n: number;
  }>`select sum(until - first)::int4 as n from certificate_holding where sub_account = 'available'`.execute(
    db,
  );
  expect(held.rows).toEqual([{ n: 60 }]);
  expect(before).toEqual([`1–60 ${account_id} available`]);
  expect((await declare({ series: code, first: 11, last: 40, quantity: 30 })).body.code).toBe("IMP-003");
});
