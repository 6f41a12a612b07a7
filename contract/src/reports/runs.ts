// Long work that people ask for: reports, spreadsheets and exports, made by jobs, kept for a while and shown to whoever asked.
import { z } from "zod";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber, pageSize } from "../kernel/paging.ts";
import { utcInstant } from "../kernel/units.ts";

/** What is made: the spreadsheet of several projects, that of one, an export of readings, a report by a template. */
const RUN_KINDS = ["portfolio", "project_report", "export", "report"] as const;
const runKind = z.enum(RUN_KINDS);
export type RunKindName = z.output<typeof runKind>;

/** Of one account. */
export const RUN_LIMITS = {
  /** That wait or are being made at once. */
  open: 20,
  /** Days for which a file is kept that was asked for by hand. */
  keptDays: 7,
  /** Days for which a run is listed after its file is gone. */
  listedDays: 90,
  /** Hours for which a link to a file holds, at most for as long as the file is kept. */
  linkHours: 24,
} as const;

const runFile = z.object({
  name: z.string(),
  mime: z.string(),
  size_bytes: z.int(),
  /** Of its bytes, hexadecimal. */
  sha256: z.string(),
  /** When it is taken away; null: it is kept. */
  expires_at: utcInstant.nullable(),
  /** Opens the file for whoever has it, until `link_until`. */
  public_url: z.string(),
  link_until: utcInstant,
});

const reportRun = z.object({
  run_uid: z.uuid(),
  kind: runKind,
  /** Names of what was asked for, as they were then. */
  title: z.string(),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  /** How much of it is made, 0 to 1. */
  progress: z.number().min(0).max(1),
  asked_at: utcInstant,
  started_at: utcInstant.nullable(),
  ended_at: utcInstant.nullable(),
  /** Null: it is not made, or its file is no longer kept. */
  file: runFile.nullable(),
  /** Why it failed; null: it did not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ReportRun = z.output<typeof reportRun>;

/** True while the run waits or is being made. */
export const isOpenRun = ({ state }: Pick<ReportRun, "state">): boolean =>
  state === "queued" || state === "running";

/** The answer of calls that have something made. */
export const runAdded = done.extend({ run: reportRun });

export const listRuns = endpoint({
  name: "listRuns",
  method: "GET",
  path: "report/runs",
  summary: "What the caller has had made, the newest first",
  query: z.object({ page: pageNumber, page_size: pageSize(10), kind: runKind.optional() }),
  answer: z.object({ items: z.array(reportRun), total_items: z.int() }),
});

export const runDetails = endpoint({
  name: "runDetails",
  method: "GET",
  path: "report/runs/details",
  summary: "One thing that the caller has had made",
  query: z.object({ run_uid: z.uuid() }),
  answer: reportRun,
  refusals: ["run.not_found"],
});

export const runFileOf = endpoint({
  name: "runFileOf",
  method: "GET",
  path: "report/runs/file",
  summary: "The file that was made",
  query: z.object({ run_uid: z.uuid() }),
  answer: z.file(),
  refusals: ["run.not_found", "run.no_file"],
});

export const runFileByLink = endpoint({
  name: "runFileByLink",
  method: "GET",
  path: "report/runs/public",
  summary: "The file that was made, for whoever has a link to it, while the link holds",
  access: "public",
  query: z.strictObject({
    run_uid: z.uuid(),
    /** When the link ends, ms since 1970. */
    until: z.coerce.number().int().min(0),
    signature: z.string().max(100),
  }),
  answer: z.file(),
  refusals: ["run.not_found"],
});

export const cancelRun = endpoint({
  name: "cancelRun",
  method: "POST",
  path: "report/runs/cancel",
  summary: "Ends what waits or is being made",
  body: z.strictObject({ run_uid: z.uuid() }),
  answer: runAdded,
  refusals: ["run.not_found", "run.ended"],
});

export const runAgain = endpoint({
  name: "runAgain",
  method: "POST",
  path: "report/runs/again",
  summary:
    "Has it made again as it was asked for: after a failure, when it was ended, or when its file is gone",
  body: z.strictObject({ run_uid: z.uuid() }),
  answer: runAdded,
  refusals: ["run.not_found", "run.not_again", "runs.too_many"],
});

export const removeRun = endpoint({
  name: "removeRun",
  method: "DELETE",
  path: "report/runs",
  summary: "Takes away what was made, with its file",
  query: z.object({ run_uid: z.uuid() }),
  answer: done,
  refusals: ["run.not_found", "run.not_ended"],
});
