// What keeps a correction waiting, and that nothing of it is lost meanwhile: of certificates, or of energy.
import { addDays, daysBetween, decideOnDevice, readIssuance } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { onDevice } from "../../../../../testing/registry/device-kit.ts";
import {
  generationAccounts,
  meterDays,
  risingQuarters,
} from "../../../../../testing/registry/issuance-kit.ts";
import { issuedMonth } from "../../../../../testing/registry/issued-month.ts";
import type { Db } from "../../../../platform/db.ts";
import { verifyLedger } from "../../index.ts";
import { compareChangedDays } from "./corrections.sql.ts";

type Month = Awaited<ReturnType<typeof issuedMonth>>;

/** What a gateway's birth does when it states another rating. */
const reborn = (db: Db, { device_id }: { device_id: number }) =>
  db.updateTable("device").set({ ac_nominal_w: 777_000 }).where("device_id", "=", device_id).execute();

/** Every day of the issued month written again with the Wh. */
async function rewritten({ db, plant, month }: Month, wh: number): Promise<void> {
  const days = daysBetween(month.from_day, month.to_day);
  await meterDays(db, plant, Object.fromEntries(days.map((day) => [day, wh])));
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Days that were left are looked at again after some time. */
const timePasses = (db: Db) => sql`update changed_bound_day set due_at = now()`.execute(db);

const corrections = (db: Db) =>
  db.selectFrom("issuance").selectAll().where("corrects", "is not", null).orderBy("issuance_id").execute();

const queued = async (db: Db) =>
  (await db.selectFrom("changed_bound_day").select("day").orderBy("day").execute()).map(({ day }) => day);

test("R10: days of a month that was issued are rewritten while the binding is suspended: every certificate stays, and the days wait", async () => {
  const given = await issuedMonth();
  const { db, plant, counted, held, api, issuers, month, number } = given;
  const quantity = Math.floor(counted / 1e6);
  await reborn(db, plant);
  await rewritten(given, 3_020_000);
  await compareChangedDays(db);
  expect([await held("available"), await held("withdrawn")]).toEqual([quantity, 0]);
  // Less is told meanwhile: that waits for the issuer too.
  await meterDays(db, plant, { [month.from_day]: 1_020_000 });
  await compareChangedDays(db);
  expect([await held("available"), await held("withdrawn")]).toEqual([quantity, 0]);
  expect(await queued(db)).toEqual(daysBetween(month.from_day, month.to_day));
  const { record_uid } = await db
    .selectFrom("issuance")
    .select("record_uid")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  const { body: page } = await api(readIssuance, { token: issuers[0].token, query: { record_uid } });
  expect(page.restated.waiting).toEqual([
    { day: month.from_day, was_wh: 3_020_000, wh: 1_020_000, because: "binding" },
  ]);
  // The record of the device has followed its binding.
  await db.updateTable("registered_device").set({ status: "binding_suspended" }).execute();
  const confirm = await api(decideOnDevice, {
    token: issuers[0].token,
    query: {},
    body: {
      ...(await onDevice(db, plant.device_uid)),
      action: "confirm_binding",
      reason: "The new rating is that of the plate.",
    },
  });
  expect(confirm.status).toBe(200);
  await timePasses(db);
  await compareChangedDays(db);
  const carry = counted % 1_000_000;
  expect(await held("withdrawn")).toBe(Math.ceil((2_000_000 - carry) / 1e6));
  expect(await queued(db)).toEqual([]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R9, ISS-007: a plant of 1 MW that is restated to 500 MWh on one day makes nothing of it", async () => {
  const { db, counted, restate, command, trader, held, month } = await issuedMonth();
  await restate(500_000_000);
  const [draft] = await corrections(db);
  expect(draft).toMatchObject({ status: "draft", failed: ["ISS-007"] });
  const sent = await command(draft?.record_uid ?? "", "submit", trader.token);
  expect([sent.status, sent.body.code]).toEqual([422, "ISS-007"]);
  expect(sent.body.message).toMatch(
    /^500\.000 MWh is above the physical maximum of \d+\.\d{3,6} MWh for this period\.$/,
  );
  expect(await generationAccounts(db)).toMatchObject([{ metered_wh: counted, declared_wh: 0 }]);
  // It was a mistake of the readings: what was certified meanwhile stays as it is.
  await restate(3_020_000, month.from_day);
  expect(await held("withdrawn")).toBe(0);
  expect(await corrections(db)).toMatchObject([{ status: "deleted" }]);
});

test("R4, R9, ISS-013: a correction whose readings equal another meter's waits for the issuer's word", async () => {
  const { db, plant, restate, command, trader, issuers, month } = await issuedMonth();
  await risingQuarters(db, plant, month.from_day);
  await restate(5_020_000);
  const [draft] = await corrections(db);
  const kept = await db
    .selectFrom("point_day")
    .select("hash")
    .where("day", "=", month.from_day)
    .executeTakeFirstOrThrow();
  const other = await db
    .insertInto("device")
    .values({
      project_id: plant.project_id,
      gateway_id: plant.gateway_id,
      asset_type: "electric_meter",
      serial: "TWIN",
    })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("point_day")
    .values({ device_id: other.device_id, day: month.from_day, hash: kept.hash })
    .execute();
  const uid = draft?.record_uid ?? "";
  expect((await command(uid, "submit", trader.token)).status).toBe(200);
  await command(uid, "approve_declared", issuers[0].token);
  const refused = await command(uid, "approve_declared", issuers[1].token);
  expect([refused.status, refused.body.code]).toEqual([422, "ISS-013"]);
});

test("R8: energy of a correction is not lost: its draft cannot be deleted, and one that is withdrawn or rejected is proposed again", async () => {
  const { db, counted, restate, command, trader, issuers, held } = await issuedMonth();
  const quantity = Math.floor(counted / 1e6);
  await restate(5_520_000);
  const [first] = await corrections(db);
  const refused = await command(first?.record_uid ?? "", "delete", trader.token);
  expect([refused.status, refused.body.code]).toEqual([422, "GEN-422"]);
  await command(first?.record_uid ?? "", "submit", trader.token);
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 2_500_000, reserved_wh: 2_500_000 }]);
  await command(first?.record_uid ?? "", "withdraw", trader.token);
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 0, reserved_wh: 0, unclaimed_wh: 0 }]);
  await compareChangedDays(db);
  const [, second] = await corrections(db);
  expect(second).toMatchObject({ status: "draft", quantity: first?.quantity });
  await command(second?.record_uid ?? "", "submit", trader.token);
  await command(
    second?.record_uid ?? "",
    "reject",
    issuers[0].token,
    "Show the protocol of the meter first.",
  );
  await compareChangedDays(db);
  const [, , third] = await corrections(db);
  expect(third).toMatchObject({ status: "draft", quantity: first?.quantity });
  await command(third?.record_uid ?? "", "submit", trader.token);
  await command(third?.record_uid ?? "", "approve_declared", issuers[0].token);
  await command(third?.record_uid ?? "", "approve_declared", issuers[1].token);
  expect(await held("available")).toBe(quantity + (first?.quantity ?? 0));
  await compareChangedDays(db);
  expect(await corrections(db)).toHaveLength(3);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R6: a request is corrected upwards twice, each time by the difference to what was accepted then", async () => {
  const { db, counted, restate, command, trader, issuers, held } = await issuedMonth();
  for (const wh of [4_520_000, 6_020_000]) {
    await restate(wh);
    const draft = (await corrections(db)).at(-1);
    expect(draft).toMatchObject({ status: "draft" });
    expect((await command(draft?.record_uid ?? "", "submit", trader.token)).status).toBe(200);
    await command(draft?.record_uid ?? "", "approve_declared", issuers[0].token);
    await command(draft?.record_uid ?? "", "approve_declared", issuers[1].token);
  }
  expect(await held("available")).toBe(Math.floor((counted + 3_000_000) / 1e6));
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 3_000_000, reserved_wh: 0 }]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("R6: readings that change again while their correction waits for the issuer are compared once it is decided", async () => {
  const { db, restate, command, trader, held, month } = await issuedMonth();
  await restate(5_520_000);
  const [draft] = await corrections(db);
  await command(draft?.record_uid ?? "", "submit", trader.token);
  await restate(2_020_000);
  expect([await held("withdrawn"), await queued(db)]).toEqual([0, [month.from_day]]);
  await command(draft?.record_uid ?? "", "withdraw", trader.token);
  await compareChangedDays(db);
  expect(await generationAccounts(db)).toMatchObject([{ declared_wh: 0, debt_wh: 0 }]);
  expect(await held("withdrawn")).toBe(1);
});

test("R5, R6: a day on which a counter was reset is compared once nothing undoes that any more", async () => {
  const { db, plant, restate, month, held, counted } = await issuedMonth();
  await compareChangedDays(db);
  const since = Date.parse(`${month.from_day}T00:00:00+07:00`);
  await db
    .insertInto("ledger_event")
    .values({
      project_id: plant.project_id,
      device_id: plant.device_id,
      kind: "reset",
      quantity: "production",
      at: daysAgo(2),
      detail: JSON.stringify({ since }),
    })
    .execute();
  await restate(20_000);
  expect([await held("withdrawn"), await queued(db)]).toEqual([0, [month.from_day]]);
  await db
    .updateTable("ledger_event")
    .set({ at: daysAgo(40) })
    .where("kind", "=", "reset")
    .execute();
  await compareChangedDays(db);
  expect(await held("withdrawn")).toBe(0);
  await timePasses(db);
  await compareChangedDays(db);
  expect(await held("withdrawn")).toBe(Math.ceil((3_000_000 - (counted % 1_000_000)) / 1e6));
  expect(await queued(db)).toEqual([]);
});

test("R6: thousands of days that wait keep no other day from its comparison", async () => {
  const { db, plant, restate, month } = await issuedMonth();
  await reborn(db, plant);
  await sql`insert into changed_bound_day (device_id, day, changed_at)
    select ${plant.device_id}, ${addDays(month.from_day, -3000)}::date + n, now() - interval '1 day' from generate_series(0, 2999) n`.execute(
    db,
  );
  await compareChangedDays(db);
  await sql`update unit_binding set suspended_at = null`.execute(db);
  await restate(2_900_000);
  expect(await generationAccounts(db)).toMatchObject([{ carry_wh: expect.any(Number) }]);
  const posted = await db
    .selectFrom("generation_posting")
    .select("metered_wh")
    .where("type", "=", "restate")
    .execute();
  expect(posted).toEqual([{ metered_wh: -120_000 }]);
});
