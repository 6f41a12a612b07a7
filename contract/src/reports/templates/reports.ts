// Reports (M122, M225): a template, projects and when it is sent; what they were made of, and their pages before they are sent.
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize } from "../../kernel/paging.ts";
import { line, someLine } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import { REPORT_LANGUAGES } from "../portfolio-report.ts";
import { reportBlock, reportBlocks } from "./blocks.ts";
import { reportSending } from "./sending.ts";

/** `generateMs`: a call that makes a report waits no longer. */
export const TEMPLATE_LIMITS = {
  title: 120,
  projects: 20,
  ofAccount: 200,
  templatesOfAccount: 50,
  logoBytes: 512 * 1024,
  generateMs: 110_000,
  tableRows: 1000,
} as const;

const lang = z.enum(REPORT_LANGUAGES);

const title = someLine(TEMPLATE_LIMITS.title);
const projects = z.array(z.uuid()).min(1).max(TEMPLATE_LIMITS.projects);

/** Those of the product cannot be changed; the others are saved copies of a report's blocks, seen by their account alone. */
const template = z.object({
  template_uid: z.uuid(),
  /** Null: its own name in each language, by `kind`. */
  name: z.string().nullable(),
  kind: z.enum(["monthly", "weekly", "nze_proof", "esg", "own"]),
  blocks: z.array(reportBlock),
  /** Reports that were made from it and the caller may see. */
  reports: z.int(),
});
export type ReportTemplate = z.output<typeof template>;

export const reportTemplates = endpoint({
  name: "reportTemplates",
  method: "GET",
  path: "report/templates",
  summary: "Templates of reports: those of the product first, then the caller's own",
  query: z.object({
    /** Left out: reports of all projects are counted. */
    project_uid: z.uuid().optional(),
    page: pageNumber,
    page_size: pageSize(20),
  }),
  answer: z.object({ items: z.array(template), total_items: z.int() }),
  refusals: ["project.not_found"],
});

export const addReportTemplate = endpoint({
  name: "addReportTemplate",
  method: "POST",
  path: "report/templates",
  summary: "Saves blocks as a template of the caller's own",
  body: z.strictObject({ name: title, blocks: reportBlocks }),
  answer: done.extend({ template_uid: z.uuid() }),
  refusals: ["template.too_many"],
});

export const removeReportTemplate = endpoint({
  name: "removeReportTemplate",
  method: "DELETE",
  path: "report/templates",
  summary: "Takes a template of the caller's own away; reports that were made from it keep their blocks",
  query: z.object({ template_uid: z.uuid() }),
  answer: done,
  refusals: ["template.not_found", "template.of_product"],
});

const reportFields = {
  title,
  template_uid: z.uuid(),
  project_uid_list: projects,
  lang,
  ...reportSending.shape,
  /** Whether it is made when it is due. */
  active: z.boolean(),
};

const report = z.object({
  report_uid: z.uuid(),
  ...reportFields,
  title: z.string(),
  /** Null: it was taken away since. */
  template_uid: z.uuid().nullable(),
  project_uid_list: z.array(z.uuid()),
  project_names: z.array(z.string()),
  /** Null: the caller may only look at one of its projects. */
  email_list: z.array(z.string()).nullable(),
  blocks: z.array(reportBlock),
  /** The zone of its first project, by whose clocks it is made. */
  timezone: z.string(),
  /** True: the caller may change it. */
  may_change: z.boolean(),
  /** Null: it is not made by itself again. */
  next: z.object({ at: utcInstant, from_date: z.iso.date(), to_date: z.iso.date() }).nullable(),
  changed_at: utcInstant,
});
export type ProjectReport = z.output<typeof report>;

export const allReports = endpoint({
  name: "allReports",
  method: "GET",
  path: "report/all-report",
  summary: "Reports of which the caller may see every project, the newest first",
  query: z.object({
    /** Only those with this project. */
    project_uid: z.uuid().optional(),
    page: pageNumber,
    page_size: pageSize(20),
  }),
  answer: z.object({ items: z.array(report), total_items: z.int() }),
  refusals: ["project.not_found"],
});

export const reportDetails = endpoint({
  name: "reportDetails",
  method: "GET",
  path: "report/details-report",
  summary: "One report",
  query: z.object({ report_uid: z.uuid() }),
  answer: report,
  refusals: ["report.not_found"],
});

const ofProjects = ["project.not_found", "project.read_only", "template.not_found"] as const;

export const addReport = endpoint({
  name: "addReport",
  method: "POST",
  path: "report/add-new-report",
  summary: "Adds a report of projects by a template",
  body: z.strictObject({
    ...reportFields,
    active: z.boolean().default(true),
    /** Left out: the template's. */
    blocks: reportBlocks.optional(),
  }),
  answer: done.extend({ report }),
  refusals: [...ofProjects, "report.too_many"],
});

export const changeReport = endpoint({
  name: "changeReport",
  method: "PUT",
  path: "report/update-report",
  summary: "Changes what is named of a report",
  body: z.strictObject({
    report_uid: z.uuid(),
    ...z.object({ ...reportFields, blocks: reportBlocks }).partial().shape,
  }),
  answer: done.extend({ report }),
  refusals: [...ofProjects, "report.not_found", "report.read_only"],
});

export const removeReport = endpoint({
  name: "removeReport",
  method: "DELETE",
  path: "report/delete-report",
  summary: "Takes a report away; the files that it made stay until their project is erased",
  query: z.object({ report_uid: z.uuid() }),
  answer: done,
  refusals: ["report.not_found", "report.read_only"],
});

export const projectsByTemplate = endpoint({
  name: "projectsByTemplate",
  method: "GET",
  path: "report/projects-by-template",
  summary:
    "Projects that a report by the template can be made of, and in how many reports by it each of them is",
  query: z.object({
    template_uid: z.uuid(),
    /** Left out: all of the caller's. */
    project_uid_list: commaSeparated(z.uuid(), 100).optional(),
    /** A part of their names or addresses, whatever its case and accents. */
    keyword: line(100).default(""),
    page: pageNumber,
    page_size: pageSize(20),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        project_uid: z.uuid(),
        project_ssoc_name: z.string(),
        reports: z.int(),
        /** False: the caller may only look at it. */
        may_change: z.boolean(),
        /** False: what the template is about does not exist there, as zero export. */
        fits: z.boolean(),
      }),
    ),
    total_items: z.int(),
  }),
  refusals: ["template.not_found", "project.not_found"],
});
