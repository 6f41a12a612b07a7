// The schedule of fees and the agreement on them, as they are stored.
import type { AgreementVersion, GuardError, SignedLanguage, WaitingRecord } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { accountCan, hasRole, type Actor } from "../records/actor.sql.ts";

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

/** Today in GMT+8, as SQL. */
const TODAY = sql`(now() at time zone 'Etc/GMT-8')::date`;

/** Rates that hold today (GMT+8), by code. */
export async function feeRules(db: Db): Promise<FeeRule[]> {
  const { rows } = await sql<FeeRule>`
    select fee_rule_id, code, version, fee_type, registry, fuel_group, currency, rate, is_configured,
      lower(effective)::text as effective_from
    from fee_rule where effective @> ${TODAY} order by code`.execute(db);
  return rows;
}

/** What was published of rates for later, by code, the next of each. */
export async function nextRates(
  db: Db,
): Promise<ReadonlyMap<string, { rate: number; effective_from: string }>> {
  const { rows } = await sql<{ code: string; rate: number; effective_from: string }>`
    select distinct on (code) code, rate, lower(effective)::text as effective_from from fee_rule
    where lower(effective) > ${TODAY} order by code, lower(effective)`.execute(db);
  return new Map(rows.map(({ code, ...next }) => [code, next]));
}

/** The agreement that is in force (GMT+8) and the one that was published for later (null: none) in each language, and whether the account has accepted them, and in which. */
export async function feeAgreement(
  db: Db,
  business_account_id: number,
): Promise<AgreementVersion & { next: AgreementVersion | null }> {
  const { rows } = await sql<
    Omit<AgreementVersion, "accepted"> & {
      in_force: boolean;
      at: Date | null;
      by: string | null;
      language: SignedLanguage | null;
    }
  >`
    select g.version, g.effective_from::text, g.effective_from <= ${TODAY} as in_force,
      c.accepted_at as at, a.display_name as by, c.language,
      (select jsonb_agg(jsonb_build_object('language', t.language, 'text', t.text, 'text_hash', encode(t.text_hash, 'hex')) order by t.language)
        from fee_agreement_text t where t.version = g.version) as texts
    from fee_agreement g
    left join fee_acceptance c on c.version = g.version and c.business_account_id = ${business_account_id}
    left join account a on a.account_id = c.accepted_by
    order by g.version desc`.execute(db);
  const versions = rows.map(({ at, by, language, in_force, ...version }) => ({
    in_force,
    version: {
      ...version,
      accepted: at === null || language === null ? null : { at: at.toISOString(), by, language },
    },
  }));
  const now = versions.find(({ in_force }) => in_force);
  if (now === undefined) throw new Error("There is no fee agreement in force");
  return { ...now.version, next: versions.findLast(({ in_force }) => !in_force)?.version ?? null };
}

/** What speaks against charging the account a fee: FEE-002, until it has accepted the agreement that is in force. */
export async function agreementFaults(db: Db, business_account_id: number): Promise<GuardError[]> {
  const { version, accepted } = await feeAgreement(db, business_account_id);
  if (accepted !== null) return [];
  const message = `Accept version ${version} of the fee agreement first.`;
  return [{ code: "FEE-002", message, params: { version } }];
}

/** The versions of the agreement that the acting account has not accepted, which its account manager does: the one in force, and what was published for later. */
export async function waitingAgreements(tx: Db, actor: Actor): Promise<Omit<WaitingRecord, "service">[]> {
  const { business_account_id } = actor;
  if (business_account_id === null || !accountCan(actor, "act")) return [];
  const { rows } = await sql<{
    agreement_uid: string;
    version: number;
    effective_from: string;
    is_later: boolean;
    account: string;
    company_name: string;
  }>`
    select g.agreement_uid, g.version, g.effective_from::text, g.effective_from > ${TODAY} as is_later,
      b.business_account_uid as account, b.company_name
    from fee_agreement g, business_account b
    where b.business_account_id = ${business_account_id}
      and g.version >= (select max(version) from fee_agreement where effective_from <= ${TODAY})
      and not exists (select from fee_acceptance c
        where c.version = g.version and c.business_account_id = b.business_account_id)
    order by g.version`.execute(tx);
  return rows.map(({ agreement_uid, version, effective_from, is_later, account, company_name }) => ({
    record_uid: agreement_uid,
    page: agreement_uid,
    number: `v${version}`,
    title: company_name,
    account,
    status: "fee_agreement",
    next: {
      by: "account_manager",
      is_you: hasRole(actor, "account_manager"),
      until: is_later ? startOfGmt8(effective_from) : null,
      otherwise: null,
    },
  }));
}

/** The instant at which the day begins in GMT+8. */
const startOfGmt8 = (day: string): string => new Date(`${day}T00:00:00+08:00`).toISOString();
