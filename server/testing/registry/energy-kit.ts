// Certificates that were generated: what a ledger of tests begins with where the checker looks at energy and statements too.
import { sql } from "kysely";
import {
  acceptedDays,
  lockAccounts,
  postGeneration,
  writeAccepted,
} from "../../src/domains/registry/issuance/generation-ledger.sql.ts";
import { statementHash } from "../../src/domains/registry/issuance/bound-statements.sql.ts";
import { issuedDevices } from "../../src/domains/registry/issuance/registered-devices.sql.ts";
import { postEntry, type Posting } from "../../src/domains/registry/ledger/post.sql.ts";
import type { Db, Tx } from "../../src/platform/db.ts";
import { posting } from "./ledger-kit.ts";

type Batch = Posting["batches"][number];

const WH = 1_000_000;

/** The registered device of the batch, which begins to be where there is none; it belongs to whom the batch goes to. */
async function deviceOf(tx: Tx, batch: Batch) {
  await tx
    .insertInto("registered_device")
    .values({
      code: batch.device,
      business_account_id: batch.to.account_id ?? 0,
      demonstration: batch.demonstration,
      registry: batch.registry,
      english_name: `Roof ${batch.device}`,
      local_name: `Mái ${batch.device}`,
      fuel: batch.fuel,
      technology: "TC110",
      country: batch.country,
      province: "Dong Nai",
      location: "Nhon Trach",
      timezone: "Asia/Ho_Chi_Minh",
      capacity_w: 1_000_000,
      commercial_operation_on: "2018-12-01",
      registered_on: "2019-01-01",
      valid: sql<string>`'[2019-01-01,2034-01-01)'`,
    })
    .onConflict((on) => on.column("code").doNothing())
    .execute();
  const device = (await issuedDevices(tx, {})).find(({ code }) => code === batch.device);
  if (device === undefined) throw new Error(`There is no device ${batch.device}`);
  return device;
}

/** A request for the batch that was approved, with the statement of its one day. */
async function approvedRequest(tx: Tx, batch: Batch, registered_device_id: number, day: string) {
  const wh = batch.quantity * WH;
  const { issuance_id } = await tx
    .insertInto("issuance")
    .values({
      number: batch.source_reference,
      business_account_id: batch.to.account_id ?? 0,
      status: "approved",
      registered_device_id,
      demonstration: batch.demonstration,
      registry: batch.registry,
      country: batch.country,
      from_day: batch.from_day,
      to_day: batch.to_day,
      statement_version: 1,
      quantity: batch.quantity,
      evidence: "A",
    })
    .returning("issuance_id")
    .executeTakeFirstOrThrow();
  const version = 1;
  await tx
    .insertInto("generation_statement")
    .values({
      issuance_id,
      version,
      hash: "ab".repeat(32),
      wh,
      declared_wh: 0,
      carry_wh: 0,
      debt_wh: 0,
      evidence: "A",
    })
    .execute();
  await tx
    .insertInto("generation_day")
    .values({
      issuance_id,
      version,
      day,
      wh,
      meter_wh: wh,
      maximum_wh: wh,
      source: "meter",
      evidence: "A",
      complete_permille: 1000,
      is_settled: true,
      is_copy: false,
    })
    .execute();
  return { issuance_id, version };
}

/** Issues the batch of what its device generated on its first day. */
export function issueMetered(db: Db, key: string, batch: Batch): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const device = await deviceOf(tx, batch);
    const day = batch.from_day;
    const statement = await approvedRequest(tx, batch, device.registered_device_id, day);
    const { issuance_id, version } = statement;
    const record = {
      issuance: batch.source_reference,
      statement: String(version),
      statement_hash: await statementHash(tx, statement),
    };
    const { entry_id } = await postEntry(
      tx,
      posting({ type: "issue", key, reference: batch.source_reference, record, batches: [batch] }),
    );
    const wh = batch.quantity * WH;
    const { own } = await lockAccounts(tx, device, Number(batch.month.slice(0, 4)));
    const { generation_account_id } = own;
    await postGeneration(tx, {
      generation_account_id,
      type: "issue",
      issuance_id,
      entry_id,
      metered_wh: wh,
      certified_wh: wh,
    });
    const before = (await acceptedDays(tx, device, { from_day: day, to_day: day })).get(day);
    const accepted = { day, metered_wh: wh + (before?.metered_wh ?? 0), declared_wh: 0 };
    await writeAccepted(tx, device, { generation_account_id, issuance_id, statement_version: version }, [
      accepted,
    ]);
  });
}

/** Has the device oweEnergy so many Wh of its first day of the year: that day was restated, and nothing is left that pays. */
export function oweEnergy(db: Db, code: string, vintage: number, wh: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const device = (await issuedDevices(tx, {})).find((one) => one.code === code);
    if (device === undefined) throw new Error(`There is no device ${code}`);
    const { own } = await lockAccounts(tx, device, vintage);
    const { generation_account_id } = own;
    await postGeneration(tx, {
      generation_account_id,
      type: "restate",
      issuance_id: null,
      metered_wh: -wh,
      debt_wh: wh,
    });
    await sql`
      update accepted_day set metered_wh = metered_wh - ${wh} where (lineage_id, day) = (
        select lineage_id, min(day) from accepted_day where generation_account_id = ${generation_account_id} group by lineage_id)`.execute(
      tx,
    );
  });
}
