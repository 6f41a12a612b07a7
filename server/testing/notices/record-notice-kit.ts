// Records of which people are told, in tests: a company with a bank account, and events as the kernel of records writes them.
import { randomUUID } from "node:crypto";
import type { RecordRole } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db.ts";
import { registrySources } from "../../src/domains/registry/index.ts";
import { settlementSources } from "../../src/domains/settlement/index.ts";
import { sendDue } from "../../src/domains/notices/notifications/notices.jobs.ts";
import { takeRecords } from "../../src/domains/notices/records/tell-records.jobs.ts";

/** Every kind of record of the product. */
export const SOURCES = [...registrySources, ...settlementSources];
/** What happens to records goes out each hour at most. */
export const EVERY_MS = 3_600_000;

/** Takes what happened to records as of the instant (ms). */
export const takeRecordsAt = (db: Db, nowMs: number): Promise<void> =>
  takeRecords(db, SOURCES, nowMs, { records_every_ms: EVERY_MS });

/** The same, and sends what is due then. */
export async function tellRecordsAt(db: Db, nowMs: number): Promise<void> {
  await takeRecordsAt(db, nowMs);
  await sendDue(db, nowMs);
}

/** A bank account of the company that waits to be verified. */
export async function bankOf(
  db: Db,
  { business_account_id }: { business_account_id: number },
  number = "BK-2026-000001",
) {
  return db
    .insertInto("bank_account")
    .values({
      business_account_id,
      number,
      status: "pending_verification",
      currency: "USD",
      bank_name: "Vietcombank",
      account_name: "Solar One",
      swift_code: "BFTVVNVX",
      account_number: randomUUID().slice(0, 12),
      comment: "",
    })
    .returning(["record_uid", "business_account_id", "number"])
    .executeTakeFirstOrThrow();
}

/** Applications of the company for devices in Viet Nam, pending. */
export async function applicationsOf(
  db: Db,
  { business_account_id }: { business_account_id: number },
  count = 1,
) {
  const { rows } = await sql<{ record_uid: string; business_account_id: number; number: string }>`
    insert into device_application (number, business_account_id, type, status, fields, submission, registration_date)
    select 'DR-2026-' || lpad(n::text, 6, '0'), ${business_account_id}, 'normal', 'pending',
      jsonb_build_object('registry', 'IREC', 'location', 'VN', 'device_english_name', 'Rooftop ' || n), 1, '2026-10-01'
    from generate_series(1, ${count}::int4) n returning record_uid, business_account_id, number`.execute(db);
  return rows;
}

/** What happened to records, as `moveRecord` writes it; answers with the events' ids. */
export async function happens(
  db: Db,
  records: readonly { readonly record_uid: string; readonly business_account_id: number }[],
  event: {
    readonly entity: string;
    readonly action: string;
    readonly from?: string | null;
    readonly to: string;
    readonly role: RecordRole;
    readonly by?: number;
    readonly reason?: string;
    readonly at?: Date;
  },
): Promise<void> {
  const { entity, action, from = null, to, role, by = null, reason = null, at } = event;
  await db
    .insertInto("status_event")
    .values(
      records.map(({ record_uid, business_account_id }) => ({
        entity,
        record_uid,
        business_account_id,
        from_status: from,
        to_status: to,
        action,
        actor_id: by,
        actor_role: role,
        reason,
        ...(at === undefined ? {} : { at }),
      })),
    )
    .execute();
}
