// Less was generated than was certified: what pays for it (rules R8 and R33).
import type { Day } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../../platform/db.ts";
import { takenBack, whOf } from "../../generation/pieces.ts";
import { postEntry, type Move } from "../../ledger/post.sql.ts";
import {
  lockAccounts,
  postGeneration,
  setCarried,
  vintageOf,
  writeAccepted,
  type AcceptedDay,
} from "../generation-ledger.sql.ts";
import type { IssuanceRow } from "../issuance.sql.ts";
import { batchesOf, holdBatches } from "../mint.sql.ts";
import type { IssuedDevice } from "../registered-devices.sql.ts";

/** A day of which the readings say something else than was accepted. */
export interface RestatedChange {
  readonly was: AcceptedDay;
  /** New total minus accepted total. */
  readonly wh: number;
}

/**
 * Takes back what days were counted too much, as one debit: the carry pays, then certificates of the same batches that have not moved since
 * their issuance are withdrawn, highest serials first, then it is owed. Nothing that was sold, redeemed or reserved since is touched.
 */
export async function restateDown(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  changes: readonly RestatedChange[],
): Promise<void> {
  const last = changes.at(-1);
  if (last === undefined) return;
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const less = changes.reduce((sum, { wh }) => sum - wh, 0);
  const now = changes.map(lessened);
  const fromDeclared = changes.reduce(
    (sum, { was }, i) => sum + was.declared_wh - (now[i]?.declared_wh ?? 0),
    0,
  );
  const unmoved = await unmovedRanges(tx, row);
  const count = unmoved.reduce((sum, { first, until }) => sum + until - first, 0);
  const { day } = last.was;
  const after = takenBack(own, { day, wh: less }, count);
  const entry_id =
    after.withdrawn === 0 ? null : await withdraw(tx, row, device, { day, count: after.withdrawn, unmoved });
  const carry_wh = whOf(after.carried) - whOf(own.carried);
  const debt_wh = after.debt_wh - own.debt_wh;
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  await postGeneration(tx, {
    generation_account_id,
    type: "restate",
    issuance_id,
    entry_id,
    declared_wh: -fromDeclared,
    metered_wh: fromDeclared - less,
    certified_wh: -after.withdrawn * 1_000_000,
    carry_wh,
    debt_wh,
  });
  await setCarried(tx, own, after.carried);
  await writeAccepted(tx, device, { generation_account_id, issuance_id, statement_version }, now);
  const became = { withdrawn: after.withdrawn, carry_wh, debt_wh };
  await noteRestated(tx, row, changes, became);
}

/** What is accepted of the day then: what was declared goes first. */
function lessened({ was, wh }: RestatedChange): AcceptedDay {
  const fromDeclared = Math.min(was.declared_wh, -wh);
  return {
    day: was.day,
    metered_wh: was.metered_wh + wh + fromDeclared,
    declared_wh: was.declared_wh - fromDeclared,
  };
}

/** Writes down what the days were and are; what became of all of them together stands with the last. */
async function noteRestated(
  tx: Tx,
  { issuance_id }: IssuanceRow,
  changes: readonly RestatedChange[],
  became: { readonly withdrawn: number; readonly carry_wh: number; readonly debt_wh: number },
): Promise<void> {
  const values = changes.map(({ was, wh }, i) => {
    const was_wh = was.metered_wh + was.declared_wh;
    const outcome = i === changes.length - 1 ? became : { withdrawn: 0, carry_wh: 0, debt_wh: 0 };
    return { issuance_id, day: was.day, was_wh, wh: was_wh + wh, ...outcome };
  });
  await tx.insertInto("restated_day").values(values).execute();
}

interface Unmoved {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
}

/** Certificates of the request that lie where they were issued to and that nothing but their issuance ever touched, highest serials first. */
async function unmovedRanges(tx: Tx, row: IssuanceRow): Promise<Unmoved[]> {
  const batches = (await batchesOf(tx, row)).map(({ batch_id }) => batch_id);
  await holdBatches(tx, batches);
  const { rows } = await sql<Unmoved>`
    select h.batch_id, lower(r)::int8 as first, upper(r)::int8 as until
    from certificate_holding h cross join lateral unnest(int8multirange(h.range) - coalesce((
      select range_agg(int8range(l.first, l.until)) from journal_leg l where l.batch_id = h.batch_id and l.from_sub <> 'issue'
    ), '{}'::int8multirange)) as r
    where h.batch_id = any(${batches}::int8[]) and h.sub_account = 'available' and h.business_account_id = ${row.business_account_id}
    order by h.batch_id desc, lower(r) desc`.execute(tx);
  return rows;
}

/** Withdraws so many of the certificates, the first ones given first, from the end of each range. */
async function withdraw(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  { day, count, unmoved }: { day: Day; count: number; unmoved: readonly Unmoved[] },
): Promise<number> {
  let left = count;
  const moves: Move[] = [];
  for (const { batch_id, first, until } of unmoved) {
    const here = Math.min(left, until - first);
    if (here === 0) break;
    moves.push({
      batch_id,
      first: until - here,
      until,
      from: { account_id: device.business_account_id, sub_account: "available", reference: null },
      to: { account_id: null, sub_account: "withdrawn", reference: row.number },
      lot: null,
    });
    left -= here;
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from generation_posting where issuance_id = ${row.issuance_id} and type = 'restate'`.execute(
    tx,
  );
  const posted = await postEntry(tx, {
    type: "withdraw",
    actor_id: null,
    key: `restatement ${row.number} ${rows[0]?.n ?? 0}`,
    reference: row.number,
    record: { issuance: row.number, day, reason: "the readings were restated" },
    note: {},
    reverses: null,
    moves: moves.toSorted((a, b) => a.batch_id - b.batch_id || a.first - b.first),
    batches: [],
  });
  return posted.entry_id;
}
