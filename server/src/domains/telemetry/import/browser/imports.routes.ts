import {
  IMPORT_LIMITS,
  importWish,
  listImports,
  readImport,
  removeImportFile,
  startImport,
  stopImport,
  tryImport,
  undoImport,
  uploadImportFile,
  wishImport,
  type ImportState,
} from "@heliograph/contract";
import type { Db, Tx } from "../../../../platform/db.ts";
import { tooLarge, type FileStore, type ReceivedFile } from "../../../../platform/files.ts";
import type { Origin, Serve, Session, Upload } from "../../../../platform/http.ts";
import { addJob } from "../../../../platform/jobs/jobs.ts";
import { Problem } from "../../../../platform/problem.ts";
import { accessTo, inProject, lockProject, type ProjectAccess } from "../../../fleet/index.ts";
import { audit } from "../../../identity/index.ts";
import { importTask, tryImportTask, undoImportTask } from "./browser.jobs.ts";
import { draftOf, sampleOf } from "./draft.jobs.ts";
import { itemsOf } from "./items.ts";
import { deleteImportFile, filesOfImports, insertImportFile } from "./files.sql.ts";
import {
  changeImport,
  forgetDrafts,
  importOf,
  importsOfProject,
  importSums,
  insertImport,
  projectOfImport,
  type ImportRow,
} from "./imports.sql.ts";
import { completedLater } from "./outcome.sql.ts";

const CHANGE = { to: "change", noun: "import" } as const;
/** States in which files and wishes may change. */
const OPEN: readonly ImportState[] = ["draft", "trying", "tried", "failed"];
/** Files of imports that nobody begins are kept so long, ms; each upload sweeps a little. */
const KEPT_MS = 86_400_000;

/** Serves imports of history by those who may change a project; `store` keeps their files. */
export function importRoutes(serve: Serve, db: Db, store: FileStore): void {
  const atOnce = new Map<number, number>();

  serve(listImports, ({ query, session }) =>
    inProject(db, session, query.project_uid, { to: "change", noun: "project" }, async (tx, access) => {
      const { items, draft_uid } = await importsOfProject(tx, access, session.account_id);
      const files = await filesOfImports(
        tx,
        items.map(({ import_id }) => import_id),
      );
      return { items: itemsOf(items, files, session.account_id), draft_uid };
    }),
  );

  serve.upload(uploadImportFile, async (upload) => {
    const { account_id } = upload.session;
    const now = atOnce.get(account_id) ?? 0;
    if (now >= IMPORT_LIMITS.uploadsAtOnce) {
      throw new Problem(
        429,
        "import.uploads_at_once",
        "Please wait until your other files have arrived",
        undefined,
        5,
      );
    }
    atOnce.set(account_id, now + 1);
    try {
      return await take(db, store, upload);
    } finally {
      const left = (atOnce.get(account_id) ?? 1) - 1;
      if (left === 0) atOnce.delete(account_id);
      else atOnce.set(account_id, left);
    }
  });

  serve(readImport, async ({ query: { import_uid }, session }) => {
    const project = await projectOfImport(db, import_uid);
    const access = await accessTo(db, session, project, CHANGE);
    const row = await importOf(db, access, import_uid);
    if (row === undefined) throw noSuchImport();
    return draftOf(db, store, row, access);
  });

  serveDraft(serve, db, store);
  serveWork(serve, db);
}

/** The calls that change an import that is not begun. */
function serveDraft(serve: Serve, db: Db, store: FileStore): void {
  serve(removeImportFile, async ({ query: { import_uid, file_uid }, session, origin }) => {
    await changing(db, { session, import_uid }, async (tx, row, access) => {
      mustBe(row, OPEN);
      if (!(await deleteImportFile(tx, row.import_id, file_uid))) throw noSuchImport();
      await changeImport(tx, row.import_id, { state: "draft", trial: null, fault: null });
      await note(tx, { session, origin, access }, "import.file_removed", import_uid);
    });
    await store.remove(file_uid);
    return { message: "The file has been taken out of the import" };
  });

  serve(wishImport, async ({ query: { import_uid }, body, session }) => {
    await changing(db, { session, import_uid }, async (tx, row) => {
      mustBe(row, OPEN);
      await changeImport(tx, row.import_id, {
        state: "draft",
        wish: importWish.parse(body),
        trial: null,
        fault: null,
      });
    });
    return { message: "What the columns mean has been noted" };
  });
}

/** The calls that begin and end what runs by itself. */
function serveWork(serve: Serve, db: Db): void {
  serve(tryImport, async ({ query: { import_uid }, session }) => {
    await changing(db, { session, import_uid }, async (tx, row) => {
      mustBe(row, OPEN);
      const { import_id } = row;
      if ((await filesOfImports(tx, [import_id], true)).length === 0) {
        throw new Problem(409, "import.no_files", "There is no file to read");
      }
      await changeImport(tx, import_id, { state: "trying", trial: null, rows_read: 0, fault: null });
      await addJob(tx, tryImportTask, { import_id }, { key: `${tryImportTask.name} ${import_id}` });
    });
    return { message: "The dry run has begun" };
  });

  serve(startImport, async ({ query: { import_uid }, session, origin }) => {
    await changing(db, { session, import_uid }, async (tx, row, access) => {
      mustBe(row, OPEN);
      const { import_id } = row;
      if (row.state !== "tried") throw new Problem(409, "import.not_tried", "The dry run comes first");
      await changeImport(tx, import_id, { state: "waiting", rows_read: 0, started_at: new Date() });
      await addJob(tx, importTask, { import_id }, { key: `${importTask.name} ${import_id}` });
      await note(tx, { session, origin, access }, "import.started", import_uid);
    });
    return { message: "The import has begun" };
  });

  serve(stopImport, async ({ query: { import_uid }, session, origin }) => {
    await changing(db, { session, import_uid }, async (tx, row, access) => {
      if (row.state !== "waiting" && row.state !== "storing") {
        throw new Problem(409, "import.not_running", "This import is not under way");
      }
      await changeImport(tx, row.import_id, { stop_at: row.stop_at ?? new Date() });
      await note(tx, { session, origin, access }, "import.stopped", import_uid);
    });
    return { message: "The import ends" };
  });

  serve(undoImport, async ({ query: { import_uid }, session, origin }) => {
    await changing(db, { session, import_uid }, async (tx, row, access) => {
      const { import_id, state } = row;
      if (state !== "done" && state !== "stopped" && !(state === "failed" && row.result !== null)) {
        throw new Problem(409, "import.not_done", "This import is not done, or was undone");
      }
      const later = await completedLater(tx, import_id);
      if (later !== null) {
        const when = later.toISOString().slice(0, 16).replace("T", " ");
        throw new Problem(
          409,
          "import.later_first",
          `Undo the import of ${when} (UTC) first: it completed these readings`,
        );
      }
      await changeImport(tx, import_id, { state: "undoing", ended_at: null, undone_by: session.account_id });
      await addJob(tx, undoImportTask, { import_id }, { key: `${undoImportTask.name} ${import_id}` });
      await note(tx, { session, origin, access }, "import.undone", import_uid);
    });
    return { message: "The import is being undone" };
  });
}

/** Runs `work` on the import, held until the transaction ends, for those who may change its project. */
async function changing(
  db: Db,
  { session, import_uid }: { session: Session; import_uid: string },
  work: (tx: Tx, row: ImportRow, access: ProjectAccess<"change">) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const access = await accessTo(tx, session, await projectOfImport(tx, import_uid), CHANGE);
    const row = await importOf(tx, access, import_uid, true);
    if (row === undefined) throw noSuchImport();
    await work(tx, row, access);
  });
}

function mustBe({ state }: ImportRow, states: readonly ImportState[]): void {
  if (!states.includes(state)) throw new Problem(409, "import.begun", "This import has begun already");
}

function note(
  tx: Tx,
  { session, origin, access }: { session: Session; origin: Origin; access: ProjectAccess<"change"> },
  action: string,
  subject: string,
): Promise<void> {
  const { project_id } = access;
  return audit(tx, { ...session, address: origin.address, action, subject, project_id });
}

/** Takes a file in: who may, and how much, is asked before its first byte is read and again before it is kept. */
async function take(
  db: Db,
  store: FileStore,
  { query, session, origin, file, announcedBytes }: Upload<typeof uploadImportFile>,
) {
  const { project_uid, import_uid, name } = query;
  if ((announcedBytes ?? 0) > IMPORT_LIMITS.bytes) throw tooLarge(IMPORT_LIMITS.bytes);
  await accessTo(db, session, project_uid, { to: "change", noun: "project" });
  for (const old of await forgetDrafts(db, new Date(Date.now() - KEPT_MS))) await store.remove(old);
  const received = await store.receive(file, IMPORT_LIMITS.bytes);
  try {
    await mustBeText(name, received);
    const added = await db.transaction().execute(async (tx) => {
      const access = await accessTo(tx, session, project_uid, { to: "change", noun: "project" });
      await lockProject(tx, access);
      const row =
        import_uid === undefined
          ? await insertImport(tx, access, session.account_id)
          : await importOf(tx, access, import_uid, true);
      if (row === undefined) throw noSuchImport();
      mustBe(row, OPEN);
      await mustHaveRoom(tx, row, { account_id: session.account_id, bytes: received.size_bytes });
      const { file_uid, size_bytes } = received;
      await insertImportFile(tx, { import_id: row.import_id, file_uid, name, size_bytes, sample: null });
      await changeImport(tx, row.import_id, { state: "draft", trial: null, fault: null });
      await note(tx, { session, origin, access }, "import.file_added", row.import_uid);
      await received.keep();
      return { row, file_uid };
    });
    await sampleOf(db, store, added.row, { file_uid: added.file_uid, name });
    return { import_uid: added.row.import_uid, file_uid: added.file_uid };
  } catch (error) {
    await received.drop();
    throw error;
  }
}

/** A packed file begins as gzip does (RFC 1952); UTF-16 is text that has bytes of zero. */
async function mustBeText(name: string, { isText, read }: ReceivedFile): Promise<void> {
  const [first, second] = await read(0, 2);
  const isPacked = first === 0x1f && second === 0x8b;
  const isWide = first === 0xff && second === 0xfe;
  if (/\.gz$/i.test(name) ? isPacked : isText || isWide) return;
  const message = "This type of file is not accepted";
  throw new Problem(400, "file.type", message, { "query.name": message });
}

async function mustHaveRoom(
  tx: Tx,
  { import_id }: ImportRow,
  add: { account_id: number; bytes: number },
): Promise<void> {
  const files = await filesOfImports(tx, [import_id]);
  const { drafts, bytes } = await importSums(tx, add.account_id);
  const isFull =
    files.length >= IMPORT_LIMITS.filesPerImport ||
    drafts > IMPORT_LIMITS.draftsPerAccount ||
    bytes + add.bytes > IMPORT_LIMITS.bytesPerAccount;
  if (isFull) throw new Problem(409, "import.too_many", "There is no room for more files");
}

const noSuchImport = () => new Problem(404, "import.not_found", "No such import");
