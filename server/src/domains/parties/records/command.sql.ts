// Commands on records: the one way in which a record changes its state (docs/decisions/0123-records.md).
import {
  businessAccountLife,
  closedBecause,
  gmt8,
  type RecordLife,
  type RecordRole,
} from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db.ts";
import type { Origin, Session } from "../../../platform/http.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import { audit, mustBeConfirmed } from "../../identity/index.ts";
import { accountMust, actorOf, deciderOf, roleRefusal, systemActor, type Actor } from "./actor.sql.ts";
import { once } from "./once.sql.ts";
import type { EffectResult, RecordKind, RecordRow } from "./record-kind.ts";
import {
  accountsOf,
  actingRole,
  findRecord,
  hashOf,
  isOfParty,
  isVisible,
  moveRecord,
} from "./record.sql.ts";
import { forgetVoidWishes, secondPerson } from "./second-person.sql.ts";

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
interface CommandAnswer {
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
  return db.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, session, account);
    const { key, ...asked } = body;
    const command = {
      command: `${kind.life.entity}.${body.action}`,
      key,
      request: { ...asked, account, payload },
    };
    return once(tx, actor, command, async () => {
      const answer = await done(tx, kind, { actor, body, payload });
      await audit(tx, {
        ...session,
        address: origin.address,
        action: "record.changed",
        subject: answer.number,
        detail: { action: body.action, status: answer.status },
      });
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
  const rule = kind.life.actions[action];
  // What people do with the account itself is said by its own life cycle.
  if (kind.life.entity !== businessAccountLife.entity) {
    await accountMust(tx, actor, { deed: rule.deed ?? "act", action });
  }
  const row = await findRecord(tx, kind, { actor, record_uid, lock: true });
  if (row.version !== expected_version) throw changedByOther(row);
  const role = mustBeOpen(kind, row, { action, actor });
  await mustHaveNoPart(tx, kind, row, actor);
  if (rule.confirmed === true && actor.session !== null) await mustBeConfirmed(tx, actor.session);
  const reason = body.reason ?? null;
  mustGiveReason(rule.reason, reason);
  if (rule.people === 2) {
    const asked = { entity: kind.life.entity, row, action };
    await forgetVoidWishes(tx, asked, (first_person) => mayDecide(tx, kind, row, { action, first_person }));
    await kind.firstGuards?.[action]?.(tx, row, { actor, payload, reason });
    const payload_hash = hashOf({ payload, reason: null });
    const second = await secondPerson(tx, { ...asked, actor, payload_hash });
    if (second === "asked") {
      return { ...frame(row), status: row.status, version: row.version, needs_second_person: true };
    }
  }
  const { version, answer } = await moved(tx, kind, { row, actor, role, action, reason, payload });
  return { ...answer, ...frame(row), status: rule.to, version, needs_second_person: false };
}

const frame = ({ record_uid, number }: RecordRow) => ({ record_uid, number });

async function moved<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  one: { row: Row; actor: Actor; role: RecordRole; action: N; reason: string | null; payload: P },
): Promise<{ version: number; answer: object }> {
  const { row, actor, role, action, reason, payload } = one;
  const result: EffectResult = (await kind.effects[action]?.(tx, row, { actor, payload, reason })) ?? {};
  const version = await moveRecord(tx, kind, {
    row,
    actor,
    from: row.status,
    to: kind.life.actions[action].to,
    action,
    role,
    reason,
    payload,
    entry_id: result.entry_id ?? null,
    due_at: result.due_at ?? null,
  });
  return { version, answer: result.answer ?? {} };
}

/** The role in which the person may take the action now. Throws GEN-422 where nobody may in this state, GEN-403 where the person may not. */
function mustBeOpen<S extends string, N extends string, Row extends RecordRow, P>(
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  { action, actor }: { action: N; actor: Actor },
): RecordRole {
  const { life } = kind;
  const at = life.states.find((state) => state === row.status);
  const rule = life.actions[action];
  const role = actingRole(rule.by, actor);
  if (role === undefined || !isOfParty(kind, row, { of: rule.of, actor })) throw roleRefusal(action);
  if (at === undefined || closedBecause(life, action, { at, role }) !== undefined) {
    throw notPossible(life, row, action);
  }
  return role;
}

/** The refusal of what is not possible with a record in its state: GEN-422, which names the record, its state and the action. */
export function notPossible(
  life: RecordLife,
  { number, status }: Pick<RecordRow, "number" | "status">,
  action: string,
): GuardRefusal {
  const params = { entity: life.noun, number, status: life.state[status]?.label ?? status, action };
  const message = `${params.entity} ${number} is ${params.status}; ${action} is not possible.`;
  return new GuardRefusal(422, [{ code: "GEN-422", message, params }]);
}

/** The refusal of a change to what somebody else has changed since it was seen: GEN-409, which says when. */
export function changedByOther({ changed_at }: { readonly changed_at: Date }): GuardRefusal {
  const time = gmt8(changed_at);
  const message = `This record was changed by someone else at ${time}. Reload and try again.`;
  return new GuardRefusal(409, [{ code: "GEN-409", message, params: { time } }]);
}

function mustGiveReason(least: number | undefined, reason: string | null): void {
  if (least === undefined || (reason?.length ?? 0) >= least) return;
  const message = `Give a reason of at least ${least} characters.`;
  throw new GuardRefusal(422, [{ code: "GEN-423", message, params: { least }, field: "body.reason" }]);
}

/** Who decides has no part in what is decided (rule R26). */
async function mustHaveNoPart<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  actor: Actor,
): Promise<void> {
  if (await hasPart(tx, kind, row, actor)) {
    throw new Problem(403, "AUTH-005", "You have a part in this record and cannot decide on it.");
  }
}

/** Whether an issuer or operator has, or has had, a role in an account or project of the record. */
async function hasPart<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  actor: Actor,
): Promise<boolean> {
  if (actor.business_account_id !== null || actor.account_id === null) return false;
  const projects = (await kind.projectsOf?.(tx, row)) ?? [];
  const accounts = accountsOf(kind, row);
  const { rows } = await sql<{ has_part: boolean }>`
    select exists (select from role_grant where account_id = ${actor.account_id}
        and business_account_id = any(${[...accounts]}::int4[]))
      or exists (select from project_member where account_id = ${actor.account_id}
        and project_id = any(${[...projects]}::int4[])) as has_part`.execute(tx);
  return rows[0]?.has_part === true;
}

/** Whether a person who asked for the action earlier may take it now: sees the record, has the role, and has no part in it (rules R23, R26). */
async function mayDecide<S extends string, N extends string, Row extends RecordRow, P>(
  tx: Tx,
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  { action, first_person }: { action: N; first_person: number },
): Promise<boolean> {
  const actor = await deciderOf(tx, first_person);
  if (actor === undefined || !isVisible(kind, row, actor)) return false;
  if (actingRole(kind.life.actions[action].by, actor) === undefined) return false;
  return !(await hasPart(tx, kind, row, actor));
}
