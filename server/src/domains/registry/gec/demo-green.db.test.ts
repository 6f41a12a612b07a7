// The demonstration's plant in China, from its registration to the redemption of its green certificates.
import { addDays, daysBetween, localDay } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { demoWork } from "../../../../seeds/demo-certificates.ts";
import { seedDemo } from "../../../../seeds/demo.ts";
import { freshStore } from "../../../../testing/file-kit.ts";
import { meterOn } from "../../../../testing/registry/device-kit.ts";
import { lastMonth, meterDays } from "../../../../testing/registry/issuance-kit.ts";
import { freshPools, scene } from "../../../../testing/test-kit.ts";
import { verifyLedger } from "../index.ts";

const ZONE = "Asia/Shanghai";

/** The demonstration with its plant in China behind which fourteen months lie, and a round of what it does by itself. */
async function demonstration() {
  const pools = await freshPools();
  const { db } = pools;
  const { store } = await freshStore();
  await seedDemo(db);
  const plant = await scene(db);
  const { project_id, gateway_id } = plant;
  await sql`update project set name = '嘉兴秀湖纺织园', demonstration = true, timezone = ${ZONE} where project_id = ${project_id}`.execute(
    db,
  );
  await sql`insert into project_member (project_id, account_id, role)
    select ${project_id}, account_id, 'owner' from account where email = 'owner@demo.example'`.execute(db);
  const { device_id } = await meterOn(db, plant);
  await db.updateTable("device").set({ ac_nominal_w: 900_000 }).where("device_id", "=", device_id).execute();
  const grid = await db
    .insertInto("device")
    .values({ project_id, gateway_id, asset_type: "grid_meter", serial: "GM-1" })
    .returning("device_id")
    .executeTakeFirstOrThrow();
  const month = lastMonth(ZONE);
  const days = [...daysBetween(month.from_day, month.to_day), addDays(month.to_day, 1)];
  const each = (wh: number) => Object.fromEntries(days.map((day) => [day, wh]));
  await meterDays(
    db,
    { project_id, device_id },
    { ...each(2_400_000), [addDays(localDay(ZONE, Date.now()), -420)]: 1 },
  );
  await meterDays(db, { project_id, device_id: grid.device_id }, each(800_000), "export");
  const [work] = demoWork(store);
  const round = async () => {
    await work?.run({}, { db, pool: pools.pool, signal: new AbortController().signal });
  };
  return { db, round, quantity: Math.floor((days.length - 1) * 0.8) };
}

type Demonstration = Awaited<ReturnType<typeof demonstration>>;

const statesOf = async (db: Demonstration["db"], table: "gec_redemption" | "rec_import" | "issuance") =>
  (await sql<{ status: string }>`select status from ${sql.table(table)} order by 1`.execute(db)).rows.map(
    ({ status }) => status,
  );

test("the plant in China issues what it exported, one purchase is redeemed and one waits for its seller, an import is received; and then nothing more", async () => {
  const { db, round, quantity } = await demonstration();
  for (let i = 0; i < 4; i += 1) await round();
  expect(await statesOf(db, "issuance")).toEqual(["approved"]);
  expect(await statesOf(db, "gec_redemption")).toEqual(["completed", "pending_seller_upload_certificate"]);
  expect(await statesOf(db, "rec_import")).toEqual(["imported", "in_progress"]);
  const { rows: held } = await sql<{ code: string; sub_account: string; amount: number }>`
    select b.code, h.sub_account, sum(h.until - h.first)::int4 as amount
    from certificate_holding h join certificate_batch b using (batch_id) where b.registry = 'GEC' group by 1, 2 order by 2`.execute(
    db,
  );
  expect(held).toMatchObject([
    { sub_account: "available", amount: quantity - 9 },
    { sub_account: "retired", amount: 9 },
  ]);
  expect(held.every(({ code }) => code.startsWith("DEMO-GEC-CN-D000001-"))).toBe(true);
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int4 as n from status_event`.execute(db)).rows[0]?.n;
  const before = await count();
  await round();
  expect(await count()).toBe(before);
  expect((await verifyLedger(db)).faults).toEqual([]);
});

test("a demonstration that was stopped between two persons goes on with the second", async () => {
  const { db, round } = await demonstration();
  // The first of two operators has asked, and nothing after it.
  await sql`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
    create trigger stop before update on rec_import for each row when (new.status = 'imported') execute function stop_here()`.execute(
    db,
  );
  await expect(round()).rejects.toThrow("stopped");
  expect(await statesOf(db, "rec_import")).toEqual(["in_progress"]);
  await sql`drop trigger stop on rec_import`.execute(db);
  await sql`create trigger stop before update on gec_redemption for each row when (new.status = 'completed') execute function stop_here()`.execute(
    db,
  );
  await round();
  await expect(round()).rejects.toThrow("stopped");
  expect(await statesOf(db, "gec_redemption")).toEqual(["in_progress"]);
  await sql`drop trigger stop on gec_redemption`.execute(db);
  await round();
  expect(await statesOf(db, "rec_import")).toEqual(["imported", "in_progress"]);
  expect(await statesOf(db, "gec_redemption")).toEqual(["completed", "pending_seller_upload_certificate"]);
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, count(*)::int4 as n from record_evidence group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { kind: "certificate", n: 1 },
    { kind: "purchase", n: 2 },
    { kind: "registry_statement", n: 1 },
    { kind: "verification", n: 1 },
  ]);
});
