import { downloadFile, FILE_LIMITS, listFiles, removeFile, uploadFile } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import { tooLarge, type FileStore } from "../../../platform/files.ts";
import type { Serve, Upload } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { audit } from "../../identity/index.ts";
import { accessTo, inProject, lockProject, type ProjectAccess } from "../access/access.sql.ts";
import { typeOfReceived } from "../../../platform/uploads/take-file.ts";
import { deleteFile, fileOf, filesOfProject, fileSums, insertFile, projectOfFile } from "./file.sql.ts";

const CHANGE = { to: "change", noun: "project" } as const;

/** Serves documents and images of projects. */
export function fileRoutes(serve: Serve, db: Db, store: FileStore): void {
  serve(listFiles, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "look", noun: "project" }, async (tx, access) => ({
      items: await filesOfProject(tx, access),
    })),
  );

  serve.upload(uploadFile, (upload) => take(db, store, upload));

  serve.download(downloadFile, async ({ query: { file_uid }, session }) => {
    const project = await projectOfFile(db, file_uid);
    const file = await inProject(db, session, project, { to: "look", noun: "file" }, (tx, access) =>
      fileOf(tx, access, file_uid),
    );
    const content = file === undefined ? null : await store.content(file_uid);
    if (file === undefined || content === null) throw noSuchFile();
    return { ...file, content };
  });

  serve(removeFile, async ({ query: { file_uid }, session, origin }) => {
    await db.transaction().execute(async (tx) => {
      const project = await projectOfFile(tx, file_uid);
      const access = await accessTo(tx, session, project, { to: "change", noun: "file" });
      const was = await fileOf(tx, access, file_uid);
      if (was === undefined || !(await deleteFile(tx, access, file_uid))) throw noSuchFile();
      const { address } = origin;
      await audit(tx, {
        ...session,
        address,
        action: "file.removed",
        subject: file_uid,
        project_id: access.project_id,
        before: { name: was.name, size_bytes: was.size_bytes },
      });
    });
    await store.remove(file_uid);
    return { message: "The file has been deleted" };
  });
}

/** Takes a file in: who may, and how much, is asked before its first byte is read and again before it is kept. */
async function take(
  db: Db,
  store: FileStore,
  { query, session, origin, file, announcedBytes }: Upload<typeof uploadFile>,
) {
  if ((announcedBytes ?? 0) > FILE_LIMITS.bytes) throw tooLarge(FILE_LIMITS.bytes);
  await accessTo(db, session, query.project_uid, CHANGE);
  const received = await store.receive(file, FILE_LIMITS.bytes);
  try {
    const type = await typeOfReceived(received, query.name);
    return await db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, query.project_uid, CHANGE);
      await lockProject(tx, access);
      await mustHaveRoom(tx, access, { account_id: session.account_id, bytes: received.size_bytes });
      const { file_uid, size_bytes } = received;
      const row = { file_uid, size_bytes, name: query.name, ...type, uploaded_by: session.account_id };
      await insertFile(tx, access, row);
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "file.added",
        subject: file_uid,
        project_id: access.project_id,
        after: { name: query.name, size_bytes },
      });
      const added = await fileOf(tx, access, file_uid);
      if (added === undefined) throw new RangeError(`the file ${file_uid} was just added`);
      // Before the commit: a row whose bytes are missing would be worse than bytes without a row.
      await received.keep();
      return added;
    });
  } catch (error) {
    await received.drop();
    throw error;
  }
}

async function mustHaveRoom(
  tx: Tx,
  access: ProjectAccess<"change">,
  add: { account_id: number; bytes: number },
): Promise<void> {
  const sums = await fileSums(tx, access, add.account_id);
  if (
    sums.files >= FILE_LIMITS.filesPerProject ||
    sums.bytes + add.bytes > FILE_LIMITS.bytesPerProject ||
    sums.accountBytes + add.bytes > FILE_LIMITS.bytesPerAccount
  ) {
    throw new Problem(409, "file.too_many", "There is no room for more files");
  }
}

const noSuchFile = () => new Problem(404, "file.not_found", "No such file");
