// The alarms of the past: the rules of live alarms, asked at each instant at which something changed.
import { liveAlarms, type Alarm, type TroubleFacts, type TroubledDevice } from "./alarm-rules.ts";
import { USUAL_RULES, type ProjectRules } from "./project-rules.ts";

/** An alarm with its end; null: it holds where the readings end. */
export interface PastAlarm extends Alarm {
  readonly ended_ms: number | null;
}

/** Readings of a device one after the other, without a silence between them, that say the same of its troubles. */
export interface DeviceRun extends Pick<
  TroubledDevice,
  "gateway_id" | "device_id" | "state" | "event_bits" | "errors" | "sensor_faults"
> {
  /** The first and the last of the readings, ms since 1970. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** So long after the last one the device counts as silent, ms. */
  readonly limit_ms: number;
}

type Place = Parameters<typeof liveAlarms>[1];

/** While something is silent the sun may rise over it. */
const SUN_STEP_MS = 5 * 60_000;
/** What was silent for longer was not connected: that is no alarm. */
const LONGEST_SILENCE_MS = 31 * 86_400_000;

/** One device on its way through its runs. */
interface Course {
  readonly runs: readonly DeviceRun[];
  at: number;
}

/** Alarms of one cause are told apart by these. */
export const alarmKey = ({
  kind,
  gateway_id,
  device_id,
  subject = "",
}: Pick<Alarm, "kind" | "gateway_id" | "device_id" | "subject">) =>
  `${kind} ${gateway_id} ${device_id} ${subject}`;

/** The live alarms of a plant that its readings tell by its rules, with begin and end. Runs of a device are in order of time. */
export function replay(
  runs: readonly DeviceRun[],
  place: Place,
  rules: ProjectRules = USUAL_RULES,
): PastAlarm[] {
  const walk = replays(runs, place, [rules]);
  for (;;) {
    const step = walk.next();
    if (step.done === true) return step.value[0] ?? [];
  }
}

/** Instants after which a walk pauses. */
const INSTANTS_A_STEP = 500;

/**
 * The same by each of several sets of rules, which look at the same facts. Pauses now and then, so that a long one leaves time for
 * others.
 */
export function* replays(
  runs: readonly DeviceRun[],
  place: Place,
  each: readonly ProjectRules[],
): Generator<undefined, PastAlarm[][]> {
  const courses = [...Map.groupBy(runs, ({ device_id }) => device_id).values()].map((own): Course => ({
    runs: own,
    at: -1,
  }));
  const tracks = each.map((rules) => ({
    rules,
    open: new Map<string, Alarm>(),
    past: Array.of<PastAlarm>(),
  }));
  const waits = new Set(
    each.flatMap(({ gateway_silent, device_silent }) => [gateway_silent.minutes, device_silent.minutes]),
  );
  let walked = 0;
  for (const now of instantsOf(courses, [...waits])) {
    for (const course of courses) {
      while ((course.runs[course.at + 1]?.from_ms ?? Infinity) <= now) course.at += 1;
    }
    const seen = factsAt(courses, now);
    for (const track of tracks) follow(track, seen, { place, now });
    walked += 1;
    if (walked % INSTANTS_A_STEP === 0) yield;
  }
  return tracks.map(({ past, open }) => [
    ...past,
    ...[...open.values()].map((alarm) => ({ ...alarm, ended_ms: null })),
  ]);
}

/** The alarms that one set of rules has raised so far. */
interface Track {
  readonly rules: ProjectRules;
  readonly open: Map<string, Alarm>;
  readonly past: PastAlarm[];
}

function follow(
  { rules, open, past }: Track,
  seen: ReturnType<typeof factsAt>,
  { place, now }: { place: Place; now: number },
): void {
  const current = new Map(liveAlarms(seen.facts, place, now, rules).map((alarm) => [alarmKey(alarm), alarm]));
  for (const [key, alarm] of open) {
    if (current.has(key) || !seen.judges(alarm)) continue;
    past.push({ ...alarm, ended_ms: now });
    open.delete(key);
  }
  for (const [key, alarm] of current) {
    open.set(key, { ...alarm, started_ms: open.get(key)?.started_ms ?? alarm.started_ms });
  }
}

/**
 * When something may have changed: a run begins, a device counts as silent or has been for as long as a rule waits (minutes), the sun
 * stands higher over one that does.
 */
function instantsOf(courses: readonly Course[], waits: readonly number[]): number[] {
  const instants = new Set<number>();
  for (const { runs } of courses) {
    for (const [index, run] of runs.entries()) {
      instants.add(run.from_ms);
      const next = runs[index + 1]?.from_ms ?? -Infinity;
      if (next - run.to_ms > LONGEST_SILENCE_MS) continue;
      for (const minutes of waits) {
        const at = run.to_ms + Math.max(run.limit_ms, minutes * 60_000) + 1;
        if (at < next) instants.add(at);
      }
      // The steps of all devices are the same ones.
      const first = run.to_ms + run.limit_ms + 1;
      if (first < next) instants.add(first);
      for (let at = Math.ceil(first / SUN_STEP_MS) * SUN_STEP_MS; at < next; at += SUN_STEP_MS) {
        instants.add(at);
      }
    }
  }
  return [...instants].toSorted((a, b) => a - b);
}

/** What the plant's gateways and devices say at the instant, and of which alarms that tells anything. */
function factsAt(courses: readonly Course[], now: number) {
  const known = courses.flatMap(({ runs, at }) => {
    const run = runs[at];
    const next = runs[at + 1];
    // After its last reading only what is live can tell; nor is a long absence a silence.
    if (run === undefined || (now > run.to_ms && next === undefined)) return [];
    if (
      next !== undefined &&
      now > run.to_ms + run.limit_ms &&
      next.from_ms - run.to_ms > LONGEST_SILENCE_MS
    ) {
      return [];
    }
    const silent = now > run.to_ms + run.limit_ms;
    return [{ ...run, said_ms: Math.min(now, run.to_ms), silent, patience_ms: run.limit_ms }];
  });
  const gateways = Map.groupBy(known, ({ gateway_id }) => gateway_id);
  const lost = [...gateways]
    .filter(([, devices]) => devices.every(({ silent }) => silent))
    .map(([gateway_id, devices]) => ({
      gateway_id,
      lost_at_ms: Math.max(...devices.map(({ said_ms }) => said_ms)),
      patience_ms: Math.max(...devices.map(({ patience_ms }) => patience_ms)),
    }));
  const away = new Set(lost.map(({ gateway_id }) => gateway_id));
  const devices = known.filter(({ gateway_id }) => !away.has(gateway_id));
  const judged = new Set(devices.map(({ device_id }) => device_id));
  const facts: TroubleFacts = { heard: gateways.size, lost, devices, dumb_gateways: [] };
  return {
    facts,
    judges: ({ gateway_id, device_id }: Alarm) =>
      device_id === null ? gateway_id === null || gateways.has(gateway_id) : judged.has(device_id),
  };
}
