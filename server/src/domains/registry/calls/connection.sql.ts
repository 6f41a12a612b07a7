// Connections to other registries as they are stored; two platform operators change one (rule R23).
import {
  IMPORT_ORIGIN_CODES,
  IMPORT_ORIGINS,
  type ImportOrigin,
  type RegistryConnection,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { sealSecret, unsealSecret } from "../../identity/index.ts";

/** Where a registry is asked, and what requests are signed with. */
export interface Connection {
  readonly base_url: string;
  readonly secret: string;
}

/** What a first person asked for lapses after so many hours. */
const LAPSES_AFTER_H = 72;
const IS_OPEN = sql<boolean>`asked_at >= now() - make_interval(hours => ${sql.lit(LAPSES_AFTER_H)})`;
/** Test calls in a minute. */
const TRIES_A_MINUTE = 10;

/** Whose the sealed secret is: one that is moved to another registry opens nothing. */
const ownerOf = (origin: ImportOrigin) => `connection to ${origin}`;

/** The connection that is on; undefined: there is none, calls are made by hand. */
export async function connectionTo(db: Db, origin: ImportOrigin): Promise<Connection | undefined> {
  const row = await db
    .selectFrom("registry_connection")
    .select(["base_url", "sealed_secret"])
    .where("origin", "=", origin)
    .where("is_on", "=", true)
    .executeTakeFirst();
  return row === undefined ? undefined : opened(db, origin, row);
}

const opened = async (
  db: Db,
  origin: ImportOrigin,
  { base_url, sealed_secret }: { base_url: string; sealed_secret: string },
): Promise<Connection> => ({ base_url, secret: await unsealSecret(db, ownerOf(origin), sealed_secret) });

/** What a test call is made with: what holds, on or off, or what is asked for; undefined: there is none. */
export async function connectionToTry(
  db: Db,
  { origin, asked }: { origin: ImportOrigin; asked: boolean },
): Promise<Connection | undefined> {
  const current = await db
    .selectFrom("registry_connection")
    .select(["base_url", "sealed_secret"])
    .where("origin", "=", origin)
    .executeTakeFirst();
  if (!asked) return current === undefined ? undefined : opened(db, origin, current);
  const next = await db
    .selectFrom("registry_connection_asked")
    .select(["base_url", "sealed_secret"])
    .where("origin", "=", origin)
    .where(IS_OPEN)
    .executeTakeFirst();
  const sealed_secret = next?.sealed_secret ?? current?.sealed_secret;
  if (next === undefined || sealed_secret === undefined) return undefined;
  return opened(db, origin, { base_url: next.base_url, sealed_secret });
}

/** Notes a test call; false: there were too many in this minute. */
export async function countConnectionTry(tx: Tx): Promise<boolean> {
  await sql`lock table registry_connection_try in share row exclusive mode`.execute(tx);
  await sql`delete from registry_connection_try where at < now() - interval '1 minute'`.execute(tx);
  const { count } = await tx
    .selectFrom("registry_connection_try")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= TRIES_A_MINUTE) return false;
  await sql`insert into registry_connection_try default values`.execute(tx);
  return true;
}

/** All other registries with their connections, as the operator sees them. */
export async function connectionsFor(db: Db, account_id: number | null): Promise<RegistryConnection[]> {
  const current = await db.selectFrom("registry_connection").selectAll().execute();
  const asked = await db.selectFrom("registry_connection_asked").selectAll().where(IS_OPEN).execute();
  return IMPORT_ORIGIN_CODES.map((origin) => {
    const now = current.find((one) => one.origin === origin);
    const next = asked.find((one) => one.origin === origin);
    return {
      origin,
      name: IMPORT_ORIGINS[origin].name,
      current:
        now === undefined
          ? null
          : {
              base_url: now.base_url,
              is_on: now.is_on,
              has_secret: true,
              at: now.changed_at.toISOString(),
            },
      asked:
        next === undefined
          ? null
          : {
              record_uid: next.record_uid,
              base_url: next.base_url,
              is_on: next.is_on,
              has_secret: true,
              replaces_secret: next.sealed_secret !== null,
              by_you: next.first_person === account_id,
              at: next.asked_at.toISOString(),
            },
    };
  });
}

interface Wanted {
  readonly origin: ImportOrigin;
  readonly base_url: string;
  /** Null: as it is. */
  readonly secret: string | null;
  readonly is_on: boolean;
}

/** Keeps what a first person asks for, in the place of what was asked before; false: there is no secret, and none was given. */
export async function askConnection(
  tx: Tx,
  { origin, base_url, secret, is_on }: Wanted,
  first_person: number,
): Promise<boolean> {
  const has = await tx
    .selectFrom("registry_connection")
    .select("origin")
    .where("origin", "=", origin)
    .executeTakeFirst();
  if (secret === null && has === undefined) return false;
  const sealed_secret = secret === null ? null : await sealSecret(tx, ownerOf(origin), secret);
  await tx.deleteFrom("registry_connection_asked").where("origin", "=", origin).execute();
  await tx
    .insertInto("registry_connection_asked")
    .values({ origin, base_url, sealed_secret, is_on, first_person })
    .execute();
  return true;
}

/** What waits for a second person under the uid, locked; undefined: nothing does any more. */
export const askedConnection = (tx: Tx, record_uid: string) =>
  tx
    .selectFrom("registry_connection_asked")
    .selectAll()
    .where("record_uid", "=", record_uid)
    .where(IS_OPEN)
    .forUpdate()
    .executeTakeFirst();

/** Makes the connection what was asked for. */
export async function confirmConnection(
  tx: Tx,
  asked: NonNullable<Awaited<ReturnType<typeof askedConnection>>>,
  second_person: number,
): Promise<void> {
  const { origin, base_url, is_on, first_person, sealed_secret } = asked;
  const change = { base_url, is_on, first_person, second_person, changed_at: sql<Date>`now()` };
  if (sealed_secret === null) {
    await tx.updateTable("registry_connection").set(change).where("origin", "=", origin).execute();
  } else {
    const whole = { ...change, sealed_secret };
    await tx
      .insertInto("registry_connection")
      .values({ origin, ...whole })
      .onConflict((on) => on.column("origin").doUpdateSet(whole))
      .execute();
  }
  await tx.deleteFrom("registry_connection_asked").where("origin", "=", origin).execute();
}
