// What is to be done about schedules at an instant: which runs begin, which of the open ones holds a device, what it is told.
import {
  nextOccurrence,
  SCHEDULE_TYPES,
  type CommandArgs,
  type CommandState,
  type RELAYS,
  type ScheduleRule,
} from "@heliograph/contract";

/** A run that begins so much later than it should was missed while the portal was down. */
const LATE_AFTER_MS = 60_000;

/** What a schedule has its devices do. */
export interface Doing {
  readonly schedule_type_id: number;
  readonly relay: (typeof RELAYS)[number] | null;
  readonly state: string;
  readonly operation_type: string;
  readonly value: number;
}

/** A schedule as far as its runs are concerned; instants in ms since 1970. */
interface DueSchedule {
  readonly rule: ScheduleRule;
  /** When it was saved: it runs from then on. */
  readonly changed_ms: number;
  /** Runs that began up to then are seen to. */
  readonly handled_ms: number;
}

/** A run that begins, or that is written down as missed. */
export interface NewRun {
  readonly local_date: string;
  readonly starts_ms: number;
  readonly ends_ms: number;
  readonly status: "open" | "skipped";
  readonly is_late: boolean;
}

/** The command that begins a run. */
export function startCommand({ schedule_type_id, relay, state, operation_type, value }: Doing): CommandArgs {
  if (schedule_type_id === SCHEDULE_TYPES.power) {
    return { name: "power_limit", limit: operation_type === "PERCENT" ? { percent: value } : { w: value } };
  }
  return { name: "connect", on: state === "ON", ...(relay === null ? {} : { relay }) };
}

/** The command that gives a device back: its own limit, or switched as it was before. */
export function endCommand({ schedule_type_id, relay }: Doing, wasOn: boolean): CommandArgs {
  if (schedule_type_id === SCHEDULE_TYPES.power) return { name: "power_limit", limit: null };
  return { name: "connect", on: wasOn, ...(relay === null ? {} : { relay }) };
}

/**
 * The runs that have begun since the schedule was last seen to: one whose window is still open begins for its rest, one that is over
 * is skipped. With up to when it is seen to now, and when the next one begins (null: none is left).
 */
export function runsDue(
  { rule, changed_ms, handled_ms }: DueSchedule,
  nowMs: number,
): { runs: NewRun[]; handled_ms: number; next_ms: number | null } {
  const runs: NewRun[] = [];
  let handled = handled_ms;
  for (;;) {
    const next = nextOccurrence(rule, handled);
    if (next === null || next.starts_ms > nowMs) {
      return { runs, handled_ms: handled, next_ms: next?.starts_ms ?? null };
    }
    handled = next.starts_ms;
    // What was over when the schedule was saved never was one of its runs.
    if (next.ends_ms <= changed_ms) continue;
    const isOver = next.ends_ms <= nowMs;
    const is_late = nowMs - Math.max(next.starts_ms, changed_ms) > LATE_AFTER_MS;
    runs.push({ ...next, status: isOver ? "skipped" : "open", is_late });
  }
}

/** A run whose window has begun. */
export interface OpenRun {
  readonly run_id: number;
  readonly rank: number;
  readonly ends_ms: number;
  readonly subject: string;
  readonly device_ids: readonly number[];
  readonly is_superseded: boolean;
}

/** The run that holds what of which device, by which command. */
export interface Hold {
  readonly device_id: number;
  readonly subject: string;
  readonly run_id: number;
  readonly was_on: boolean;
  /** Of its command. */
  readonly command_state: CommandState;
}

/** A device that a run takes. `before`: who held it until now, null: nobody. */
interface Taken<R extends OpenRun, H extends Hold> {
  readonly run: R;
  readonly device_id: number;
  readonly before: H | null;
}

/** What becomes of runs and devices. */
interface Holders<R extends OpenRun, H extends Hold> {
  readonly taken: Taken<R, H>[];
  readonly released: H[];
  readonly ended: R[];
  readonly superseded: R[];
}

/**
 * Who holds each device from now on: of the open runs that want the same thing of it the one with the greatest rank. Returns what is
 * taken (also again, where the gateway had gone back by itself), what is given back, the runs that are over and those that give way.
 */
export function holders<R extends OpenRun, H extends Hold>(
  runs: readonly R[],
  holds: readonly H[],
  nowMs: number,
): Holders<R, H> {
  const open = runs.filter(({ ends_ms }) => ends_ms > nowMs);
  const wanted = new Map<string, { device_id: number; run: R }>();
  const superseded = new Set<R>();
  for (const run of open.toSorted((a, b) => b.rank - a.rank)) {
    for (const device_id of run.device_ids) {
      const thing = key(device_id, run.subject);
      if (wanted.has(thing)) superseded.add(run);
      else wanted.set(thing, { device_id, run });
    }
  }
  const held = new Map(holds.map((hold) => [key(hold.device_id, hold.subject), hold]));
  const taken = [...wanted].flatMap(([thing, { device_id, run }]): Taken<R, H>[] => {
    const before = held.get(thing) ?? null;
    const holdsAlready = before?.run_id === run.run_id && before.command_state !== "reverted";
    return holdsAlready ? [] : [{ run, device_id, before }];
  });
  return {
    taken,
    released: holds.filter((hold) => !wanted.has(key(hold.device_id, hold.subject))),
    ended: runs.filter(({ ends_ms }) => ends_ms <= nowMs),
    superseded: [...superseded].filter(({ is_superseded }) => !is_superseded),
  };
}

const key = (device_id: number, subject: string) => `${device_id} ${subject}`;

/** When something is to be done next; null: never, as things are. */
export function nextMoment(nexts: readonly (number | null)[]): number | null {
  const known = nexts.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** A start that is not handed over within its window goes with it; of long windows after this much. */
const LONGEST_S = 7 * 86_400;
/** Without word from the portal for so long the gateway goes back by itself, sooner where the window is shorter. */
const REVERT_S = 900;
/** What ends a run waits so long for a gateway that is away: by then it has gone back by itself. */
const END_WAITS_S = 86_400;

/** How long the start of a run may wait and its effect may last unattended, in s. */
export function startTimes(endsMs: number, nowMs: number): { expires_in_s: number; after_s: number } {
  const left = Math.max(1, Math.ceil((endsMs - nowMs) / 1000));
  return { expires_in_s: Math.min(left, LONGEST_S), after_s: Math.min(left, REVERT_S) };
}

/** The same of a command that ends one: off is held on to, anything else is the device's own state. */
export function endTimes(command: CommandArgs): { expires_in_s: number; after_s: number | null } {
  const isOff = command.name === "connect" && !command.on;
  return { expires_in_s: END_WAITS_S, after_s: isOff ? REVERT_S : null };
}
