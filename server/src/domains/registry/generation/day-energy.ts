// What a local day of a registered device counts: from which registers, in whole Wh, and how well it is known
// (rules R3, R5, R9 and R36 of the addendum to certificates.md).
import type { Day, EvidenceClass } from "@heliograph/contract";

/** What a register of a point said of a day. Energies in Wh as the energy ledger has them. */
export interface RegisterDay {
  /** +1: counts, −1: is taken off, as station supply is. */
  readonly sign: 1 | -1;
  /** Null: nothing is known. */
  readonly wh: number | null;
  /** Of `wh`, what was spread over a gap across midnight, and what is the integral of a power. */
  readonly estimated_wh: number;
  readonly integrated_wh: number;
  /** Time that readings cover, and time that they should have covered, s. */
  readonly covered_s: number;
  readonly expected_s: number;
  /** True: readings of the day were imported, or corrected by an import (reading source 2). */
  readonly is_imported: boolean;
}

/** All that is known of a day before it is decided what counts. */
export interface DaySources {
  readonly day: Day;
  /** The registers that the approved device names; never both a meter and what it is a part of. */
  readonly registers: readonly RegisterDay[];
  /** Production of the inverters behind the meter, Wh; null: of one of them nothing is known. */
  readonly inverter_wh: number | null;
  /** True: an issuer declared the meter dead before this day, so that inverters may stand in. */
  readonly is_meter_dead: boolean;
  /** True: energy passes a storage, so that at most what was produced counts as export. */
  readonly has_storage: boolean;
  /** What an uploaded file states of the day, Wh, whole; null: nothing. */
  readonly declared_wh: number | null;
}

/** Where the energy of a day is from. */
type DaySource = "meter" | "gap" | "inverters" | "power" | "import" | "file" | "none";

/** What a day counts, not yet in whole Wh, and why. */
export interface ChosenDay {
  readonly day: Day;
  readonly wh: number | null;
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  readonly source: DaySource;
  readonly evidence: EvidenceClass | null;
  /** Share of the time that readings cover, tenths of a percent, 0 to 1000. */
  readonly complete_permille: number;
}

/** A meter that covers less of a day is no complete one, per mille. */
const COMPLETE_PERMILLE = 950;

/**
 * What counts of the day: the meter's own rise wherever it is known, also over a gap; inverters only for a meter that an issuer
 * declared dead; what was declared only where neither is known. A day of which more was taken off than counted is 0.
 */
export function chosenDay(sources: DaySources): ChosenDay {
  const { day, registers, inverter_wh, is_meter_dead, declared_wh } = sources;
  const meter_wh = meterWh(sources);
  const about = { day, meter_wh, inverter_wh, complete_permille: completeness(registers) };
  if (meter_wh !== null) {
    const source = meterSource(registers);
    const isWhole = source === "meter" && about.complete_permille >= COMPLETE_PERMILLE;
    const evidence = source === "import" || source === "power" ? "C" : isWhole ? "A" : "B";
    return { ...about, wh: meter_wh, source, evidence };
  }
  if (is_meter_dead && inverter_wh !== null) {
    return { ...about, wh: inverter_wh, source: "inverters", evidence: "B" };
  }
  if (declared_wh !== null) return { ...about, wh: declared_wh, source: "file", evidence: "C" };
  return { ...about, wh: null, source: "none", evidence: null };
}

/** The registers together, never below 0; null where one of them says nothing. */
function meterWh({ registers, has_storage, inverter_wh }: DaySources): number | null {
  let sum = 0;
  for (const { wh, sign } of registers) {
    if (wh === null) return null;
    sum += sign * wh;
  }
  if (registers.length === 0) return null;
  const net = Math.max(0, sum);
  if (!has_storage) return net;
  return inverter_wh === null ? null : Math.min(net, inverter_wh);
}

function meterSource(registers: readonly RegisterDay[]): DaySource {
  if (registers.some(({ is_imported }) => is_imported)) return "import";
  if (registers.some(({ integrated_wh }) => integrated_wh > 0)) return "power";
  return registers.some(({ estimated_wh }) => estimated_wh > 0) ? "gap" : "meter";
}

/** That of the register that covers least. */
function completeness(registers: readonly RegisterDay[]): number {
  const shares = registers.map(({ covered_s, expected_s }) =>
    expected_s <= 0 ? 1000 : Math.min(1000, Math.floor((1000 * covered_s) / expected_s)),
  );
  return shares.length === 0 ? 0 : Math.min(...shares);
}

/**
 * The amounts, Wh of each day in turn, as whole numbers: floor(cum(i)) − floor(cum(i−1)), begun anew with each statement, so that
 * their sum is the whole Wh of the sum (R36). Null stays null and adds nothing.
 */
export function wholeDays(amounts: readonly (number | null)[]): (number | null)[] {
  let exact = 0;
  let before = 0;
  return amounts.map((wh) => {
    if (wh === null) return null;
    exact += wh;
    const now = Math.floor(exact);
    const whole = now - before;
    before = now;
    return whole;
  });
}

/** The weaker of both: C before B before A. */
export function weakest(classes: readonly (EvidenceClass | null)[]): EvidenceClass | null {
  const known = classes.filter((one) => one !== null);
  return known.toSorted().at(-1) ?? null;
}
