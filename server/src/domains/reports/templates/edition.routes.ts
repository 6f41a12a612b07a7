import {
  generateReport,
  localDay,
  makeReportEdition,
  periodDays,
  previewReport,
  TEMPLATE_LIMITS,
  reportEditionFile,
  reportEditions,
  type ReportEdition,
} from "@heliograph/contract";
import { setTimeout as delay } from "node:timers/promises";
import type { Attachment } from "../../../platform/attachment.ts";
import { asAccount, type Db } from "../../../platform/db.ts";
import { documentOfAccount } from "../../../platform/documents/document.sql.ts";
import type { FileStore } from "../../../platform/files.ts";
import type { Serve, Session } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessToMany } from "../../fleet/index.ts";
import { totalsOfRange } from "../../monitoring/index.ts";
import { addRun } from "../runs/add-run.jobs.ts";
import { runByUid, type RunRow } from "../runs/run.sql.ts";
import { askFor } from "./due-reports.jobs.ts";
import { editionBy, editionPage, type EditionRow } from "./edition.sql.ts";
import { askPreview, takePreview } from "./preview.jobs.ts";
import { noSuchReport, seenReport } from "./report.routes.ts";
import { reportBy, type KeptReport } from "./report.sql.ts";
import { noSuchTemplate } from "./template.routes.ts";
import { templateOf } from "./template.sql.ts";
import { productName } from "./words/languages.ts";

/** How often somebody who waits looks whether it is done. */
const LOOK_MS = 150;
/** A preview takes well under a second. */
const PREVIEW_MS = 60_000;

/** The folder of documents, the clock (ms since 1970), and how long a call waits for a report (ms). */
interface EditionServing {
  readonly documents: FileStore;
  readonly now: () => number;
  readonly waitMs?: number;
}

/** Serves what is made of reports. */
export function editionRoutes(serve: Serve, db: Db, serving: EditionServing): void {
  const { documents, now, waitMs = PREVIEW_MS } = serving;

  serve(reportEditions, async ({ query: { report_uid, page, page_size: limit }, session }) => {
    const report = await seenReport(db, session, report_uid);
    const { rows, total } = await editionPage(db, report.report_id, { limit, offset: (page - 1) * limit });
    const items: ReportEdition[] = [];
    for (const row of rows) {
      const production_now = await productionNow(db, session, { report, row, nowMs: now() });
      items.push(shownEdition(row, production_now));
    }
    return { items, total_items: total };
  });

  serve(makeReportEdition, async ({ body: { report_uid, deliver, from_date, to_date }, session }) => {
    const report = await seenReport(db, session, report_uid);
    await accessToMany(db, session, report.project_uids, { to: "change", noun: "report" });
    const { account_id } = session;
    const days = daysOf(report, { from_date, to_date }, now());
    const run_uid = await db
      .transaction()
      .execute((tx) => askFor(tx, report, { account_id, due_on: null, deliver, ...days }));
    return { message: "The report is being made", run_uid };
  });

  serve.download(reportEditionFile, async ({ query: { run_uid }, session }) => {
    const edition = await editionBy(db, { run_uid });
    const report =
      edition === undefined
        ? undefined
        : await reportBy(db, session.account_id, { report_id: edition.report_id });
    if (edition === undefined || report === undefined) {
      throw new Problem(404, "run.not_found", "No such report");
    }
    return fileOf(db, documents, edition);
  });

  serve(previewReport, async ({ body: { project_uid, ...wanted }, session, signal }) => {
    await accessToMany(db, session, [project_uid], { to: "look", noun: "project" });
    const preview_uid = await db
      .transaction()
      .execute((tx) => askPreview(tx, session.account_id, { ...wanted, project_uids: [project_uid] }));
    const drawn = await waitFor(() => takePreview(db, preview_uid), {
      mostMs: Math.min(waitMs, PREVIEW_MS),
      signal,
    });
    if (drawn === null) throw new Problem(504, "report.running", "The pages are not drawn yet");
    return drawn;
  });

  generateRoute(serve, db, serving);
}

/** M225: makes a report and waits for it. */
function generateRoute(
  serve: Serve,
  db: Db,
  { documents, now, waitMs = TEMPLATE_LIMITS.generateMs }: EditionServing,
): void {
  serve.download(generateReport, async ({ body, session, signal }) => {
    const { run_uid } = await askGenerated(db, session, body, now());
    const run = await waitFor(
      async () => {
        const found = await runOf(db, run_uid);
        return found.ended_at === null ? null : found;
      },
      { mostMs: waitMs, signal },
    );
    if (run === null) {
      const message = "The report is still being made; its file will lie under Runs";
      throw new Problem(504, "report.running", message, { run_uid });
    }
    if (run.state !== "done") {
      const message = run.error ?? "The report was cancelled";
      throw new Problem(
        run.error_code === "project.not_found" ? 404 : 500,
        run.error_code === "project.not_found" ? "project.not_found" : "report.failed",
        message,
      );
    }
    return fileOf(db, documents, run);
  });
}

interface Generated {
  readonly report_uid?: string | undefined;
  readonly template_uid?: string | undefined;
  readonly project_uid_list?: readonly string[] | undefined;
  readonly lang?: "vi" | "en" | "zh" | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
}

/** Has the report made that is named, or one by the template. */
// oxlint-disable-next-line max-params -- where, who, what and when
async function askGenerated(
  db: Db,
  session: Session,
  body: Generated,
  nowMs: number,
): Promise<{ run_uid: string }> {
  const { account_id } = session;
  const look = { to: "look", noun: "project" } as const;
  // What is named must be there, also where the report says which it is.
  const template =
    body.template_uid === undefined ? undefined : await templateOf(db, account_id, body.template_uid);
  if (template === undefined && body.template_uid !== undefined) throw noSuchTemplate();
  const proofs = await accessToMany(db, session, body.project_uid_list ?? [], look);
  if (body.report_uid !== undefined) {
    const report = await seenReport(db, session, body.report_uid);
    const days = daysOf(report, body, nowMs);
    const asked = { account_id, due_on: null, deliver: "no", ...days } as const;
    const inLanguage = { ...report, lang: body.lang ?? report.lang };
    return { run_uid: await db.transaction().execute((tx) => askFor(tx, inLanguage, asked)) };
  }
  const [first] = proofs;
  if (template === undefined || first === undefined) throw noSuchReport();
  const lang = body.lang ?? "en";
  const title = template.name ?? productName(template.kind, lang);
  const request = {
    title,
    lang,
    blocks: template.blocks,
    project_uids: proofs.map(({ project_uid }) => project_uid),
    ...daysOf(
      { timezone: first.timezone, period: "previous_month", from_date: null, to_date: null },
      body,
      nowMs,
    ),
    report_id: null,
    deliver: "no",
  };
  const projects = proofs.map(({ project_id }) => project_id);
  const names = proofs.map(({ name }) => name).join(", ");
  return db
    .transaction()
    .execute((tx) =>
      addRun(tx, { account_id, kind: "report", title: `${title}, ${names}`, request, projects }),
    );
}

/** The days that are named, else those of the report's period as of today; up to yesterday's last. */
function daysOf(
  report: Pick<KeptReport, "timezone" | "period" | "from_date" | "to_date">,
  { from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined },
  nowMs: number,
): { from_date: string; to_date: string } {
  const today = localDay(report.timezone, nowMs);
  const days =
    from_date === undefined || to_date === undefined ? periodDays(report, today) : { from_date, to_date };
  if (days.from_date > today) {
    const message = "Must not lie in the future";
    throw new Problem(400, "request.invalid", message, { "body.from_date": message });
  }
  return { ...days, to_date: days.to_date > today ? today : days.to_date };
}

/** What `look` finds, or null after `mostMs`. Ends with an error once whoever asks has gone. */
async function waitFor<T>(
  look: () => Promise<T | null>,
  { mostMs, signal }: { mostMs: number; signal: AbortSignal },
): Promise<T | null> {
  const until = performance.now() + mostMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() >= until) return null;
    await delay(LOOK_MS, undefined, { signal });
  }
}

async function runOf(db: Db, run_uid: string): Promise<RunRow> {
  const run = await db.transaction().execute((tx) => runByUid(tx, run_uid));
  if (run === undefined) throw new Problem(404, "run.not_found", "No such report");
  return run;
}

async function fileOf(
  db: Db,
  documents: FileStore,
  { account_id, document_uid }: Pick<EditionRow, "account_id" | "document_uid">,
): Promise<Attachment> {
  const found = document_uid === null ? undefined : await documentOfAccount(db, { account_id, document_uid });
  const content = found === undefined ? null : await documents.content(found.document_uid);
  if (found === undefined || content === null) throw new Problem(409, "run.no_file", "The file is not there");
  return { ...found, content };
}

/** The production of the same days and projects as it is known now, Wh; null: not of all of them. */
async function productionNow(
  db: Db,
  session: Session,
  { report, row, nowMs }: { report: KeptReport; row: EditionRow; nowMs: number },
): Promise<number | null> {
  if (row.production === null) return null;
  const there = row.production.filter(({ project_uid }) => report.project_uids.includes(project_uid));
  if (there.length < row.production.length) return null;
  const proofs = await accessToMany(
    db,
    session,
    row.production.map(({ project_uid }) => project_uid),
    { to: "look", noun: "report" },
  );
  const range = { from_date: row.from_day, to_date: row.to_day };
  let sum: number | null = null;
  for (const access of proofs) {
    const who = { account_id: session.account_id, projects: [access.project_id] };
    const { production } = await asAccount(db, who, (tx) => totalsOfRange(tx, access, range, nowMs));
    if (production.value !== null) sum = (sum ?? 0) + Math.round(production.value * 1000);
  }
  return sum;
}

function shownEdition(row: EditionRow, now_wh: number | null): ReportEdition {
  const known = (row.production ?? []).flatMap(({ wh }) => wh ?? []);
  const was_wh = known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0);
  return {
    run_uid: row.run_uid,
    state: row.state,
    progress: row.progress,
    due_on: row.due_on,
    from_date: row.from_day,
    to_date: row.to_day,
    lang: row.lang,
    asked_at: row.asked_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    error: row.state === "failed" ? { code: row.error_code ?? "", message: row.error ?? "" } : null,
    sent_to: row.sent_to,
    pages: row.pages,
    size_bytes: row.size_bytes,
    production_kwh: was_wh === null ? null : was_wh / 1000,
    revised_kwh: was_wh === null || now_wh === null ? null : (now_wh - was_wh) / 1000,
  };
}
