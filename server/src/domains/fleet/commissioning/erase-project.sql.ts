// Takes all rows of a project away, table by table as the database has them: a table that is added is not forgotten.
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { eraseOrder, type Reference } from "./erase-order.ts";

/** Rows that go in one transaction: short ones, beside which everybody else works on. */
const BATCH = 20_000;

/**
 * The tables with rows of projects (`changed_readings` has rows of many at once, for seconds; the audit log stays), the partitions of a table each by itself, in the order in which those can go.
 */
export async function tablesOfProjects(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not in ('project', 'audit_event', 'registered_device') -- what was done and registered is remembered (decisions 0093, 0126)
      and a.attname = 'project_id' and a.atttypid = 'int4'::regtype
    order by c.relname`.execute(db);
  const references = await sql<Reference>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f'`.execute(db);
  return eraseOrder(
    rows.map(({ name }) => name),
    references.rows,
    (table) => table.startsWith("changed_"),
  );
}

/** Takes the project's rows out of the table, a batch in each transaction; `ended` lets it stop between two. */
export async function eraseRows(
  db: Db,
  table: string,
  project_id: number,
  ended: () => boolean,
): Promise<void> {
  for (;;) {
    if (ended()) return;
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where project_id = ${project_id} limit ${BATCH}))`.execute(db);
    if (numAffectedRows < BigInt(BATCH)) return;
  }
}

/** Takes the project itself away, and what was noted of it while its rows went. */
export async function eraseProjectRow(tx: Tx, project_id: number, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where project_id = ${project_id}`.execute(tx);
  }
  await tx.deleteFrom("project").where("project_id", "=", project_id).execute();
}

/** What is kept outside the database for the project. */
interface KeptFiles {
  /** Those of people, */
  readonly files: string[];
  /** those of imports, */
  readonly imports: string[];
  /** and documents that the product made. */
  readonly documents: string[];
}

/** The files that are kept outside the database for the project. */
export async function keptFiles(db: Db, project_id: number): Promise<KeptFiles> {
  const files = await db
    .selectFrom("project_file")
    .select("file_uid")
    .where("project_id", "=", project_id)
    .execute();
  const imports = await db
    .selectFrom("history_import_file as f")
    .innerJoin("history_import as i", "i.import_id", "f.import_id")
    .select("f.file_uid")
    .where("i.project_id", "=", project_id)
    .where("f.kept", "=", true)
    .execute();
  const documents = await db
    .selectFrom("document")
    .select("document_uid")
    .where("project_id", "=", project_id)
    .execute();
  return {
    documents: documents.map(({ document_uid }) => document_uid),
    files: files.map(({ file_uid }) => file_uid),
    imports: imports.map(({ file_uid }) => file_uid),
  };
}
