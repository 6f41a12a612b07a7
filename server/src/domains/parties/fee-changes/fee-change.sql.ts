// Changes of rates and agreement as they are stored: one waits for its second person at a time, those that were published stay.
import {
  plainGmt8Day,
  SIGNED_LANGUAGES,
  type Day,
  type FeeChange,
  type SignedLanguage,
  type WaitingRecord,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { hasRole, type Actor } from "../records/actor.sql.ts";

/** What a first person asked for lapses after so many hours. */
const LAPSES_AFTER_H = 72;
const WAITS = sql<boolean>`published_at is null and asked_at >= now() - make_interval(hours => ${sql.lit(LAPSES_AFTER_H)})`;

interface AskedChange extends FeeChange {
  readonly change_uid: string;
  readonly first_person: number;
  readonly asked_at: Date;
}

/** The change that waits for a second person, or the one with the uid, locked; undefined: there is none. */
export async function askedFeeChange(db: Db, change_uid?: string): Promise<AskedChange | undefined> {
  const which = change_uid === undefined ? sql`` : sql`and change_uid = ${change_uid} for update`;
  const { rows } = await sql<Omit<AskedChange, "rates"> & { rates: Record<string, number> }>`
    select change_uid, effective_from::text, rates, agreement_texts, first_person, asked_at from fee_change
    where ${WAITS} ${which}`.execute(db);
  const [row] = rows;
  return row && { ...row, rates: Object.entries(row.rates).map(([code, rate]) => ({ code, rate })) };
}

/** What changes are held to, as it is at this moment: rates and agreement as they were published last. Nobody changes them meanwhile where `lock` says so. */
export async function feeFacts(db: Db, { lock }: { lock: boolean }) {
  if (lock) await sql`lock table fee_rule, fee_agreement in share row exclusive mode`.execute(db);
  const { rows } = await sql<{
    code: string;
    rate: number;
    is_configured: boolean;
    effective_from: Day;
  }>`
    select distinct on (code) code, rate, is_configured, lower(effective)::text as effective_from from fee_rule
    order by code, lower(effective) desc`.execute(db);
  const agreements = await sql<{
    version: number;
    texts: Partial<Record<SignedLanguage, string>>;
    effective_from: Day;
    now: Date;
  }>`
    select version, effective_from::text, now() as now,
      (select jsonb_object_agg(t.language, t.text) from fee_agreement_text t where t.version = g.version) as texts
    from fee_agreement g order by version desc limit 1`.execute(db);
  const [agreement] = agreements.rows;
  if (agreement === undefined) throw new Error("There is no fee agreement");
  const days = [agreement.effective_from, ...rows.map(({ effective_from }) => effective_from)];
  const { version, texts, effective_from, now } = agreement;
  return {
    today: plainGmt8Day(now),
    rates: new Map(rows.map(({ code, rate, is_configured }) => [code, { rate, is_configured }])),
    agreement: { version, texts, effective_from },
    agreement_texts: texts,
    last_effective: days.reduce((last, day) => (day > last ? day : last)),
  };
}

/** Keeps what a first person asks for, in the place of what was asked for before. Returns its uid. */
export async function keepAskedChange(
  tx: Tx,
  { effective_from, rates, agreement_texts }: FeeChange,
  first_person: number,
): Promise<string> {
  await sql`delete from fee_change where published_at is null`.execute(tx);
  const byCode = Object.fromEntries(rates.map(({ code, rate }) => [code, rate]));
  const { rows } = await sql<{ change_uid: string }>`
    insert into fee_change (effective_from, rates, agreement_texts, first_person)
    values (${effective_from}, ${JSON.stringify(byCode)}::jsonb, ${JSON.stringify(agreement_texts)}::jsonb, ${first_person}) returning change_uid`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The change was not kept");
  return row.change_uid;
}

/** Forgets a change that waits. False: there is none. */
export async function forgetFeeChange(tx: Tx, change_uid: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from fee_change where change_uid = ${change_uid} and ${WAITS}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Publishes the change: the rates that differ get a version from its day on, and so does the agreement in each language. Returns that version. */
export async function publishFeeChange(
  tx: Tx,
  { change_uid, effective_from, rates, agreement_texts }: AskedChange,
  second_person: number,
): Promise<number> {
  for (const { code, rate } of rates) {
    // The version before ends where this one begins.
    await sql`
      with last as (
        update fee_rule set effective = daterange(lower(effective), ${effective_from}::date)
        where code = ${code} and upper_inf(effective) and (rate, is_configured) is distinct from (${rate}::int8, true)
        returning *
      )
      insert into fee_rule (code, version, fee_type, registry, fuel_group, currency, rate, is_configured, effective, change_uid)
      select code, version + 1, fee_type, registry, fuel_group, currency, ${rate}, true, daterange(${effective_from}::date, null), ${change_uid}
      from last`.execute(tx);
  }
  const { rows } = await sql<{ version: number }>`
    insert into fee_agreement (version, effective_from, change_uid)
    select max(version) + 1, ${effective_from}, ${change_uid} from fee_agreement returning version`.execute(
    tx,
  );
  const [made] = rows;
  if (made === undefined) throw new Error("No version of the agreement was made");
  await tx
    .insertInto("fee_agreement_text")
    .values(SIGNED_LANGUAGES.map((language) => ({ ...made, language, text: agreement_texts[language] })))
    .execute();
  await sql`
    update fee_change set second_person = ${second_person}, published_at = now() where change_uid = ${change_uid}`.execute(
    tx,
  );
  return made.version;
}

/** The change that waits for a second platform operator, for platform operators. */
export async function waitingFeeChange(tx: Db, actor: Actor): Promise<Omit<WaitingRecord, "service">[]> {
  if (!hasRole(actor, "platform_operator")) return [];
  const asked = await askedFeeChange(tx);
  if (asked === undefined) return [];
  const until = new Date(asked.asked_at.getTime() + LAPSES_AFTER_H * 3_600_000).toISOString();
  const is_you = asked.first_person !== actor.account_id;
  return [
    {
      record_uid: asked.change_uid,
      page: asked.change_uid,
      number: asked.effective_from,
      title: "",
      account: null,
      status: "fee_change",
      next: { by: "platform_operator", is_you, until, otherwise: null },
    },
  ];
}
