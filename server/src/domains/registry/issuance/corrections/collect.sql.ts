// A debt of more than three months is collected from the certificates that the device's account holds (rule R33).
import type { CertificateRegistry, Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";
import { takenBack, whOf } from "../../generation/pieces.ts";
import { postEntry } from "../../ledger/post.sql.ts";
import { lockAccounts, postGeneration, setCarried } from "../generation-ledger.sql.ts";
import { holdBatches } from "../mint.sql.ts";

/** For so long a debt waits for the next issuance. */
const WAITS = "3 months";

interface Debt {
  readonly generation_account_id: number;
  readonly lineage_id: number;
  readonly registry: CertificateRegistry;
  readonly vintage: number;
}

/**
 * Withdraws available certificates of each line of devices that has owed energy for more than three months, of the account that the line
 * belongs to now: of the debt's own year first, then of the newest, highest serials first, as few as pay it. What a certificate is more
 * than the debt is carried; what cannot be collected is owed on. One that fails keeps no other from its turn; throws at the end then. Returns how
 * many certificates were withdrawn.
 */
export async function collectDebts(db: Db): Promise<number> {
  const { rows } = await sql<Debt>`
    select generation_account_id, lineage_id, registry, vintage from generation_account where debt_wh > 0
    order by generation_account_id`.execute(db);
  let collected = 0;
  const faults: unknown[] = [];
  for (const debt of rows) {
    try {
      collected += await db.transaction().execute((tx) => collect(tx, debt));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} debts were not collected`);
  return collected;
}

interface Held {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
  readonly vintage: number;
  readonly business_account_id: number;
  /** The last day of the batch. */
  readonly to_day: Day;
}

async function collect(tx: Tx, debt: Debt): Promise<number> {
  let collected = 0;
  for (let left = await overdue(tx, debt); left > 0;) {
    const [seen] = await heldOf(tx, debt);
    if (seen === undefined) break;
    await holdBatches(tx, [seen.batch_id]);
    const [held] = await heldOf(tx, debt);
    // It was sold, or reserved, until it could be held.
    if (held?.batch_id !== seen.batch_id) continue;
    const { withdrawn, paid_wh } = await collectFrom(tx, debt, held, left);
    collected += withdrawn;
    left -= paid_wh;
  }
  return collected;
}

/** What of the debt is older than three months, Wh: the oldest is paid first, so that what is left is what was added last. Locks the line. */
async function overdue(tx: Tx, { generation_account_id, ...line }: Debt): Promise<number> {
  const { own } = await lockAccounts(tx, line, line.vintage);
  const { rows } = await sql<{ young_wh: number }>`
    select coalesce(sum(debt_wh), 0)::int8 as young_wh from generation_posting
    where generation_account_id = ${generation_account_id} and debt_wh > 0 and at > now() - ${WAITS}::interval`.execute(
    tx,
  );
  return Math.max(0, own.debt_wh - (rows[0]?.young_wh ?? 0));
}

/** The next range to take from: available certificates of the line's devices with the account of the last of them. */
async function heldOf(tx: Tx, { lineage_id, registry, vintage }: Debt): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with recursive line as (
      select registered_device_id, code, business_account_id, 1 as far from registered_device where registered_device_id = ${lineage_id}
      union all
      select d.registered_device_id, d.code, d.business_account_id, far + 1
      from line join registered_device d on d.predecessor_id = line.registered_device_id where far < 100
    ),
    holder as (select business_account_id from line order by far desc limit 1)
    select h.batch_id, h.first, h.until, left(b.month, 4)::int4 as vintage, h.business_account_id, b.to_day
    from certificate_holding h join certificate_batch b using (batch_id)
    where h.sub_account = 'available' and h.business_account_id = (select business_account_id from holder)
      and b.registry = ${registry} and b.device in (select code from line) and b.manifest_root is not null
    order by left(b.month, 4)::int4 = ${vintage} desc, b.month desc, b.batch_id desc, h.first desc
    limit 1`.execute(tx);
  return rows;
}

/** Withdraws of the range what the debt takes, and posts it to the year of the range and, where that is another, to the year that owes. */
async function collectFrom(
  tx: Tx,
  debt: Debt,
  held: Held,
  owed_wh: number,
): Promise<{ withdrawn: number; paid_wh: number }> {
  const { own } = await lockAccounts(tx, debt, held.vintage);
  // The carry of that year pays first, as in a correction, so that the rest of a certificate has its place in it.
  const after = takenBack(
    { carried: own.carried, debt_wh: 0 },
    { day: held.to_day, wh: owed_wh },
    held.until - held.first,
  );
  const paid_wh = owed_wh - after.debt_wh;
  const isOwn = own.generation_account_id === debt.generation_account_id;
  const entry_id = after.withdrawn === 0 ? null : await withdraw(tx, debt, held, after.withdrawn);
  await postGeneration(tx, {
    generation_account_id: own.generation_account_id,
    type: "collect",
    issuance_id: null,
    entry_id,
    certified_wh: -after.withdrawn * 1_000_000,
    carry_wh: whOf(after.carried) - whOf(own.carried),
    ...(isOwn ? { debt_wh: -paid_wh } : { given_wh: paid_wh }),
  });
  await setCarried(tx, own, after.carried);
  if (!isOwn) {
    const { generation_account_id } = debt;
    await postGeneration(tx, {
      generation_account_id,
      type: "collect",
      issuance_id: null,
      entry_id,
      debt_wh: -paid_wh,
      given_wh: -paid_wh,
    });
  }
  return { withdrawn: after.withdrawn, paid_wh };
}

async function withdraw(tx: Tx, debt: Debt, held: Held, count: number): Promise<number> {
  const { rows } = await sql<{ code: string; n: number }>`
    select code, (select count(*) from generation_posting where type = 'collect') as n from registered_device
    where registered_device_id = ${debt.lineage_id}`.execute(tx);
  const { code = "", n = 0 } = rows[0] ?? {};
  const reference = `debt ${code} ${debt.vintage}`;
  const posted = await postEntry(tx, {
    type: "withdraw",
    actor_id: null,
    key: `${reference} ${n} ${held.batch_id}-${held.until}`,
    reference,
    record: { device: code, vintage: String(debt.vintage), reason: "a debt of more than three months" },
    note: {},
    reverses: null,
    moves: [
      {
        batch_id: held.batch_id,
        first: held.until - count,
        until: held.until,
        from: { account_id: held.business_account_id, sub_account: "available", reference: null },
        to: { account_id: null, sub_account: "withdrawn", reference },
        lot: null,
      },
    ],
    batches: [],
  });
  return posted.entry_id;
}
