// The portfolio report: energies of several projects by bins, as a call and as a spreadsheet (M85 to M91, M123, M176 to M180).
import { z } from "zod";
import { calendarDay } from "../kernel/calendar-day.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { addDays, type Day } from "../kernel/time.ts";
import { BIN_DAYS, STATISTICS_BINS, type StatisticsBin } from "../monitoring/statistics/statistics-range.ts";
import { runAdded } from "./runs.ts";

/** M269. The first is the default. */
export const REPORT_BINS = STATISTICS_BINS.filter(
  (bin): bin is Exclude<StatisticsBin, "year"> => bin !== "year",
);
const reportBin = z.enum(REPORT_BINS, { error: "Please select binsize" });
export type ReportBin = z.output<typeof reportBin>;

export const REPORT_LIMITS = {
  /** Of one report. */
  projects: 100,
  /** Rows that one call answers; a spreadsheet may have more. */
  rows: 20_000,
  /** Rows of a page of the preview (M88). */
  page: 5,
} as const;

export const REPORT_LANGUAGES = ["en", "vi", "zh"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** M177. */
const day = (error: string) => z.string({ error }).min(1, error).pipe(calendarDay);
const reportFields = {
  project_uid: z
    .array(z.uuid(), { error: "Please select a project" })
    .min(1, "Please select a project")
    .max(REPORT_LIMITS.projects, `A report has ${REPORT_LIMITS.projects} projects at most`),
  /** Days of each project's own calendar, both included; of months all that the range touches, whole. */
  from_date: day("Please select a start date"),
  to_date: day("Please select an end date"),
  binsize: reportBin,
};

type Range = { readonly from_date: Day; readonly to_date: Day; readonly binsize: ReportBin };

/** Days that a bin allows (M179). */
const daysAllowed = (bin: ReportBin): number => BIN_DAYS[bin];

/** What is wrong with a range, by field (M178, M179). */
export function reportFaults({ from_date, to_date, binsize }: Range): { path: string; message: string }[] {
  // What is not there yet is said by its own field.
  if (from_date === "" || to_date === "") return [];
  if (from_date > to_date) {
    return [
      { path: "from_date", message: "Start date cannot be after end date" },
      { path: "to_date", message: "End date cannot be before start date" },
    ];
  }
  const days = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1;
  const most = daysAllowed(binsize);
  return days > most
    ? [{ path: "to_date", message: `The selected binsize allows a maximum of ${most} days` }]
    : [];
}

/** The bins of a month are whole months: from the first day of the first to the last day of the last. */
export function reportSpan({ from_date, to_date, binsize }: Range): { from_date: Day; to_date: Day } {
  if (binsize !== "1_months") return { from_date, to_date };
  return { from_date: `${from_date.slice(0, 7)}-01`, to_date: lastOfMonth(to_date) };
}

/** The last day of the day's month. */
function lastOfMonth(of: Day): Day {
  return addDays(`${addDays(`${of.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

const withFaults = <S extends z.ZodType<Range>>(schema: S): S =>
  schema.superRefine((range, context) => {
    for (const { path, message } of reportFaults(range)) {
      context.addIssue({ code: "custom", path: [path], message });
    }
  });

/** Null: nothing is known. Energies in kWh. */
const figure = z.number().nullable();
const binRecord = z.object({
  inverter_production: figure,
  /** From the first of the month in the plant's zone to the end of the bin, also what lies before the range. */
  inverter_accumulation: figure,
  metter_production: figure,
  metter_accumulation: figure,
  /** Percent; null too for bins under a day, which have none. */
  pr_data: figure,
  /** Active: something of the plant's production is known in the bin. */
  gateway_status: z.enum(["Active", "Inactive"]),
});

const projectReportData = z.object({
  project_uid: z.uuid(),
  name: z.string(),
  timezone: z.string(),
  units: z.object({ energy: z.literal("kWh"), pr_data: z.literal("%") }),
  /** One for each day of bins under a day, for each month of bins of a day, and one for bins of a month (M73). */
  project_data: z.array(
    z.object({
      /** YYYY-MM-DD, YYYY-MM, or the first and the last month as YYYY-MM/YYYY-MM. */
      calculate_day: z.string(),
      binsize_data: z.array(
        z.object({
          /** HH:mm-HH:mm by the plant's clock, YYYY-MM-DD or YYYY-MM (M271). */
          binsize: z.string(),
          record: binRecord,
        }),
      ),
    }),
  ),
});
export type ProjectReportData = z.output<typeof projectReportData>;

export const projectReport = endpoint({
  name: "projectReport",
  method: "POST",
  // It reads, and names too much for an address.
  keyRight: "read",
  path: "export-data/binsize-export",
  summary:
    "Energies of projects by the bins of each day, with what has accumulated since the first of the month",
  body: withFaults(z.strictObject({ ...reportFields, data_type: z.literal("project").default("project") })),
  answer: z.object({ items: z.array(projectReportData) }),
  heavyFromDays: 0,
  refusals: ["project.not_found", "report.too_long"],
});

export const reportProjects = endpoint({
  name: "reportProjects",
  method: "GET",
  path: "report/portfolio/projects",
  summary: "Projects that a report may be of, by name, with what they lack for one",
  answer: z.object({
    items: z.array(
      z.object({
        project_uid: z.uuid(),
        name: z.string(),
        timezone: z.string(),
        gateways: z.int(),
        /** That tell of a plant's production. */
        devices: z.int(),
      }),
    ),
  }),
});

export const makePortfolioReport = endpoint({
  name: "makePortfolioReport",
  method: "POST",
  // It changes nothing of a plant: whoever may read what it says may have it written down.
  keyRight: "read",
  path: "report/portfolio",
  summary: "Has a spreadsheet made of the projects: a sheet each, and one with their totals",
  body: withFaults(z.strictObject({ ...reportFields, lang: z.enum(REPORT_LANGUAGES).default("en") })),
  answer: runAdded,
  refusals: ["project.not_found", "runs.too_many"],
});
