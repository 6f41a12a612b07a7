// Four eyes: what moves certificates or money by hand is asked for by two different persons (rule R23).
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { GuardRefusal } from "../../../platform/problem.ts";
import type { Actor } from "./actor.sql.ts";
import { hashOf } from "./once.sql.ts";
import { textOf } from "./payload.ts";
import type { RecordRow } from "./record-kind.ts";

/** What a first person proposes lapses after so many hours. */
const LAPSES_AFTER_H = 72;
/** True of a row of four_eyes that still waits for its second person. */
const IS_OPEN = sql<boolean>`done_at is null and asked_at >= now() - make_interval(hours => ${sql.lit(LAPSES_AFTER_H)})`;

/** What a first person proposes on a record. */
export interface Proposal {
  readonly action: string;
  readonly asked_at: Date;
  readonly first_person: number;
  /** The first person's name; null: there is none. */
  readonly person: string | null;
  readonly reason: string | null;
  /** What the command carries beside what every command does, as the text that `payload_hash` is of. */
  readonly payload: string;
  readonly payload_hash: Buffer;
}

/** What a first person proposes on the record; undefined where nothing waits for a second. */
export async function openProposal(
  db: Db,
  entity: string,
  record_uid: string,
): Promise<Proposal | undefined> {
  return db
    .selectFrom("four_eyes")
    .innerJoin("account", "account_id", "first_person")
    .select(["action", "asked_at", "first_person", "display_name as person", "reason", "payload_hash"])
    .select(sql<string>`payload`.as("payload"))
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

/** Nothing that a first person proposed on the record waits for a second any more. */
export async function forgetProposals(tx: Tx, entity: string, record_uid: string): Promise<void> {
  await tx
    .deleteFrom("four_eyes")
    .where("entity", "=", entity)
    .where("record_uid", "=", record_uid)
    .where("done_at", "is", null)
    .execute();
}

/**
 * Forgets what was proposed on the record that is another action than this one, has lapsed, or is of people who may not take the action any more.
 * `mayStill`: whether a first person (account_id) may take it at this moment.
 */
export async function forgetVoidProposals(
  tx: Tx,
  { entity, row: { record_uid }, action }: Pick<Asked, "entity" | "row" | "action">,
  mayStill: (first_person: number) => Promise<boolean>,
): Promise<void> {
  const open = await openProposal(tx, entity, record_uid);
  if (open?.action === action && (await mayStill(open.first_person))) return;
  await forgetProposals(tx, entity, record_uid);
}

interface Asked {
  readonly entity: string;
  readonly row: RecordRow;
  readonly action: string;
  readonly actor: Actor;
  /** What both persons must ask for alike. */
  readonly payload: unknown;
  readonly reason: string | null;
}

/**
 * Keeps what a first person proposes ("asked"), or confirms what another has ("confirmed"), with the record locked and void proposals forgotten. Throws
 * AUTH-006 where the first person comes again, or the submitter decides on its own record, and GEN-411 where the second asks for something else.
 */
export async function secondPerson(
  tx: Tx,
  { entity, row, action, actor, payload, reason }: Asked,
): Promise<"asked" | "confirmed"> {
  const { account_id } = actor;
  if (account_id === null || account_id === row.submitted_by) throw notYou();
  const [text, payload_hash] = [textOf(payload), hashOf(payload)];
  const open = await tx
    .selectFrom("four_eyes")
    .select(["four_eyes_id", "first_person", "payload_hash"])
    .where("entity", "=", entity)
    .where("record_uid", "=", row.record_uid)
    .where("action", "=", action)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (open === undefined) {
    const { record_uid } = row;
    await tx
      .insertInto("four_eyes")
      .values({ entity, record_uid, action, payload: text, payload_hash, reason, first_person: account_id })
      .execute();
    return "asked";
  }
  if (open.first_person === account_id) throw notYou();
  if (!open.payload_hash.equals(payload_hash)) throw somethingElse();
  await tx
    .updateTable("four_eyes")
    .set({ second_person: account_id, done_at: sql<Date>`now()` })
    .where("four_eyes_id", "=", open.four_eyes_id)
    .execute();
  return "confirmed";
}

const notYou = () =>
  new GuardRefusal(403, [{ code: "AUTH-006", message: "A second person must confirm this." }]);

/** The refusal of a second person who answers something else than what was proposed. */
export const somethingElse = () =>
  new GuardRefusal(409, [
    { code: "GEN-411", message: "The first person asked for something else. Reload and compare." },
  ]);
