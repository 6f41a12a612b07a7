// A statement as the journal binds it: a hash over all that is kept of it, which the entry that made certificates of it names (certificates.md §3.7).
import { canonicalText } from "@heliograph/contract";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

/** A statement of a request. */
interface StatementKey {
  readonly issuance_id: number;
  readonly version: number;
}

/** A change of what is hashed is a change of this. */
const FORM = "1";

type Texts = Readonly<Record<string, string>>;

/**
 * Hashes over the statements and their days as they are kept, hexadecimal, by `issuance_id version`; of those that are not there none. What
 * was over and owed when certificates were made of it is part of them.
 */
export async function statementHashes(
  db: Db,
  keys: readonly StatementKey[],
): Promise<ReadonlyMap<string, string>> {
  const [issuances, versions] = [keys.map((one) => one.issuance_id), keys.map(({ version }) => version)];
  const { rows } = await sql<{ key: string; statement: Texts; days: readonly Texts[] | null }>`
    with k as (select * from unnest(${issuances}::int8[], ${versions}::int4[]) as k (issuance_id, version))
    select concat(s.issuance_id, ' ', s.version) as key,
      jsonb_build_object('issuance', i.number, 'version', s.version::text, 'hash', s.hash,
        'made_at', (extract(epoch from s.made_at) * 1000000)::int8::text, 'wh', s.wh::text, 'declared_wh', s.declared_wh::text,
        'carry_wh', s.carry_wh::text, 'debt_wh', s.debt_wh::text, 'evidence', coalesce(s.evidence, '')) as statement,
      (select jsonb_agg(jsonb_build_object('day', d.day::text, 'wh', coalesce(d.wh::text, ''),
          'meter_wh', coalesce(d.meter_wh::text, ''), 'inverter_wh', coalesce(d.inverter_wh::text, ''),
          'exported_wh', coalesce(d.exported_wh::text, ''), 'supply_wh', coalesce(d.supply_wh::text, ''),
          'maximum_wh', d.maximum_wh::text, 'source', d.source, 'evidence', coalesce(d.evidence, ''),
          'complete_permille', d.complete_permille::text, 'is_settled', d.is_settled::text, 'is_copy', d.is_copy::text) order by d.day)
        from generation_day d where d.issuance_id = s.issuance_id and d.version = s.version) as days
    from k join generation_statement s using (issuance_id, version) join issuance i using (issuance_id)`.execute(
    db,
  );
  return new Map(
    rows.map(({ key, statement, days }) => {
      const text = canonicalText({ v: FORM, ...statement, days: days ?? [] });
      return [key, createHash("sha256").update(text).digest("hex")];
    }),
  );
}

/** The hash of one statement. Throws where it is not there. */
export async function statementHash(db: Db, { issuance_id, version }: StatementKey): Promise<string> {
  const hash = (await statementHashes(db, [{ issuance_id, version }])).get(`${issuance_id} ${version}`);
  if (hash === undefined) throw new Error(`The request ${issuance_id} has no statement ${version}`);
  return hash;
}
