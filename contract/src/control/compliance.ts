// How gateways kept to zero export, day by day, and the proof of it that a utility is given.
import { z } from "zod";
import { calendarDay } from "../kernel/calendar-day.ts";
import { done } from "../kernel/answers.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageNumber } from "../kernel/paging.ts";
import { utcInstant } from "../kernel/units.ts";
import { uidAndSerial } from "../monitoring/project-figures.ts";
import { nzeDrill, nzeRule } from "./zero-export.ts";

/** Most points of a day's curve, and drills of a page. */
export const COMPLIANCE_LIMITS = { points: 400, drills: 5 } as const;

/** A month as addresses and calls name it: "2026-11". */
const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "Must be a month like 2026-11")
  .refine((text) => text >= "1970-01" && text < "2200-01", "Must lie in 1970 to 2199");

/** The languages that a proof is written in. */
const PROOF_LANGUAGES = ["en", "vi", "zh"] as const;
export type ProofLanguage = (typeof PROOF_LANGUAGES)[number];

/** Kept, broken, not to be proven for gaps of the meter, or not counted since zero export was off. */
const NZE_VERDICTS = ["kept", "not_kept", "no_proof", "off"] as const;
export type NzeVerdict = (typeof NZE_VERDICTS)[number];

const nzeComplianceDayFigures = z.object({
  day: z.iso.date(),
  verdict: z.enum(NZE_VERDICTS),
  /** Who measured the figures: the gateway's own loop, or the readings that the portal has; null: nobody. */
  source: z.enum(["gateway", "readings"]).nullable(),
  /** Violations that are shorter may not have been seen, s; null: nothing was measured. */
  resolution_s: z.int().nullable(),
  /** What held as the day ended. */
  export_limit_w: z.number(),
  back_within_s: z.int(),
  /** Null: nothing was measured. */
  largest_export_w: z.number().nullable(),
  largest_export_at: utcInstant.nullable(),
  longest_violation_s: z.number().nullable(),
  longest_violation_at: utcInstant.nullable(),
  /** From the first export above the limit until back inside; null: there was none. */
  response_median_s: z.number().nullable(),
  response_p95_s: z.number().nullable(),
  violations: z.int().nullable(),
  /** Exported above the limit. */
  over_limit_wh: z.number().nullable(),
  /** What zero export held back: the step of the loss waterfall, whole Wh and whole VND. Null: not known. */
  given_up_wh: z.int().nullable(),
  given_up_vnd: z.string().nullable(),
  /** Of the seconds of daylight with zero export on, those that the meter covers. */
  seen_s: z.int(),
  due_s: z.int(),
});
export type NzeComplianceDay = z.output<typeof nzeComplianceDayFigures>;

const nzeMonthSummary = z.object({
  /** Days that count: kept and not kept. */
  days_counted: z.int(),
  days_kept: z.int(),
  not_kept: z.array(z.iso.date()),
  days_no_proof: z.int(),
  days_off: z.int(),
  /** Of the days with zero export on; null: nothing was measured. */
  largest_export_w: z.number().nullable(),
  largest_export_at: utcInstant.nullable(),
  longest_violation_s: z.number().nullable(),
  longest_violation_at: utcInstant.nullable(),
  /** As the day of the longest violation had it; without one the newest. Null: no day. */
  back_within_s: z.int().nullable(),
  /** Over all violations; null: there was none. */
  response_median_s: z.number().nullable(),
  response_p95_s: z.number().nullable(),
  /** True: some days had more violations than are kept one by one, so that their quantiles stand for them. */
  response_is_estimated: z.boolean(),
  violations: z.int(),
  over_limit_wh: z.number(),
  /** Null: of no day is it known. */
  given_up_wh: z.int().nullable(),
  given_up_vnd: z.string().nullable(),
  /** The coarsest of the days; null: nothing was measured. */
  resolution_s: z.int().nullable(),
});
export type NzeMonthSummary = z.output<typeof nzeMonthSummary>;

export const nzeCompliance = endpoint({
  name: "nzeCompliance",
  method: "GET",
  path: "control/compliance",
  summary:
    "How a gateway kept to zero export in a month: its days, what they come to, its rule and its drills",
  query: z.object({ gateway_uid: z.uuid(), month }),
  answer: z.object({
    timezone: z.string(),
    project_uid: z.uuid(),
    project_name: z.string(),
    gateway: uidAndSerial.extend({ alias: z.string() }),
    /** At the grid; null: none. */
    meter: uidAndSerial.extend({ alias: z.string() }).nullable(),
    nze_status: z.boolean(),
    /** That holds now. */
    rule: nzeRule,
    month: z.string(),
    /** By the plant's clocks. */
    today: z.iso.date(),
    /** The first and the last day that were judged; null: none yet. */
    first_day: z.iso.date().nullable(),
    last_day: z.iso.date().nullable(),
    summary: nzeMonthSummary,
    /** Those that were judged, in order. */
    days: z.array(nzeComplianceDayFigures),
    /** Days on which drills took place, with the worst that they came to. */
    drill_days: z.array(z.object({ day: z.iso.date(), result: z.enum(["passed", "failed"]) })),
  }),
  refusals: ["gateway.not_found"],
});

export const nzeComplianceDay = endpoint({
  name: "nzeComplianceDay",
  method: "GET",
  path: "control/compliance/day",
  summary:
    "A day of a gateway's zero export: its violations, the grid's curve about the longest, and what came after",
  query: z.object({ gateway_uid: z.uuid(), day: calendarDay }),
  answer: z.object({
    timezone: z.string(),
    /** Null: it was not judged. */
    day: nzeComplianceDayFigures.nullable(),
    /** The longest, the longest first. */
    violations: z.array(z.object({ at: utcInstant, s: z.number(), largest_w: z.number() })),
    /** What the meter read, in order: about the longest violation, else the whole day. Export is negative. */
    curve: z.array(
      z.object({
        /** ms since 1970. */
        from_ms: z.int(),
        to_ms: z.int(),
        /** The lowest of the readings in it, which is the largest export. */
        grid_w: z.number(),
      }),
    ),
    /** Rules that were set after the day. */
    rules_since: z.array(nzeRule.extend({ since: utcInstant })),
    /** The longest violation of the days that were judged after it; null: none of them was measured. */
    longest_since_s: z.number().nullable(),
    days_since: z.int(),
  }),
  refusals: ["gateway.not_found"],
});
export type NzeDayDetails = z.output<(typeof nzeComplianceDay)["answer"]>;

const nzeDrillWithTrace = nzeDrill.extend({
  /** Production, W, so many seconds after the meter was left out. */
  trace: z.array(z.object({ s: z.number(), w: z.number() })),
});
export type NzeDrillWithTrace = z.output<typeof nzeDrillWithTrace>;

export const nzeDrills = endpoint({
  name: "nzeDrills",
  method: "GET",
  path: "control/compliance/drills",
  summary: "The drills of a gateway's fail-safe, newest first, with what its production did",
  query: z.object({
    gateway_uid: z.uuid(),
    page: pageNumber,
    items_page: z.coerce.number().int().min(1).max(20).default(COMPLIANCE_LIMITS.drills),
  }),
  answer: z.object({ items: z.array(nzeDrillWithTrace), total_items: z.int() }),
  refusals: ["gateway.not_found"],
});

/** How far a proof has come. */
const PROOF_STATES = ["waiting", "reading", "writing", "signing", "ready", "failed"] as const;
export type ProofState = (typeof PROOF_STATES)[number];

/** True while somebody is at it. */
export const isBeingMade = (state: ProofState): boolean => state !== "ready" && state !== "failed";

const proofFile = z.object({
  name: z.string(),
  size_bytes: z.int(),
  /** Of its bytes, hexadecimal. */
  sha256: z.string(),
});

const nzeProof = z.object({
  proof_uid: z.uuid(),
  lang: z.enum(PROOF_LANGUAGES),
  state: z.enum(PROOF_STATES),
  asked_at: utcInstant,
  /** Null: it is not made. */
  made_at: utcInstant.nullable(),
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  pages: z.int().nullable(),
  minutes: z.int().nullable(),
  pdf: proofFile.nullable(),
  csv: proofFile.nullable(),
  /**
   * Looked at as it is asked for: the files' bytes are those that were made, and the signature is this installation's. False: they are not
   * given out. Null: it is not made.
   */
  is_valid: z.boolean().nullable(),
  /** True: the days, drills and rules are still what it says. */
  is_current: z.boolean(),
});
export type NzeProof = z.output<typeof nzeProof>;

export const nzeProofs = endpoint({
  name: "nzeProofs",
  method: "GET",
  path: "control/compliance/proofs",
  summary:
    "The newest proof of a gateway's month in each language, whether it holds, and by which certificate it is signed",
  query: z.object({ gateway_uid: z.uuid(), month }),
  answer: z.object({
    items: z.array(nzeProof),
    /** SHA-256 of this installation's certificate, hexadecimal. */
    fingerprint: z.string(),
  }),
  refusals: ["gateway.not_found"],
});

export const makeNzeProof = endpoint({
  name: "makeNzeProof",
  method: "POST",
  // It changes nothing of the plant: whoever may read what it says may have it written down.
  keyRight: "read",
  path: "control/compliance/proofs",
  summary:
    "Has a signed PDF and a CSV made of a gateway's month; the one that there is where nothing has changed since",
  body: z.strictObject({ gateway_uid: z.uuid(), month, lang: z.enum(PROOF_LANGUAGES) }),
  answer: done.extend({ proof: nzeProof }),
  refusals: ["gateway.not_found", "proof.no_days"],
});

export const nzeProofFile = endpoint({
  name: "nzeProofFile",
  method: "GET",
  path: "control/compliance/proof",
  summary: "The signed PDF of a proof, or its CSV by minute",
  query: z.object({ proof_uid: z.uuid(), file: z.enum(["pdf", "csv"]) }),
  answer: z.file(),
  refusals: ["proof.not_found", "proof.not_ready", "proof.not_valid"],
});
