// The schedule of fees and the agreement on them, as they are stored.
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

interface FeeRule {
  readonly fee_rule_id: number;
  readonly code: string;
  readonly version: number;
  readonly fee_type: "REDEEM_EXCHANGE" | "SELF_REDEEM" | "BUYER_PROCESSING" | "OTHER";
  readonly registry: "IREC" | "TIGR" | "GEC";
  readonly fuel_group: "hydro" | "other";
  readonly currency: string;
  /** In 1/10,000 of the currency for each MWh. */
  readonly rate: number;
  readonly is_configured: boolean;
  /** YYYY-MM-DD. */
  readonly effective_from: string;
}

/** Rates that hold today (GMT+8), by code. */
export async function feeRules(db: Db): Promise<FeeRule[]> {
  const { rows } = await sql<FeeRule>`
    select fee_rule_id, code, version, fee_type, registry, fuel_group, currency, rate, is_configured,
      lower(effective)::text as effective_from
    from fee_rule where effective @> (now() at time zone 'Etc/GMT-8')::date order by code`.execute(db);
  return rows;
}

/** The agreement that is in force (GMT+8), and whether the account has accepted it. */
export async function feeAgreement(db: Db, business_account_id: number) {
  const { rows } = await sql<{
    version: number;
    text: string;
    text_hash: string;
    effective_from: string;
    at: Date | null;
    by: string | null;
  }>`
    select g.version, g.text, encode(g.text_hash, 'hex') as text_hash, g.effective_from::text, c.accepted_at as at, a.display_name as by
    from fee_agreement g
    left join fee_acceptance c on c.version = g.version and c.business_account_id = ${business_account_id}
    left join account a on a.account_id = c.accepted_by
    where g.effective_from <= (now() at time zone 'Etc/GMT-8')::date
    order by g.version desc limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("There is no fee agreement in force");
  const { at, by, ...agreement } = row;
  return { ...agreement, accepted: at === null ? null : { at: at.toISOString(), by } };
}
