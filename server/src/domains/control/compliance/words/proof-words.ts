// The words of the proof.
import type { NzeDrillReason, NzeVerdict } from "@heliograph/contract";

/** What a proof says in a language; what stands in brackets comes as text. */
export interface ProofWords {
  readonly title: (from: string, to: string) => string;
  readonly of: (gateway: string, meter: string) => string;
  readonly zone: (timezone: string, made: string) => string;
  readonly page: string;
  readonly rule: string;
  readonly ruleHead: readonly [string, string, string, string, string];
  readonly from: (at: string) => string;
  readonly before: string;
  readonly days: string;
  readonly kept: (kept: string, counted: string) => string;
  readonly summary: Readonly<Record<"kept" | "largest" | "longest" | "response" | "over" | "given", string>>;
  readonly notKept: (days: string) => string;
  readonly allKept: string;
  readonly notCounted: (noProof: string, off: string) => string;
  readonly allowed: (s: string) => string;
  readonly median: string;
  readonly p95: (s: string) => string;
  readonly about: string;
  readonly violationCount: (count: string) => string;
  readonly none: string;
  readonly verdicts: Readonly<Record<NzeVerdict, string>>;
  readonly lanes: readonly [string, string, string];
  readonly chartAlt: string;
  readonly dayHead: readonly [string, string, string, string, string, string, string, string];
  readonly byGateway: (s: string) => string;
  readonly byReadings: (s: string) => string;
  readonly byNobody: string;
  readonly method: string;
  readonly violations: string;
  readonly violationHead: readonly [string, string, string];
  readonly violationsMore: (shown: string, all: string) => string;
  readonly noViolations: string;
  readonly drills: string;
  readonly drillHint: (s: string) => string;
  readonly drillHead: readonly [string, string, string, string, string];
  readonly noDrills: string;
  readonly passed: string;
  readonly failed: (why: string) => string;
  readonly skipped: (why: string) => string;
  readonly asked: string;
  readonly why: Readonly<Record<NzeDrillReason, string>>;
  readonly check: string;
  readonly csv: (name: string, minutes: string) => string;
  readonly csvColumns: string;
  readonly sha: string;
  readonly certificate: string;
  readonly how: readonly string[];
  readonly file: string;
  readonly reason: string;
}
