// Commands on records: the one way in which a record changes its state (docs/decisions/0123-records.md).
import { businessAccountLife, stateAfter, type RecordRole } from "@heliograph/contract";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Session } from "../../../platform/http.ts";
import { mustBeConfirmed } from "../../identity/index.ts";
import { accountMust, asActor, systemActor, type Actor } from "./actor.sql.ts";
import { auditRecord } from "./audit.sql.ts";
import { changedByOther, mayDecide, mustBeOpen, mustGiveReason, mustHaveNoPart } from "./may-act.sql.ts";
import { once } from "./once.sql.ts";
import type { EffectResult, RecordKind, RecordRow } from "./record-kind.ts";
import { findRecord, moveRecord } from "./record.sql.ts";
import { forgetVoidProposals, secondPerson } from "./second-person.sql.ts";

/** What every command carries. */
interface CommandBody<N extends string> {
  readonly record_uid: string;
  readonly action: N;
  readonly expected_version: number;
  readonly key: string;
  readonly reason?: string | undefined;
}

interface CommandRequest<N extends string, P> {
  readonly session: Session;
  readonly origin: Pick<Origin, "address">;
  /** The acting account's uid; undefined for issuers and platform operators. */
  readonly account: string | undefined;
  readonly body: CommandBody<N>;
  /** What the body carries beside. */
  readonly payload: P;
}

/** What a command answers. */
export interface CommandAnswer {
  readonly record_uid: string;
  readonly number: string;
  readonly status: string;
  readonly version: number;
  readonly needs_second_person: boolean;
}

/**
 * Does the command in one transaction: who acts, the key, the state of the account that acts, the record, its version, its state, the role, then guards and effect. Throws Problem GEN-404, GEN-409, GEN-422,
 * GEN-403, ACC-013, AUTH-005, AUTH-006, confirmation.required, GEN-410, and what the effect throws; then nothing was done. The same key again
 * is answered as before.
 */
export function runRecordCommand<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  { session, origin, account, body, payload }: CommandRequest<N, P>,
): Promise<CommandAnswer & object> {
  return asActor(db, { session, account }, async (tx, actor) => {
    const { key, ...asked } = body;
    const command = {
      command: `${kind.life.entity}.${body.action}`,
      key,
      request: { ...asked, account, payload },
    };
    return once(tx, actor, command, async () => {
      const answer = await done(tx, kind, { actor, body, payload });
      const detail = { action: body.action, status: answer.status };
      await auditRecord(tx, { session, origin }, { subject: answer.number, detail });
      return answer;
    });
  });
}

/** The system's turn: what happens to a record when its time is over. False: its state or time has changed meanwhile, and nothing was done. */
export function runTimer<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  { record_uid, action, due_at }: { record_uid: string; action: N; due_at: Date },
  payload: P,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const actor = await systemActor(tx);
    const row = await findRecord(tx, kind, { actor, record_uid, lock: true });
    const due = await tx
      .selectFrom("record_deadline")
      .select("due_at")
      .where("entity", "=", kind.life.entity)
      .where("record_uid", "=", record_uid)
      .where("action", "=", action)
      .executeTakeFirst();
    if (due?.due_at.getTime() !== due_at.getTime()) return false;
    await moved(tx, kind, { row, actor, role: "system", action, reason: null, payload });
    return true;
  });
}

/** As `runRecordCommand`, for another command's effect that moves this record too, in the same transaction and by the system. */
export async function followRecord<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  { record_uid, action, reason = null }: { record_uid: string; action: N; reason?: string | null },
  payload: P,
): Promise<void> {
  const actor = await systemActor(tx);
  const row = await findRecord(tx, kind, { actor, record_uid, lock: true });
  mustBeOpen(kind, row, { action, actor });
  await moved(tx, kind, { row, actor, role: "system", action, reason, payload });
}

async function done<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  { actor, body, payload }: { actor: Actor; body: CommandBody<N>; payload: P },
): Promise<CommandAnswer & object> {
  const { record_uid, action, expected_version } = body;
  // What people do with the account itself is said by its own life cycle.
  if (kind.life.entity !== businessAccountLife.entity) {
    await accountMust(tx, actor, { deed: kind.life.actions[action].deed ?? "act", action });
  }
  const row = await findRecord(tx, kind, { actor, record_uid, lock: true });
  if (row.version !== expected_version) throw changedByOther(row);
  return decided(tx, kind, row, { actor, action, reason: body.reason ?? null, payload });
}

/** What the person asks for about a record that is locked. */
interface Asked<N extends string, P> {
  readonly actor: Actor;
  readonly action: N;
  readonly reason: string | null;
  readonly payload: P;
}

/** Takes the action on the record, which is locked and in the version that the person saw, or keeps what a first of two persons proposes. */
export async function decided<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  { actor, action, reason, payload }: Asked<N, P>,
): Promise<CommandAnswer & object> {
  const rule = kind.life.actions[action];
  const role = mustBeOpen(kind, row, { action, actor });
  await mustHaveNoPart(tx, kind, row, actor);
  if (rule.confirmed === true && actor.session !== null) await mustBeConfirmed(tx, actor.session);
  mustGiveReason(rule.reason, reason);
  if (rule.people === 2) {
    const asked = { entity: kind.life.entity, row, action };
    await forgetVoidProposals(tx, asked, (first_person) =>
      mayDecide(tx, kind, row, { action, first_person }),
    );
    await kind.firstGuards?.[action]?.(tx, row, { actor, payload, reason });
    const second = await secondPerson(tx, { ...asked, actor, payload, reason });
    if (second === "asked") {
      return { ...frame(row), status: row.status, version: row.version, needs_second_person: true };
    }
  }
  const { answer, ...at } = await moved(tx, kind, { row, actor, role, action, reason, payload });
  return { ...answer, ...frame(row), ...at, needs_second_person: false };
}

const frame = ({ record_uid, number }: RecordRow) => ({ record_uid, number });

async function moved<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  one: { row: Row; actor: Actor; role: RecordRole; action: N; reason: string | null; payload: P },
): Promise<{ status: string; version: number; answer: object }> {
  const { row, actor, role, action, reason, payload } = one;
  const result: EffectResult = (await kind.effects[action]?.(tx, row, { actor, payload, reason })) ?? {};
  // oxlint-disable-next-line no-unsafe-type-assertion -- `mustBeOpen` and timers let through states of the table alone
  const to: string = stateAfter(kind.life, action, row.status as S);
  const version = await moveRecord(tx, kind, {
    row,
    actor,
    from: row.status,
    to,
    keepsLimit: kind.life.actions[action].to === "same",
    action,
    role,
    reason,
    payload,
    entry_id: result.entry_id ?? null,
    due_at: result.due_at ?? null,
  });
  return { status: to, version, answer: result.answer ?? {} };
}
