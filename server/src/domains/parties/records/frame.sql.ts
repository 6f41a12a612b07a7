// What an answer about one record has beside its own fields: what is open to whom asks, who acts next, what happened.
import {
  businessAccountLife,
  openActions,
  type NextStep,
  type RecordFrame,
  type RecordLife,
  type RecordState,
  type TimelineEvent,
} from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../../platform/db.ts";
import { accountCan, type Actor } from "./actor.sql.ts";
import type { AnyKind, RecordKind, RecordRow } from "./record-kind.ts";
import { isOfParty } from "./record.sql.ts";
import { hasAsked, openProposal } from "./second-person.sql.ts";

/** Events of a record that a timeline shows, the newest. */
const EVENTS_SHOWN = 200;

/** What a first person proposes, with what its command carries. */
type ProposalOf<P> = Omit<NonNullable<RecordFrame["second_person"]>, "payload"> & {
  payload: { [Name in keyof P]: P[Name] };
};

/** The frame of a record that the person sees. */
export async function frameOf<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  row: Row,
  actor: Actor,
): Promise<Omit<RecordFrame, "second_person"> & { second_person: ProposalOf<P> | null }> {
  const at = kind.life.states.find((state) => state === row.status);
  return {
    record_uid: row.record_uid,
    number: row.number,
    status: row.status,
    version: row.version,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    actions:
      at === undefined
        ? []
        : openActions(kind.life, at, actor.roles).filter(
            (action) =>
              isOfParty(kind, row, { of: kind.life.actions[action].of, actor }) &&
              isAllowed(kind.life, action, actor),
          ),
    next: (await nextStepsOf(db, kind, [row], actor)).get(row.record_uid) ?? null,
    timeline: await timelineOf(db, kind, row.record_uid, actor),
    second_person: await proposalOn(db, kind, row, actor),
  };
}

/** What waits for a second person; accounts do not see it. */
async function proposalOn<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  { life: { entity } }: RecordKind<S, N, Row, P>,
  { record_uid }: Row,
  { account_id, business_account_id }: Actor,
): Promise<ProposalOf<P> | null> {
  const open = business_account_id === null ? await openProposal(db, entity, record_uid) : undefined;
  if (open === undefined) return null;
  const { action, asked_at, first_person, person, reason, payload, payload_hash } = open;
  return {
    entity,
    action,
    asked_at: asked_at.toISOString(),
    by_you: first_person === account_id,
    person,
    reason,
    // oxlint-disable-next-line no-unsafe-type-assertion -- what a command of the kind carried
    payload: JSON.parse(payload) as ProposalOf<P>["payload"],
    payload_hash: payload_hash.toString("hex"),
  };
}

/** Who must act next on each of the records, by record_uid; those on which nobody must are left out. */
export async function nextStepsOf<S extends string, N extends string, Row extends RecordRow, P>(
  db: Db,
  kind: RecordKind<S, N, Row, P>,
  rows: readonly Pick<RecordRow, "record_uid" | "status">[],
  actor: Actor,
): Promise<ReadonlyMap<string, NextStep>> {
  const { life } = kind;
  const of = sql<string>`any(${rows.map(({ record_uid }) => record_uid)}::uuid[])`;
  const limits = await db
    .selectFrom("record_deadline")
    .select(["record_uid", "due_at", "action"])
    .where("entity", "=", life.entity)
    .where("record_uid", "=", of)
    .execute();
  const asked = await db
    .selectFrom("four_eyes")
    .select("record_uid")
    .distinct()
    .where("record_uid", "=", of)
    .where(hasAsked(life.entity, actor))
    .execute();
  const waitsForAnother = new Set(asked.map(({ record_uid }) => record_uid));
  const firstOn = await needingFirst(db, kind, of);
  const limitOf = new Map(limits.map((limit) => [limit.record_uid, limit]));
  return new Map(
    rows.flatMap((row) => {
      const { record_uid, status } = row;
      const state = life.states.find((one) => one === status);
      const usual = state === undefined ? undefined : life.state[state].next;
      if (usual === undefined) return [];
      const first = firstOn.get(record_uid);
      const next = first === undefined ? usual : turnOf(usual, true);
      const limit = limitOf.get(record_uid);
      return [
        [
          record_uid,
          {
            by: next.by,
            ...(next.of === undefined ? {} : { of: next.of }),
            is_you:
              isTurnOf(next, actor) &&
              isOfParty(kind, row, { of: next.of, actor }) &&
              !waitsForAnother.has(record_uid) &&
              (first === undefined || first.submitted_by !== actor.account_id),
            until: limit?.due_at.toISOString() ?? null,
            otherwise: limit?.action ?? null,
          },
        ],
      ];
    }),
  );
}

/** Those of the records that need what must be done first in their state, by record_uid, with who submitted them. */
async function needingFirst(db: Db, { needsFirst, table }: AnyKind, of: RawBuilder<string>) {
  if (needsFirst === undefined) return new Map<string, { submitted_by: number | null }>();
  const { rows } = await sql<{ record_uid: string; submitted_by: number | null }>`
    select record_uid, submitted_by from ${sql.table(table)} where record_uid = ${of} and ${needsFirst}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.record_uid, row]));
}

/** Whose turn it is on a record in the state: of those who must act first where it needs that, else of those who must act next. */
export const turnOf = <Next extends NonNullable<RecordState["next"]>>(
  next: Next,
  needsFirst: boolean,
): Turn & Pick<Next, "of"> => (needsFirst && next.first !== undefined ? { by: next.first.by } : next);

/** Whether the account that acts may take the action in its state; what is done with the account itself, its own life cycle says. */
const isAllowed = <S extends string, N extends string>(
  { entity, actions }: RecordLife<S, N>,
  action: N,
  actor: Actor,
): boolean => entity === businessAccountLife.entity || accountCan(actor, actions[action].deed ?? "act");

/**
 * Whether it is the person's turn where somebody must act: an account manager may do all that a trader does, and people of an account do only what it may in its state.
 */
export const isTurnOf = ({ by, deed = "act" }: Turn, actor: Actor): boolean =>
  (actor.roles.includes(by) || (by === "trader" && actor.roles.includes("account_manager"))) &&
  accountCan(actor, deed);

type Turn = Pick<NonNullable<RecordState["next"]>, "by" | "deed">;

/** What happened to the record, the oldest first. People of the other side are shown by their role alone (rule R30). */
async function timelineOf(
  db: Db,
  { life: { entity }, partyColumns }: AnyKind,
  record_uid: string,
  actor: Actor,
): Promise<TimelineEvent[]> {
  // Of two parties, a person is named to the own side alone.
  const isOtherParty =
    partyColumns === undefined || actor.business_account_id === null
      ? sql`false`
      : sql`not exists (select from role_grant g where g.account_id = e.actor_id
          and g.business_account_id = ${actor.business_account_id} and g.valid @> e.at)`;
  const { rows } = await sql<Omit<TimelineEvent, "at"> & { at: Date; is_market: boolean }>`
    select * from (
      select e.status_event_id, e.at, e.action, e.from_status, e.to_status, e.actor_role as role,
        case when ${isOtherParty} then null else a.display_name end as person, e.reason,
        e.actor_role in ('trader', 'account_manager', 'viewer') as is_market
      from status_event e left join account a on a.account_id = e.actor_id
      where e.entity = ${entity} and e.record_uid = ${record_uid}
      order by e.status_event_id desc limit ${EVENTS_SHOWN}
    ) newest order by status_event_id`.execute(db);
  const isMarket = actor.business_account_id !== null;
  return rows.map(({ at, action, from_status, to_status, role, person, reason, is_market }) => ({
    at: at.toISOString(),
    action,
    from_status,
    to_status,
    role,
    person: is_market === isMarket ? person : null,
    reason,
  }));
}
