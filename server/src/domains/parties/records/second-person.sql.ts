// Four eyes: what moves certificates or money by hand is asked for by two different persons (rule R23).
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Actor } from "./actor.sql.ts";
import type { RecordRow } from "./record-kind.ts";

/** A first person's wish lapses after so many hours. */
const LAPSES_AFTER_H = 72;
/** True of a row of four_eyes that still waits for its second person. */
const IS_OPEN = sql<boolean>`done_at is null and asked_at >= now() - make_interval(hours => ${sql.lit(LAPSES_AFTER_H)})`;

/** The action that a first person wishes for on the record, who and when; undefined where none waits for a second. */
export async function openWish(db: Db, entity: string, record_uid: string) {
  return db
    .selectFrom("four_eyes")
    .select(["action", "asked_at", "first_person"])
    .where("entity", "=", entity)
    .where("record_uid", "=", record_uid)
    .where(IS_OPEN)
    .executeTakeFirst();
}

/** Of the column `record_uid`: whether the person has asked for an action on the record, so that it is another's turn. */
export const hasAsked = (
  entity: string,
  { account_id }: Pick<Actor, "account_id">,
) => sql<boolean>`record_uid in (
    select record_uid from four_eyes where entity = ${entity} and first_person = ${account_id} and ${IS_OPEN})`;

/** Nothing that a first person asked for on the record waits for a second any more. */
export async function forgetWishes(tx: Tx, entity: string, record_uid: string): Promise<void> {
  await tx
    .deleteFrom("four_eyes")
    .where("entity", "=", entity)
    .where("record_uid", "=", record_uid)
    .where("done_at", "is", null)
    .execute();
}

/**
 * Forgets wishes on the record for other actions than this one, those that have lapsed, and those of people who may not take the action any more.
 * `mayStill`: whether a first person (account_id) may take it at this moment.
 */
export async function forgetVoidWishes(
  tx: Tx,
  { entity, row: { record_uid }, action }: Pick<Asked, "entity" | "row" | "action">,
  mayStill: (first_person: number) => Promise<boolean>,
): Promise<void> {
  const open = await openWish(tx, entity, record_uid);
  if (open?.action === action && (await mayStill(open.first_person))) return;
  await forgetWishes(tx, entity, record_uid);
}

interface Asked {
  readonly entity: string;
  readonly row: RecordRow;
  readonly action: string;
  readonly actor: Actor;
  /** Of what both persons must ask for alike. */
  readonly payload_hash: Buffer;
}

/**
 * Notes the wish of a first person ("asked"), or confirms that of another ("confirmed"), with the record locked and void wishes forgotten. Throws
 * AUTH-006 where the first person comes again, or the submitter decides on its own record, and GEN-411 where the second asks for something else.
 */
export async function secondPerson(
  tx: Tx,
  { entity, row, action, actor, payload_hash }: Asked,
): Promise<"asked" | "confirmed"> {
  const { account_id } = actor;
  if (account_id === null || account_id === row.submitted_by) throw notYou();
  const wish = { entity, record_uid: row.record_uid, action };
  const open = await tx
    .selectFrom("four_eyes")
    .select(["four_eyes_id", "first_person", "payload_hash"])
    .where("entity", "=", entity)
    .where("record_uid", "=", row.record_uid)
    .where("action", "=", action)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (open === undefined) {
    await tx
      .insertInto("four_eyes")
      .values({ ...wish, payload_hash, first_person: account_id })
      .execute();
    return "asked";
  }
  if (open.first_person === account_id) throw notYou();
  if (!open.payload_hash.equals(payload_hash)) {
    throw new GuardRefusal(409, [
      { code: "GEN-411", message: "The first person asked for something else. Reload and compare." },
    ]);
  }
  await tx
    .updateTable("four_eyes")
    .set({ second_person: account_id, done_at: sql<Date>`now()` })
    .where("four_eyes_id", "=", open.four_eyes_id)
    .execute();
  return "confirmed";
}

const notYou = () =>
  new GuardRefusal(403, [{ code: "AUTH-006", message: "A second person must confirm this." }]);
