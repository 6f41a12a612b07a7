// The days that certificates were made of, as they are kept: leaves of the manifests of batches.
import { manifestRoot, type ManifestLeaf } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { sha256 } from "../ledger/seal.sql.ts";

/** Keeps the leaves of batches that have just been made, in their order. Refused by the database where they are not the batch's certificates. */
export async function keepLeaves(
  tx: Tx,
  batches: readonly { readonly code: string; readonly leaves: readonly ManifestLeaf[] }[],
): Promise<void> {
  const rows = batches.flatMap(({ code, leaves }) => {
    let at = 0;
    return leaves.map(({ day, wh }) => ({ code, day, begin_wh: at, end_wh: (at += wh) }));
  });
  await sql`
    insert into certificate_leaf (batch_id, begin_wh, end_wh, day)
    select b.batch_id, l.begin_wh, l.end_wh, l.day
    from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ begin_wh }) => begin_wh)}::int8[],
      ${rows.map(({ end_wh }) => end_wh)}::int8[], ${rows.map(({ day }) => day)}::date[]) as l (code, begin_wh, end_wh, day)
      join certificate_batch b using (code)`.execute(tx);
}

/** A lateral join to `p` with the first and last day of production of range `r` (batch_id, first, until); null where the days of its batch are not kept. */
export const producedOfRange = sql`left join lateral (
  select min(l.day) as from_day, max(l.day) as to_day from certificate_leaf l
  where l.batch_id = r.batch_id and l.begin_wh < (r.until - 1) * 1000000 and l.end_wh > (r.first - 1) * 1000000
) p on true`;

/** The leaves of the batch in the order of its numbers; empty: they are not kept. */
export async function leavesOf(db: Db, batch_id: number): Promise<ManifestLeaf[]> {
  const { rows } = await sql<ManifestLeaf>`
    select day, end_wh - begin_wh as wh from certificate_leaf where batch_id = ${batch_id} order by begin_wh`.execute(
    db,
  );
  return rows;
}

/** Batches (codes) whose kept days do not lead to the root that the journal has of them; those without kept days are none. */
export async function unlikeManifests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string; root: Buffer | null; leaves: ManifestLeaf[] }>`
    select b.code, b.manifest_root as root, json_agg(json_build_object('day', l.day, 'wh', l.end_wh - l.begin_wh) order by l.begin_wh) as leaves
    from certificate_leaf l join certificate_batch b using (batch_id) group by b.batch_id order by b.batch_id`.execute(
    db,
  );
  return rows.flatMap(({ code, root, leaves }) =>
    root?.equals(manifestRoot(sha256, leaves)) === true ? [] : [code],
  );
}
