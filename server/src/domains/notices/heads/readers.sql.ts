// Who is written to about the log of the certificate ledger.
import type { NoticeLanguage } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db.ts";

interface Reader {
  readonly account_id: number;
  readonly language: NoticeLanguage;
}

/** Everybody who manages a business account now, or operates the platform, each once. */
export async function logReaders(db: Db, who: "account_manager" | "platform_operator"): Promise<Reader[]> {
  const part = who === "account_manager" ? sql`g.role = 'account_manager'` : sql`g.class = 'operator'`;
  const { rows } = await sql<Reader>`
    select distinct a.account_id, coalesce(s.language, 'vi') as language
    from role_grant g join account a on a.account_id = g.account_id and a.disabled_at is null
      left join notice_preference s on s.account_id = a.account_id
    where ${part} and g.valid @> now() order by a.account_id`.execute(db);
  return rows;
}
