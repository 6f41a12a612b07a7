// Folders of applications as they are stored. What they hold is counted as it is asked for.
import { sql } from "kysely";
import {
  DEVICE_TABS,
  type DEVICE_FOLDER_ORDERS,
  type DeviceFolder,
  type listDeviceFolders,
} from "@heliograph/contract";
import type { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import {
  countsByState,
  countsWithAll,
  noSuchRecord,
  placeInOrder,
  recordRows,
  sumOfStates,
  type Actor,
  type RecordList,
} from "../../parties/index.ts";
import { CAPACITY_W } from "./capacity.sql.ts";

interface FolderRow {
  readonly folder_id: number;
  readonly folder_uid: string;
  readonly number: string;
  readonly name: string;
}

/** The folder of the person's account, which stays until the transaction ends. Throws GEN-404. */
export async function folderOf(tx: Tx, actor: Actor, folder_uid: string): Promise<FolderRow> {
  const row = await tx
    .selectFrom("device_folder")
    .select(["folder_id", "folder_uid", "number", "name"])
    .where("folder_uid", "=", folder_uid)
    .where("business_account_id", "=", actor.business_account_id ?? 0)
    .forKeyShare()
    .executeTakeFirst();
  if (row === undefined) throw noSuchRecord();
  return row;
}

const ORDERS: Readonly<Record<(typeof DEVICE_FOLDER_ORDERS)[number], ReturnType<typeof sql>>> = {
  group_device_id: sql`folder_id`,
  group_device_name: sql`lower(name)`,
  total_no_of_device: sql`total_no_of_device`,
  total_capacity: sql`total_capacity_w`,
  location: sql`location`,
  created_date: sql`created_at`,
  status: placeInOrder([...DEVICE_TABS, "mixed"], sql`status`),
};

/** Folders of the person's account with what follows from what they hold: Draft where that is nothing, mixed where it does not agree. */
const foldersHeld = ({ business_account_id }: Actor, search: string) => sql`
  select f.folder_id, f.folder_uid, f.number, f.name, f.created_at, count(d.application_id)::int4 as total_no_of_device,
    coalesce(sum(${CAPACITY_W}), 0)::int8 as total_capacity_w,
    case when min(d.country) = max(d.country) then min(d.country) else '' end as location,
    case when count(d.application_id) = 0 then 'draft' when min(d.status) = max(d.status) then min(d.status) else 'mixed' end as status
  from device_folder f left join device_application d on d.folder_id = f.folder_id and d.status <> 'deleted'
  where f.business_account_id = ${business_account_id ?? 0}
    and (${search} = '' or position(plain_text(${search}) in plain_text(f.name || ' ' || f.number)) > 0)
  group by f.folder_id`;

interface HeldRow extends Omit<DeviceFolder, "group_device_id" | "group_device_name" | "created_at"> {
  readonly number: string;
  readonly name: string;
  readonly created_at: Date;
}

const shown = (row: HeldRow): DeviceFolder => ({
  folder_uid: row.folder_uid,
  group_device_id: row.number,
  group_device_name: row.name,
  total_no_of_device: row.total_no_of_device,
  total_capacity_w: row.total_capacity_w,
  location: row.location,
  created_at: row.created_at.toISOString(),
  status: row.status,
});

/** A page of the account's folders whose name or number has the text, how many there are, and how many each status has. */
export async function foldersPage(
  db: Db,
  actor: Actor,
  wanted: Omit<z.output<(typeof listDeviceFolders)["query"]>, "account">,
): Promise<{ items: DeviceFolder[]; total_items: number; tab_counts: Record<string, number> }> {
  const { status, search, page_size } = wanted;
  const list: RecordList<HeldRow, keyof typeof ORDERS> = {
    columns: sql<HeldRow>`*`,
    from: sql`(${foldersHeld(actor, search)}) held`,
    where: sql`true`,
    status: sql`status`,
    orders: ORDERS,
    ties: sql`folder_id desc`,
  };
  const states = status === undefined ? null : [status];
  const rows = await recordRows(db, list, {
    ...wanted,
    states,
    size: page_size,
  });
  const counts = await countsByState(db, list);
  const tabs = [...DEVICE_TABS, "mixed"];
  return {
    items: rows.map(shown),
    total_items: sumOfStates(counts, states ?? tabs),
    tab_counts: countsWithAll(counts, tabs),
  };
}

/** One folder of the account with what follows from what it holds. Throws GEN-404. */
export async function folderShown(db: Db, actor: Actor, folder_uid: string): Promise<DeviceFolder> {
  const { rows } = await sql<HeldRow>`
    select * from (${foldersHeld(actor, "")}) held where folder_uid = ${folder_uid}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw noSuchRecord();
  return shown(row);
}

/** Gives the folder another name. */
export async function renameFolder(tx: Tx, folder_id: number, name: string): Promise<void> {
  await tx.updateTable("device_folder").set({ name }).where("folder_id", "=", folder_id).execute();
}

/** Removes the folder; what it held is in none. How many applications that were, without those that were deleted. */
export async function removeFolder(tx: Tx, folder_id: number): Promise<number> {
  // Whoever puts something into it now waits, and finds no folder then.
  await tx
    .selectFrom("device_folder")
    .select("folder_id")
    .where("folder_id", "=", folder_id)
    .forUpdate()
    .execute();
  const { rows } = await sql<{ status: string }>`
    update device_application set folder_id = null where folder_id = ${folder_id} returning status`.execute(
    tx,
  );
  await tx.deleteFrom("device_folder").where("folder_id", "=", folder_id).execute();
  return rows.filter(({ status }) => status !== "deleted").length;
}

/** How many folders the account has. */
export async function folderCount(tx: Tx, business_account_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom("device_folder")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("business_account_id", "=", business_account_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes a folder. */
export async function insertFolder(
  tx: Tx,
  folder: { business_account_id: number; number: string; name: string },
): Promise<{ folder_uid: string; number: string }> {
  return tx
    .insertInto("device_folder")
    .values(folder)
    .returning(["folder_uid", "number"])
    .executeTakeFirstOrThrow();
}

/** Puts the account's applications into the folder (null: into none). How many of them there are. */
export async function putIntoFolder(
  tx: Tx,
  {
    business_account_id,
    folder_id,
    record_uids,
  }: { business_account_id: number; folder_id: number | null; record_uids: readonly string[] },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("device_application")
    .set({ folder_id })
    .where("business_account_id", "=", business_account_id)
    .where("status", "<>", "deleted")
    .where("record_uid", "in", [...record_uids])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What the folder holds, the oldest first. */
export async function childrenOf(
  db: Db,
  folder_id: number,
): Promise<{ record_uid: string; number: string; name: string; status: string; version: number }[]> {
  return db
    .selectFrom("device_application")
    .select(["record_uid", "number", "english_name as name", "status", "version"])
    .where("folder_id", "=", folder_id)
    .where("status", "<>", "deleted")
    .orderBy("application_id")
    .execute();
}
