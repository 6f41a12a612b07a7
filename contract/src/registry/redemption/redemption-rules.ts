// Rules of redemptions (RED-001 to RED-020), the same on server and screen: all that are broken, at once.
import type { GuardError } from "../../kernel/problem.ts";

/** What somebody asks to redeem, for whom and what for. Texts may be empty, numbers any: the rules say what is missing. */
export interface RedemptionClaim {
  readonly registry: string;
  /** Where the certificates come from, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Year of production. */
  readonly vintage: number;
  /** MWh. */
  readonly amount: number;
  readonly beneficiary_name: string;
  /** Where the electricity is consumed. */
  readonly beneficiary_country: string;
  readonly beneficiary_address: string;
  readonly redeems_for: "own_consumption" | "third_party" | "";
  /** The reporting period, YYYY-MM-DD; "": not stated. */
  readonly period_from: string;
  readonly period_to: string;
  readonly purpose: string;
  /** Codes of warnings that the person knows of. */
  readonly acknowledged: readonly string[];
}

/** What is known beside the claim. */
export interface RedemptionFacts {
  /** MWh of that product that the account holds available. */
  readonly available: number;
  /** First and last local day of production of what would be taken; null: nothing can be. */
  readonly produced: { readonly from: string; readonly to: string } | null;
  /** The account's type at the registry; null: none. */
  readonly account_type: string | null;
  /** Today, YYYY-MM-DD (GMT+8). */
  readonly today: string;
}

/** Largest amount of one redemption, MWh. */
export const REDEMPTION_MAX = 1_000_000_000;
/** So many MWh in 30 days a trader submits alone; above, an account manager confirms who did not submit (rule R29). */
export const TRADER_MWH = 10_000;
/** Codes of all rules. */
export const REDEMPTION_GUARDS = [
  "RED-001",
  "RED-002",
  "RED-003",
  "RED-004",
  "RED-005",
  "RED-006",
  "RED-007",
  "RED-008",
  "RED-009",
  "FEE-002",
] as const;
/** Warnings: who ticks "I know" goes on all the same. */
export const REDEMPTION_WARNINGS = ["RED-004", "RED-005"] as const;
/** A month more than a year and eight: production may lie so long before the end of what it is claimed for. */
const WINDOW_MONTHS = 21;
/** Green certificates are good for two years from their month of production. */
const GEC_YEARS = 2;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Every rule that the claim breaks, in the order of the codes; warnings that are known of are none. */
export function redemptionFaults(claim: RedemptionClaim, facts: RedemptionFacts): GuardError[] {
  return RULES.flatMap((rule) => rule(claim, facts) ?? []).filter(
    ({ code }) => !claim.acknowledged.includes(code) || !isWarning(code),
  );
}

/** True for rules that only warn. */
const isWarning = (code: string): boolean => REDEMPTION_WARNINGS.some((one) => one === code);

type Rule = (claim: RedemptionClaim, facts: RedemptionFacts) => GuardError | undefined;

const beneficiary: Rule = (claim) => {
  const missing = (["name", "country", "address"] as const).filter(
    (part) => claim[`beneficiary_${part}`].trim() === "",
  );
  const [first] = missing;
  if (first === undefined) return undefined;
  return {
    code: "RED-001",
    message: "Enter the beneficiary name, country and address.",
    field: `body.beneficiary_${first}`,
  };
};

const amount: Rule = (claim) =>
  Number.isInteger(claim.amount) && claim.amount >= 1 && claim.amount <= REDEMPTION_MAX
    ? undefined
    : {
        code: "RED-002",
        message: "Amount must be a whole number of MWh, at least 1.",
        field: "body.amount",
      };

const holding: Rule = ({ amount: needed }, { available }) =>
  !(needed > available)
    ? undefined
    : {
        code: "RED-003",
        message: `You hold ${available} MWh available of this vintage; ${needed} MWh are needed.`,
        params: { available, needed },
        field: "body.amount",
      };

const market: Rule = ({ country, beneficiary_country: consumed }) =>
  consumed === "" || consumed === country
    ? undefined
    : {
        code: "RED-004",
        message: `The certificates (${country}) are outside the market of the consumption (${consumed}).`,
        params: { country, consumed },
        field: "body.beneficiary_country",
      };

const period: Rule = ({ period_from: from, period_to: to }, { produced }) => {
  if (produced === null || !isDay(from) || !isDay(to)) return undefined;
  if (produced.to <= to && produced.from >= monthsBefore(to, WINDOW_MONTHS)) return undefined;
  const [production, reporting] = [`${produced.from} – ${produced.to}`, `${from} – ${to}`];
  return {
    code: "RED-005",
    message: `Production ${production} does not fit the reporting period ${reporting}.`,
    params: { production, reporting },
    field: "body.period_from",
  };
};

const purpose: Rule = (claim) => {
  const isPeriod = isDay(claim.period_from) && isDay(claim.period_to) && claim.period_from <= claim.period_to;
  if (claim.redeems_for !== "" && isPeriod && claim.purpose.trim() !== "") return undefined;
  const field = claim.redeems_for === "" ? "redeems_for" : isPeriod ? "purpose" : "period_from";
  return { code: "RED-006", message: "Say what the redemption is for.", field: `body.${field}` };
};

const others: Rule = ({ registry, redeems_for }, { account_type }) =>
  registry === "TIGR" && redeems_for === "third_party" && account_type === "end_user"
    ? {
        code: "RED-007",
        message: "Your TIGR account type does not allow redemption for others.",
        field: "body.redeems_for",
      }
    : undefined;

const validity: Rule = ({ registry }, { produced, today }) => {
  if (registry !== "GEC" || produced === null) return undefined;
  const date = monthsBefore(produced.from, -12 * GEC_YEARS);
  if (today < date) return undefined;
  return { code: "RED-008", message: `These certificates expired on ${date}.`, params: { date } };
};

const RULES: readonly Rule[] = [beneficiary, amount, holding, market, period, purpose, others, validity];

/** The first day of the month so many months before that of the day. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const count = year * 12 + month - 1 - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}-01`;
}
