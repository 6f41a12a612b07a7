// Tickers: certificates of one registry, country, fuel and vintage year, which trade as one.
import type { CertificateRegistry } from "../ledger.ts";

/** Kinds of energy in tickers. */
export const FUEL_GROUPS = ["SOL", "WND", "HYD", "GEO", "BIO", "MAR", "OTH"] as const;
export type FuelGroup = (typeof FUEL_GROUPS)[number];

/** The kind that a fuel code of the registries (ES100) belongs to. */
export function fuelGroupOf(fuel: string): FuelGroup {
  if (fuel === "ES100") return "SOL";
  if (fuel === "ES200") return "WND";
  if (fuel === "ES300") return "HYD";
  if (fuel === "ES810") return "GEO";
  if (/^ES4\d\d$/.test(fuel)) return "MAR";
  return /^ES[567]\d\d$/.test(fuel) ? "BIO" : "OTH";
}

/** What a ticker is of: country ISO 3166-1 alpha-2, vintage a year of production. */
interface TickerParts {
  readonly registry: CertificateRegistry;
  readonly country: string;
  readonly fuel: FuelGroup;
  readonly vintage: number;
}

/** The ticker as text: `IREC-VN-SOL-2025`. */
export const formatTicker = ({ registry, country, fuel, vintage }: TickerParts): string =>
  `${registry}-${country}-${fuel}-${vintage}`;
