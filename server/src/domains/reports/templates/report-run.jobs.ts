// Runs of the kind `report`: from a wish to a PDF with its frozen figures, and on its way.
import { TEMPLATE_LIMITS, reportBlocks, savedName } from "@heliograph/contract";
import { z } from "zod";
import type { Tx } from "../../../platform/db.ts";
import type { KeptDocument } from "../../../platform/documents/document.sql.ts";
import { runKind, type RunKind } from "../runs/run-kinds.ts";
import type { RunRow } from "../runs/run.sql.ts";
import { deliverEdition } from "./delivery.jobs.ts";
import type { ReportFigures } from "./report-figures.sql.ts";
import { documentParts, reportFiguresOf, renderReport, type ReportMaking } from "./report-making.jobs.ts";

/** What a run of a report is asked for. */
const reportRequest = z.object({
  title: z.string(),
  lang: z.enum(["vi", "en", "zh"]),
  blocks: reportBlocks,
  project_uids: z.array(z.uuid()).min(1).max(TEMPLATE_LIMITS.projects),
  from_date: z.iso.date(),
  to_date: z.iso.date(),
  /** Of which report; null: of none. Two reports that are alike are two runs. */
  report_id: z.number().nullable(),
  /** A second run of the same words that is to be delivered otherwise is another one. */
  deliver: z.enum(["no", "me", "all"]),
});
type ReportRequest = z.output<typeof reportRequest>;

/** What is kept with the document: the figures as they were. */
interface ReportFacts {
  readonly pages: number;
  readonly production: readonly { readonly project_uid: string; readonly wh: number | null }[];
  readonly figures: readonly ReportFigures[];
}

/** How reports are made. */
export const reportKind = (making: ReportMaking): RunKind =>
  runKind(
    "report",
    reportRequest,
    async (wanted, { db, session: { account_id }, progress }) => {
      const figures = await reportFiguresOf(db, account_id, wanted, {
        now: making.now,
        reached: (share) => progress(share * 0.9),
      });
      const parts = await documentParts(db, account_id, { wanted, figures, making });
      const { pdf, pages } = renderReport(parts);
      const facts: ReportFacts = {
        pages,
        production: figures.map(({ project, totals }) => ({
          project_uid: project.project_uid,
          wh: totals.production.value === null ? null : Math.round(totals.production.value * 1000),
        })),
        figures,
      };
      return { name: fileName(wanted), mime: "application/pdf", content: pdf, facts };
    },
    (tx: Tx, run: RunRow, document: KeptDocument) => deliverEdition(tx, run, document),
  );

/** "Monthly report 2026-10.pdf"; days where it is no whole month. */
function fileName({ title, from_date, to_date }: ReportRequest): string {
  const isMonth =
    from_date.endsWith("-01") &&
    to_date.startsWith(from_date.slice(0, 7)) &&
    to_date >= `${from_date.slice(0, 7)}-28`;
  const days = isMonth
    ? from_date.slice(0, 7)
    : from_date === to_date
      ? from_date
      : `${from_date} ${to_date}`;
  return savedName(`${title} ${days}.pdf`);
}
