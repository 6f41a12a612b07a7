// What is made of reports: a file that is waited for, pages before anything is sent, and the runs of each report.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../../kernel/paging.ts";
import { someLine } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import { REPORT_LANGUAGES } from "../portfolio-report.ts";
import { REPORT_BLOCKS, reportBlocks } from "./blocks.ts";
import { TEMPLATE_LIMITS } from "./reports.ts";
import { MOST_REPORT_DAYS } from "./sending.ts";

const lang = z.enum(REPORT_LANGUAGES);
const title = someLine(TEMPLATE_LIMITS.title);
const projects = z.array(z.uuid()).min(1).max(TEMPLATE_LIMITS.projects);

const someDays = { from_date: calendarDay, to_date: calendarDay };
const rangeOf = ({ from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined }) =>
  from_date === undefined || to_date === undefined
    ? from_date === to_date
    : from_date <= to_date && Date.parse(to_date) - Date.parse(from_date) < MOST_REPORT_DAYS * 86_400_000;
const RANGE_RULE = {
  path: ["to_date"],
  error: `Both days, the second not before the first, at most ${MOST_REPORT_DAYS} days`,
};

export const generateReport = endpoint({
  name: "generateReport",
  method: "POST",
  path: "report/generate-report",
  // It changes nothing of the plant: whoever may see the figures may have them written down.
  keyRight: "read",
  summary:
    "Makes a report and answers its PDF; after 110 s it goes on by itself and its file lies under its runs",
  body: z
    .strictObject({
      report_uid: z.uuid().optional(),
      /** Without a report: by this template, of these projects. */
      template_uid: z.uuid().optional(),
      project_uid_list: projects.optional(),
      lang: lang.optional(),
      /** Left out: the period of the report, else the month before. */
      from_date: calendarDay.optional(),
      to_date: calendarDay.optional(),
    })
    .refine(
      ({ report_uid, template_uid, project_uid_list }) =>
        report_uid !== undefined || (template_uid !== undefined && project_uid_list !== undefined),
      { path: ["report_uid"], error: "Name a report, or a template and projects" },
    )
    .refine(rangeOf, RANGE_RULE),
  answer: z.file(),
  refusals: [
    "report.not_found",
    "template.not_found",
    "project.not_found",
    "report.running",
    "report.failed",
    "runs.too_many",
  ],
});

export const previewReport = endpoint({
  name: "previewReport",
  method: "POST",
  path: "report/preview",
  keyRight: "read",
  summary: "The pages of a report of one project as they would be, drawn by what makes the PDF",
  body: z
    .strictObject({
      project_uid: z.uuid(),
      title,
      lang,
      blocks: reportBlocks,
      ...someDays,
    })
    .refine(rangeOf, RANGE_RULE),
  answer: z.object({
    ...someDays,
    pages: z.int(),
    /** Of one page, pt. */
    width: z.number(),
    height: z.number(),
    /** All pages, one below the other. */
    svg: z.string(),
    /** Where each block stands that is on; page null: it is left out, as it has no data. Tops and bottoms in pt on their pages. */
    blocks: z.array(
      z.object({
        kind: z.enum(REPORT_BLOCKS),
        has_data: z.boolean(),
        page: z.int().nullable(),
        top: z.number(),
        to_page: z.int().nullable(),
        bottom: z.number(),
      }),
    ),
    drawn_at: utcInstant,
  }),
  refusals: ["project.not_found", "report.running", "report.failed"],
});
export type ReportPages = z.output<(typeof previewReport)["answer"]>;

/** What was made of a report: its run (`runs.ts`), for whom and of which days. */
const reportEdition = z.object({
  run_uid: z.uuid(),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  /** How much of it is made, 0 to 1. */
  progress: z.number(),
  /** The local day on which it was due; null: somebody asked for it. */
  due_on: z.iso.date().nullable(),
  from_date: z.iso.date(),
  to_date: z.iso.date(),
  lang,
  asked_at: utcInstant,
  ended_at: utcInstant.nullable(),
  /** Why it failed; null: it did not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Addresses that it was sent to. */
  sent_to: z.int(),
  pages: z.int().nullable(),
  size_bytes: z.int().nullable(),
  /** What it says of production, kWh; null: nothing was known. */
  production_kwh: z.number().nullable(),
  /** By how much the same days' production is more now; null: it is not known, or not of all its projects. */
  revised_kwh: z.number().nullable(),
});
export type ReportEdition = z.output<typeof reportEdition>;

export const reportEditions = endpoint({
  name: "reportEditions",
  method: "GET",
  path: "report/editions",
  summary:
    "What a report was made of and when, the newest first, and by how much its figures have changed since",
  query: z.object({ report_uid: z.uuid(), page: pageNumber, page_size: pageSize(10) }),
  answer: z.object({ items: z.array(reportEdition), total_items: z.int() }),
  refusals: ["report.not_found"],
});

export const makeReportEdition = endpoint({
  name: "makeReportEdition",
  method: "POST",
  path: "report/editions",
  summary: "Makes a report again, of any days that are over, and sends it where that is wished",
  body: z
    .strictObject({
      report_uid: z.uuid(),
      from_date: calendarDay.optional(),
      to_date: calendarDay.optional(),
      /** `me`: to the caller's own address. `all`: as if it were due. */
      deliver: z.enum(["no", "me", "all"]).default("no"),
    })
    .refine(rangeOf, RANGE_RULE),
  answer: done.extend({ run_uid: z.uuid() }),
  refusals: ["report.not_found", "report.read_only", "runs.too_many"],
});

export const reportEditionFile = endpoint({
  name: "reportEditionFile",
  method: "GET",
  path: "report/editions/file",
  summary: "The PDF that was made of a report, for whoever may see the report",
  query: z.object({ run_uid: z.uuid() }),
  answer: z.file(),
  refusals: ["run.not_found", "run.no_file"],
});
