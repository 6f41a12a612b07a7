import { addDays } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { issuanceDesk } from "../../../../testing/registry/issuance-desk.ts";
import { generationAccounts, meteredMonth } from "../../../../testing/registry/issuance-kit.ts";
import { verifyLedger } from "../index.ts";
import { proposeDrafts } from "./issuance.jobs.ts";

test("R11: a device that is succeeded in the middle of a month has no day twice and none lost, and its carry goes on", async () => {
  const { db, plant, act } = await issuanceDesk();
  const month = await meteredMonth(db, plant, 3_020_000);
  const until = addDays(month.from_day, 14);
  await sql`update registered_device set valid = daterange('2024-01-01', ${until}::date)`.execute(db);
  await sql`update device_unit set valid = daterange(lower(valid), ${until}::date)`.execute(db);
  await sql`
    insert into registered_device (code, business_account_id, demonstration, registry, english_name, local_name, fuel, technology, country,
        province, location, timezone, capacity_w, dc_wp, commercial_operation_on, registered_on, valid, project_id, predecessor_id)
      select 'D900001', business_account_id, demonstration, registry, english_name, local_name, fuel, technology, country, province, location,
        timezone, capacity_w, dc_wp, commercial_operation_on, ${month.from_day}::date, daterange(${until}::date, null), project_id,
        registered_device_id from registered_device`.execute(db);
  await sql`
    insert into device_unit (unit_id, registered_device_id, demonstration, role, valid)
      select u.unit_id, r.registered_device_id, r.demonstration, u.role, r.valid from device_unit u, registered_device r
      where r.code = 'D900001'`.execute(db);
  await proposeDrafts(db, Date.parse(`${month.to_day}T19:30:00Z`));
  const drafts = await db
    .selectFrom("issuance")
    .select(["record_uid", "from_day", "to_day"])
    .where("to_day", ">=", month.from_day)
    .orderBy("from_day")
    .execute();
  expect(drafts.map(({ from_day, to_day }) => [from_day, to_day])).toEqual([
    [month.from_day, addDays(until, -1)],
    [until, month.to_day],
  ]);
  for (const { record_uid } of drafts) {
    expect((await act(record_uid, "submit")).status).toBe(200);
    expect((await act(record_uid, "approve", {}, "issuer")).status).toBe(200);
  }
  const days = Number(month.to_day.slice(8));
  const wh = days * 3_020_000;
  expect(await generationAccounts(db)).toMatchObject([
    {
      metered_wh: wh,
      certified_wh: Math.floor(wh / 1_000_000) * 1_000_000,
      carry_wh: wh % 1_000_000,
      debt_wh: 0,
    },
  ]);
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from accepted_day`.execute(db);
  expect(rows).toEqual([{ n: days }]);
  expect((await verifyLedger(db)).faults).toEqual([]);
});
