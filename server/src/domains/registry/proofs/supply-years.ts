// Which years of production the proof of supply shows together, so that nobody's own certificates can be read from it (rule R30).
import { CERTIFICATE_REGISTRIES, type SupplyRow } from "@heliograph/contract";

/** Accounts that a row has at least, where the registry has so many. */
const ACCOUNTS = 3;

/** Certificates of one year of production, and the accounts that ever had some of them. */
export interface SupplyYear extends Omit<SupplyRow, "years"> {
  /** YYYY. */
  readonly year: string;
  readonly accounts: readonly number[];
}

interface Cell extends SupplyRow {
  readonly accounts: readonly number[];
}

/**
 * Rows of the proof of supply, by registry, demonstrations last, the newest year first. Years with fewer than three accounts are one row, to which
 * others are added, those with the fewest certificates first, until three accounts are in it; a registry that has fewer is one row.
 */
export function mergedYears(years: readonly SupplyYear[]): SupplyRow[] {
  return CERTIFICATE_REGISTRIES.flatMap((registry) =>
    [false, true].flatMap((demonstration) =>
      rowsOf(years.filter((one) => one.registry === registry && one.demonstration === demonstration)),
    ),
  );
}

function rowsOf(years: readonly SupplyYear[]): SupplyRow[] {
  const cells = years.map(({ year, ...cell }): Cell => ({ ...cell, years: [year] }));
  const open = cells.filter(isOpen).toSorted((a, b) => a.issued - b.issued);
  let [hidden, ...others] = cells.filter((one) => !isOpen(one));
  for (const one of others) hidden = hidden === undefined ? one : together(hidden, one);
  while (hidden !== undefined && !isOpen(hidden)) {
    const next = open.shift();
    if (next === undefined) break;
    hidden = together(hidden, next);
  }
  return [...open, ...(hidden === undefined ? [] : [hidden])]
    .map(({ accounts: _own, ...row }) => row)
    .toSorted((a, b) => (b.years[0] ?? "").localeCompare(a.years[0] ?? ""));
}

const isOpen = ({ accounts }: Cell): boolean => accounts.length >= ACCOUNTS;

const together = (a: Cell, b: Cell): Cell => ({
  registry: a.registry,
  demonstration: a.demonstration,
  years: [...a.years, ...b.years].toSorted((one, other) => other.localeCompare(one)),
  issued: a.issued + b.issued,
  active: a.active + b.active,
  retired: a.retired + b.retired,
  external: a.external + b.external,
  withdrawn: a.withdrawn + b.withdrawn,
  accounts: [...new Set([...a.accounts, ...b.accounts])],
});
