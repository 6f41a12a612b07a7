// Records on which somebody must act, of every kind that is handed in: for the dashboard, the counters and the bell.
import type { RecordState, WaitingKind, WaitingRecord } from "@heliograph/contract";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "../../../platform/db.ts";
import {
  hasAsked,
  isOnTurn,
  isTurnOf,
  nextStepsOf,
  turnOf,
  visibleTo,
  type Actor,
  type AnyKind,
  type RecordSource,
} from "../../parties/index.ts";

/** A kind of record, where it is found, and which of its records wait. */
export interface WaitingSource extends RecordSource {
  /** States that wait for nobody in the counters, though somebody may act: drafts that rest. */
  readonly without?: readonly string[];
  /** Which records of those states wait all the same: the renewal of a device that ends. */
  readonly also?: RawBuilder<unknown>;
  /** Which records wait at all, over the columns of the table; left out: all that somebody must act on. */
  readonly only?: RawBuilder<unknown>;
}

/** What waits and is no record of a kind, of which there is little: all of it that the person may know of. */
export interface WaitingThings {
  readonly service: WaitingKind;
  readonly things: (tx: Tx, actor: Actor) => Promise<readonly Omit<WaitingRecord, "service">[]>;
}

/** A state in which somebody must act, how many records of it wait for the person (`is_you`), or for others. */
export interface WaitingState {
  readonly status: string;
  readonly count: number;
  readonly is_you: boolean;
}

/** The records of a kind that the person may know of and on which somebody must act, by state. */
export async function waitingStates(
  tx: Tx,
  { kind, ...source }: WaitingSource,
  actor: Actor,
): Promise<WaitingState[]> {
  const { rows } = await sql<{ status: string; needs_first: boolean; count: number; asked: boolean }>`
    select status, ${needsFirstIn(kind)} as needs_first, ${hasAsked(kind.life.entity, actor)} or not ${isOnTurn(kind, actor)} as asked,
      count(*)::int8 as count from ${sql.table(kind.table)}
    where ${isWaiting(source)} and status = any(${statesWithNext(kind)}::text[]) and ${visibleTo(kind, actor)} group by 1, 2, 3`.execute(
    tx,
  );
  const waiting = new Map<string, WaitingState>();
  for (const { status, needs_first, count, asked } of rows) {
    const next = nextOf(kind, status);
    if (next === undefined) continue;
    const is_you = isTurnOf(turnOf(next, needs_first), actor) && !asked;
    const same = `${status} ${is_you}`;
    waiting.set(same, { status, count: count + (waiting.get(same)?.count ?? 0), is_you });
  }
  return [...waiting.values()];
}

/** Those that wait for the person (`yours`), or for others, the nearest date first, at most so many. */
export async function waitingRecords(
  tx: Tx,
  {
    service,
    kind,
    title,
    account = sql<string>`null::uuid`,
    page = sql<string>`record_uid`,
    ...source
  }: WaitingSource,
  { actor, yours, most }: { actor: Actor; yours: boolean; most: number },
): Promise<WaitingRecord[]> {
  const states = statesWithNext(kind);
  const statesOnTurn = (needsFirst: boolean) =>
    states.filter((status) => {
      const next = nextOf(kind, status);
      return next !== undefined && isTurnOf(turnOf(next, needsFirst), actor);
    });
  const [turn, firstTurn] = [statesOnTurn(false), statesOnTurn(true)];
  if (yours && turn.length + firstTurn.length === 0) return [];
  const isTurn = sql`status = any(case when ${needsFirstIn(kind)} then ${firstTurn}::text[] else ${turn}::text[] end)`;
  const { rows } = await sql<Omit<WaitingRecord, "service" | "next"> & { parties: object }>`
    select r.record_uid, r.number, r.status, r.title, r.account, r.page, r.parties from (
      select record_uid, number, status, changed_at, ${title} as title, ${account} as account, ${page} as page, ${partiesOf(kind)} as parties from ${sql.table(kind.table)}
      where ${isWaiting(source)} and status = any(${states}::text[]) and ${visibleTo(kind, actor)}
        and (${isTurn} and not ${hasAsked(kind.life.entity, actor)} and ${isOnTurn(kind, actor)}) = ${yours}
    ) r left join record_deadline d on d.entity = ${kind.life.entity} and d.record_uid = r.record_uid
    order by d.due_at nulls last, r.changed_at desc, r.number limit ${most}`.execute(tx);
  const steps = await nextStepsOf(
    tx,
    kind,
    rows.map(({ parties, ...row }) => ({ ...row, ...parties })),
    actor,
  );
  return rows.flatMap(({ parties: _both, ...row }) => {
    const next = steps.get(row.record_uid);
    return next === undefined ? [] : [{ service, ...row, next }];
  });
}

type State = Pick<RecordState, "next">;

const nextOf = (kind: AnyKind, status: string): State["next"] =>
  // oxlint-disable-next-line no-unsafe-type-assertion -- any kind's table of states
  (kind.life.state as Readonly<Record<string, State>>)[status]?.next;

const statesWithNext = (kind: AnyKind): string[] =>
  Object.keys(kind.life.state).filter((status) => nextOf(kind, status) !== undefined);

const needsFirstIn = ({ needsFirst }: AnyKind) => needsFirst ?? sql<boolean>`false`;

/** Accounts of both parties by their columns, as JSON. */
const partiesOf = ({ partyColumns }: AnyKind) =>
  sql`json_build_object(${sql.join(
    Object.values<string>(partyColumns ?? {}).flatMap((column) => [sql.lit(column), sql.ref(column)]),
  )})`;

/** Whether a record of the table waits: in a state that rests only where the source says so. */
const isWaiting = ({
  without = [],
  also = sql`false`,
  only = sql`true`,
}: Pick<WaitingSource, "without" | "also" | "only">) =>
  sql<boolean>`(not (status = any(${[...without]}::text[])) or ${also}) and ${only}`;
