// Applications to register devices as they are stored.
import {
  DEVICE_LIFE,
  DEVICE_LIMITS,
  DEVICE_TABS,
  type DEVICE_APPLICATION_ORDERS,
  type DeviceAnswer,
  type DeviceDraft,
  type DeviceFields,
  type DeviceMeter,
  type DeviceType,
  type ListedDeviceApplication,
  type listDeviceApplications,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import {
  countsByState,
  countsWithAll,
  dueOf,
  placeInOrder,
  recordRows,
  sumOfStates,
  wayOf,
  type Actor,
  type RecordList,
  type RecordRow,
} from "../../parties/index.ts";
import { CAPACITY_W } from "./capacity.sql.ts";

export interface ApplicationRow extends RecordRow {
  readonly application_id: number;
  readonly type: DeviceType;
  /** Names of fields that were never typed are left out. */
  readonly fields: Partial<DeviceFields>;
  readonly meters: readonly DeviceMeter[];
  readonly members: readonly string[];
  readonly answers: readonly DeviceAnswer[];
  readonly note: string;
  readonly submission: number;
  readonly registration_date: string | null;
  readonly opened_at: Date | null;
  /** The project of the portal that its fields name; null: none that somebody of the account may see. */
  readonly plant_id: number | null;
  readonly folder_id: number | null;
  readonly registered_device_id: number | null;
  /** The registered device that it will succeed; null: none. */
  readonly succeeds_id: number | null;
  /** It changes that device before its end, and does not renew it. */
  readonly is_change: boolean;
  readonly registry: string;
  readonly country: string;
}

/** Whose applications a person sees: those of the account; of others those that were submitted, issuers by registry and country. */
function seenBy({ business_account_id, roles, scopes }: Actor) {
  if (business_account_id !== null) {
    return sql<boolean>`d.business_account_id = ${business_account_id} and d.status <> 'deleted'`;
  }
  const submitted = sql<boolean>`d.status not in ('draft', 'deleted')`;
  if (roles.includes("platform_operator")) return submitted;
  const mine = scopes.map(({ registry, country }) => `${registry}-${country}`);
  return sql<boolean>`${submitted} and d.registry || '-' || d.country = any(${mine}::text[])`;
}

type Wanted = z.output<(typeof listDeviceApplications)["query"]>;

/** A field as text to sort by; what was not typed comes last. */
const typed = (field: string) => sql`nullif(lower(d.fields ->> ${field}), '')`;

const ORDERS: Readonly<Record<(typeof DEVICE_APPLICATION_ORDERS)[number], ReturnType<typeof sql>>> = {
  application_id: sql`d.application_id`,
  status: placeInOrder(DEVICE_TABS, sql`d.status`),
  device_english_name: typed("device_english_name"),
  device_local_name: typed("device_local_name"),
  registry: sql`nullif(d.registry, '')`,
  device_type: sql`d.type`,
  device_unique_id: sql`r.code`,
  fuel_type: typed("fuel_type"),
  device_technology: typed("device_technology"),
  location: sql`nullif(d.country, '')`,
  province: typed("province"),
  capacity: CAPACITY_W,
  registration_date: sql`d.registration_date`,
  created_at: sql`d.created_at`,
  next: dueOf({ life: DEVICE_LIFE }, sql`d.record_uid`),
};

interface ListedRow {
  readonly record_uid: string;
  readonly number: string;
  readonly type: DeviceType;
  readonly status: string;
  readonly version: number;
  readonly fields: Partial<DeviceFields>;
  readonly members: number;
  readonly capacity_w: number | null;
  readonly code: string | null;
  readonly registration_date: string | null;
  readonly created_at: Date;
  readonly folder_uid: string | null;
}

/** A page of the applications that the person sees and asked for, how many there are, how many each status has, and how many are pending or to be submitted again. */
export async function applicationsOf(
  db: Db,
  actor: Actor,
  wanted: Wanted,
): Promise<{
  rows: Omit<ListedDeviceApplication, "next">[];
  total_items: number;
  tab_counts: Record<string, number>;
}> {
  const { type = null, folder_uid = null, status = [], search, order_type } = wanted;
  const list: RecordList<ListedRow, keyof typeof ORDERS> = {
    columns: sql<ListedRow>`d.record_uid, d.number, d.type, d.status, d.version, d.fields, d.registration_date, d.created_at, f.folder_uid,
      cardinality(d.members) as members, r.code, ${CAPACITY_W} as capacity_w`,
    from: sql`device_application d left join device_folder f using (folder_id)
      left join registered_device r on r.registered_device_id = d.registered_device_id`,
    where: sql`${seenBy(actor)} and (${type}::text is null or d.type = ${type})
      and (${folder_uid}::uuid is null or f.folder_uid = ${folder_uid})
      and (${search} = '' or position(plain_text(${search}) in d.search_text) > 0)`,
    status: sql`d.status`,
    orders: ORDERS,
    ties: sql`d.application_id ${wayOf(order_type)}`,
  };
  const states = status.length === 0 ? null : status;
  const rows = await recordRows(db, list, {
    ...wanted,
    states,
    size: wanted.page_size,
  });
  const counts = await countsByState(db, list);
  return {
    rows: rows.map(shown),
    total_items: sumOfStates(counts, states ?? DEVICE_TABS),
    tab_counts: countsWithAll(counts, DEVICE_TABS),
  };
}

function shown(row: ListedRow): Omit<ListedDeviceApplication, "next"> {
  const { fields } = row;
  const { record_uid, status, version, members, registration_date, folder_uid } = row;
  return {
    record_uid,
    status,
    version,
    members,
    registration_date,
    folder_uid,
    application_id: row.number,
    registry: fields.registry ?? "",
    device_type: row.type,
    device_local_name: fields.device_local_name ?? "",
    device_english_name: fields.device_english_name ?? "",
    device_unique_id: row.code,
    fuel_type: fields.fuel_type ?? "",
    device_technology: fields.device_technology ?? "",
    location: fields.location ?? "",
    province: fields.province ?? "",
    capacity_w: row.capacity_w,
    created_at: row.created_at.toISOString(),
  };
}

/** How many of the applications that the person sees wait for the person: pending ones for an issuer, those to be submitted again for an applicant. */
export async function applicationsWaiting(db: Db, actor: Actor): Promise<number> {
  const waits = actor.roles.includes("issuer")
    ? "pending"
    : actor.roles.some((role) => role === "trader" || role === "account_manager")
      ? "to_resubmit"
      : null;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from device_application d where ${seenBy(actor)} and d.status = ${waits}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Refuses with DEV-034 where the account has as many applications as it may, deleted ones too. */
export async function mustHaveRoom(tx: Tx, business_account_id: number): Promise<void> {
  const { count } = await tx
    .selectFrom("device_application")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("business_account_id", "=", business_account_id)
    .executeTakeFirstOrThrow();
  if (count < DEVICE_LIMITS.applications) return;
  const message = `An account may have ${DEVICE_LIMITS.applications} registrations.`;
  throw new GuardRefusal(422, [{ code: "DEV-034", message, params: { max: DEVICE_LIMITS.applications } }]);
}

/** What a new application begins with. */
interface Begun {
  readonly number: string;
  readonly business_account_id: number;
  readonly type: DeviceType;
  readonly fields: Partial<DeviceFields>;
  readonly members: readonly string[];
  readonly folder_id: number | null;
  readonly copied_from: number | null;
  readonly succeeds_id?: number;
  readonly is_change?: boolean;
  readonly meters?: readonly DeviceMeter[];
  readonly plant_id?: number | null;
  readonly created_by: number | null;
}

/** Writes a new draft; its record_uid, account and status. */
export async function insertApplication(
  tx: Tx,
  { fields, members, meters = [], ...begun }: Begun,
): Promise<{ record_uid: string; business_account_id: number; status: string }> {
  return tx
    .insertInto("device_application")
    .values({
      ...begun,
      fields: JSON.stringify(fields),
      meters: JSON.stringify(meters),
      members: [...members],
    })
    .returning(["record_uid", "business_account_id", "status"])
    .executeTakeFirstOrThrow();
}

/** What is saved of a draft. `plant_id`: of the project that its fields name; null: none that the person may see. */
interface Saved {
  readonly draft: DeviceDraft;
  readonly answers: readonly DeviceAnswer[];
  readonly note: string;
  readonly plant_id: number | null;
}

/** Writes the draft as typed; the version counts on. */
export async function saveApplication(
  tx: Tx,
  application_id: number,
  { draft, answers, note, plant_id }: Saved,
): Promise<void> {
  await tx
    .updateTable("device_application")
    .set({
      fields: JSON.stringify(draft.fields),
      meters: JSON.stringify(draft.meters),
      members: draft.members,
      answers: JSON.stringify(answers),
      note,
      plant_id,
      version: sql<number>`version + 1`,
      changed_at: sql<Date>`now()`,
    })
    .where("application_id", "=", application_id)
    .execute();
}

/** The id of the project of that uid that the account has a role on, or whose id is `known`; null: none. */
export async function projectSeen(
  db: Db,
  uid: string,
  who: { account_id: number | null; known: number | null },
): Promise<number | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uid)) return null;
  const { rows } = await sql<{ project_id: number }>`
    select p.project_id from project p where p.project_uid = ${uid}::uuid and p.removed_at is null
      and (p.project_id = ${who.known} or exists (
        select from project_member m where m.project_id = p.project_id and m.account_id = ${who.account_id}))`.execute(
    db,
  );
  return rows[0]?.project_id ?? null;
}
