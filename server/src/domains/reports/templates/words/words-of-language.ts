import type { LossStep, REPORT_BLOCKS, ReportTemplate, SwhErrorCode } from "@heliograph/contract";

type Kind = (typeof REPORT_BLOCKS)[number];
/** Every word of a report in a language. */
export interface DocumentWords {
  /** For Intl. */
  readonly locale: string;
  readonly templates: Readonly<Record<Exclude<ReportTemplate["kind"], "own">, string>>;
  /** Headings of blocks. */
  readonly titles: Readonly<Record<Kind, string>>;
  /** What stands in a pinned block without data. */
  readonly none: Readonly<Record<Kind, string>>;
  readonly foot: (at: string) => string;
  /** A month and a year, and days. */
  readonly month: (year: string, month: number) => string;
  readonly days: (from: string, to: string) => string;
  readonly about: (kwp: string, zone: string) => string;
  readonly figures: Readonly<
    Record<
      | "production"
      | "ratio"
      | "availability"
      | "saving"
      | "co2"
      | "given_up"
      | "import"
      | "export"
      | "heat"
      | "insolation"
      | "peak"
      | "completeness",
      string
    >
  >;
  readonly provisional: string;
  readonly guaranteed: (percent: string) => string;
  readonly metered: string;
  readonly byInverters: string;
  readonly expectedLine: string;
  readonly perDay: string;
  readonly barsAlt: string;
  readonly losses: Readonly<Record<"base" | LossStep | "residual" | "measured", string>>;
  readonly scaleFrom: (kwh: string) => string;
  readonly price: (vnd: string) => string;
  readonly inverter: string;
  readonly daysKnown: string;
  readonly tableHead: readonly [string, string, string, string, string, string];
  readonly total: string;
  readonly availabilityNote: string;
  readonly energyShare: string;
  readonly alarmHead: readonly [string, string, string, string, string, string];
  /** What a water heater's controller reports; other alarms are called as notices call them. */
  readonly heaterAlarms: Readonly<Record<SwhErrorCode, string>>;
  readonly severities: Readonly<Record<"critical" | "warning" | "minor", string>>;
  readonly open: string;
  readonly duration: (hours: number, minutes: number) => string;
  readonly more: (shown: string, all: string) => string;
  readonly categories: Readonly<
    Record<"maintenance" | "cleaning" | "fault" | "grid" | "weather" | "visit" | "other" | "gateway", string>
  >;
  readonly comment: string;
  readonly kept: (kept: string, counted: string) => string;
  readonly nze: Readonly<
    Record<"kept" | "largest" | "longest" | "violations" | "over" | "given_up" | "drills", string>
  >;
  readonly allowed: (s: string) => string;
  readonly drills: (passed: string, failed: string) => string;
  readonly verdicts: Readonly<Record<"kept" | "not_kept" | "no_proof" | "off", string>>;
  readonly nzeHead: readonly [string, string, string, string, string];
  readonly trees: string;
  readonly treesNote: string;
  readonly phones: string;
  readonly car: string;
  readonly unreadablePhoto: string;
  /** The text of the mail that carries the document. */
  readonly mail: (of: { title: string; projects: string; period: string }) => string;
}
