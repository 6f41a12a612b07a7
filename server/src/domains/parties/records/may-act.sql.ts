// Whether a person may take an action on a record at this moment; the refusals of those who may not.
import { closedBecause, gmt8, type RecordLife, type RecordRole } from "@heliograph/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import { GuardRefusal, Problem } from "../../../platform/problem.ts";
import { deciderOf, roleRefusal, type Actor } from "./actor.sql.ts";
import type { RecordKind, RecordRow } from "./record-kind.ts";
import { accountsOf, actingRole, isOfParty, isVisible } from "./record.sql.ts";

/** The role in which the person may take the action now. Throws GEN-422 where nobody may in this state, GEN-403 where the person may not. */
export function mustBeOpen<S extends string, N extends string, Row extends RecordRow, P>(
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

/** Refuses with GEN-423 a reason of fewer characters than `least`; undefined: it takes none. */
export function mustGiveReason(least: number | undefined, reason: string | null): void {
  if (least === undefined || (reason?.length ?? 0) >= least) return;
  const message = `Give a reason of at least ${least} characters.`;
  throw new GuardRefusal(422, [{ code: "GEN-423", message, params: { least }, field: "body.reason" }]);
}

/** Refuses with AUTH-005 a decision of somebody who has a part in what is decided (rule R26). */
export async function mustHaveNoPart<S extends string, N extends string, Row extends RecordRow, P>(
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
export async function mayDecide<S extends string, N extends string, Row extends RecordRow, P>(
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
