// What a proof says, ready to be set: every figure as text in the language of the document.
import {
  NZE_RULE_AT_FIRST,
  type NzeComplianceDay,
  type NzeDrillWithTrace,
  type NzeRule,
  type ProofLanguage,
} from "@heliograph/contract";
import type { NzeDayKept, rulesBetween } from "./compliance.sql.ts";
import { monthSummary } from "./month-summary.ts";
import { localClock } from "./proof-csv.ts";
import { proofWords } from "./words/languages.ts";

/** What a proof is made of. */
export interface ProofFacts {
  readonly project_name: string;
  readonly timezone: string;
  readonly gateway: string;
  readonly meter: string;
  readonly from_day: string;
  readonly to_day: string;
  /** In order. */
  readonly days: readonly NzeDayKept[];
  readonly rules: Awaited<ReturnType<typeof rulesBetween>>;
  /** Newest first. */
  readonly drills: readonly NzeDrillWithTrace[];
}

interface Making {
  readonly lang: ProofLanguage;
  readonly product: string;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
  readonly madeAt: Date;
  readonly csv: {
    readonly name: string;
    readonly text: string;
    readonly sha256: string;
    readonly minutes: number;
  };
}

/** Violations that are listed; the CSV has every minute. */
const VIOLATIONS_LISTED = 60;
const LOCALES: Readonly<Record<ProofLanguage, string>> = { en: "en-US", vi: "vi-VN", zh: "zh-CN" };
/** The data of the proof's template. */
export function proofContent(facts: ProofFacts, making: Making): Record<string, unknown> {
  const { lang, csv, fingerprint } = making;
  const words = proofWords[lang];
  const number = numberIn(lang);
  const { from_day, to_day, timezone } = facts;
  return {
    title: words.title(from_day, to_day),
    author: making.product,
    project: facts.project_name,
    of: words.of(facts.gateway, facts.meter),
    zone: words.zone(timezone, localClock(timezone, making.madeAt.getTime())),
    foot: `${making.product} · ${facts.gateway} · ${fingerprint.slice(0, 16)}`,
    page: words.page,
    csv: csv.text,
    csv_name: csv.name,
    csv_about: words.csvColumns,
    csv_sha256: csv.sha256,
    fingerprint,
    rule: {
      title: words.rule,
      head: words.ruleHead,
      rows: [
        ruleRow(facts.rules.before ?? NZE_RULE_AT_FIRST, words.before, number),
        ...facts.rules.set.map(({ since, ...rule }) =>
          ruleRow(rule, words.from(localClock(timezone, Date.parse(since))), number),
        ),
      ],
    },
    summary: summaryOf(facts, lang),
    days: daysOf(facts, lang),
    violations: violationsOf(facts, lang),
    drills: drillsOf(facts, lang),
    check: {
      title: words.check,
      csv: words.csv(csv.name, number(csv.minutes, 0)),
      columns: words.csvColumns,
      sha: words.sha,
      certificate: words.certificate,
      how: words.how,
    },
  };
}

const NOT_KNOWN = "–";

type NumberText = (value: number | null, digits: number) => string;

const numberIn =
  (lang: ProofLanguage): NumberText =>
  (value, digits) =>
    value === null
      ? NOT_KNOWN
      : new Intl.NumberFormat(LOCALES[lang], {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(value);

/** What is not known has no unit. */
const withUnit = (text: string, unit: string) => (text === NOT_KNOWN ? text : `${text} ${unit}`);
const kilo = (value: number | null) => (value === null ? null : value / 1000);
const seconds = (value: number | null) => (value === null ? null : Math.round(value));

const ruleRow = (rule: NzeRule, when: string, number: NumberText) => [
  when,
  `${number(rule.export_limit_w / 1000, 1)} kW`,
  `${rule.back_within_s} s`,
  `${rule.meter_silent_s} s`,
  `${number(rule.failsafe_w / 1000, 1)} kW`,
];

function summaryOf({ days, timezone }: ProofFacts, lang: ProofLanguage) {
  const words = proofWords[lang];
  const number = numberIn(lang);
  const sum = monthSummary(days);
  const at = (instant: string | null) => (instant === null ? "" : localClock(timezone, Date.parse(instant)));
  const about = sum.response_is_estimated ? `${words.about} ` : "";
  const notCounted = sum.days_no_proof + sum.days_off;
  return [
    {
      label: words.summary.kept,
      value: words.kept(number(sum.days_kept, 0), number(sum.days_counted, 0)),
      note: [
        sum.not_kept.length > 0 ? words.notKept(sum.not_kept.join(", ")) : words.allKept,
        ...(notCounted > 0 ? [words.notCounted(number(sum.days_no_proof, 0), number(sum.days_off, 0))] : []),
      ].join("; "),
    },
    {
      label: words.summary.largest,
      value: withUnit(number(kilo(sum.largest_export_w), 1), "kW"),
      note: at(sum.largest_export_at),
    },
    {
      label: words.summary.longest,
      value: withUnit(number(seconds(sum.longest_violation_s), 0), "s"),
      note: sum.back_within_s === null ? "" : words.allowed(number(sum.back_within_s, 0)),
    },
    {
      label: words.summary.response,
      value:
        sum.response_median_s === null
          ? words.none
          : `${about}${number(seconds(sum.response_median_s), 0)} s ${words.median}`,
      note: sum.response_p95_s === null ? "" : words.p95(number(seconds(sum.response_p95_s), 0)),
    },
    {
      label: words.summary.over,
      value: `${number(kilo(sum.over_limit_wh), 1)} kWh`,
      note: words.violationCount(number(sum.violations, 0)),
    },
    {
      label: words.summary.given,
      value: withUnit(number(kilo(sum.given_up_wh), 1), "kWh"),
      note: sum.given_up_vnd === null ? "" : `${number(Number(sum.given_up_vnd), 0)} VND`,
    },
  ];
}

const MARKS = { gateway: "G", readings: "R" } as const;

function daysOf({ days }: ProofFacts, lang: ProofLanguage) {
  const words = proofWords[lang];
  const number = numberIn(lang);
  const figures = days.map((day) => day.figures);
  const by = (source: NzeComplianceDay["source"]) => figures.filter((day) => day.source === source);
  const coarsest = (found: readonly NzeComplianceDay[]) =>
    number(Math.max(...found.map(({ resolution_s }) => resolution_s ?? 0)), 0);
  const [measured, read] = [by("gateway"), by("readings")];
  return {
    title: words.days,
    alt: words.chartAlt,
    ticks: figures.map(({ day }) => day.slice(8)),
    lanes: lanesOf(figures, words.lanes, number),
    head: words.dayHead,
    rows: figures.map((day) => {
      const shown = day.verdict !== "off";
      const of = (value: number | null, digits: number) => (shown ? number(value, digits) : "–");
      return [
        `${day.day} ${day.source === null ? "–" : MARKS[day.source]}`,
        words.verdicts[day.verdict],
        of(kilo(day.largest_export_w), 1),
        of(seconds(day.longest_violation_s), 0),
        of(seconds(day.response_median_s), 0),
        of(kilo(day.over_limit_wh), 2),
        of(kilo(day.given_up_wh), 1),
        of(day.given_up_vnd === null ? null : Number(day.given_up_vnd), 0),
      ];
    }),
    notes: [
      ...(measured.length > 0 ? [words.byGateway(coarsest(measured))] : []),
      ...(read.length > 0 ? [words.byReadings(coarsest(read))] : []),
      ...(by(null).length > 0 ? [words.byNobody] : []),
    ],
    method: words.method,
  };
}

const on = (day: NzeComplianceDay, value: number | null) => (day.verdict === "off" ? 0 : (value ?? 0));

/** The bars of each lane as shares of its largest; the violations that broke their day stand out. */
function lanesOf(days: readonly NzeComplianceDay[], labels: readonly string[], number: NumberText) {
  const values = [
    days.map((day) => on(day, day.largest_export_w) / 1000),
    days.map((day) => on(day, day.longest_violation_s)),
    days.map((day) => on(day, day.given_up_wh) / 1000),
  ];
  const allowed = days.at(-1)?.back_within_s ?? 0;
  return values.map((lane, index) => {
    const top = Math.max(...lane, index === 1 ? allowed : 0, 0);
    return {
      label: labels[index] ?? "",
      top: number(top, index === 1 ? 0 : 1),
      allowed: index === 1 && top > 0 ? allowed / top : null,
      bars: lane.map((value, at) => ({
        share: top > 0 ? value / top : 0,
        over: index === 1 && days[at]?.verdict === "not_kept",
      })),
    };
  });
}

function violationsOf({ days, timezone }: ProofFacts, lang: ProofLanguage) {
  const words = proofWords[lang];
  const number = numberIn(lang);
  const all = days.flatMap(({ violations }) => violations).toSorted((a, b) => b.s - a.s);
  const count = days.reduce((sum, { figures }) => sum + (figures.violations ?? 0), 0);
  const listed = all.slice(0, VIOLATIONS_LISTED);
  return {
    title: words.violations,
    none: words.noViolations,
    head: words.violationHead,
    rows: listed.map(({ at, s, largest_w }) => [
      localClock(timezone, Date.parse(at)),
      number(Math.round(s), 0),
      number(largest_w / 1000, 1),
    ]),
    more: count > listed.length ? words.violationsMore(number(listed.length, 0), number(count, 0)) : null,
  };
}

function drillsOf({ drills, timezone }: ProofFacts, lang: ProofLanguage) {
  const words = proofWords[lang];
  const number = numberIn(lang);
  const [newest] = drills;
  const resultOf = ({ result, reason, irradiance_w_m2 }: NzeDrillWithTrace): string => {
    if (result === "asked") return words.asked;
    if (result === "passed" || reason === null) return words.passed;
    const light = reason === "low_irradiance" ? `, ${number(irradiance_w_m2, 0)} W/m²` : "";
    return words[result](`${words.why[reason]}${light}`);
  };
  return {
    title: words.drills,
    hint: words.drillHint(String(newest?.meter_out_s ?? 10)),
    none: words.noDrills,
    head: words.drillHead,
    rows: drills.map((drill) => [
      localClock(timezone, Date.parse(drill.asked_at)),
      number(drill.to_limit_s, 1),
      number(drill.allowed_s, 0),
      number(drill.back_s, 0),
      resultOf(drill),
    ]),
  };
}
