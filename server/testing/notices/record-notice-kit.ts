// Records of which people are told, in tests: a company with a bank account, and events as the kernel of records writes them.
import { randomUUID } from "node:crypto";
import type { RecordRole } from "@heliograph/contract";
import { sql } from "kysely";
import { mailNotice } from "../../src/domains/notices/notifications/alarm-channels.jobs.ts";
import type { NoticeSent } from "../../src/domains/notices/notifications/notice-channels.jobs.ts";
import type { Db } from "../../src/platform/db.ts";
import { company, memberOf } from "../registry/record-kit.ts";
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
export async function submittedApplications(
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

/** What happened to records, as `moveRecord` writes it; `at`: then, though it is told as what happens now. */
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
  const written = await db
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
      })),
    )
    .returning("status_event_id")
    .execute();
  if (at === undefined) return;
  const ids = written.map(({ status_event_id }) => status_event_id);
  await db.updateTable("status_event").set({ at }).where("status_event_id", "in", ids).execute();
}

/** An operator's rejection of a bank account. */
export const REJECTED = {
  entity: "bank_account",
  action: "reject",
  from: "pending_verification",
  to: "rejected",
  role: "platform_operator",
} as const;
/** What happens to an application for a device: it is submitted, sent back, approved. */
export const SUBMITTED = {
  entity: "device_application",
  action: "submit",
  from: "draft",
  to: "pending",
  role: "trader",
} as const;
export const REFERRED = {
  ...SUBMITTED,
  action: "refer",
  from: "pending",
  to: "to_resubmit",
  role: "issuer",
} as const;
export const APPROVED = { ...REFERRED, action: "approve", to: "approved" } as const;

/** A company with a person of each role. */
export async function companyWithPeople(db: Db, name = "Solar One", demonstration = false) {
  const own = await company(db, name, demonstration);
  return {
    own,
    manager: await memberOf(db, own, "account_manager"),
    trader: await memberOf(db, own, "trader"),
    viewer: await memberOf(db, own, "viewer"),
  };
}

/** Who was told what, in the order in which it was told. */
export const toldPeople = (db: Db) =>
  db
    .selectFrom("record_notice as n")
    .innerJoin("status_event as e", "e.status_event_id", "n.status_event_id")
    .select([
      "n.account_id",
      "e.action",
      "n.title",
      "n.is_turn",
      sql<boolean>`n.read_at is null`.as("is_new"),
      "n.scope",
    ])
    .orderBy("n.record_notice_id")
    .execute();

/** These people are written to in English. */
export const inEnglish = (db: Db, ...all: readonly { account_id: number }[]) =>
  db
    .insertInto("notice_preference")
    .values(all.map(({ account_id }) => ({ account_id, language: "en" })))
    .execute();

/** What mails name of the installation. */
export const PORTAL = { product: "Heliograph", origin: "https://portal.example" };

/** Writes the mails of notices that have gone out. */
export async function writeMails(db: Db): Promise<void> {
  const { rows } = await sql<{ payload: NoticeSent }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notices.alarm-mail' order by j.id`.execute(db);
  for (const { payload } of rows) await mailNotice(db, payload, PORTAL);
}

/** The mails to the person, or to everybody, the oldest first. */
export const mailsTo = (db: Db, who?: { account_id: number }) =>
  db
    .selectFrom("mail")
    .select(["account_id", "subject", "text", "language"])
    .$if(who !== undefined, (query) => query.where("account_id", "=", who?.account_id ?? 0))
    .orderBy("mail_id")
    .execute();
