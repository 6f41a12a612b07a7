// The public proof of supply: how many certificates there are and where, under the newest signed head of the log, for anybody.
import { z } from "zod";
import { endpoint } from "../../kernel/endpoint.ts";
import { CERTIFICATE_REGISTRIES } from "../ledger.ts";
import { logHead } from "./log.ts";

/** Certificates, one MWh each. */
const certificates = z.number();

/** Certificates of a registry, or of several together, by years of production; `issued` is the sum of those that follow it. */
const supplyRow = z.object({
  /** More than one where a registry had fewer than three accounts (rule R30). */
  registries: z.array(z.enum(CERTIFICATE_REGISTRIES)),
  /** Made of simulated readings (rule R14); never counted together with others. */
  demonstration: z.boolean(),
  /** Years of production, YYYY, the newest first: more than one where a year had fewer than three accounts (rule R30). */
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
});
export type SupplyRow = z.output<typeof supplyRow>;

export const readSupply = endpoint({
  name: "readSupply",
  method: "GET",
  path: "rehash/verify/supply",
  access: "public",
  summary:
    "Proof of supply: certificates by registry and year of production, the newest signed head of the log, and what the last check of the ledger found",
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
      })
      .nullable(),
  }),
});
