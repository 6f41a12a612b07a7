// Records of every kind as they are stored: found, locked, moved, numbered, with their events and time limits.
import {
  endOfLimit,
  type RecordParty,
  type RecordRole,
  type RecordState,
  type TimeLimit,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import { noSuchRecord, type Actor } from "./actor.sql.ts";
import type { AnyKind, RecordKind, RecordRow } from "./record-kind.ts";
import { hashOf } from "./once.sql.ts";
import { forgetProposals } from "./second-person.sql.ts";

const GMT_PLUS_8_MS = 8 * 3_600_000;

/** The next number of the series in the year of the instant (GMT+8): "IS-2026-000001". Without gaps but for records that were rolled back. */
export async function nextNumber(tx: Tx, prefix: string, at: Date): Promise<string> {
  const year = new Date(at.getTime() + GMT_PLUS_8_MS).getUTCFullYear();
  const { last } = await tx
    .insertInto("record_number")
    .values({ prefix, year, last: 1 })
    .onConflict((on) =>
      on.columns(["prefix", "year"]).doUpdateSet({ last: sql<number>`record_number.last + 1` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return `${prefix}-${year}-${String(last).padStart(6, "0")}`;
}

/** The record, locked until the transaction ends where `lock` says so. Throws GEN-404 where there is none, or none for this person. */
export async function findRecord<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Db,
  kind: RecordKind<S, N, Row, P>,
  { actor, record_uid, lock }: { actor: Actor; record_uid: string; lock: boolean },
): Promise<Row> {
  const { rows } = await sql<Row>`
    select * from ${sql.table(kind.table)} where record_uid = ${record_uid} ${lock ? sql`for update` : sql``}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined || !isVisible(kind, row, actor)) throw noSuchRecord();
  return row;
}

/** Whether the person may know of the record. */
export function isVisible<S extends string, N extends string, Row extends RecordRow, P>(
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  actor: Actor,
): boolean {
  if (actor.roles.includes("system")) return true;
  const isForOperators = kind.operatorsAlone?.some((state) => state === row.status) === true;
  if (isForOperators) return actor.roles.includes("platform_operator");
  if (actor.business_account_id !== null) return accountsOf(kind, row).includes(actor.business_account_id);
  if (kind.hidden.some((state) => state === row.status)) return false;
  if (actor.roles.includes("platform_operator")) return true;
  return kind.hasIssuer !== false && isInScope(row, actor);
}

/** Accounts (ids) that take part in the record. */
export function accountsOf(kind: AnyKind, row: Pick<RecordRow, "business_account_id">): number[] {
  const columns: Readonly<Record<string, unknown>> = { ...row };
  return Object.values<string>(kind.partyColumns ?? { own: "business_account_id" }).map((column) =>
    Number(columns[column]),
  );
}

/** Whether the person is on the side of the record that must act, or may; people who act for no account are on none and all. */
export function isOfParty(
  kind: AnyKind,
  row: object,
  { of, actor }: { of: RecordParty | undefined; actor: Actor },
): boolean {
  if (of === undefined || kind.partyColumns === undefined || actor.business_account_id === null) return true;
  const columns: Readonly<Record<string, unknown>> = { ...row };
  return columns[kind.partyColumns[of]] === actor.business_account_id;
}

function isInScope(row: RecordRow & { registry?: unknown; country?: unknown }, { scopes }: Actor): boolean {
  return scopes.some(({ registry, country }) => registry === row.registry && country === row.country);
}

/**
 * As `isOfParty`, as a condition over the columns of the kind's table, for the side that must act next; whoever submitted a record that needs
 * somebody first is not the one.
 */
export function isOnTurn(kind: AnyKind, actor: Actor) {
  const { needsFirst } = kind;
  const isSide = isSideOnTurn(kind, actor);
  if (needsFirst === undefined) return isSide;
  return sql<boolean>`(${isSide} and not (${needsFirst} and submitted_by is not distinct from ${actor.account_id}))`;
}

function isSideOnTurn(kind: AnyKind, actor: Actor) {
  const { partyColumns } = kind;
  if (partyColumns === undefined || actor.business_account_id === null) return sql<boolean>`true`;
  const states: readonly [string, RecordState][] = Object.entries(kind.life.state);
  const ofOther = states.flatMap(([status, { next }]) =>
    next?.of === undefined
      ? []
      : [sql`(status = ${status} and ${sql.ref(partyColumns[next.of])} <> ${actor.business_account_id})`],
  );
  return ofOther.length === 0 ? sql<boolean>`true` : sql<boolean>`not (${sql.join(ofOther, sql` or `)})`;
}

/** Which of a table's records the person may know of, as a condition over its columns; the same as `isVisible`. */
export function visibleTo(kind: AnyKind, actor: Actor) {
  const shown = sql<boolean>`not (status = any(${[...(kind.operatorsAlone ?? [])]}::text[]))`;
  if (actor.business_account_id !== null) {
    const { business_account_id: me } = actor;
    const columns = Object.values<string>(kind.partyColumns ?? { own: "business_account_id" });
    const ofParty = columns.map((column) => sql`${sql.ref(column)} = ${me}`);
    return sql<boolean>`(${sql.join(ofParty, sql` or `)}) and ${shown}`;
  }
  const open = sql<boolean>`not (status = any(${[...kind.hidden]}::text[]))`;
  if (actor.roles.includes("platform_operator")) return open;
  if (kind.hasIssuer === false) return sql<boolean>`false`;
  const scopes = actor.scopes.map(({ registry, country }) => `${registry}-${country}`);
  return sql<boolean>`${open} and ${shown} and registry || '-' || country = any(${scopes}::text[])`;
}

/** The role in which the person does the action, the first of the table that fits; undefined: none does. */
export const actingRole = (by: readonly RecordRole[], actor: Actor): RecordRole | undefined =>
  by.find((role) => actor.roles.includes(role));

/** What a move leaves behind. */
interface RecordMove {
  readonly row: Pick<RecordRow, "record_uid" | "business_account_id">;
  readonly actor: Actor;
  readonly from: string | null;
  readonly to: string;
  readonly action: string;
  readonly role: RecordRole;
  readonly reason: string | null;
  readonly payload: unknown;
  readonly entry_id: number | null;
  readonly due_at: Date | null;
  /** True: the time limit that it has goes on, unless `due_at` says another. */
  readonly keepsLimit?: boolean;
}

/** Writes the state, the event and the time limit of a record, and voids what a first person proposed before (rule R23). Returns its new version. */
export async function moveRecord(
  tx: Tx,
  kind: AnyKind,
  { row, actor, ...move }: RecordMove,
): Promise<number> {
  const submits = move.action === "submit" || move.action === "resubmit";
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(kind.table)} set status = ${move.to}, version = version + ${move.from === null ? 0 : 1},
      changed_at = now() ${submits ? sql`, submitted_by = ${actor.account_id}` : sql``}
    where record_uid = ${row.record_uid} returning version`.execute(tx);
  await noteEvent(tx, kind, { row, actor, ...move });
  await forgetProposals(tx, kind.life.entity, row.record_uid);
  if (move.keepsLimit !== true || move.due_at !== null) {
    await setDeadline(tx, kind, row.record_uid, { at: actor.at, to: move.to, due_at: move.due_at });
  }
  return rows[0]?.version ?? 1;
}

/** Writes into the history of a record what happened to it. */
export async function noteEvent(
  tx: Tx,
  { life: { entity } }: AnyKind,
  {
    row,
    actor,
    from,
    to,
    action,
    role,
    reason,
    payload,
    entry_id,
  }: Omit<RecordMove, "due_at" | "keepsLimit">,
): Promise<void> {
  await tx
    .insertInto("status_event")
    .values({
      entity,
      record_uid: row.record_uid,
      business_account_id: row.business_account_id,
      from_status: from,
      to_status: to,
      action,
      actor_id: actor.account_id,
      actor_role: role,
      reason,
      payload_hash: hashOf(payload),
      entry_id,
    })
    .execute();
}

async function setDeadline(
  tx: Tx,
  { life }: AnyKind,
  record_uid: string,
  { at, to, due_at }: { at: Date; to: string; due_at: Date | null },
): Promise<void> {
  const next = life.state[to]?.next;
  const ends = due_at ?? (next?.within === undefined ? null : await limitEnd(tx, at, next.within));
  const { entity } = life;
  if (ends === null) {
    await tx
      .deleteFrom("record_deadline")
      .where("entity", "=", entity)
      .where("record_uid", "=", record_uid)
      .execute();
    return;
  }
  const values = { action: next?.otherwise ?? null, due_at: ends };
  await tx
    .insertInto("record_deadline")
    .values({ entity, record_uid, ...values })
    .onConflict((on) => on.columns(["entity", "record_uid"]).doUpdateSet(values))
    .execute();
}

/** The end of a time limit that begins at the instant, business days being without the holidays that the operator keeps. */
export async function limitEnd(tx: Db, at: Date, within: TimeLimit): Promise<Date> {
  const holidays = await tx.selectFrom("business_holiday").select("day").execute();
  return new Date(endOfLimit(at.getTime(), within, new Set(holidays.map(({ day }) => day))));
}
