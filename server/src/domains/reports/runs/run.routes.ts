import {
  cancelRun,
  listRuns,
  removeRun,
  RUN_LIMITS,
  runAgain,
  runDetails,
  runFileByLink,
  runFileOf,
  type ReportRun,
} from "@heliograph/contract";
import type { Attachment } from "../../../platform/attachment.ts";
import { asAccount, type Db, type Tx } from "../../../platform/db.ts";
import {
  deleteDocument,
  documentOfAccount,
  type KeptDocument,
} from "../../../platform/documents/document.sql.ts";
import { linksOf } from "../../../platform/documents/links.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { refuseTooMany, startRun } from "./add-run.jobs.ts";
import { deleteRun, endRun, lockAccount, restartRun, runByUid, runsPage, type RunRow } from "./run.sql.ts";

const PURPOSE = "run";
const HOUR_MS = 3_600_000;

/** Serves what people have had made to those who asked for it; files lie in `documents`. `now` gives ms since 1970. */
export function runRoutes(serve: Serve, db: Db, documents: FileStore, now: () => number): void {
  const own = <T>({ account_id }: Session, work: (tx: Tx) => Promise<T>) =>
    asAccount(db, { account_id, projects: [] }, work);

  serve(listRuns, async ({ query: { page, page_size: limit, kind }, session }) => {
    const of = { kind, limit, offset: (page - 1) * limit };
    const { rows, total } = await own(session, (tx) => runsPage(tx, of));
    const items: ReportRun[] = [];
    for (const row of rows) items.push(await shownRun(db, row, now()));
    return { items, total_items: total };
  });

  serve(runDetails, async ({ query: { run_uid }, session }) =>
    shownRun(db, await own(session, (tx) => foundRun(tx, run_uid)), now()),
  );

  serve.download(runFileOf, async ({ query: { run_uid }, session }) => {
    const run = await own(session, (tx) => foundRun(tx, run_uid));
    const file = await fileOf(db, documents, run, now());
    if (file === null) throw new Problem(409, "run.no_file", "The file is not there");
    return file;
  });

  serve.publicDownload(runFileByLink, async ({ query: { run_uid, until, signature } }) => {
    const links = await linksOf(db);
    if (!links.isGood({ purpose: PURPOSE, uid: run_uid, until }, signature, now())) throw noSuch();
    const run = await db.transaction().execute((tx) => runByUid(tx, run_uid));
    const file = run === undefined ? null : await fileOf(db, documents, run, now());
    if (file === null) throw noSuch();
    return file;
  });

  changeRoutes(serve, db, { documents, now });
}

/** The calls that end, repeat and remove runs. */
function changeRoutes(serve: Serve, db: Db, { documents, now }: { documents: FileStore; now: () => number }) {
  /** The caller's own run: seen by the caller's rights, changed by the product's. */
  const ownRun = ({ account_id }: Session, run_uid: string) =>
    asAccount(db, { account_id, projects: [] }, (tx) => foundRun(tx, run_uid));

  serve(cancelRun, async ({ body: { run_uid }, session }) => {
    const { run_id } = await ownRun(session, run_uid);
    const run = await db.transaction().execute((tx) => endRun(tx, run_id));
    if (run === undefined) throw new Problem(409, "run.ended", "It is over already");
    return { message: "It has been cancelled", run: await shownRun(db, run, now()) };
  });

  serve(runAgain, async ({ body: { run_uid }, session }) => {
    const { run_id, account_id } = await ownRun(session, run_uid);
    const run = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, account_id);
      await refuseTooMany(tx, account_id);
      const waiting = await restartRun(tx, run_id);
      if (waiting === undefined) throw new Problem(409, "run.not_again", "It has its file, or is being made");
      await startRun(tx, waiting);
      return waiting;
    });
    return { message: "It is being made again", run: await shownRun(db, run, now()) };
  });

  serve(removeRun, async ({ query: { run_uid }, session }) => {
    const { run_id, document_uid } = await ownRun(session, run_uid);
    await db.transaction().execute(async (tx) => {
      if (!(await deleteRun(tx, run_id))) {
        throw new Problem(409, "run.not_ended", "It must be cancelled first");
      }
      if (document_uid !== null) await deleteDocument(tx, document_uid);
    });
    if (document_uid !== null) await documents.remove(document_uid);
    return { message: "It has been removed" };
  });
}

/** Returns the run as calls show it, with a link to its file that holds from `now` (unix ms) on. */
export async function shownRun(db: Db, row: RunRow, now: number): Promise<ReportRun> {
  const file = await documentOfRun(db, row, now);
  return {
    run_uid: row.run_uid,
    kind: row.kind,
    title: row.title,
    // The table holds it to the contract's words.
    state: row.state as ReportRun["state"],
    progress: row.progress,
    asked_at: row.asked_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    file: file === null ? null : { ...named(file), ...(await linkTo(db, row, file, now)) },
    error: row.state === "failed" ? { code: row.error_code ?? "", message: row.error ?? "" } : null,
  };
}

const named = ({ name, mime, size_bytes, sha256, expires_at }: KeptDocument) => ({
  name,
  mime,
  size_bytes,
  sha256,
  expires_at: expires_at?.toISOString() ?? null,
});

// oxlint-disable-next-line max-params -- where, whose, of what and from when
async function linkTo(db: Db, { run_uid }: RunRow, { expires_at }: KeptDocument, now: number) {
  const until = Math.min(now + RUN_LIMITS.linkHours * HOUR_MS, expires_at?.getTime() ?? Infinity);
  const signature = (await linksOf(db)).sign({ purpose: PURPOSE, uid: run_uid, until });
  const query = new URLSearchParams({ run_uid, until: String(until), signature });
  return {
    public_url: `/api/v1/${runFileByLink.path}?${query.toString()}`,
    link_until: new Date(until).toISOString(),
  };
}

/** The document of the run while it is kept; null: there is none, or its time is over. */
async function documentOfRun(
  db: Db,
  { account_id, document_uid }: RunRow,
  now: number,
): Promise<KeptDocument | null> {
  if (document_uid === null) return null;
  const found = await documentOfAccount(db, { account_id, document_uid });
  if (found === undefined) return null;
  return found.expires_at !== null && found.expires_at.getTime() <= now ? null : found;
}

async function fileOf(db: Db, documents: FileStore, run: RunRow, now: number): Promise<Attachment | null> {
  const found = await documentOfRun(db, run, now);
  const content = found === null ? null : await documents.content(found.document_uid);
  return found === null || content === null ? null : { ...found, content };
}

async function foundRun(tx: Tx, run_uid: string): Promise<RunRow> {
  const run = await runByUid(tx, run_uid);
  if (run === undefined) throw noSuch();
  return run;
}

const noSuch = () => new Problem(404, "run.not_found", "No such report");
