// Pages of a report before it is sent. Drawn by a job, as all documents are, in a line of their own; whoever asks waits for it.
import { reportBlocks, type ReportPages } from "@heliograph/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../../../platform/db.ts";
import { renderPages, type DocumentMark } from "../../../platform/documents/pdf.ts";
import { addJob, does, task, type Work } from "../../../platform/jobs/jobs.ts";
import { Problem } from "../../../platform/problem.ts";
import { blocksWithData } from "./report-content.ts";
import {
  documentParts,
  reportFiguresOf,
  withReadablePictures,
  type ReportMaking,
  type WantedReport,
} from "./report-making.jobs.ts";

const previewRequest = z.object({
  title: z.string(),
  lang: z.enum(["vi", "en", "zh"]),
  blocks: reportBlocks,
  project_uids: z.array(z.uuid()),
  from_date: z.iso.date(),
  to_date: z.iso.date(),
});

/** Draws one. A drawing that failed would fail again. */
const previewTask = task({
  name: "reports.preview",
  payload: z.object({ preview_uid: z.uuid() }),
  queue: "previews",
  attempts: 1,
});

const KEPT_MINUTES = 10;
/** A4. */
const PAGE = { width: 595.2756, height: 841.8898 } as const;

/** Asks for the pages and returns what they are fetched by. What nobody fetched for minutes is taken away. */
export async function askPreview(tx: Tx, account_id: number, wanted: WantedReport): Promise<string> {
  await sql`delete from report_preview where asked_at < now() - make_interval(mins => ${KEPT_MINUTES})`.execute(
    tx,
  );
  const { preview_uid } = await tx
    .insertInto("report_preview")
    .values({ account_id, request: JSON.stringify(wanted) })
    .returning("preview_uid")
    .executeTakeFirstOrThrow();
  await addJob(tx, previewTask, { preview_uid });
  return preview_uid;
}

/** The pages once they are drawn, and takes them away; null: not yet. Throws the Problem that they failed with. */
export async function takePreview(db: Db, preview_uid: string): Promise<ReportPages | null> {
  const row = await db
    .deleteFrom("report_preview")
    .where("preview_uid", "=", preview_uid)
    .where("ended_at", "is not", null)
    .returning(["answer", "error_code", "error"])
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.error_code !== null) {
    throw new Problem(row.error_code === "project.not_found" ? 404 : 500, row.error_code, row.error ?? "");
  }
  // Written by the job below.
  return row.answer as unknown as ReportPages;
}

/** The work on pages. */
export const previewWork = (making: ReportMaking): Work =>
  does(previewTask, async ({ preview_uid }, { db }) => {
    const row = await db
      .selectFrom("report_preview")
      .select(["account_id", "request"])
      .where("preview_uid", "=", preview_uid)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (row === undefined) return;
    const ends = (values: { answer?: string; error_code?: string; error?: string }) =>
      db
        .updateTable("report_preview")
        .set({ ...values, ended_at: new Date() })
        .where("preview_uid", "=", preview_uid)
        .execute();
    try {
      const answer = await drawn(db, row.account_id, previewRequest.parse(row.request), making);
      await ends({ answer: JSON.stringify(answer) });
    } catch (error) {
      const isRefused = error instanceof Problem;
      await ends(
        isRefused
          ? { error_code: error.code, error: error.message }
          : { error_code: "report.failed", error: "The report could not be drawn" },
      );
      if (!isRefused) throw error;
    }
  });

// oxlint-disable-next-line max-params -- where, whose, what and with what
async function drawn(
  db: Db,
  account_id: number,
  wanted: WantedReport,
  making: ReportMaking,
): Promise<ReportPages> {
  const figures = await reportFiguresOf(db, account_id, wanted, making);
  const parts = await documentParts(db, account_id, { wanted, figures, making });
  const { svg, pages, marks } = withReadablePictures(parts, renderPages);
  const withData = blocksWithData(figures[0], wanted.blocks);
  const at = (kind: string, edge: DocumentMark["edge"]) =>
    marks.find((mark) => mark.name === kind && mark.edge === edge);
  return {
    from_date: wanted.from_date,
    to_date: wanted.to_date,
    pages,
    ...PAGE,
    svg,
    blocks: wanted.blocks
      .filter(({ on }) => on)
      .map(({ kind }) => ({
        kind,
        has_data: withData.includes(kind),
        page: at(kind, "top")?.page ?? null,
        top: at(kind, "top")?.y ?? 0,
        to_page: at(kind, "bottom")?.page ?? null,
        bottom: at(kind, "bottom")?.y ?? 0,
      })),
    drawn_at: new Date(making.now()).toISOString(),
  };
}
