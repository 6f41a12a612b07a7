// A request that goes back: what the issuer asks for, what may be changed, and that nothing is lost meanwhile.
import {
  addDays,
  commandIssuance,
  daysBetween,
  downloadEvidence,
  uploadEvidence,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { PDF, zipOf } from "../../../../testing/file-kit.ts";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import {
  boundInverter,
  generationAccounts,
  handedIn,
  meterDays,
  meteredMonth,
} from "../../../../testing/registry/issuance-kit.ts";
import { company, issuerOf, memberOf, recordCommandOf } from "../../../../testing/registry/record-kit.ts";
import { verifyLedger } from "../index.ts";

const REASON = "The meter was changed on the eleventh.";

/** A month of 3 MWh a day that was submitted and referred back with the marks. */
async function referred(marks: readonly { item: string; reason: string }[]) {
  const desk = await issuanceDesk();
  const month = await meteredMonth(desk.db, desk.plant, 3_000_000);
  const { record_uid } = await desk.begin(month);
  await desk.act(record_uid, "submit");
  await desk.act(record_uid, "take", {}, "issuer");
  expect((await desk.act(record_uid, "refer", { reason: REASON, marks }, "issuer")).status).toBe(200);
  return { ...desk, month, record_uid };
}

test("ISS-019: an issuer refers a request back by marking what is asked for", async () => {
  const { db, plant, begin, act, read, trader } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_000_000));
  await act(record_uid, "submit");
  const refused = await act(record_uid, "refer", { reason: REASON }, "issuer");
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    "ISS-019",
    "Mark what is asked for.",
  ]);
  const marks = [{ item: "evidence", reason: "Send the protocol of the change." }];
  expect((await act(record_uid, "refer", { reason: REASON, marks }, "issuer")).status).toBe(200);
  const page = await read(record_uid, trader.token);
  expect(page).toMatchObject({ status: "to_resubmit", review: { marks, changed: [], answers: [] } });
  expect(page.actions).toEqual(["amend_period", "amend_evidence", "resubmit", "withdraw"]);
});

test("ISS-020: it is submitted again once each mark is changed or answered, and the issuer reads both", async () => {
  const marks = [
    { item: "period", reason: "End before the change." },
    { item: "readings", reason: "Why is the fifth so low?" },
  ];
  const { act, read, issuer, record_uid, month } = await referred(marks);
  const refused = await act(record_uid, "resubmit");
  expect([refused.status, refused.body.code]).toEqual([422, "ISS-020"]);
  expect(refused.body.errors).toEqual([
    {
      code: "ISS-020",
      message: "Change or answer what was asked for before you submit again.",
      params: { items: "period, readings" },
    },
  ]);
  const to_day = addDays(month.from_day, 9);
  expect((await act(record_uid, "amend_period", { to_day })).body).toMatchObject({ status: "to_resubmit" });
  expect(await read(record_uid)).toMatchObject({
    to_day,
    review: { changed: ["period"], to_day: month.to_day },
  });
  const answers = [{ item: "readings", answer: "The inverter was switched off for an hour." }];
  expect((await act(record_uid, "resubmit", { answers })).body).toMatchObject({ status: "pending" });
  expect(await read(record_uid, issuer.token, {})).toMatchObject({
    review: { marks, answers, changed: ["period"] },
  });
});

test("R2: what goes back holds its days; days that it gives up are free at once, and its energy with them", async () => {
  const { db, act, begin, record_uid, month } = await referred([{ item: "period", reason: "End earlier." }]);
  const half = addDays(month.from_day, 14);
  const days = daysBetween(month.from_day, month.to_day).length;
  const other = await begin({ from_day: addDays(half, 1), to_day: month.to_day });
  expect((await act(other.record_uid, "submit")).body.code).toBe("ISS-003");
  expect((await act(record_uid, "amend_period", { to_day: half })).status).toBe(200);
  expect(await generationAccounts(db)).toMatchObject([
    { reserved_wh: 45_000_000, unclaimed_wh: (days - 15) * 3_000_000, metered_wh: days * 3_000_000 },
  ]);
  expect((await act(other.record_uid, "submit")).status).toBe(200);
  // What another request holds now is not taken back.
  const refused = await act(record_uid, "amend_period", { to_day: month.to_day });
  expect([refused.status, refused.body.code]).toEqual([422, "ISS-003"]);
  expect((await act(record_uid, "resubmit")).status).toBe(200);
  for (const uid of [record_uid, other.record_uid]) {
    expect((await act(uid, "approve", {}, "issuer")).status).toBe(200);
  }
  expect(await generationAccounts(db)).toMatchObject([
    { reserved_wh: 0, unclaimed_wh: 0, certified_wh: days * 3_000_000 },
  ]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("a request that goes back is split: the rest of its days is a draft of its own", async () => {
  const { db, act, record_uid, month } = await referred([{ item: "period", reason: "Leave the 11th out." }]);
  const more = { to_day: addDays(month.from_day, 9), rest_from_day: addDays(month.from_day, 11) };
  expect((await act(record_uid, "amend_period", more)).status).toBe(200);
  const rows = await db
    .selectFrom("issuance")
    .select(["status", "from_day", "to_day"])
    .orderBy("issuance_id")
    .execute();
  expect(rows).toEqual([
    { status: "to_resubmit", from_day: month.from_day, to_day: more.to_day },
    { status: "draft", from_day: more.rest_from_day, to_day: month.to_day },
  ]);
});

test("ISS-001: days that are no period are refused by the rule's own words, and name the field", async () => {
  const { act, begin, db, plant } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  const message = "The period must be whole days, start before end and end before today (Asia/Ho_Chi_Minh).";
  for (const [more, field] of [
    [{ from_day: month.to_day, to_day: month.from_day }, "body.to_day"],
    [{ to_day: addDays(month.from_day, 9), rest_from_day: month.from_day }, "body.rest_from_day"],
    [{ to_day: addDays(month.from_day, 9), rest_from_day: addDays(month.to_day, 1) }, "body.rest_from_day"],
  ] as const) {
    const refused = await act(record_uid, "set_period", more);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([422, "ISS-001", message]);
    expect(refused.body.errors[0].field).toBe(field);
  }
  const years = await act(record_uid, "set_period", { from_day: addDays(month.from_day, -400) });
  expect([years.status, years.body.code]).toEqual([422, "ISS-002"]);
  // A draft locks nothing: it may have days that it did not have before.
  const longer = { from_day: addDays(month.from_day, -5), to_day: month.to_day };
  expect((await act(record_uid, "set_period", longer)).status).toBe(200);
});

test("ISS-005: what was handed in in time is decided after the deadline; months that were not, are late", async () => {
  const { db, plant, begin, act, read } = await issuanceDesk();
  const [from_day, to_day] = ["2024-03-01", "2024-03-10"];
  const days = [...daysBetween(from_day, to_day), addDays(to_day, 1)];
  await meterDays(db, plant, Object.fromEntries(days.map((day) => [day, 3_000_000])));
  const { record_uid } = await begin({ from_day, to_day });
  const late = await act(record_uid, "submit");
  expect([late.status, late.body.code, late.body.message]).toEqual([
    422,
    "ISS-005",
    "The deadline for 2024-03 was 2025-05-31.",
  ]);
  // It was handed in on the last evening, by the clock of the plant.
  await handedIn(db, { record_uid }, "2025-05-31T23:59:00+07:00");
  expect((await act(record_uid, "submit")).status).toBe(200);
  const marks = [{ item: "readings", reason: "Is the fifth right?" }];
  await act(record_uid, "refer", { reason: REASON, marks }, "issuer");
  const earlier = { from_day: addDays(from_day, -1) };
  expect((await act(record_uid, "amend_period", earlier)).status).toBe(200);
  const failed = async () =>
    (await read(record_uid)).checks
      .filter(({ outcome }: { outcome: string }) => outcome === "failed")
      .map(({ code }: { code: string }) => code);
  expect(await failed()).toContain("ISS-005");
  expect((await act(record_uid, "amend_period", { from_day })).status).toBe(200);
  expect(await failed()).toEqual([]);
  const answers = [{ item: "readings", answer: "Yes, it rained." }];
  expect((await act(record_uid, "resubmit", { answers })).status).toBe(200);
  expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
});

test("ISS-009: evidence of the days is the way out where meter and inverters differ too much, and two issuers decide with the document in sight", async () => {
  const { db, plant, begin, act, read, api, of, trader, issuer } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const inverter = await boundInverter(db, plant);
  await meteredMonth(db, inverter, 3_010_000);
  const disputed = addDays(month.from_day, 3);
  await meterDays(db, inverter, { [disputed]: 4_000_000 });
  const { record_uid } = await begin(month);
  const refused = await act(record_uid, "submit");
  expect([refused.status, refused.body.code]).toEqual([422, "ISS-009"]);
  const query = { ...of, record_uid, kind: "metering" };
  const upload = (name: string, file: Uint8Array) =>
    api(uploadEvidence, { token: trader.token, query: { ...query, name }, file });
  const { body: document } = await upload("Reading of the grid company.pdf", PDF);
  const declared = [{ day: disputed, wh: 2_950_000 }];
  expect((await act(record_uid, "declare", { evidence_uid: document.evidence_uid, declared })).status).toBe(
    200,
  );
  expect((await act(record_uid, "submit")).status).toBe(200);
  const page = await read(record_uid, issuer.token, {});
  expect(page.documents).toMatchObject([{ name: "Reading of the grid company.pdf", size_bytes: PDF.length }]);
  expect(page.declared).toEqual([{ ...declared[0], evidence_uid: document.evidence_uid }]);
  expect(page.days[3]).toMatchObject({ wh: 2_950_000, meter_wh: 3_000_000, source: "file", evidence: "C" });
  const { evidence_uid } = document;
  const read_by = async (token: string, as: object) =>
    Buffer.from((await api(downloadEvidence, { token, query: { ...as, evidence_uid } })).bytes);
  expect(await read_by(issuer.token, {})).toEqual(PDF);
  expect(await read_by(trader.token, of)).toEqual(PDF);
  expect((await act(record_uid, "approve", {}, "issuer")).body.code).toBe("ISS-017");
  expect((await act(record_uid, "approve_declared", {}, "issuer")).body).toMatchObject({
    needs_second_person: true,
  });
  const other = await issuerOf(db);
  const row = await db.selectFrom("issuance").select("version").executeTakeFirstOrThrow();
  const body = recordCommandOf({ record_uid, ...row }, "approve_declared");
  expect((await api(commandIssuance, { token: other.token, query: {}, body })).body).toMatchObject({
    status: "approved",
  });
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 2_950_000 }]);
});

test("documents of a request are PDF, JPG, PNG, CSV or XLSX, come from its own people while it may be changed, and are there for nobody else", async () => {
  const { db, plant, begin, act, api, of, trader, issuer, upload, declare } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_000_000);
  const { record_uid } = await begin(month);
  const book = zipOf([
    { name: "[Content_Types].xml", content: Buffer.from("<Types/>") },
    { name: "xl/workbook.xml", content: Buffer.from("<workbook/>") },
  ]);
  expect((await upload(record_uid, "meter.xlsx", Buffer.from(book))).status).toBe(200);
  const wrong = await upload(record_uid, "meter.pdf", Buffer.from("no PDF"));
  expect([wrong.status, wrong.body.code]).toEqual([400, "file.type"]);
  const { body: kept } = await upload(record_uid);
  const at = (token: string, query: object) =>
    api(downloadEvidence, { token, query: { ...query, evidence_uid: kept.evidence_uid } });
  // A draft is nobody's but its account's.
  expect((await at(issuer.token, {})).status).toBe(404);
  const stranger = await company(db, "Another");
  expect((await at((await memberOf(db, stranger)).token, { account: stranger.account })).status).toBe(404);
  const viewer = await memberOf(db, plant, "viewer");
  expect((await at(viewer.token, of)).status).toBe(200);
  const query = { ...of, record_uid, kind: "metering", name: "more.csv" };
  const file = Buffer.from("day,kWh");
  expect((await api(uploadEvidence, { token: viewer.token, query, file })).body.code).toBe("GEN-403");
  // A document of another request states nothing of this one.
  const other = await begin({ from_day: addDays(month.from_day, -40), to_day: addDays(month.from_day, -30) });
  const foreign = {
    evidence_uid: kept.evidence_uid,
    declared: [{ day: addDays(month.from_day, -35), wh: 1 }],
  };
  expect((await act(other.record_uid, "declare", foreign)).status).toBe(404);
  expect((await declare(record_uid, { [month.from_day]: 1 })).status).toBe(200);
  expect((await declare(record_uid, { [month.from_day]: null })).status).toBe(200);
  expect(await db.selectFrom("declared_day").select("day").execute()).toEqual([]);
  await act(record_uid, "submit");
  expect((await api(uploadEvidence, { token: trader.token, query, file })).status).toBe(404);
});

test("the issuer who took a request for review is named to both sides", async () => {
  const { db, plant, begin, act, read, issuer } = await issuanceDesk();
  const { record_uid } = await begin(await meteredMonth(db, plant, 3_000_000));
  await act(record_uid, "submit");
  expect((await read(record_uid)).reviewer).toBeNull();
  await act(record_uid, "take", {}, "issuer");
  expect([(await read(record_uid)).reviewer, (await read(record_uid, issuer.token, {})).reviewer]).toEqual([
    "An issuer",
    "An issuer",
  ]);
});
