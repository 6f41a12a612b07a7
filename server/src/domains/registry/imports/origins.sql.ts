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

type Stated = Pick<OriginPosition, "origin" | "platform_account" | "balance">;

/** What a first person stated lapses after so many hours. */
const LAPSES_AFTER_H = 72;
const IS_OPEN = sql<boolean>`asked_at >= now() - make_interval(hours => ${sql.lit(LAPSES_AFTER_H)})`;

/** Keeps what a first person states of a registry, in the place of what was stated before and not confirmed. */
export async function askOrigin(tx: Tx, stated: Stated, first_person: number): Promise<void> {
  await tx.deleteFrom("import_origin_asked").where("origin", "=", stated.origin).execute();
  await tx
    .insertInto("import_origin_asked")
    .values({ ...stated, first_person })
    .execute();
}

/** What waits for a second person under the uid, locked; undefined: nothing does any more. */
export const askedOrigin = (tx: Tx, record_uid: string) =>
  tx
    .selectFrom("import_origin_asked")
    .selectAll()
    .where("record_uid", "=", record_uid)
    .where(IS_OPEN)
    .forUpdate()
    .executeTakeFirst();

/** What first persons stated and nobody has confirmed, by registry. */
export async function askedOrigins(db: Db, account_id: number | null) {
  const rows = await db.selectFrom("import_origin_asked").selectAll().where(IS_OPEN).execute();
  return new Map(
    rows.map(({ origin, record_uid, platform_account, balance, first_person, asked_at }) => [
      origin,
      {
        record_uid,
        platform_account,
        balance,
        by_you: first_person === account_id,
        at: asked_at.toISOString(),
      },
    ]),
  );
}

/** What the first person stated holds: the balance is that of the instant at which it was stated. */
export async function confirmOrigin(
  tx: Tx,
  asked: NonNullable<Awaited<ReturnType<typeof askedOrigin>>>,
  second_person: number,
): Promise<void> {
  const { origin, platform_account, balance, first_person, asked_at } = asked;
  await tx
    .updateTable("import_origin")
    .set({
      platform_account,
      balance,
      balance_at: balance === null ? null : asked_at,
      first_person,
      second_person,
    })
    .where("origin", "=", origin)
    .execute();
  await tx.deleteFrom("import_origin_asked").where("origin", "=", origin).execute();
}
