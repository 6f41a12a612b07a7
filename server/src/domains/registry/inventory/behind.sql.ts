// The records behind what the journal refers to: those that the account itself may open.
import type { RecordBehind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";

/**
 * The items, each with the record of its reference (an issuance, an import, a redemption) where it is one of the account's own, with the key of the statement
 * that is in force where there is one that can be read; null for all others.
 */
export async function withRecords<T extends { readonly reference: string | null }>(
  tx: Tx,
  business_account_id: number,
  items: readonly T[],
): Promise<(T & { record: RecordBehind | null })[]> {
  const numbers = [...new Set(items.flatMap(({ reference }) => reference ?? []))];
  const found = numbers.length === 0 ? [] : await recordsOf(tx, business_account_id, numbers);
  const records = new Map(found.map(({ number, ...record }) => [number, record]));
  return items.map((item) => ({ ...item, record: records.get(item.reference ?? "") ?? null }));
}

async function recordsOf(
  tx: Tx,
  me: number,
  numbers: readonly string[],
): Promise<(RecordBehind & { number: string })[]> {
  const among = sql`number = any(${[...numbers]}::text[])`;
  const { rows } = await sql<RecordBehind & { number: string }>`
    select number, 'issuance' as kind, record_uid, null as statement from issuance where ${among} and business_account_id = ${me}
    union all
    select number, 'import', record_uid, null from rec_import where ${among} and business_account_id = ${me}
    union all
    select number, 'gec_redemption', record_uid, null from gec_redemption
    where ${among} and (business_account_id = ${me} or seller_account_id = ${me})
    union all
    select number, 'redemption', record_uid, (select s.key from redemption_statement s
      where s.redemption_id = r.redemption_id and s.ready_at is not null order by s.statement_id desc limit 1)
    from redemption r where ${among} and business_account_id = ${me}`.execute(tx);
  return rows;
}
