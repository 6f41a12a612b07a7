import { sql } from "kysely";

/** The kind of energy of the batch `b`, as `fuelGroupOf` of the contract has it. */
export const FUEL_GROUP = sql`case when b.fuel = 'ES100' then 'SOL' when b.fuel = 'ES200' then 'WND' when b.fuel = 'ES300' then 'HYD'
  when b.fuel = 'ES810' then 'GEO' when b.fuel ~ '^ES4' then 'MAR' when b.fuel ~ '^ES[567]' then 'BIO' else 'OTH' end`;

/** The ticker of the batch `b`, as `formatTicker` writes it. */
export const TICKER = sql`b.registry || '-' || b.country || '-' || ${FUEL_GROUP} || '-' || left(b.month, 4)`;
