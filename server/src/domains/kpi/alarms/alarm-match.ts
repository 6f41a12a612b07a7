// What becomes of the alarms that are kept when the past is judged anew.
import type { AlarmKind } from "@heliograph/contract";
import { alarmKey, type PastAlarm } from "./alarm-replay.ts";

/** An alarm as it is kept. */
export interface KeptAlarm extends PastAlarm {
  readonly alarm_id: number;
  /** False: it was seen as it happened, and may have been told to somebody. */
  readonly from_history: boolean;
}

export interface Matched {
  readonly add: PastAlarm[];
  readonly change: KeptAlarm[];
  readonly remove: number[];
}

/** A gateway that is silent and one whose devices all are cannot be told apart by readings alone. */
const family = (kind: AlarmKind): AlarmKind => (kind === "bus_silent" ? "gateway_silent" : kind);
const keyOf = (alarm: PastAlarm) => alarmKey({ ...alarm, kind: family(alarm.kind) });

const meets = (a: PastAlarm, b: PastAlarm) =>
  a.started_ms <= (b.ended_ms ?? Infinity) && b.started_ms <= (a.ended_ms ?? Infinity);

const same = (a: PastAlarm, b: PastAlarm) =>
  a.started_ms === b.started_ms &&
  a.ended_ms === b.ended_ms &&
  a.severity === b.severity &&
  JSON.stringify(a.cause) === JSON.stringify(b.cause);

/**
 * What to change so that the kept alarms of a span are those that were found in it. One that was seen as it happened stays,
 * with its end; only its begin may turn out to be earlier. One that the past told keeps its identity while something of it is
 * found, and goes otherwise. Judging the same again changes nothing.
 */
export function matched(kept: readonly KeptAlarm[], found: readonly PastAlarm[]): Matched {
  const result: Matched = { add: [], change: [], remove: [] };
  const left = new Map(kept.map((alarm) => [alarm.alarm_id, alarm]));
  for (const alarm of found.toSorted((a, b) => a.started_ms - b.started_ms)) {
    const met = [...left.values()]
      .filter((one) => keyOf(one) === keyOf(alarm) && meets(one, alarm))
      .toSorted((a, b) => Number(a.from_history) - Number(b.from_history) || a.started_ms - b.started_ms);
    const [first] = met;
    if (first === undefined) {
      result.add.push(alarm);
      continue;
    }
    // A live one may meet several that were found, and all of them are it.
    if (first.from_history) left.delete(first.alarm_id);
    const wanted = first.from_history
      ? { ...alarm, kind: first.kind }
      : { ...first, started_ms: Math.min(first.started_ms, alarm.started_ms) };
    if (!same(wanted, first)) {
      const changed = { ...wanted, alarm_id: first.alarm_id, from_history: first.from_history };
      result.change.push(changed);
      if (!first.from_history) left.set(first.alarm_id, changed);
    }
  }
  result.remove.push(...[...left.values()].flatMap((one) => (one.from_history ? [one.alarm_id] : [])));
  return result;
}
