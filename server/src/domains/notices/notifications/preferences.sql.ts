import { NOTICE_TOPICS, type NoticePreferences } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

/** How an account is notified that has said nothing. */
const USUAL: NoticePreferences = {
  accept_nof: true,
  push: true,
  mail: true,
  severities: ["critical", "warning", "minor"],
  topics: [...NOTICE_TOPICS],
  quiet_hours: null,
  digest: null,
  timezone: "Asia/Ho_Chi_Minh",
  language: "vi",
};

/** A row of notice_preference as JSON. */
export interface PreferenceRow extends Omit<NoticePreferences, "accept_nof" | "quiet_hours" | "digest"> {
  readonly accepts: boolean;
  /** "22:00:00"; null: no quiet hours. */
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  /** "07:00:00"; null: no digest. */
  readonly digest_at: string | null;
  readonly digest_critical: boolean;
}

/** What the row says; null: nothing was ever said. */
export function preferencesFrom(row: PreferenceRow | null): NoticePreferences {
  if (row === null) return USUAL;
  const { accepts, push, mail, severities, topics, quiet_from, quiet_until, timezone, language } = row;
  return {
    accept_nof: accepts,
    push,
    mail,
    severities,
    topics,
    quiet_hours:
      quiet_from === null || quiet_until === null
        ? null
        : { from: quiet_from.slice(0, 5), until: quiet_until.slice(0, 5) },
    digest:
      row.digest_at === null
        ? null
        : { at: row.digest_at.slice(0, 5), critical_at_once: row.digest_critical },
    timezone,
    language,
  };
}

/** How the account wants to be notified. */
export async function preferencesOf(db: Db, account_id: number): Promise<NoticePreferences> {
  const { rows } = await sql<{ kept: PreferenceRow }>`
    select to_jsonb(s) as kept from notice_preference s where s.account_id = ${account_id}`.execute(db);
  return preferencesFrom(rows[0]?.kept ?? null);
}

/** Keeps how the account wants to be notified. A digest at another time begins with the next such time. */
export async function keepPreferences(
  tx: Tx,
  account_id: number,
  { accept_nof: accepts, quiet_hours, digest, ...rest }: NoticePreferences,
): Promise<void> {
  const values = {
    ...rest,
    accepts,
    severities: [...rest.severities],
    topics: [...rest.topics],
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
    digest_at: digest?.at ?? null,
    digest_critical: digest?.critical_at_once ?? true,
    changed_at: new Date(),
  };
  const isSameTime = sql<boolean>`notice_preference.digest_at is not distinct from excluded.digest_at
    and notice_preference.timezone = excluded.timezone`;
  await tx
    .insertInto("notice_preference")
    .values({ account_id, ...values, digest_since: values.changed_at })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({
        ...values,
        digest_since: sql<Date>`case when ${isSameTime} then notice_preference.digest_since else excluded.digest_since end`,
      }),
    )
    .execute();
}
