// What must hold before generation is certified: the guards ISS-001 to ISS-016 as functions of what is known of the period
// (certificates.md §2.7, rules R4, R5, R7, R9, R12 of its addendum). Both ends read them; the server alone decides.
import { addDays, type Day } from "../../kernel/time.ts";
import { WH_PER_CERTIFICATE } from "./certificate.ts";
import type { CertificateRegistry } from "../ledger.ts";
import { monthsOf, submissionDeadline } from "./deadlines.ts";

/** How the energy of a day is known: by the meter, over a gap or by inverters, or by what somebody stated. */
export const EVIDENCE_CLASSES = ["A", "B", "C"] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/** A local day of a generation statement, as the guards look at it. Energies in Wh. */
export interface GuardedDay {
  readonly day: Day;
  /** What counts, whole; null: nothing is known of the day. */
  readonly wh: number | null;
  readonly evidence: EvidenceClass | null;
  /** What meters and inverters said, each; null: nothing. */
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  /** The most that can have been generated. */
  readonly maximum_wh: number;
  /** False: the ledger may still change what it says of the day (R5). */
  readonly is_settled: boolean;
  /** True: the quarter hours of one of its points equal those of another point (R4). */
  readonly is_copy: boolean;
  /** Of a correction: what was accepted of the day before, to which `wh` is the difference; else 0. */
  readonly accepted_wh: number;
}

/** A request of the same device that holds days of the period. */
export interface OtherRequest {
  readonly application_id: string;
  readonly from_day: Day;
  readonly to_day: Day;
}

/** All that the guards know. Days are local days of the device, both ends included. */
export interface IssuanceFacts {
  readonly registry: CertificateRegistry;
  /** ISO 3166-1 alpha-2, of the place of production. */
  readonly country: string;
  readonly timezone: string;
  /** Today by the device's calendar. */
  readonly today: Day;
  /** When it was first submitted, and for which days; null: it was not. What was handed in in time is not late because it is decided later. */
  readonly submitted: { readonly on: Day; readonly from_day: Day; readonly to_day: Day } | null;
  readonly from_day: Day;
  readonly to_day: Day;
  /** The first day that may be certified; the last one, null: no end is known. */
  readonly registered_from: Day;
  readonly registered_to: Day | null;
  readonly others: readonly OtherRequest[];
  /** A row for each day of the period, in order; of a correction for each day that it changes. */
  readonly days: readonly GuardedDay[];
  /** What the ledger says of these days now, Wh, and how much of it is certified already. */
  readonly metered_wh: number;
  readonly certified_wh: number;
  readonly carry_wh: number;
  readonly debt_wh: number;
  /** True: registers count electricity that never reached the grid. */
  readonly is_self_consumed: boolean;
  /** True: the statement made anew differs from the one that was submitted (R7). */
  readonly has_changed: boolean;
}

export const ISSUANCE_GUARDS = [
  "ISS-001",
  "ISS-002",
  "ISS-003",
  "ISS-004",
  "ISS-005",
  "ISS-006",
  "ISS-007",
  "ISS-008",
  "ISS-009",
  "ISS-010",
  "ISS-011",
  "ISS-012",
  "ISS-013",
  "ISS-014",
  "ISS-015",
  "ISS-016",
] as const;
export type IssuanceGuard = (typeof ISSUANCE_GUARDS)[number];

/**
 * What becomes of a guard. `failed` stops the request; `decide` stops its approval until an issuer accepts it; `warning` stops
 * nothing; `passed`; `not_asked`: the guard is about something else.
 */
export const CHECK_OUTCOMES = ["passed", "warning", "decide", "failed", "not_asked"] as const;
type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** A guard with what it found. `params` are the values of the message, for other languages. */
export interface IssuanceCheck {
  readonly code: IssuanceGuard;
  readonly outcome: CheckOutcome;
  /** What is wrong, in English; empty where nothing is. */
  readonly message: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Shares of the meter's energy by which inverters may differ: above the first it is said, above the second it stops. */
const METER_DIFFERENCE = { warn: 0.03, block: 0.1 } as const;
/** From this day on I-REC covers no production in China. */
const IREC_CHINA_END = "2024-12-31";

type Finding = Pick<IssuanceCheck, "outcome" | "message" | "params">;

const PASSED: Finding = { outcome: "passed", message: "", params: {} };
const NOT_ASKED: Finding = { ...PASSED, outcome: "not_asked" };

const failed = (message: string, params: IssuanceCheck["params"] = {}): Finding => ({
  outcome: "failed",
  message,
  params,
});

/** Whether a meter and the inverters behind it differ by so much that the day needs evidence (ISS-009). Wh; null: nothing is known. */
export const needsEvidence = (meter_wh: number | null, inverter_wh: number | null): boolean =>
  meterShare(meter_wh, inverter_wh) > METER_DIFFERENCE.block;

/** By how much both differ, as a share of the meter; 0 where one of them is not known. */
const meterShare = (meter_wh: number | null, inverter_wh: number | null): number =>
  meter_wh === null || inverter_wh === null || meter_wh <= 0
    ? 0
    : Math.abs(meter_wh - inverter_wh) / meter_wh;

/** Wh as MWh, at least three decimals and as many more as differ from 0: "94.950". */
export function mwhText(wh: number): string {
  const text = (Math.abs(wh) / 1e6).toFixed(6).replace(/0{1,3}$/, "");
  return wh < 0 ? `-${text}` : text;
}

/** Days as text: runs of neighbours as "first – last", one beside the other with commas. In order, each once. */
export function dayList(days: readonly Day[]): string {
  const runs: { first: Day; last: Day }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && addDays(run.last, 1) === day) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first} – ${last}`)).join(", ");
}

/** The energy that the statement counts, Wh. */
const statementWh = (days: readonly GuardedDay[]): number => days.reduce((sum, { wh }) => sum + (wh ?? 0), 0);

/** Certificates that the facts would make, and the balance before: carry − debt + counted, Wh. */
export function mintable({ carry_wh, debt_wh, days }: Pick<IssuanceFacts, "carry_wh" | "debt_wh" | "days">): {
  readonly quantity: number;
  readonly balance_wh: number;
} {
  const balance_wh = carry_wh - debt_wh + statementWh(days);
  return { balance_wh, quantity: Math.max(0, Math.floor(balance_wh / WH_PER_CERTIFICATE)) };
}

const named = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const GUARDS: Readonly<Record<IssuanceGuard, (facts: IssuanceFacts) => Finding>> = {
  "ISS-001": ({ from_day, to_day, today, timezone: tz }) =>
    from_day <= to_day && to_day < today
      ? PASSED
      : failed(`The period must be whole days, start before end and end before today (${tz}).`, { tz }),
  "ISS-002": ({ from_day, to_day }) => {
    if (from_day.slice(0, 4) !== to_day.slice(0, 4)) {
      return failed("The period must lie in one calendar year.", { part: "year" });
    }
    if (from_day.slice(0, 7) === to_day.slice(0, 7)) return PASSED;
    const message =
      "We suggest one request per month: issued certificates cannot be separated by month later at I-REC.";
    return { outcome: "warning", message, params: { part: "month" } };
  },
  "ISS-003": ({ others: [other] }) => {
    if (other === undefined) return PASSED;
    const { application_id: id, from_day: from, to_day: to } = other;
    return failed(`This device already has request ${id} for ${from} – ${to}.`, { id, from, to });
  },
  "ISS-004": ({ from_day, registered_from: d }) =>
    from_day >= d
      ? PASSED
      : failed(`Generation before the registration date ${d} cannot be certified.`, { d }),
  "ISS-005": ({ registry, from_day, to_day, today, submitted }) => {
    const first = submitted === null ? [] : monthsOf(submitted.from_day, submitted.to_day);
    const handedIn = (month: string) => (first.includes(month) ? (submitted?.on ?? today) : today);
    const late = monthsOf(from_day, to_day).filter(
      (month) => submissionDeadline(registry, month) < handedIn(month),
    );
    if (late.length === 0) return PASSED;
    const date = late.map((month) => submissionDeadline(registry, month)).toSorted()[0] ?? "";
    const months = late.join(", ");
    return failed(`The deadline for ${months} was ${date}.`, { months, date });
  },
  "ISS-006": (facts) => {
    const { metered_wh, certified_wh, days } = facts;
    const asked = statementWh(days);
    if (asked + certified_wh <= metered_wh) return PASSED;
    const [q, g, n] = [mwhText(asked), mwhText(metered_wh), mwhText(certified_wh)];
    const already = certified_wh > 0 ? `; of which ${n} already certified` : "";
    return failed(`You ask for ${q} MWh; metered generation is ${g} MWh${already}.`, { q, g, n });
  },
  "ISS-007": ({ days }) => {
    const counted = statementWh(days) + days.reduce((sum, { accepted_wh }) => sum + accepted_wh, 0);
    const maximum = days.reduce((sum, { maximum_wh }) => sum + maximum_wh, 0);
    if (counted <= maximum) return PASSED;
    const [q, m] = [mwhText(counted), mwhText(maximum)];
    return failed(`${q} MWh is above the physical maximum of ${m} MWh for this period.`, { q, m });
  },
  "ISS-008": ({ days }) => {
    const missing = days.filter(({ wh, is_settled }) => wh === null && is_settled).map(({ day }) => day);
    if (missing.length === 0) return PASSED;
    const [n, dates] = [named(missing.length, "day has", "days have"), dayList(missing)];
    const message = `${n} no meter data: ${dates}. Upload evidence for ${missing.length === 1 ? "it" : "them"} or shorten the period.`;
    return failed(message, { n: String(missing.length), dates });
  },
  "ISS-009": meterDifference,
  "ISS-010": (facts) => {
    const { balance_wh, quantity } = mintable(facts);
    if (quantity >= 1) return PASSED;
    const x = mwhText(balance_wh * 1000);
    return failed(`At least 1 MWh is needed; the balance including carry-over is ${x} kWh.`, { x });
  },
  "ISS-011": ({ to_day, registered_to: date }) =>
    date === null || to_day <= date
      ? PASSED
      : failed(`Registration of this device ended on ${date}.`, { date }),
  "ISS-012": ({ registry, is_self_consumed }) => {
    if (registry !== "GEC") return NOT_ASKED;
    return is_self_consumed ? failed("Self-consumed electricity cannot be certified under GEC.") : PASSED;
  },
  "ISS-013": ({ days }) => {
    const copies = days.filter(({ is_copy }) => is_copy).map(({ day }) => day);
    if (copies.length === 0) return PASSED;
    const message = "These readings equal those of another meter.";
    return { outcome: "decide", message, params: { dates: dayList(copies) } };
  },
  "ISS-014": ({ days }) => {
    const open = days.filter(({ is_settled }) => !is_settled).map(({ day }) => day);
    if (open.length === 0) return PASSED;
    const [n, dates] = [named(open.length, "day is", "days are"), dayList(open)];
    return failed(`${n} not settled: ${dates}.`, { n: String(open.length), dates });
  },
  "ISS-015": ({ has_changed }) =>
    has_changed ? failed("The readings changed since submission. Check and submit again.") : PASSED,
  "ISS-016": ({ registry, country, to_day }) => {
    if (registry !== "IREC" || country !== "CN") return NOT_ASKED;
    return to_day <= IREC_CHINA_END
      ? PASSED
      : failed(`I-REC covers production in China only up to ${IREC_CHINA_END}.`);
  },
};

/** The largest difference on any day of which both are known; a day of declared energy has its evidence and is left out. */
function meterDifference({ days }: IssuanceFacts): Finding {
  const both = days.flatMap(({ day, meter_wh, inverter_wh, evidence }) =>
    evidence === "A" ? [{ day, share: meterShare(meter_wh, inverter_wh) }] : [],
  );
  const above = (share: number) => both.filter((one) => one.share > share);
  const [blocked, warned] = [above(METER_DIFFERENCE.block), above(METER_DIFFERENCE.warn)];
  if (warned.length === 0) return PASSED;
  const shown = blocked.length > 0 ? blocked : warned;
  const p = (Math.max(...shown.map(({ share }) => share)) * 100).toFixed(1);
  const dates = dayList(shown.map(({ day }) => day));
  const message = `Meter and inverter differ by ${p}% on ${dates}.`;
  return { outcome: blocked.length > 0 ? "failed" : "warning", message, params: { p, dates } };
}

/** Every guard with what it found, in the order of their codes: all at once, never one after the other. */
export function issuanceChecks(facts: IssuanceFacts): readonly IssuanceCheck[] {
  return ISSUANCE_GUARDS.map((code) => ({ code, ...GUARDS[code](facts) }));
}
