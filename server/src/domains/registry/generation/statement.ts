// A generation statement: the days of a period with what they count, in a form that can be frozen by its hash (R7, R36).
import { canonicalText, type Day } from "@heliograph/contract";
import { createHash } from "node:crypto";
import { chosenDay, weakest, wholeDays, type ChosenDay, type DaySources } from "./day-energy.ts";

/** A day of a statement: energies in whole Wh. */
export type StatementDay = ChosenDay;

export interface Statement {
  readonly days: readonly StatementDay[];
  /** Σ of the days, Wh, and of it what is declared (class C) and not metered. */
  readonly wh: number;
  readonly declared_wh: number;
  /** Of the weakest day; null: nothing is known of any. */
  readonly evidence: StatementDay["evidence"];
  /** SHA-256 of what determines the result, hexadecimal: equal where the statement made anew is the same. */
  readonly hash: string;
}

/** What a statement is of. */
interface StatementOf {
  /** The device's code at the registry. */
  readonly device: string;
  readonly registry: string;
  readonly timezone: string;
  readonly from_day: Day;
  readonly to_day: Day;
}

/** How statements are made; a change of rules is a change of the hash. The second also names export and station supply, of devices that have such a register. */
const RULES = { production: "1", net: "2" } as const;

const ENERGIES = ["wh", "meter_wh", "inverter_wh", "exported_wh", "supply_wh"] as const;

/** The statement of the days, one after the other, of which `sources` know what the registers said. */
export function statementOf(of: StatementOf, sources: readonly DaySources[]): Statement {
  const chosen = sources.map(chosenDay);
  const columns = ENERGIES.map((name) => [name, wholeDays(chosen.map((day) => day[name]))] as const);
  const days = chosen.map((day, i): StatementDay => {
    const whole = columns.map(([name, values]) => [name, values[i] ?? null] as const);
    return { ...day, ...Object.fromEntries(whole) };
  });
  const isNet = sources.some(({ sites }) =>
    sites.some(({ registers }) => registers.some(({ register }) => register !== "production")),
  );
  return {
    days,
    wh: sumOf(days),
    declared_wh: sumOf(days.filter(({ evidence }) => evidence === "C")),
    evidence: weakest(days.map(({ evidence }) => evidence)),
    hash: hashOf(of, days, isNet),
  };
}

const sumOf = (days: readonly StatementDay[]) => days.reduce((sum, day) => sum + (day.wh ?? 0), 0);

function hashOf(
  { device, registry, timezone, from_day, to_day }: StatementOf,
  days: readonly StatementDay[],
  isNet: boolean,
) {
  const text = canonicalText({
    v: isNet ? RULES.net : RULES.production,
    device,
    registry,
    timezone,
    from_day,
    to_day,
    days: days.map((one) => ({
      day: one.day,
      wh: known(one.wh),
      meter_wh: known(one.meter_wh),
      inverter_wh: known(one.inverter_wh),
      ...(isNet ? { exported_wh: known(one.exported_wh), supply_wh: known(one.supply_wh) } : {}),
      source: one.source,
      evidence: one.evidence ?? "",
    })),
  });
  return createHash("sha256").update(text).digest("hex");
}

const known = (wh: number | null) => (wh === null ? "" : String(wh));
