// Comments on a project: plain text with line breaks, with figures that the product fills in (M131, M227).
import { z } from "zod";
import { done } from "../../kernel/answers.ts";
import { calendarDay } from "../../kernel/calendar-day.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { commaSeparated, pageNumber, pageSize } from "../../kernel/paging.ts";
import { line, paragraphs } from "../../kernel/text.ts";
import { utcInstant } from "../../kernel/units.ts";
import { chipsOf, chipDays, COMPUTED_PARAMS, COMPUTED_PERIODS, strayChips } from "./computed-values.ts";

/** Of one project, of one comment, and of one deletion. */
export const COMMENT_LIMITS = { ofProject: 5000, contents: 4000, values: 20, atOnce: 100 } as const;

const computed = z.object({
  calc_param_name: z.enum(COMPUTED_PARAMS),
  calc_type: z.enum(COMPUTED_PERIODS),
  calc_time: z.string(),
});
/** A figure as it was when it was filled in. */
const computedValue = computed.extend({
  /** Null: nothing was known. */
  value: z.number().nullable(),
  unit: z.enum(["kWh", "%", "t", "VND", "Wh/m2"]),
  /** Of the rules by which it was computed. */
  version: z.int(),
  computed_at: utcInstant,
});
export type ComputedValue = z.output<typeof computedValue>;

const comment = z.object({
  comment_id: z.uuid(),
  project_uid: z.uuid(),
  contents: z.string(),
  /** The time that it is about. */
  comment_date: utcInstant,
  show_in_report: z.boolean(),
  /** Null: the account is no longer there. */
  author: z.string().nullable(),
  changed_at: utcInstant,
  /** The figures of `contents`, each once. */
  values: z.array(computedValue),
});
export type Comment = z.output<typeof comment>;

const contents = paragraphs(COMMENT_LIMITS.contents)
  .refine((text) => strayChips(text).length === 0, {
    error: ({ input }) => `${strayChips(String(input))[0] ?? ""} names no figure`,
  })
  .refine((text) => chipsOf(text).length <= COMMENT_LIMITS.values, {
    error: `At most ${COMMENT_LIMITS.values} figures in one comment`,
  });

/** An instant of 1970 to 2199. */
const aboutTime = utcInstant.refine((at) => at >= "1970" && at < "2200", "Must lie in 1970 to 2199");

export const listComments = endpoint({
  name: "listComments",
  method: "GET",
  path: "comments",
  summary: "Comments on a project a page at a time",
  query: z.object({
    project_uid: z.uuid(),
    page: pageNumber,
    page_size: pageSize(20),
    /** Words that occur in them. */
    filter_by: line(100).optional(),
    /** Days of their `comment_date` by the project's calendar, both included. */
    from_date: calendarDay.optional(),
    to_date: calendarDay.optional(),
    order_by: z.enum(["comment_date", "changed_at"]).default("comment_date"),
    order_type: z.enum(["desc", "asc"]).default("desc"),
  }),
  answer: z.object({ timezone: z.string(), items: z.array(comment), total_items: z.int() }),
  refusals: ["project.not_found"],
});

export const addComment = endpoint({
  name: "addComment",
  method: "POST",
  path: "comments",
  summary: "Adds a comment; its figures are computed and kept with it",
  body: z.strictObject({
    project_uid: z.uuid(),
    contents,
    /** Left out: now (M131). */
    comment_date: aboutTime.optional(),
    show_in_report: z.boolean().default(false),
  }),
  answer: done.extend({ comment }),
  refusals: ["project.not_found", "project.read_only", "comments.too_many"],
});

export const changeComment = endpoint({
  name: "changeComment",
  method: "PUT",
  path: "comments",
  summary: "Changes what is named of a comment; figures that stay keep their value",
  body: z.strictObject({
    project_uid: z.uuid(),
    comment_id: z.uuid(),
    contents: contents.optional(),
    comment_date: aboutTime.optional(),
    show_in_report: z.boolean().optional(),
  }),
  answer: done.extend({ comment }),
  refusals: ["project.not_found", "project.read_only", "comment.not_found"],
});

export const removeComments = endpoint({
  name: "removeComments",
  method: "DELETE",
  path: "comments",
  summary: "Takes comments away: all that are named, or none",
  query: z.object({
    project_uid: z.uuid(),
    list_comment_id: commaSeparated(z.uuid(), COMMENT_LIMITS.atOnce).refine((ids) => ids.length > 0, {
      error: "Choose at least one comment",
    }),
  }),
  answer: done,
  refusals: ["project.not_found", "project.read_only", "comment.not_found"],
});

export const generateValue = endpoint({
  name: "generateValue",
  method: "GET",
  path: "comments/generate-value",
  summary: "A figure of a day, month or year, as the statistics show it",
  query: computed
    .extend({ project_uid: z.uuid(), calc_time: line(10) })
    .refine((asked) => chipDays(asked) !== null, {
      path: ["calc_time"],
      error: "Must be a day, month or year like 2026-10-31, 2026-10 or 2026, as calc_type says",
    }),
  answer: computedValue,
  refusals: ["project.not_found"],
});
