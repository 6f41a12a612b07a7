// Which years of production the proof of supply shows together, so that nobody's own certificates can be read from it (rule R30).
import { CERTIFICATE_REGISTRIES, type SupplyRow } from "@heliograph/contract";

/** Accounts that a row of real certificates has at least. */
const ACCOUNTS = 3;

/** Certificates of one year of production, and the accounts that ever had some of them. */
export interface SupplyYear extends Omit<SupplyRow, "registries" | "years"> {
  readonly registry: SupplyRow["registries"][number];
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
 * Rows of the proof of supply, by registry, demonstrations last, the newest year first. Years with fewer than three accounts are one row, to which
 * others are added, those with the fewest certificates first, until three accounts are in it. Registries that have fewer are one row together, behind the
 * others, or none where that has fewer too; of demonstrations, in which nobody's own can be read, each is shown.
 */
export function mergedYears(years: readonly SupplyYear[]): ShownSupply {
  const cellsOf = (demonstration: boolean) =>
    CERTIFICATE_REGISTRIES.flatMap((registry) =>
      cellsOfRegistry(
        years.filter((one) => one.registry === registry && one.demonstration === demonstration),
      ),
    );
  const real = cellsOf(false);
  const few = real.filter((one) => !isOpen(one)).reduce<Cell | undefined>(joined, undefined);
  const isShown = few !== undefined && isOpen(few);
  const shown = [...real.filter(isOpen), ...(isShown ? [few] : []), ...cellsOf(true)];
  return {
    rows: shown.map(({ accounts: _own, ...row }) => row),
    too_few: few !== undefined && !isShown,
  };
}

/** Rows of one registry: each has three accounts, or there is one row. */
function cellsOfRegistry(years: readonly SupplyYear[]): Cell[] {
  const cells = years.map(({ year, registry, ...cell }): Cell => ({
    ...cell,
    registries: [registry],
    years: [year],
  }));
  const open = cells.filter(isOpen).toSorted((a, b) => a.issued - b.issued);
  let hidden = cells.filter((one) => !isOpen(one)).reduce<Cell | undefined>(joined, undefined);
  while (hidden !== undefined && !isOpen(hidden)) {
    const next = open.shift();
    if (next === undefined) break;
    hidden = joined(hidden, next);
  }
  return [...open, ...(hidden === undefined ? [] : [hidden])].toSorted((a, b) =>
    (b.years[0] ?? "").localeCompare(a.years[0] ?? ""),
  );
}

const isOpen = ({ accounts }: Cell): boolean => accounts.length >= ACCOUNTS;

const joined = (before: Cell | undefined, next: Cell): Cell =>
  before === undefined ? next : together(before, next);

const together = (a: Cell, b: Cell): Cell => ({
  registries: [...new Set([...a.registries, ...b.registries])],
  demonstration: a.demonstration,
  years: [...new Set([...a.years, ...b.years])].toSorted((one, other) => other.localeCompare(one)),
  issued: a.issued + b.issued,
  active: a.active + b.active,
  retired: a.retired + b.retired,
  external: a.external + b.external,
  withdrawn: a.withdrawn + b.withdrawn,
  accounts: [...new Set([...a.accounts, ...b.accounts])],
});
