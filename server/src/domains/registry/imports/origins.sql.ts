// Other registries: the platform's account there, and whether what it holds covers what is held here (rule R13, I23).
import { IMPORT_ORIGIN_CODES, IMPORT_ORIGINS, type ImportOrigin } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";

interface OriginPosition {
  readonly origin: ImportOrigin;
  readonly platform_account: string;
  /** Certificates that the other registry says that it holds for the platform; null: nobody has looked. */
  readonly balance: number | null;
  readonly balance_at: Date | null;
  /** Certificates from there that accounts hold here. */
  readonly held_here: number;
}

/** All other registries, in the order in which the contract states them. */
export async function originPositions(db: Db): Promise<OriginPosition[]> {
  const { rows } = await sql<OriginPosition>`
    select o.origin, o.platform_account, o.balance, o.balance_at, coalesce((
      select sum(h.until - h.first) from certificate_holding h
        where h.business_account_id is not null
          and h.batch_id in (select batch_id from foreign_serial where registry = o.origin)), 0)::int8 as held_here
    from import_origin o`.execute(db);
  return IMPORT_ORIGIN_CODES.flatMap((origin) => rows.filter((row) => row.origin === origin));
}

/** Names and the certificates that the registry keeps, with its position as answers have it. */
export function shownPosition({ balance_at, ...position }: OriginPosition) {
  const { name, registry } = IMPORT_ORIGINS[position.origin];
  const { balance, held_here } = position;
  return {
    ...position,
    name,
    registry,
    balance_at: balance_at?.toISOString() ?? null,
    frozen: balance !== null && held_here > balance,
  };
}

/** Writes down the platform's account at the registry and what it holds. */
export async function saveOrigin(
  tx: Tx,
  { origin, platform_account, balance }: Pick<OriginPosition, "origin" | "platform_account" | "balance">,
  changed_by: number | null,
): Promise<void> {
  await tx
    .updateTable("import_origin")
    .set({ platform_account, balance, balance_at: balance === null ? null : sql<Date>`now()`, changed_by })
    .where("origin", "=", origin)
    .execute();
}
