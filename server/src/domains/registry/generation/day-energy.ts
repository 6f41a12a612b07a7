// What a local day of a registered device counts: from which registers, in whole Wh, and how well it is known
// (rules R3, R5, R9 and R36 of the addendum to certificates.md).
import {
  certifiedWh,
  needsEvidence,
  type CountedRegister,
  type Day,
  type EvidenceClass,
} from "@heliograph/contract";

/** What a register of a point said of a day. Energies in Wh as the energy ledger has them. */
export interface RegisterDay {
  readonly register: CountedRegister;
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

/** What is known of a day at one place, before it is decided what counts. A device of one plant has one; a group one for each. */
export interface SiteDay {
  /** The registers of its basis of measurement; never both a meter and what it is a part of. */
  readonly registers: readonly RegisterDay[];
  /** Production of the inverters behind the meter, Wh; null: of one of them nothing is known. */
  readonly inverter_wh: number | null;
  /** True: an issuer declared a meter of generation dead before this day, so that inverters may stand in. */
  readonly is_meter_dead: boolean;
}

/** All that is known of a day. */
export interface DaySources {
  readonly day: Day;
  readonly sites: readonly SiteDay[];
  /** What an uploaded file states of the day, Wh, whole; null: nothing. */
  readonly declared_wh: number | null;
}

/** Where the energy of a day is from, the best known first. */
const DAY_SOURCES = ["meter", "gap", "inverters", "power", "import", "file", "none"] as const;
type DaySource = (typeof DAY_SOURCES)[number];

/** What a day counts, not yet in whole Wh, and why. */
export interface ChosenDay {
  readonly day: Day;
  readonly wh: number | null;
  /** What the meters of generation and the inverters said; null: of one of them nothing is known. */
  readonly meter_wh: number | null;
  readonly inverter_wh: number | null;
  /** What was exported, and what was taken off as station supply; null: it is not measured, or not known. */
  readonly exported_wh: number | null;
  readonly supply_wh: number | null;
  readonly source: DaySource;
  readonly evidence: EvidenceClass | null;
  /** Share of the time that readings cover, tenths of a percent, 0 to 1000. */
  readonly complete_permille: number;
}

/** A meter that covers less of a day is no complete one, per mille. */
const COMPLETE_PERMILLE = 950;

/**
 * What counts of the day: the meters' own rise wherever it is known, also over a gap; inverters only for a meter of generation that an issuer
 * declared dead; what was declared only where nothing of that is known, or, at most what is counted then, where meters and inverters differ
 * too much (ISS-009). Places count each by itself: none exports for another.
 */
export function chosenDay({ day, sites, declared_wh }: DaySources): ChosenDay {
  const measured = sites.filter(({ registers }) => registers.length > 0);
  const known = measured.map(siteFigure);
  const all = (of: (figure: SiteFigure) => number | null) => (known.length === 0 ? null : sumOf(known, of));
  const about = {
    day,
    meter_wh: all(({ meter_wh }) => meter_wh),
    inverter_wh: measured.length === 0 ? null : sumOf(measured, ({ inverter_wh }) => inverter_wh),
    exported_wh: all(({ exported_wh }) => exported_wh),
    supply_wh: all(({ supply_wh }) => supply_wh),
    complete_permille: completeness(measured.flatMap(({ registers }) => registers)),
  };
  const wh = all((figure) => figure.wh);
  if (wh !== null) {
    const source = worst(known.map((figure) => figure.source));
    const evidence = evidenceOf(source, about.complete_permille);
    if (evidence === "A" && declared_wh !== null && needsEvidence(about.meter_wh, about.inverter_wh)) {
      return { ...about, wh: Math.min(wh, declared_wh), source: "file", evidence: "C" };
    }
    return { ...about, wh, source, evidence };
  }
  if (declared_wh !== null) return { ...about, wh: declared_wh, source: "file", evidence: "C" };
  return { ...about, wh: null, source: "none", evidence: null };
}

type SiteFigure = Pick<ChosenDay, "wh" | "meter_wh" | "exported_wh" | "supply_wh" | "source">;

/** The figure of one place by its basis of measurement; null where one of its registers says nothing. */
function siteFigure({ registers, inverter_wh, is_meter_dead }: SiteDay): SiteFigure {
  const of = (register: CountedRegister) => registers.filter((one) => one.register === register);
  const [meters, exports, supplies] = [of("production"), of("export"), of("import")];
  const meter_wh = meters.length === 0 ? null : sumOf(meters, ({ wh }) => wh);
  const exported_wh = exports.length === 0 ? null : sumOf(exports, ({ wh }) => wh);
  const supply_wh = supplies.length === 0 ? null : sumOf(supplies, ({ wh }) => wh);
  const standsIn = meter_wh === null && is_meter_dead;
  const generated_wh = standsIn ? inverter_wh : meter_wh;
  const about = { meter_wh, exported_wh, supply_wh };
  const isMissing =
    generated_wh === null ||
    (exports.length > 0 && exported_wh === null) ||
    (supplies.length > 0 && supply_wh === null);
  if (isMissing) return { ...about, wh: null, source: "none" };
  const used = standsIn ? [...exports, ...supplies] : registers;
  const source = worst([...used.map(sourceOf), ...(standsIn ? (["inverters"] as const) : [])]);
  return { ...about, wh: certifiedWh({ generated_wh, exported_wh, supply_wh: supply_wh ?? 0 }), source };
}

/** The sum; null where one of them is not known. */
function sumOf<T>(all: readonly T[], of: (one: T) => number | null): number | null {
  let sum = 0;
  for (const one of all) {
    const wh = of(one);
    if (wh === null) return null;
    sum += wh;
  }
  return sum;
}

function sourceOf({ is_imported, integrated_wh, estimated_wh }: RegisterDay): DaySource {
  if (is_imported) return "import";
  if (integrated_wh > 0) return "power";
  return estimated_wh > 0 ? "gap" : "meter";
}

const worst = (sources: readonly DaySource[]): DaySource =>
  DAY_SOURCES.findLast((source) => sources.includes(source)) ?? "none";

function evidenceOf(source: DaySource, complete_permille: number): EvidenceClass {
  if (source === "import" || source === "power") return "C";
  return source === "meter" && complete_permille >= COMPLETE_PERMILLE ? "A" : "B";
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
