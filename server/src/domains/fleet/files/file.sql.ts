import type { ProjectFile } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { ProjectAccess } from "../access/access.sql.ts";

interface FileRow extends Omit<ProjectFile, "uploaded_at"> {
  readonly uploaded_at: Date;
}

const shown = ({ uploaded_at, ...file }: FileRow): ProjectFile => ({
  ...file,
  uploaded_at: uploaded_at.toISOString(),
});

function filesIn(db: Db, access: ProjectAccess) {
  return db
    .selectFrom("project_file as f")
    .leftJoin("account as a", "a.account_id", "f.uploaded_by")
    .select(["f.file_uid", "f.name", "f.mime", "f.size_bytes", "f.uploaded_at"])
    .select(["a.display_name as uploaded_by", sql<ProjectFile["category"]>`f.category`.as("category")])
    .where("f.project_id", "=", access.project_id)
    .orderBy("f.file_id", "desc");
}

/** The files of the project, the newest first. */
export async function filesOfProject(db: Db, access: ProjectAccess): Promise<ProjectFile[]> {
  return (await filesIn(db, access).execute()).map(shown);
}

/** The project's images, the newest first. */
export async function imagesOfProject(
  db: Db,
  access: ProjectAccess,
): Promise<{ file_uid: string; name: string; size_bytes: number }[]> {
  return db
    .selectFrom("project_file")
    .select(["file_uid", "name", "size_bytes"])
    .where("project_id", "=", access.project_id)
    .where("category", "=", "image")
    .orderBy("file_id", "desc")
    .execute();
}

/** The newest image of each of the projects, by project_id; one without an image is missing. */
export async function newestImages(
  db: Db,
  accesses: readonly ProjectAccess[],
): Promise<Map<number, { file_uid: string; name: string }>> {
  const { rows } = await sql<{ project_id: number; file_uid: string; name: string }>`
    select distinct on (project_id) project_id, file_uid, name from project_file
    where project_id = any(${accesses.map(({ project_id }) => project_id)}::int4[]) and category = 'image'
    order by project_id, file_id desc`.execute(db);
  return new Map(rows.map(({ project_id, ...image }) => [project_id, image]));
}

/** The file of the project; undefined when it has none of that uid. */
export async function fileOf(
  db: Db,
  access: ProjectAccess,
  file_uid: string,
): Promise<ProjectFile | undefined> {
  const row = await filesIn(db, access).where("f.file_uid", "=", file_uid).executeTakeFirst();
  return row === undefined ? undefined : shown(row);
}

/** The project_uid a file belongs to; undefined when there is no such file. */
export async function projectOfFile(db: Db, file_uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("project_file as f")
    .innerJoin("project as p", "p.project_id", "f.project_id")
    .select("p.project_uid")
    .where("f.file_uid", "=", file_uid)
    .executeTakeFirst();
  return row?.project_uid;
}

/** What counts against the limits: files and bytes of the project, and bytes the account has uploaded anywhere. */
export async function fileSums(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  account_id: number,
): Promise<{ files: number; bytes: number; accountBytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number; accountBytes: number }>`
    select count(*) filter (where project_id = ${project_id})::int4 as files,
      coalesce(sum(size_bytes) filter (where project_id = ${project_id}), 0)::int8 as bytes,
      coalesce(sum(size_bytes) filter (where uploaded_by = ${account_id}), 0)::int8 as "accountBytes"
    from project_file where project_id = ${project_id} or uploaded_by = ${account_id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new RangeError("an aggregate without groups answers one row");
  return row;
}

/** Adds the file to the project. */
export async function insertFile(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  file: Pick<ProjectFile, "file_uid" | "name" | "category" | "mime" | "size_bytes"> & { uploaded_by: number },
): Promise<void> {
  await tx
    .insertInto("project_file")
    .values({ project_id, ...file })
    .execute();
}

/** Takes the file out of the project; false when it was gone already. */
export async function deleteFile(
  tx: Tx,
  { project_id }: ProjectAccess<"change">,
  file_uid: string,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom("project_file")
    .where("project_id", "=", project_id)
    .where("file_uid", "=", file_uid)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}
