// What a report is made of: blocks in an order, each switched on or off, some with options.
import { z } from "zod";

/** In the order in which a template of the product has them. */
export const REPORT_BLOCKS = [
  "cover",
  "key_figures",
  "production",
  "losses",
  "performance",
  "availability",
  "table",
  "alarms",
  "comments",
  "events",
  "nze",
  "environment",
  "photos",
] as const;
export type ReportBlockKind = (typeof REPORT_BLOCKS)[number];

/** `pinned`: stands in the document with a sentence where it has no data; otherwise it is left out then. */
const shared = { on: z.boolean(), pinned: z.boolean() };
const plain = <K extends ReportBlockKind>(kind: K) => z.strictObject({ kind: z.literal(kind), ...shared });

const level = z.enum(["project", "inverter"]);

export const reportBlock = z.discriminatedUnion("kind", [
  plain("cover"),
  plain("key_figures"),
  /** `expected`: a line of what light and temperature let expect stands over the bars. */
  z.strictObject({ ...plain("production").shape, expected: z.boolean() }),
  z.strictObject({
    ...plain("losses").shape,
    show: z.enum(["energy_and_cost", "energy"]),
    level,
  }),
  plain("performance"),
  z.strictObject({ ...plain("availability").shape, level }),
  plain("table"),
  /** `all`: open at any time of the period; `open`: not ended when the figures were taken. */
  z.strictObject({ ...plain("alarms").shape, state: z.enum(["all", "open"]) }),
  plain("comments"),
  plain("events"),
  plain("nze"),
  plain("environment"),
  z.strictObject({ ...plain("photos").shape, most: z.int().min(1).max(6) }),
]);
export type ReportBlock = z.output<typeof reportBlock>;

/** Each kind once at most. */
export const reportBlocks = z
  .array(reportBlock)
  .min(1)
  .max(REPORT_BLOCKS.length)
  .refine((blocks) => new Set(blocks.map(({ kind }) => kind)).size === blocks.length, {
    error: "Each block once at most",
  });

const DEFAULTS: { readonly [K in ReportBlockKind]: Extract<ReportBlock, { kind: K }> } = {
  cover: { kind: "cover", on: false, pinned: false },
  key_figures: { kind: "key_figures", on: false, pinned: false },
  production: { kind: "production", on: false, pinned: false, expected: true },
  losses: { kind: "losses", on: false, pinned: false, show: "energy_and_cost", level: "project" },
  performance: { kind: "performance", on: false, pinned: false },
  availability: { kind: "availability", on: false, pinned: false, level: "inverter" },
  table: { kind: "table", on: false, pinned: false },
  alarms: { kind: "alarms", on: false, pinned: false, state: "all" },
  comments: { kind: "comments", on: false, pinned: false },
  events: { kind: "events", on: false, pinned: false },
  nze: { kind: "nze", on: false, pinned: false },
  environment: { kind: "environment", on: false, pinned: false },
  photos: { kind: "photos", on: false, pinned: false, most: 4 },
};

/** All blocks: those named first and on, in the order given, the others after them and off. */
export const blocksWith = (on: readonly ReportBlockKind[]): ReportBlock[] => [
  ...on.map((kind) => ({ ...DEFAULTS[kind], on: true })),
  ...REPORT_BLOCKS.filter((kind) => !on.includes(kind)).map((kind) => DEFAULTS[kind]),
];

/** The blocks with those kinds that they lack after them, off: a newer version may know more kinds. */
export const allBlocks = (blocks: readonly ReportBlock[]): ReportBlock[] => [
  ...blocks,
  ...REPORT_BLOCKS.filter((kind) => !blocks.some((block) => block.kind === kind)).map(
    (kind) => DEFAULTS[kind],
  ),
];
