// Whom an alarm that nobody has taken is told next.

/** One of the people of an escalation. */
export interface ChainStep {
  readonly account_id: number;
  /** To wait before this person is told. */
  readonly minutes: number;
}

/** An alarm that waits for somebody. Instants are ms since 1970. */
export interface WaitingAlarm {
  /** When it was told; null: it waits for that. */
  readonly told_ms: number | null;
  /** When the last person was told further; null: nobody was yet. */
  readonly escalated_ms: number | null;
  /** When it began to wait again, after somebody had it or had put it aside; null: it waited all the time. */
  readonly again_ms: number | null;
  /** Who was told further. */
  readonly told: readonly number[];
}

/**
 * Who is told at the instant (ms since 1970): the first of the chain who was not told yet, once the person's minutes are over since the alarm
 * was told, the last person was, and it waits. Null: nobody is left, or the time has not come.
 */
export function nextPerson(
  chain: readonly ChainStep[],
  { told_ms, escalated_ms, again_ms, told }: WaitingAlarm,
  nowMs: number,
): number | null {
  const next = chain.find(({ account_id }) => !told.includes(account_id));
  if (next === undefined || told_ms === null) return null;
  const since = Math.max(told_ms, escalated_ms ?? -Infinity, again_ms ?? -Infinity);
  return since + next.minutes * 60_000 <= nowMs ? next.account_id : null;
}
