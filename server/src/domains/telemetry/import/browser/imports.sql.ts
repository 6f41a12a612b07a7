// Imports of the browser as the database has them.
import {
  deviceName,
  importWish,
  type ImportState,
  type ImportTrial,
  type ImportWish,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db.ts";
import type { ProjectAccess } from "../../../fleet/index.ts";

/** What an import did, as it is kept. Energy in Wh. */
interface ImportResult {
  readonly stored: number;
  readonly completed: number;
  readonly there: number;
  readonly refused: number;
  readonly days: number;
  readonly energy_wh: number | null;
  readonly presets: readonly string[];
  readonly devices: readonly string[];
}

export interface ImportRow {
  readonly import_id: number;
  readonly import_uid: string;
  readonly project_id: number;
  readonly created_by: number | null;
  readonly state: ImportState;
  readonly wish: ImportWish;
  readonly trial: ImportTrial | null;
  readonly rows_read: number;
  readonly batches: number;
  readonly result: ImportResult | null;
  readonly stop_at: Date | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly fault: string | null;
}

const COLUMNS = [
  "import_id",
  "import_uid",
  "project_id",
  "created_by",
  "state",
  "wish",
  "trial",
  "rows_read",
  "batches",
  "result",
  "stop_at",
  "created_at",
  "started_at",
  "ended_at",
  "fault",
] as const;

type Stored = Omit<ImportRow, "state" | "wish" | "trial" | "result"> & {
  readonly state: string;
  readonly wish: unknown;
  readonly trial: unknown;
  readonly result: unknown;
};

/** Written by this file alone, as these types have it. */
const rowOf = (row: Stored): ImportRow => ({
  ...row,
  state: row.state as ImportState,
  wish: importWish.parse(row.wish),
  trial: row.trial as ImportTrial | null,
  result: row.result as ImportResult | null,
});

/** The uid of the project that the import is of; undefined: there is no such import. */
export async function projectOfImport(db: Db, import_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("history_import as i")
    .innerJoin("project as p", "p.project_id", "i.project_id")
    .select("p.project_uid")
    .where("i.import_uid", "=", import_uid)
    .executeTakeFirst();
  return row?.project_uid;
}

/** The import of the project; undefined: there is none of that uid. `lock` holds it until the transaction ends. */
export async function importOf(
  db: Db,
  { project_id }: Pick<ProjectAccess, "project_id">,
  import_uid: string,
  lock = false,
): Promise<ImportRow | undefined> {
  const row = await db
    .selectFrom("history_import")
    .select(COLUMNS)
    .where("project_id", "=", project_id)
    .where("import_uid", "=", import_uid)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row === undefined ? undefined : rowOf(row);
}

/** The import of that number; undefined: there is none. */
export async function importById(db: Db, importId: number): Promise<ImportRow | undefined> {
  const row = await db
    .selectFrom("history_import")
    .select(COLUMNS)
    .where("import_id", "=", importId)
    .executeTakeFirst();
  return row === undefined ? undefined : rowOf(row);
}

/** Begins an import and returns it. */
export async function insertImport(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  account_id: number,
): Promise<ImportRow> {
  const row = await tx
    .insertInto("history_import")
    .values({ project_id, created_by: account_id })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return rowOf(row);
}

type Change = Partial<
  Omit<ImportRow, "import_id" | "import_uid" | "project_id" | "created_by" | "created_at">
> & { readonly undone_by?: number; readonly undone_at?: Date };

/** Writes what changed of the import. */
export async function changeImport(db: Db, importId: number, change: Change): Promise<void> {
  const { wish, trial, result, ...plain } = change;
  await db
    .updateTable("history_import")
    .set({
      ...plain,
      ...(wish === undefined ? {} : { wish: JSON.stringify(wish) }),
      ...(trial === undefined ? {} : { trial: trial === null ? null : JSON.stringify(trial) }),
      ...(result === undefined ? {} : { result: result === null ? null : JSON.stringify(result) }),
    })
    .where("import_id", "=", importId)
    .execute();
}

/** What counts against the limits of an account: imports that are not begun and bytes of files that wait. */
export async function importSums(tx: Tx, account_id: number): Promise<{ drafts: number; bytes: number }> {
  const { rows } = await sql<{ drafts: number; bytes: number }>`
    select count(distinct i.import_id)::int4 as drafts, coalesce(sum(f.size_bytes) filter (where f.kept), 0)::int8 as bytes
    from history_import i left join history_import_file f using (import_id)
    where i.created_by = ${account_id} and i.state in ('draft', 'trying', 'tried', 'failed', 'waiting', 'storing')`.execute(
    tx,
  );
  return rows[0] ?? { drafts: 0, bytes: 0 };
}

/** The begun imports of the project, the newest first, with the name of who began them; and the caller's newest draft. */
export async function importsOfProject(
  db: Db,
  { project_id }: ProjectAccess,
  account_id: number,
): Promise<{ items: (ImportRow & { by: string | null })[]; draft_uid: string | null }> {
  const rows = await db
    .selectFrom("history_import as i")
    .leftJoin("account as a", "a.account_id", "i.created_by")
    .select(COLUMNS.map((name) => `i.${name}` as const))
    .select("a.display_name as by")
    .where("i.project_id", "=", project_id)
    .where("i.started_at", "is not", null)
    .orderBy("i.import_id", "desc")
    .limit(MOST_LISTED)
    .execute();
  const draft = await db
    .selectFrom("history_import")
    .select("import_uid")
    .where("project_id", "=", project_id)
    .where("created_by", "=", account_id)
    .where("started_at", "is", null)
    .where("state", "in", ["draft", "trying", "tried", "failed"])
    .orderBy("import_id", "desc")
    .executeTakeFirst();
  return {
    items: rows.map(({ by, ...row }) => ({ ...rowOf(row), by })),
    draft_uid: draft?.import_uid ?? null,
  };
}
const MOST_LISTED = 100;

/** The devices of the project that columns may be of, and the serial of its first gateway (null: it has none). */
export async function placesOfImport(
  db: Db,
  { project_id }: Pick<ProjectAccess, "project_id">,
): Promise<{
  devices: { device_uid: string; serial: string; name: string; asset_type: string }[];
  gateway: string | null;
  timezone: string;
  project_uid: string;
}> {
  const project = await db
    .selectFrom("project")
    .select(["timezone", "project_uid"])
    .where("project_id", "=", project_id)
    .executeTakeFirstOrThrow();
  const devices = await db
    .selectFrom("device")
    .select(["device_uid", "serial", "asset_type", "name", "alias"])
    .where("project_id", "=", project_id)
    .where("removed_at", "is", null)
    .orderBy("device_id")
    .execute();
  const gateway = await db
    .selectFrom("gateway")
    .select("serial")
    .where("project_id", "=", project_id)
    .where("removed_at", "is", null)
    .orderBy("gateway_id")
    .executeTakeFirst();
  return {
    ...project,
    devices: devices.map(({ alias, ...device }) => ({ ...device, name: deviceName({ ...device, alias }) })),
    gateway: gateway?.serial ?? null,
  };
}

/** Forgets imports that were begun to be gathered before then and never begun; returns the uids of their files. */
export async function forgetDrafts(db: Db, before: Date): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const old = tx
      .selectFrom("history_import")
      .select("import_id")
      .where("state", "in", ["draft", "tried", "trying", "failed"])
      .where("started_at", "is", null)
      .where("created_at", "<", before);
    const files = await tx
      .selectFrom("history_import_file")
      .select("file_uid")
      .where("import_id", "in", old)
      .execute();
    await tx.deleteFrom("history_import").where("import_id", "in", old).execute();
    return files.map(({ file_uid }) => file_uid);
  });
}
