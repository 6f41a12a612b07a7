// Which parts of the supply the proof shows together, so that nobody's own certificates can be read from it (rule R30).
import { CERTIFICATE_REGISTRIES, type SupplyRow } from "@heliograph/contract";

/** Accounts that a row of real certificates has at least. */
const ACCOUNTS = 3;

/** Certificates of one registry, country, fuel and year of production, the energy behind them, and the accounts that ever had a part in them. */
export interface SupplyCell extends Omit<SupplyRow, "registries" | "countries" | "fuels" | "years"> {
  readonly registry: SupplyRow["registries"][number];
  readonly country: string;
  readonly fuel: string;
  /** YYYY. */
  readonly year: string;
  readonly accounts: readonly number[];
}

interface Cell extends SupplyRow {
  readonly accounts: readonly number[];
}

/** What the proof of supply shows. */
export interface ShownSupply {
  readonly rows: SupplyRow[];
  /** Real certificates are left out: even together fewer than three accounts ever had some. */
  readonly too_few: boolean;
}

/**
 * Rows of the proof of supply, by registry, demonstrations last, the newest year first. Cells with fewer than three accounts are one row, to which
 * others are added, those with the fewest certificates first, until three accounts are in it. Registries that have fewer are one row together, behind the
 * others, or none where that has fewer too; of demonstrations, in which nobody's own can be read, each is shown.
 */
export function mergedCells(cells: readonly SupplyCell[]): ShownSupply {
  const rowsOf = (demonstration: boolean) =>
    CERTIFICATE_REGISTRIES.flatMap((registry) =>
      rowsOfRegistry(cells.filter((one) => one.registry === registry && one.demonstration === demonstration)),
    );
  const real = rowsOf(false);
  const few = real.filter((one) => !isOpen(one)).reduce<Cell | undefined>(joined, undefined);
  const isShown = few !== undefined && isOpen(few);
  const shown = [...real.filter(isOpen), ...(isShown ? [few] : []), ...rowsOf(true)];
  return {
    rows: shown.map(({ accounts: _own, ...row }) => row),
    too_few: few !== undefined && !isShown,
  };
}

/** Rows of one registry: each has three accounts, or there is one row. Of a demonstration each cell is a row. */
function rowsOfRegistry(cells: readonly SupplyCell[]): Cell[] {
  const rows = cells.map(({ year, registry, country, fuel, ...cell }): Cell => ({
    ...cell,
    registries: [registry],
    countries: [country],
    fuels: [fuel],
    years: [year],
  }));
  const open = rows.filter(isOpen).toSorted((a, b) => a.issued - b.issued);
  let hidden = rows.filter((one) => !isOpen(one)).reduce<Cell | undefined>(joined, undefined);
  while (hidden !== undefined && !isOpen(hidden)) {
    const next = open.shift();
    if (next === undefined) break;
    hidden = joined(hidden, next);
  }
  return [...open, ...(hidden === undefined ? [] : [hidden])].toSorted(
    (a, b) => compare(b.years, a.years) || compare(a.countries, b.countries) || compare(a.fuels, b.fuels),
  );
}

const compare = (a: readonly string[], b: readonly string[]): number => a.join().localeCompare(b.join());

/** Whether it can be shown by itself. */
const isOpen = ({ accounts, demonstration }: Cell): boolean => demonstration || accounts.length >= ACCOUNTS;

const joined = (before: Cell | undefined, next: Cell): Cell =>
  before === undefined ? next : together(before, next);

const both = (a: readonly string[], b: readonly string[]): string[] =>
  [...new Set([...a, ...b])].toSorted((one, other) => one.localeCompare(other));

const together = (a: Cell, b: Cell): Cell => ({
  registries: [...new Set([...a.registries, ...b.registries])],
  demonstration: a.demonstration,
  countries: both(a.countries, b.countries),
  fuels: both(a.fuels, b.fuels),
  years: both(a.years, b.years).toReversed(),
  issued: a.issued + b.issued,
  active: a.active + b.active,
  retired: a.retired + b.retired,
  external: a.external + b.external,
  withdrawn: a.withdrawn + b.withdrawn,
  metered_wh: a.metered_wh + b.metered_wh,
  declared_wh: a.declared_wh + b.declared_wh,
  certified_wh: a.certified_wh + b.certified_wh,
  debt_wh: a.debt_wh + b.debt_wh,
  accounts: [...new Set([...a.accounts, ...b.accounts])],
});
