import { addDays, daysBetween } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issueMetered, oweEnergy } from "../../../../../testing/registry/energy-kit.ts";
import {
  generationAccounts,
  meterDays,
  meteredMonth,
  registeredPlant,
} from "../../../../../testing/registry/issuance-kit.ts";
import { issuedMonth } from "../../../../../testing/registry/issued-month.ts";
import { available, move, posted, transfer } from "../../../../../testing/registry/ledger-db-kit.ts";
import { newBatch, posting } from "../../../../../testing/registry/ledger-kit.ts";
import { company } from "../../../../../testing/registry/record-kit.ts";
import { freshDb } from "../../../../../testing/test-kit.ts";
import { verifyLedger } from "../../index.ts";
import type { Db } from "../../../../platform/db.ts";
import { collectDebts } from "./collect.sql.ts";
import { compareChangedDays } from "./corrections.sql.ts";
import { forfeitRemainders } from "./forfeit.sql.ts";
import { proposeDrafts } from "../issuance.jobs.ts";

test("R6: days that are written again without a change post nothing, and a change posts the difference to what was accepted", async () => {
  const { db, restate } = await issuedMonth();
  const before = await db.selectFrom("generation_posting").select("generation_posting_id").execute();
  await restate(3_020_000);
  expect(await db.selectFrom("generation_posting").select("generation_posting_id").execute()).toEqual(before);
  await restate(2_900_000);
  await restate(2_900_000);
  const after = await db.selectFrom("generation_posting").selectAll().where("type", "=", "restate").execute();
  expect(after.map(({ metered_wh, carry_wh, debt_wh }) => [metered_wh, carry_wh, debt_wh])).toEqual([
    [-120_000, -120_000, 0],
  ]);
});

test("R8: less was generated: the carry pays, then certificates that have not moved are withdrawn from the end, and the ledger holds", async () => {
  const { db, plant, counted, restate, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  const carry = counted % 1_000_000;
  await restate(3_020_000 - carry - 1_200_000);
  expect(await held("withdrawn")).toBe(2);
  expect(await generationAccounts(db)).toMatchObject([
    {
      metered_wh: counted - carry - 1_200_000,
      certified_wh: (quantity - 2) * 1_000_000,
      carry_wh: 800_000,
      debt_wh: 0,
    },
  ]);
  const gone = await db
    .selectFrom("certificate_holding")
    .select(["first", "until"])
    .where("sub_account", "=", "withdrawn")
    .execute();
  expect(gone).toEqual([{ first: quantity - 1, until: quantity + 1 }]);
  expect(await held("available")).toBe(quantity - 2);
  expect((await verifyLedger(db)).faults).toEqual([]);
  expect(plant.business_account_id).toBeGreaterThan(0);
});

test("R8, R33: what was sold is not touched, also when it was bought back: the rest is owed", async () => {
  const { db, plant, counted, restate, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  const other = (await company(db, "Buyer")).business_account_id;
  const own = plant.business_account_id;
  await posted(db, transfer("sold", own, other, [1, quantity + 1]));
  await posted(
    db,
    posting({ type: "transfer", key: "back", moves: [move(available(other), available(own), 1, 3)] }),
  );
  const carry = counted % 1_000_000;
  await restate(3_020_000 - carry - 1_200_000);
  expect(await held("withdrawn")).toBe(0);
  expect(await generationAccounts(db)).toMatchObject([
    {
      certified_wh: quantity * 1_000_000,
      carry_wh: 0,
      debt_wh: 1_200_000,
      metered_wh: counted - carry - 1_200_000,
    },
  ]);
});

/** Certificates of the plant of March of that year, sold to another company. */
async function soldYear(
  db: Db,
  plant: { code: string; business_account_id: number },
  vintage: number,
  quantity: number,
) {
  await issueMetered(db, `year ${vintage}`, yearBatch(plant, vintage, quantity));
  const other = (await company(db, "Buyer")).business_account_id;
  const { batch_id } = await db
    .selectFrom("certificate_batch")
    .select("batch_id")
    .where("source_reference", "=", yearBatch(plant, vintage, quantity).source_reference)
    .executeTakeFirstOrThrow();
  const moves = [
    { ...move(available(plant.business_account_id), available(other), 1, quantity + 1), batch_id },
  ];
  await posted(db, posting({ type: "transfer", key: `sold ${vintage}`, moves }));
}

const yearBatch = (
  { code, business_account_id }: { code: string; business_account_id: number },
  vintage: number,
  quantity: number,
) => ({
  ...newBatch(vintage, business_account_id, quantity),
  code: `IREC-VN-${code}-${vintage}03-0001`,
  device: code,
  month: `${vintage}-03`,
  from_day: `${vintage}-03-01`,
  to_day: `${vintage}-03-31`,
});

/** Lets the postings so far lie a hundred days back. */
async function aged(db: Db): Promise<void> {
  await sql`alter table generation_posting disable trigger only_added`.execute(db);
  await sql`update generation_posting set at = at - interval '100 days'`.execute(db);
  await sql`alter table generation_posting enable trigger only_added`.execute(db);
}

test("R33: a debt of one year is paid first by the next issuance of any other, and issued is metered again", async () => {
  const { db, plant, create, command, trader, issuers, month } = await issuedMonth();
  await soldYear(db, plant, 2022, 2);
  await oweEnergy(db, plant.code, 2022, 800_000);
  const [own] = await generationAccounts(db);
  const carry = own?.carry_wh ?? 0;
  const before = addDays(month.from_day, -1);
  const first = addDays(before, -4);
  await meterDays(db, plant, Object.fromEntries(daysBetween(first, before).map((day) => [day, 1_000_000])));
  const { body } = await create({ from_day: first, to_day: before });
  const { record_uid } = body;
  expect((await command(record_uid, "submit", trader.token)).status).toBe(200);
  expect((await command(record_uid, "approve", issuers[0].token)).status).toBe(200);
  const over = carry + 5_000_000 - 800_000;
  const issued = Math.floor(over / 1_000_000) * 1_000_000;
  expect(await generationAccounts(db)).toMatchObject([
    {
      metered_wh: (own?.metered_wh ?? 0) + 5_000_000,
      certified_wh: (own?.certified_wh ?? 0) + issued,
      carry_wh: over - issued,
      debt_wh: 0,
      given_wh: 800_000,
    },
    { vintage: 2022, debt_wh: 0, given_wh: -800_000, metered_wh: 1_200_000, certified_wh: 2_000_000 },
  ]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R33: what is owed for more than three months is collected from available certificates of the device, and no other", async () => {
  const { db, plant, counted, restate, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  const carry = counted % 1_000_000;
  const own = plant.business_account_id;
  const other = (await company(db, "Buyer")).business_account_id;
  await posted(db, transfer("sold", own, other, [1, quantity + 1]));
  await posted(
    db,
    posting({ type: "transfer", key: "back", moves: [move(available(other), available(own), 1, 3)] }),
  );
  await restate(3_020_000 - carry - 1_200_000);
  expect(await collectDebts(db)).toBe(0);
  // The account has more of another device: that pays nothing.
  await issueMetered(db, "more", newBatch(2, own, 50));
  await aged(db);
  expect(await collectDebts(db)).toBe(2);
  expect(await collectDebts(db)).toBe(0);
  expect(await held("withdrawn")).toBe(2);
  expect(await generationAccounts(db)).toMatchObject([
    { certified_wh: (quantity - 2) * 1_000_000, carry_wh: 800_000, debt_wh: 0 },
    { certified_wh: 50_000_000 },
  ]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R33: a debt is collected from a later year where its own has nothing left, and what cannot be collected is owed on", async () => {
  const db = await freshDb();
  const plant = await registeredPlant(db);
  await soldYear(db, plant, 2021, 2);
  await oweEnergy(db, plant.code, 2021, 1_100_000);
  await aged(db);
  await issueMetered(db, "year 2022", yearBatch(plant, 2022, 1));
  expect(await collectDebts(db)).toBe(1);
  expect(await generationAccounts(db)).toMatchObject([
    { vintage: 2021, debt_wh: 100_000, given_wh: -1_000_000 },
    { vintage: 2022, certified_wh: 0, carry_wh: 0, given_wh: 1_000_000 },
  ]);
  const withdrawn = db
    .selectFrom("certificate_holding")
    .select("batch_id")
    .where("sub_account", "=", "withdrawn");
  expect(await withdrawn.execute()).toEqual([{ batch_id: 2 }]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R8, R9: more was generated: it is declared, and a draft of its own corrects the request, which two issuers approve", async () => {
  const { db, plant, counted, restate, command, trader, issuers, number, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  await restate(5_520_000);
  const draft = await db
    .selectFrom("issuance")
    .selectAll()
    .where("corrects", "is not", null)
    .executeTakeFirstOrThrow();
  expect(draft).toMatchObject({ status: "draft", evidence: "C", created_by: null });
  expect(draft.quantity).toBeGreaterThanOrEqual(2);
  const [before] = await generationAccounts(db);
  expect(before).toMatchObject({ declared_wh: 0, unclaimed_wh: 0, metered_wh: counted });
  expect((await command(draft.record_uid, "submit", trader.token)).status).toBe(200);
  expect(await generationAccounts(db)).toMatchObject([
    { declared_wh: 2_500_000, reserved_wh: 2_500_000, metered_wh: counted },
  ]);
  expect((await command(draft.record_uid, "approve", issuers[0].token)).body.code).toBe("ISS-017");
  await command(draft.record_uid, "approve_declared", issuers[0].token);
  expect((await command(draft.record_uid, "approve_declared", issuers[1].token)).body).toMatchObject({
    status: "approved",
  });
  expect(await held("available")).toBe(quantity + draft.quantity);
  const batches = await db
    .selectFrom("certificate_batch")
    .select(["month", "source_reference"])
    .orderBy("batch_id")
    .execute();
  expect(new Set(batches.map(({ month }) => month)).size).toBe(1);
  expect(batches.map(({ source_reference }) => source_reference)).toEqual([number, draft.number]);
  expect((await verifyLedger(db)).faults).toEqual([]);
  expect(plant.code).toBe(
    (await db.selectFrom("certificate_batch").select("device").executeTakeFirstOrThrow()).device,
  );
});

test("ruling 37: a month that is over has its draft from 02:00 of day 1 by the device's clock, once, also when the run was missed", async () => {
  const db = await freshDb();
  const plant = await registeredPlant(db);
  const month = await meteredMonth(db, plant, 3_000_000);
  const first = addDays(month.to_day, 1);
  // 02:00 in Viet Nam is 19:00 UTC of the day before.
  const at = (minutes: number) => Date.parse(`${month.to_day}T19:00:00Z`) + minutes * 60_000;
  expect(await proposeDrafts(db, at(-1))).toBe(0);
  expect(await proposeDrafts(db, at(0))).toBe(1);
  expect(await proposeDrafts(db, at(15))).toBe(0);
  expect(await proposeDrafts(db, at(60 * 24 * 20))).toBe(0);
  const [draft, ...others] = await db.selectFrom("issuance").selectAll().execute();
  expect(others).toEqual([]);
  expect(draft).toMatchObject({
    status: "draft",
    created_by: null,
    from_day: month.from_day,
    to_day: month.to_day,
    evidence: "A",
  });
  expect(first > month.to_day).toBe(true);
});

test("R34: the remainder of a year is forfeited from the day after its last deadline on, by the clock of the plant", async () => {
  const { db, counted, month } = await issuedMonth();
  const year = Number(month.from_day.slice(0, 4));
  const carry = counted % 1_000_000;
  expect(await forfeitRemainders(db, Date.parse(`${year + 1}-09-30T16:59:00Z`))).toBe(0);
  expect(await forfeitRemainders(db, Date.parse(`${year + 1}-09-30T17:00:00Z`))).toBe(1);
  const rows = await db.selectFrom("generation_account").select(["carry_wh", "forfeited_wh"]).execute();
  expect(rows).toEqual([{ carry_wh: 0, forfeited_wh: carry }]);
});

test("a draft follows readings that come late, as a new version of its statement", async () => {
  const db = await freshDb();
  const plant = await registeredPlant(db);
  const month = await meteredMonth(db, plant, 3_000_000);
  await proposeDrafts(db, Date.now());
  await meterDays(db, plant, { [month.from_day]: 4_000_000 });
  await compareChangedDays(db);
  const statements = await db
    .selectFrom("generation_statement")
    .select(["version", "wh"])
    .orderBy("version")
    .execute();
  expect(statements.map(({ version }) => version)).toEqual([1, 2]);
  expect((statements[1]?.wh ?? 0) - (statements[0]?.wh ?? 0)).toBe(1_000_000);
});
