// Files of imports as the database has them; their bytes are in a folder.
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";

export interface ImportFileRow {
  readonly file_uid: string;
  readonly import_id: number;
  readonly name: string;
  readonly size_bytes: number;
  readonly sample: string | null;
  readonly rows: number | null;
}

/** Files of the imports in the order they were added; `kept`: those alone whose bytes are there. */
export async function filesOfImports(
  db: Db,
  importIds: readonly number[],
  kept = false,
): Promise<ImportFileRow[]> {
  return db
    .selectFrom("history_import_file")
    .select(["file_uid", "import_id", "name", "size_bytes", "sample", "rows"])
    .where("import_id", "=", sql<number>`any(${[...importIds]}::int8[])`)
    .$if(kept, (query) => query.where("kept", "=", true))
    .orderBy("added_at")
    .orderBy("file_uid")
    .execute();
}

/** Adds a file to the import. */
export async function insertImportFile(tx: Tx, file: Omit<ImportFileRow, "rows">): Promise<void> {
  await tx.insertInto("history_import_file").values(file).execute();
}

/** Takes a file out of the import; false: it had none of that uid. */
export async function deleteImportFile(tx: Tx, importId: number, file_uid: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom("history_import_file")
    .where("import_id", "=", importId)
    .where("file_uid", "=", file_uid)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

/** Notes how many rows the dry run read of the file. */
export async function noteRows(db: Db, file_uid: string, rows: number): Promise<void> {
  await db.updateTable("history_import_file").set({ rows }).where("file_uid", "=", file_uid).execute();
}

/** Notes that the bytes of the import's files are gone, and returns the uids of those that were there. */
export async function forgetFiles(db: Db, importId: number): Promise<string[]> {
  const rows = await db
    .updateTable("history_import_file")
    .set({ kept: false })
    .where("import_id", "=", importId)
    .where("kept", "=", true)
    .returning("file_uid")
    .execute();
  return rows.map(({ file_uid }) => file_uid);
}

/** Longer lines are none that anybody looks at. */
const MOST_CHARACTERS = 20_000;

/** Keeps the line of a file whose values are shown. */
export async function noteSample(db: Db, file_uid: string, line: string): Promise<void> {
  if (line.length > MOST_CHARACTERS) return;
  await db
    .updateTable("history_import_file")
    .set({ sample: line })
    .where("file_uid", "=", file_uid)
    .execute();
}
