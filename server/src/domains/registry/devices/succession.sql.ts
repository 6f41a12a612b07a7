// Devices that succeed others: renewals, and changes of account or registry (rule R11).
import {
  accountStatesFor,
  DEVICE_LIMITS,
  localDay,
  nextMonthStart,
  type ApplicationFacts,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import { noSuchRecord, type Actor } from "../../parties/index.ts";
import type { ApplicationRow } from "./application.sql.ts";

/** A device that an application may succeed. */
interface Predecessor {
  readonly registered_device_id: number;
  readonly business_account_id: number;
  readonly code: string;
  readonly kind: string;
  readonly registry: string;
  readonly timezone: string;
  /** The day after its last one. */
  readonly ends: string;
  /** To whom an account manager released it; null: to nobody. */
  readonly released_to: number | null;
  readonly successor: string | null;
}

const predecessorWhere = (condition: ReturnType<typeof sql>) => sql<Predecessor>`
  select r.registered_device_id, r.business_account_id, r.code, r.kind, r.registry, r.timezone, upper(r.valid)::text as ends,
    l.business_account_id as released_to, (select n.code from registered_device n where n.predecessor_id = r.registered_device_id) as successor
  from registered_device r left join device_release l using (registered_device_id) where ${condition}`;

/** The device of the code that the account may succeed, as its own or as released to it, locked. Throws GEN-404, DEV-041 where it has a successor. */
export async function mustBeFree(
  tx: Tx,
  { business_account_id }: Pick<Actor, "business_account_id">,
  code: string,
): Promise<Predecessor> {
  const { rows } = await sql<Predecessor>`${predecessorWhere(sql`r.code = ${code}`)} for update of r`.execute(
    tx,
  );
  const [device] = rows;
  const mine =
    device?.business_account_id === business_account_id || device?.released_to === business_account_id;
  if (device === undefined || !mine) throw noSuchRecord();
  mustHaveNoSuccessor(device);
  return device;
}

/**
 * Whether the account may change what the device is registered with before it ends: it is its own and in force. A group changes by its
 * devices, from month to month.
 */
export function mayChangeEarly(
  {
    business_account_id,
    kind,
    ends,
    timezone,
  }: Pick<Predecessor, "business_account_id" | "kind" | "ends" | "timezone">,
  actor: Pick<Actor, "business_account_id" | "at">,
): boolean {
  const isOwn = business_account_id === actor.business_account_id;
  return isOwn && kind === "normal" && ends > localDay(timezone, actor.at.getTime());
}

/** Refuses with DEV-041 what has been succeeded. */
export function mustHaveNoSuccessor({ code, successor }: Pick<Predecessor, "code" | "successor">): void {
  if (successor === null) return;
  const params = { device: code, successor };
  const message = `${code} has been succeeded by ${successor}.`;
  throw new GuardRefusal(422, [{ code: "DEV-041", message, params }]);
}

/** The device that the application succeeds; undefined: none. */
export async function predecessorOf(
  db: Db,
  { succeeds_id }: Pick<ApplicationRow, "succeeds_id">,
): Promise<Predecessor | undefined> {
  if (succeeds_id === null) return undefined;
  const { rows } = await predecessorWhere(sql`r.registered_device_id = ${succeeds_id}`).execute(db);
  return rows[0];
}

/** What guards ask of the device that is succeeded. */
export const predecessorFacts = (
  predecessor: Predecessor | undefined,
  { business_account_id, is_change }: Pick<ApplicationRow, "business_account_id" | "is_change">,
): ApplicationFacts["predecessor"] =>
  predecessor === undefined
    ? null
    : {
        code: predecessor.code,
        registry: predecessor.registry,
        ends: predecessor.ends,
        is_own: predecessor.business_account_id === business_account_id,
        is_released: predecessor.released_to === business_account_id,
        is_change,
      };

/**
 * From when on the successor counts. A renewal: from the day after its predecessor's last one, or the day on which it was first submitted
 * where that is later. With a change of account, registry or what it is registered with: from the beginning of the next month, or from the predecessor's end where that is
 * sooner; the predecessor ends then.
 */
export function successionDay(
  predecessor: Predecessor,
  to: Pick<ApplicationRow, "business_account_id" | "registry" | "is_change"> & {
    readonly registered_on: string;
  },
  at: Date,
): string {
  const { ends, timezone, business_account_id, registry } = predecessor;
  const isSame = business_account_id === to.business_account_id && registry === to.registry;
  const isRenewal = isSame && !to.is_change;
  if (isRenewal || ends <= localDay(timezone, at.getTime())) {
    return ends > to.registered_on ? ends : to.registered_on;
  }
  const month = nextMonthStart(localDay(timezone, at.getTime()));
  return month < ends ? month : ends;
}

/** Ends the predecessor and what it measures on the day, where it would last longer. */
export async function endPredecessor(
  tx: Tx,
  { registered_device_id }: Predecessor,
  day: string,
): Promise<void> {
  await sql`
    update registered_device set valid = daterange(lower(valid), ${day}::date)
    where registered_device_id = ${registered_device_id} and upper(valid) > ${day}::date`.execute(tx);
  await sql`
    delete from device_unit where registered_device_id = ${registered_device_id} and lower(valid) >= ${day}::date`.execute(
    tx,
  );
  await sql`
    update device_unit set valid = daterange(lower(valid), ${day}::date)
    where registered_device_id = ${registered_device_id} and valid @> ${day}::date`.execute(tx);
  await tx.deleteFrom("device_release").where("registered_device_id", "=", registered_device_id).execute();
}

/** The open application of the account that succeeds the device; undefined: none. Throws GEN-404 where another account has one. */
export async function openSuccession(
  tx: Tx,
  { registered_device_id }: Predecessor,
  { business_account_id }: Pick<Actor, "business_account_id">,
): Promise<{ record_uid: string; number: string } | undefined> {
  const row = await tx
    .selectFrom("device_application")
    .select(["record_uid", "number", "business_account_id"])
    .where("succeeds_id", "=", registered_device_id)
    .where("status", "in", ["draft", "pending", "to_resubmit"])
    .executeTakeFirst();
  if (row !== undefined && row.business_account_id !== business_account_id) throw noSuchRecord();
  return row;
}

/** The application that a device came from, with what its successor's begins with. */
export async function applicationOfDevice(
  db: Db,
  { registered_device_id }: Predecessor,
): Promise<Pick<ApplicationRow, "fields" | "meters" | "plant_id"> | undefined> {
  return db
    .selectFrom("device_application")
    .select(["fields", "meters", "plant_id"])
    .where("registered_device_id", "=", registered_device_id)
    .$castTo<Pick<ApplicationRow, "fields" | "meters" | "plant_id">>()
    .executeTakeFirst();
}

/** Devices that end within the days of the reminder by their own clock, of accounts that may act, and that nobody has begun to renew. */
export async function devicesToRenew(
  db: Db,
): Promise<{ code: string; business_account_id: number; ends_at: Date }[]> {
  const { rows } = await sql<{ code: string; business_account_id: number; ends_at: Date }>`
    select r.code, r.business_account_id, upper(r.valid)::timestamp at time zone r.timezone as ends_at
    from registered_device r join business_account b on b.business_account_id = r.business_account_id
      and b.status = any(${accountStatesFor("act")}::text[])
    where upper(r.valid) - ${DEVICE_LIMITS.renewalDays}::int4 <= (now() at time zone r.timezone)::date
      and upper(r.valid) > (now() at time zone r.timezone)::date
      and not exists (select from registered_device n where n.predecessor_id = r.registered_device_id)
      and not exists (select from device_application d where d.succeeds_id = r.registered_device_id
        and (not d.is_change or d.status in ('draft', 'pending', 'to_resubmit')))
    order by r.registered_device_id`.execute(db);
  return rows;
}
