// The public proof of supply: how many certificates there are and where, under the newest signed head of the log, for anybody.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { CERTIFICATE_REGISTRIES } from "../ledger.ts";
import { logHead } from "./log.ts";

/** Certificates, one MWh each. */
const certificates = z.number();
/** Energy, Wh. */
const energy = z.number();

/**
 * Certificates of one or several registries, countries, fuels and years of production; `issued` is the sum of those that follow it. More than one of any where
 * fewer than three accounts had a part (rule R30).
 */
const supplyRow = z.object({
  registries: z.array(z.enum(CERTIFICATE_REGISTRIES)),
  /** Made of simulated readings (rule R14); never counted together with others. */
  demonstration: z.boolean(),
  /** ISO 3166-1 alpha-2. */
  countries: z.array(z.string()),
  /** Codes of the registries, ES100. */
  fuels: z.array(z.string()),
  /** Years of production, YYYY, the newest first. */
  years: z.array(z.string()),
  /** All that the ledger ever had, those that were imported too. */
  issued: certificates,
  /** In an account, whatever they are reserved for. */
  active: certificates,
  retired: certificates,
  /** Exported to another registry. */
  external: certificates,
  /** Taken back by a correction of their issue. */
  withdrawn: certificates,
  /** Accepted of registered devices: measured by their meters, */
  metered_wh: energy,
  /** and stated by files or later restatements (rule R9). */
  declared_wh: energy,
  /** Of it, what certificates were made of that were not taken back. */
  certified_wh: energy,
  /** What was certified and found not to have been generated, and is owed: only while it is 0 is what was issued at most what was generated (rule R33). */
  debt_wh: energy,
});
export type SupplyRow = z.output<typeof supplyRow>;

export const readSupply = endpoint({
  name: "readSupply",
  method: "GET",
  path: "rehash/verify/supply",
  access: "public",
  summary:
    "Proof of supply: certificates and the energy behind them by registry, country, fuel and year of production, the newest signed head of the log, and what the last check of the ledger found",
  answer: z.object({
    /** Of what instant the numbers are. */
    at: z.iso.datetime(),
    /** By registry, real ones before demonstrations, the newest year first. */
    rows: z.array(supplyRow),
    /** There are certificates that no row counts: even together fewer than three accounts ever had some (rule R30). */
    too_few: z.boolean(),
    /** null: the log has none yet. */
    head: logHead.nullable(),
    /** The last run of the checker of the ledger; null: it has not run yet. */
    check: z
      .object({
        at: z.iso.datetime(),
        /** Entries of the log that it did over again. */
        entries: z.number(),
        /** 0: everything held. */
        faults: z.number(),
        /** SHA-256 over the sources of the checker, hexadecimal, and when it was installed; "": not known. */
        checker: z.string(),
      })
      .nullable(),
  }),
  refusals: ["calls.too_many"],
});
