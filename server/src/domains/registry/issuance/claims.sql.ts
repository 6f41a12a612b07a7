// The claim of a request on its units: one for each unit and instant, over all registries, accounts and groups (rule R2).
import type { Day, OtherRequest } from "@heliograph/contract";
import { sql } from "kysely";
import pg from "pg";
import type { Db, Tx } from "../../../platform/db.ts";
import type { IssuanceRow } from "./issuance.sql.ts";

/** What is claimed: units over local days in their zone. */
interface Claimed {
  readonly units: readonly number[];
  readonly timezone: string;
  readonly from_day: Day;
  readonly to_day: Day;
}

const spanOf = ({ timezone, from_day, to_day }: Omit<Claimed, "units">) =>
  sql`tstzrange(${from_day}::timestamp at time zone ${timezone}, (${to_day}::date + 1)::timestamp at time zone ${timezone})`;

const EXCLUSION = "23P01";

/**
 * Claims the units for the request. False: another request holds one of them for some instant, and nothing is claimed. A request
 * that is submitted at the same time is waited for.
 */
export async function claimUnits(tx: Tx, row: IssuanceRow, claimed: Claimed): Promise<boolean> {
  await sql`savepoint claim`.execute(tx);
  try {
    await sql`
      insert into generation_claim (unit_id, issuance_id, span, state, corrects, statement_version)
      select unit_id, ${row.issuance_id}, ${spanOf(claimed)}, 'held', ${row.corrects}, ${row.statement_version}
      from unnest(${[...claimed.units].toSorted((a, b) => a - b)}::int8[]) as u (unit_id)`.execute(tx);
    await sql`release savepoint claim`.execute(tx);
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== EXCLUSION) throw error;
    await sql`rollback to savepoint claim`.execute(tx);
    return false;
  }
}

/** Lets go of what the request held, or keeps it for good once certificates are made of it. */
export async function settleClaims(
  tx: Tx,
  { issuance_id }: Pick<IssuanceRow, "issuance_id">,
  state: "released" | "certified",
): Promise<void> {
  await tx
    .updateTable("generation_claim")
    .set({ state })
    .where("issuance_id", "=", issuance_id)
    .where("state", "=", "held")
    .execute();
}

/** Requests, other than this one and what corrects it, that hold the units for some instant of the days; the oldest first. */
export async function othersThatHold(
  db: Db,
  { issuance_id, corrects }: { readonly issuance_id: number | null; readonly corrects: number | null },
  claimed: Claimed,
): Promise<OtherRequest[]> {
  if (corrects !== null) return [];
  const { rows } = await sql<OtherRequest>`
    select i.number as application_id, i.from_day, i.to_day from issuance i
    where i.issuance_id is distinct from ${issuance_id}::int8 and i.issuance_id in (
      select c.issuance_id from generation_claim c
      where c.unit_id = any(${[...claimed.units]}::int8[]) and c.span && ${spanOf(claimed)} and c.state <> 'released' and c.corrects is null)
    order by i.issuance_id`.execute(db);
  return rows;
}
