import { listTransactions } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { PNG } from "../../../../testing/file-kit.ts";
import { issueMetered } from "../../../../testing/registry/energy-kit.ts";
import {
  gecApi,
  monthsAgo,
  PDF_SHA256,
  soundCertificates,
  soundConsumer,
} from "../../../../testing/registry/gec-kit.ts";
import { sealPosted } from "../../../../testing/registry/inventory-kit.ts";
import { available, heldRanges, move as moveOf, posted } from "../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../testing/registry/ledger-kit.ts";
import { verifyLedger } from "../ledger/verify.sql.ts";

const said = ({ status, body }: { status: number; body: { code: string; message: string } }) =>
  `${status} ${body.code} ${body.message}`;
const errors = ({ body }: { body: { errors: { code: string; message: string }[] } }) =>
  body.errors.map(({ code, message }) => `${code} ${message}`);

test("a purchase that two operators confirm goes through both parties and is sold and retired once two operators verified it", async () => {
  const { db, api, record, both, move, handOver, read, buyer, seller, operators } = await gecApi();
  const begun = (await record()).body;
  expect([begun.status, begun.number]).toEqual(["recorded", expect.stringMatching(/^GR-\d{4}-000001$/)]);
  const confirmed = (await both(begun, "confirm", "purchase")).body;
  expect(confirmed).toMatchObject({ status: "pending_buyer_input", version: 2 });
  const named = (await move(buyer, confirmed, "give_consumer", { consumer: soundConsumer })).body;
  expect(named.status).toBe("pending_seller_upload_certificate");
  const uploaded = (await handOver(named)).body;
  expect(uploaded.status).toBe("in_progress");
  expect(await heldRanges(db)).toEqual([]);
  expect((await both(uploaded, "verify", "verification")).body.status).toBe("completed");
  expect(await heldRanges(db)).toEqual(["1–100 nobody retired"]);
  expect((await verifyLedger(db)).faults).toEqual([]);
  const shown = (await read(begun.record_uid, buyer)).body;
  expect(shown).toMatchObject({
    status: "completed",
    side: "buyer",
    actions: [],
    next: null,
    beneficiary_name: "Shenzhen Works",
    device_name: "Gansu Wind",
    vintages: [Number(monthsAgo(1).slice(0, 4))],
    lots: [{ month: monthsAgo(1), series: "GEC-2026-A", first: 1, until: 101 }],
    consumer: soundConsumer,
    credit: null,
  });
  expect(shown.completed_at).not.toBeNull();
  expect(shown.files.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    "certificate",
    "purchase",
  ]);
  expect((await read(begun.record_uid, operators[2])).body.files).toHaveLength(3);
  await sealPosted(db);
  const types = async (who: typeof buyer) => {
    const { items } = (await api(listTransactions, { token: who.token, query: { ...who.of, of: "gec" } }))
      .body;
    return items
      .map(({ type, number_of_rec }: { type: string; number_of_rec: number }) => `${type} ${number_of_rec}`)
      .toSorted();
  };
  expect(await types(buyer)).toEqual(["Purchase 100", "Redemption -100"]);
  expect(await types(seller)).toEqual(["Import 100", "Sale -100"]);
  const lots =
    await sql<object>`select channel, unit_cost::text, currency from certificate_lot order by lot_id`.execute(
      db,
    );
  expect(lots.rows).toEqual([
    { channel: "import", unit_cost: null, currency: null },
    { channel: "off_exchange", unit_cost: "1.0500", currency: "USD" },
  ]);
});

test("certificates that the seller holds here are on redemption from the upload on, and are those that are retired; I15: what was bought is not sold on", async () => {
  const { db, selling, buying, named, handOver, both, read, buyer, seller } = await gecApi();
  const month = monthsAgo(2);
  const code = `GEC-CN-D000007-${month.replace("-", "")}-0001`;
  const held = newBatch(1, selling.business_account_id, 150);
  const batch = { ...held, registry: "GEC", country: "CN", device: "D000007", month, code } as const;
  const dated = { ...batch, from_day: `${month}-01`, to_day: `${month}-28` };
  await issueMetered(db, "issue", dated);
  const certificates = soundCertificates({
    device_code: "D000007",
    lots: [{ month, series: code, first: 11, until: 111 }],
  });
  const begun = await named();
  const uploaded = (await handOver(begun, certificates)).body;
  expect(uploaded.status).toBe("in_progress");
  const me = selling.business_account_id;
  expect(await heldRanges(db)).toEqual([
    `1–10 ${me} available`,
    `11–110 ${me} redemption_pending`,
    `111–150 ${me} available`,
  ]);
  expect((await both(uploaded, "verify", "verification")).body.status).toBe("completed");
  expect(await heldRanges(db)).toEqual([
    `1–10 ${me} available`,
    "11–110 nobody retired",
    `111–150 ${me} available`,
  ]);
  const again = await handOver(await named(), certificates);
  expect(errors(again)).toEqual([`GEC-003 Certificate numbers ${code} 11–110 are already registered here.`]);
  expect((await verifyLedger(db)).faults).toEqual([]);
  const bought = { ...dated, code: code.replace("-0001", "-0002"), source_reference: "IS-2025-000002" };
  const first = available(buying.business_account_id);
  await issueMetered(db, "bought", { ...bought, to: first });
  const sold = { ...moveOf(first, available(me), 1, 151), batch_id: 2 };
  await posted(db, posting({ type: "transfer", key: "bought", moves: [sold] }));
  const resold = await handOver(await named(), {
    ...certificates,
    lots: [{ month, series: bought.code, first: 1, until: 101 }],
  });
  expect(errors(resold)).toEqual(["ORD-017 Green certificates can be sold only once."]);
  expect((await read(begun.record_uid, buyer)).body.status).toBe("completed");
  expect((await read(begun.record_uid, seller)).body.side).toBe("seller");
  expect(buying.business_account_id).not.toBe(me);
});

test("GEC-001 and GEC-006 refuse a consumer together", async () => {
  const { confirmed, move, buyer } = await gecApi();
  const consumer = { ...soundConsumer, consumer_code: "9144030071526726XX", period_to: "2025-12-31" };
  const refused = await move(buyer, await confirmed(), "give_consumer", { consumer });
  expect([refused.status, ...errors(refused)]).toEqual([
    422,
    "GEC-001 Enter a valid unified social credit code of 18 characters.",
    "GEC-006 The period must not end before it begins.",
  ]);
});

test("GEC-002, GEC-004, GEC-007 and GEC-009 refuse certificates together", async () => {
  const { named, move, upload, seller } = await gecApi();
  const record = await named();
  const lots = [
    { month: monthsAgo(25), series: "A", first: 1, until: 41 },
    { month: monthsAgo(0), series: "B", first: 1, until: 51 },
  ];
  const refused = await move(seller, record, "upload_certificates", {
    certificates: soundCertificates({ lots }),
    file_sha256: PDF_SHA256,
  });
  expect([refused.status, ...errors(refused)]).toEqual([
    422,
    "GEC-002 90 certificate numbers for 100 MWh.",
    `GEC-004 Generation of ${monthsAgo(25)} is more than 2 years ago.`,
    `GEC-007 Generation of ${monthsAgo(0)} is not over yet.`,
    "GEC-009 Upload the certificates as a PDF first.",
  ]);
  const png = await upload(record.record_uid, seller, "certificate", { name: "scan.png", file: PNG });
  const scanned = await move(seller, record, "upload_certificates", {
    certificates: soundCertificates(),
    file_sha256: png.body.sha256,
  });
  expect(said(scanned)).toBe("422 GEC-009 Upload the certificates as a PDF first.");
});

test("GEC-003: each number is in one redemption, whoever sells it, until it is returned; one that was retired never again", async () => {
  const { named, handOver, move, both, operators } = await gecApi();
  const [first, second] = [await named(), await named()];
  const uploaded = (await handOver(first)).body;
  const message = "422 GEC-003 Certificate numbers GEC-2026-A 1–100 are already registered here.";
  expect(said(await handOver(second, soundCertificates()))).toBe(message);
  const reason = "The numbers are those of another company";
  const returned = await move(operators[0], uploaded, "return_to_seller", { reason });
  expect(returned.body.status).toBe("pending_seller_upload_certificate");
  const taken = (await handOver(second)).body;
  expect(said(await handOver(returned.body))).toBe(message);
  expect((await both(taken, "verify", "verification")).body.status).toBe("completed");
  expect(said(await handOver(returned.body))).toBe(message);
});

test("what went back to the seller is kept for the seller alone, through whatever it goes back, until other numbers are handed over", async () => {
  const { named, handOver, move, read, operators, seller, buyer } = await gecApi();
  const uploaded = (await handOver(await named())).body;
  const { lots } = soundCertificates();
  const reason = "The numbers are those of another company";
  const returned = (await move(operators[0], uploaded, "return_to_seller", { reason })).body;
  const seen = async (who: typeof seller | typeof buyer) =>
    (await read(uploaded.record_uid, who)).body.returned_lots;
  expect(await seen(seller)).toEqual(lots);
  expect(await seen(buyer)).toEqual([]);
  const back = (await move(operators[0], returned, "return_to_buyer", { reason })).body;
  expect(await seen(seller)).toEqual(lots);
  const again = (await move(buyer, back, "give_consumer", { consumer: soundConsumer })).body;
  const other = [{ ...lots[0], series: "GEC-2026-B" }];
  const handed = (await handOver(again, soundCertificates({ lots: other }))).body;
  await move(operators[0], handed, "return_to_seller", { reason });
  expect(await seen(seller)).toEqual(other);
});

test("R28: the buyer names the consumer, and the seller hands certificates over, only with a fresh proof of who they are", async () => {
  const { db, confirmed, named, upload, move, read, buyer, seller } = await gecApi();
  const [begun, ready] = [await confirmed(), await named()];
  await upload(ready.record_uid, seller, "certificate");
  await sql`update account set password_hash = 'x'`.execute(db);
  const refused = [
    await move(buyer, begun, "give_consumer", { consumer: soundConsumer }),
    await move(seller, ready, "upload_certificates", {
      certificates: soundCertificates(),
      file_sha256: PDF_SHA256,
    }),
  ];
  for (const { status, body } of refused) expect([status, body.code]).toEqual([403, "confirmation.required"]);
  expect((await read(begun.record_uid, buyer)).body.status).toBe("pending_buyer_input");
  expect((await read(ready.record_uid, seller)).body.status).toBe("pending_seller_upload_certificate");
});

test("GEC-003: of two sellers who upload the same numbers at once, one is refused", async () => {
  const { named, upload, move, seller } = await gecApi();
  const records = [await named(), await named()];
  for (const { record_uid } of records) await upload(record_uid, seller, "certificate");
  const body = { certificates: soundCertificates(), file_sha256: PDF_SHA256 };
  const answers = await Promise.all(
    records.map((record) => move(seller, record, "upload_certificates", body)),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test("R12, GEC-005: generation that is certified here is not brought as another's certificates", async () => {
  const { db, selling, named, handOver } = await gecApi();
  const month = monthsAgo(1);
  const batch = { ...newBatch(1, selling.business_account_id, 10), device: "GANSU7", month };
  const dated = { ...batch, from_day: `${month}-01`, to_day: `${month}-28`, manifest_root: "ab".repeat(32) };
  await posted(db, posting({ type: "issue", key: "issue", batches: [dated] }));
  expect(said(await handOver(await named()))).toBe(
    `422 GEC-005 Generation of ${month} is already certified here.`,
  );
});

test("GEC-008: buyer and seller are two active accounts of one kind, when it is recorded and when it is confirmed", async () => {
  const { db, record, upload, move, purchase, operators, selling } = await gecApi();
  const message = "422 GEC-008 Name two different active accounts, both of a demonstration or neither.";
  expect(said(await record({ seller: purchase.buyer }))).toBe(message);
  expect(said(await record({ seller: "TA-000000" }))).toBe(message);
  const { body } = await record();
  expect(said(await move(operators[0], body, "confirm", { file_sha256: PDF_SHA256 }))).toBe(
    "422 GEC-009 Upload the file that this rests on first.",
  );
  await upload(body.record_uid, operators[0], "purchase");
  await sql`update business_account set status = 'suspended' where business_account_id = ${selling.business_account_id}`.execute(
    db,
  );
  expect(said(await move(operators[0], body, "confirm", { file_sha256: PDF_SHA256 }))).toBe(message);
});

test("R23: one operator alone confirms and verifies nothing, and the second confirms the file that the first rested on", async () => {
  const { db, record, upload, move, read, named, handOver, operators } = await gecApi();
  const { body } = await record();
  await upload(body.record_uid, operators[0], "purchase");
  const asked = { file_sha256: PDF_SHA256 };
  expect((await move(operators[0], body, "confirm", asked)).body.needs_second_person).toBe(true);
  expect((await read(body.record_uid, operators[1])).body).toMatchObject({
    second_person: { action: "confirm", by_you: false, payload: asked },
  });
  expect((await move(operators[0], body, "confirm", asked)).body.code).toBe("AUTH-006");
  const png = await upload(body.record_uid, operators[1], "purchase", { name: "other.png", file: PNG });
  const other = { file_sha256: png.body.sha256 };
  expect((await move(operators[1], body, "confirm", other)).body.code).toBe("GEN-411");
  const uploaded = (await handOver(await named())).body;
  await upload(uploaded.record_uid, operators[0], "verification");
  await move(operators[0], uploaded, "verify", asked);
  expect((await move(operators[0], uploaded, "verify", asked)).body.code).toBe("AUTH-006");
  expect(await heldRanges(db)).toEqual([]);
});
