// What becomes of certificates when the readings of their days are restated (rules R6, R8, R9, R33).
import { addDays, type Day } from "@heliograph/contract";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { systemActor } from "../../parties/index.ts";
import { takenBack, whOf } from "../generation/pieces.ts";
import { postEntry, type Move } from "../ledger/post.sql.ts";
import {
  lockAccounts,
  overOf,
  postGeneration,
  setCarried,
  vintageOf,
  writeAccepted,
} from "./generation-ledger.sql.ts";
import { nowOf } from "./issuance-facts.sql.ts";
import { beginIssuance, refreeze } from "./issuance-kind.sql.ts";
import { declaredDays, freeze, type IssuanceRow } from "./issuance.sql.ts";
import { madeStatement, type MadeDay } from "./made-statement.sql.ts";
import { batchesOf } from "./mint.sql.ts";
import { issuedDevices, type IssuedDevice } from "./registered-devices.sql.ts";

/** Changed days that one run takes. */
const AT_ONCE = 2000;

/** A request with days that changed. */
interface Touched {
  readonly issuance_id: number;
  readonly days: readonly Day[];
}

/**
 * Compares the days of bound devices that were written anew with what was accepted of them: a draft is frozen anew, a certified day is
 * corrected by new total minus accepted total. A request that waits for its issuer is left: approval compares it itself (R7).
 */
export async function compareChangedDays(db: Db): Promise<void> {
  const { rows: changed } = await sql<{ device_id: number; day: Day; changed_at: Date }>`
    select device_id, day, changed_at from changed_bound_day order by changed_at limit ${AT_ONCE}`.execute(
    db,
  );
  if (changed.length === 0) return;
  const { rows: touched } = await sql<Touched>`
    select i.issuance_id, array_agg(distinct c.day::text order by c.day::text) as days
    from unnest(${changed.map(({ device_id }) => device_id)}::int4[], ${changed.map(({ day }) => day)}::date[]) as c (device_id, day)
    join unit_binding b on b.device_id = c.device_id and b.valid @> c.day
    join device_unit u on u.unit_id = b.unit_id and u.valid @> c.day
    join issuance i on i.registered_device_id = u.registered_device_id and c.day between i.from_day and i.to_day
      and i.status in ('draft', 'approved') and i.corrects is null
    group by i.issuance_id order by i.issuance_id`.execute(db);
  for (const one of touched) await db.transaction().execute((tx) => compareRequest(tx, one));
  // What was written again meanwhile stays for the next run.
  await sql`
    delete from changed_bound_day c using unnest(${changed.map(({ device_id }) => device_id)}::int4[],
      ${changed.map(({ day }) => day)}::date[], ${changed.map(({ changed_at }) => changed_at)}::timestamptz[]) as d (device_id, day, changed_at)
    where c.device_id = d.device_id and c.day = d.day and date_trunc('milliseconds', c.changed_at) <= d.changed_at`.execute(
    db,
  );
}

async function compareRequest(tx: Tx, { issuance_id, days }: Touched): Promise<void> {
  const { rows } =
    await sql<IssuanceRow>`select * from issuance where issuance_id = ${issuance_id} for update`.execute(tx);
  const [row] = rows;
  if (row?.status === "draft") await refreeze(tx, row);
  if (row?.status === "approved") await correct(tx, row, days);
}

/** The difference of each day, the days up together and the days down one after the other. */
async function correct(tx: Tx, row: IssuanceRow, days: readonly Day[]): Promise<void> {
  const [device] = await issuedDevices(tx, { registered_device_id: row.registered_device_id });
  if (device === undefined) return;
  const declared = await declaredDays(tx, row.issuance_id);
  const made = await madeStatement(tx, device, row, { declared, now_ms: await nowOf(tx) });
  const { rows: accepted } = await sql<{ day: Day; metered_wh: number; declared_wh: number }>`
    select day, metered_wh, declared_wh from accepted_day where lineage_id = ${device.lineage_id}
      and day between ${row.from_day}::date and ${row.to_day}::date`.execute(tx);
  const before = new Map(accepted.map((one) => [one.day, one]));
  const changes = made.days.flatMap((day) => {
    const was = before.get(day.day) ?? { day: day.day, metered_wh: 0, declared_wh: 0 };
    const wh = (day.wh ?? 0) - was.metered_wh - was.declared_wh;
    return days.includes(day.day) && day.is_settled && wh !== 0 ? [{ day, was, wh }] : [];
  });
  const down = changes.filter(({ wh }) => wh < 0);
  const up = changes.filter(({ wh }) => wh > 0);
  for (const change of down) await restateDown(tx, row, device, change);
  if (up.length > 0) await restateUp(tx, row, device, up);
}

interface Change {
  readonly day: MadeDay;
  readonly was: { readonly day: Day; readonly metered_wh: number; readonly declared_wh: number };
  /** New total minus accepted total. */
  readonly wh: number;
}

/**
 * Less than was certified: the carry pays, then certificates of the same batch that have not moved since their issuance are withdrawn,
 * highest serials first, then it is owed. Nothing that was sold, redeemed or reserved since is touched.
 */
async function restateDown(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  { day, was, wh }: Change,
): Promise<void> {
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const less = -wh;
  const fromDeclared = Math.min(was.declared_wh, less);
  const unmoved = await unmovedRanges(tx, row);
  const count = unmoved.reduce((sum, { first, until }) => sum + until - first, 0);
  const after = takenBack(own, { day: day.day, wh: less }, count);
  const entry_id =
    after.withdrawn === 0
      ? null
      : await withdraw(tx, row, device, { day: day.day, count: after.withdrawn, unmoved });
  await postGeneration(tx, {
    generation_account_id: own.generation_account_id,
    type: "restate",
    issuance_id: row.issuance_id,
    entry_id,
    declared_wh: -fromDeclared,
    metered_wh: fromDeclared - less,
    certified_wh: -after.withdrawn * 1_000_000,
    carry_wh: whOf(after.carried) - whOf(own.carried),
    debt_wh: after.debt_wh - own.debt_wh,
  });
  await setCarried(tx, own, after.carried);
  const now = {
    day: day.day,
    metered_wh: was.metered_wh - (less - fromDeclared),
    declared_wh: was.declared_wh - fromDeclared,
  };
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  await writeAccepted(tx, device, { generation_account_id, issuance_id, statement_version }, [now]);
}

interface Unmoved {
  readonly batch_id: number;
  readonly first: number;
  readonly until: number;
}

/** Certificates of the request that lie where they were issued to and that nothing but their issuance ever touched, highest serials first. */
async function unmovedRanges(tx: Tx, row: IssuanceRow): Promise<Unmoved[]> {
  const batches = (await batchesOf(tx, row)).map(({ batch_id }) => batch_id);
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

/**
 * More than was certified: declared (class C, R9) and not claimed, and a draft of its own that corrects the request, which two issuers
 * approve. The draft of an earlier correction that was not submitted gives way to it.
 */
async function restateUp(
  tx: Tx,
  row: IssuanceRow,
  device: IssuedDevice,
  changes: readonly Change[],
): Promise<void> {
  const { own } = await lockAccounts(tx, device, vintageOf(row.from_day));
  const { generation_account_id } = own;
  const { issuance_id, statement_version } = row;
  const more = changes.reduce((sum, { wh }) => sum + wh, 0);
  await postGeneration(tx, {
    generation_account_id,
    type: "restate",
    issuance_id,
    declared_wh: more,
    unclaimed_wh: more,
  });
  const accepted = changes.map(({ was, wh }) => ({ ...was, declared_wh: was.declared_wh + wh }));
  await writeAccepted(tx, device, { generation_account_id, issuance_id, statement_version }, accepted);
  const actor = await systemActor(tx);
  const waiting = await openCorrection(tx, row);
  const draft =
    waiting ??
    (await beginIssuance(
      tx,
      device,
      { from_day: row.from_day, to_day: row.to_day, corrects: issuance_id },
      actor,
    ));
  await freezeCorrection(tx, device, draft, changes);
}

async function openCorrection(tx: Tx, { issuance_id }: IssuanceRow): Promise<IssuanceRow | undefined> {
  const { rows } = await sql<IssuanceRow>`
    select * from issuance where corrects = ${issuance_id} and status = 'draft' order by issuance_id limit 1 for update`.execute(
    tx,
  );
  return rows[0];
}

/** The statement of the correction: of each day what is more than was certified of it. */
async function freezeCorrection(
  tx: Tx,
  device: IssuedDevice,
  draft: IssuanceRow,
  changes: readonly Change[],
): Promise<void> {
  const { rows: before } = await sql<{ day: Day; wh: number }>`
    select day, wh from generation_day where issuance_id = ${draft.issuance_id} and version = ${draft.statement_version} and wh is not null`.execute(
    tx,
  );
  const whOn = new Map(before.map(({ day, wh }) => [day, wh]));
  for (const { day, wh } of changes) whOn.set(day.day, (whOn.get(day.day) ?? 0) + wh);
  const made = new Map(changes.map(({ day }) => [day.day, day]));
  const days: MadeDay[] = [];
  for (let day = draft.from_day; day <= draft.to_day; day = addDays(day, 1)) {
    const wh = whOn.get(day) ?? 0;
    const base = made.get(day) ?? {
      meter_wh: null,
      inverter_wh: null,
      maximum_wh: 0,
      complete_permille: 1000,
    };
    days.push({
      ...base,
      day,
      wh,
      source: "import",
      evidence: "C",
      is_settled: true,
      is_copy: false,
      maximum_wh: Math.max(wh, base.maximum_wh),
    });
  }
  const wh = whOf(days.map((one) => ({ day: one.day, wh: one.wh ?? 0 })));
  const text = JSON.stringify(days.map((one) => [one.day, one.wh]));
  const hash = createHash("sha256").update(`${draft.number} ${text}`).digest("hex");
  const over = await overOf(tx, device, vintageOf(draft.from_day));
  const balance = whOf(over.carried) - over.debt_wh + wh;
  const outcome = {
    carry_wh: whOf(over.carried),
    debt_wh: over.debt_wh,
    quantity: Math.max(0, Math.floor(balance / 1_000_000)),
    failed: balance < 1_000_000 ? ["ISS-010"] : [],
  };
  await freeze(tx, draft, { hash, wh, declared_wh: wh, evidence: "C", days }, outcome);
}
