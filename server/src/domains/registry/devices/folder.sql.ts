// Folders of applications as they are stored. What they hold is counted as it is asked for.
import { sql } from "kysely";
import { folderStatus, wattsOfMegawatts, type DeviceFolder } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { noSuchRecord, type Actor } from "../../parties/index.ts";

interface FolderRow {
  readonly folder_id: number;
  readonly folder_uid: string;
  readonly name: string;
}

/** The folder of the person's account. Throws GEN-404. */
export async function folderOf(db: Db, actor: Actor, folder_uid: string): Promise<FolderRow> {
  const row = await db
    .selectFrom("device_folder")
    .select(["folder_id", "folder_uid", "name"])
    .where("folder_uid", "=", folder_uid)
    .where("business_account_id", "=", actor.business_account_id ?? 0)
    .executeTakeFirst();
  if (row === undefined) throw noSuchRecord();
  return row;
}

/** The account's folders whose name has the text, the newest first, with their status. */
export async function foldersOf(db: Db, actor: Actor, search: string): Promise<DeviceFolder[]> {
  const { rows } = await sql<{
    folder_uid: string;
    number: string;
    name: string;
    created_at: Date;
    children: { status: DeviceFolder["status"]; capacity: string | null; country: string }[];
  }>`
    select f.folder_uid, f.number, f.name, f.created_at,
      coalesce(jsonb_agg(jsonb_build_object('status', d.status, 'capacity', d.fields ->> 'capacity', 'country', d.country))
        filter (where d.application_id is not null), '[]') as children
    from device_folder f left join device_application d on d.folder_id = f.folder_id and d.status <> 'deleted'
    where f.business_account_id = ${actor.business_account_id ?? 0}
      and (${search} = '' or position(plain_text(${search}) in plain_text(f.name || ' ' || f.number)) > 0)
    group by f.folder_id order by f.folder_id desc`.execute(db);
  return rows.map(({ folder_uid, number, name, created_at, children }) => {
    const countries = new Set(children.map(({ country }) => country));
    const [country = ""] = countries;
    return {
      folder_uid,
      group_device_id: number,
      group_device_name: name,
      total_no_of_device: children.length,
      total_capacity_w: children.reduce(
        (sum, child) => sum + (wattsOfMegawatts(child.capacity ?? "") ?? 0),
        0,
      ),
      location: countries.size === 1 ? country : "",
      created_at: created_at.toISOString(),
      status: folderStatus(children.map(({ status }) => status)),
    };
  });
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
