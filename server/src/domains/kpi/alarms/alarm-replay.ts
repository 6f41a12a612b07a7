// The alarms of the past: the rules of live alarms, asked at each instant at which something changed.
import {
  deviatingStrings,
  liveAlarms,
  type Alarm,
  type Mppt,
  type TroubleFacts,
  type TroubledDevice,
} from "./alarm-rules.ts";

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
export const alarmKey = ({ kind, gateway_id, device_id }: Pick<Alarm, "kind" | "gateway_id" | "device_id">) =>
  `${kind} ${gateway_id} ${device_id}`;

/** The live alarms of a plant that its readings tell, with begin and end. Runs of a device are in order of time. */
export function replay(runs: readonly DeviceRun[], place: Place): PastAlarm[] {
  const courses = [...Map.groupBy(runs, ({ device_id }) => device_id).values()].map((own): Course => ({
    runs: own,
    at: -1,
  }));
  const open = new Map<string, Alarm>();
  const past: PastAlarm[] = [];
  for (const now of instantsOf(courses)) {
    for (const course of courses) {
      while ((course.runs[course.at + 1]?.from_ms ?? Infinity) <= now) course.at += 1;
    }
    const seen = factsAt(courses, now);
    const current = new Map(liveAlarms(seen.facts, place, now).map((alarm) => [alarmKey(alarm), alarm]));
    for (const [key, alarm] of open) {
      if (current.has(key) || !seen.judges(alarm)) continue;
      past.push({ ...alarm, ended_ms: now });
      open.delete(key);
    }
    for (const [key, alarm] of current) {
      open.set(key, { ...alarm, started_ms: open.get(key)?.started_ms ?? alarm.started_ms });
    }
  }
  return [...past, ...[...open.values()].map((alarm) => ({ ...alarm, ended_ms: null }))];
}

/** When something may have changed: a run begins, a device counts as silent, the sun stands higher over one that does. */
function instantsOf(courses: readonly Course[]): number[] {
  const instants = new Set<number>();
  for (const { runs } of courses) {
    for (const [index, run] of runs.entries()) {
      instants.add(run.from_ms);
      const next = runs[index + 1]?.from_ms ?? -Infinity;
      if (next - run.to_ms > LONGEST_SILENCE_MS) continue;
      for (let at = run.to_ms + run.limit_ms + 1; at < next; at += SUN_STEP_MS) instants.add(at);
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

/** The strings of an inverter as reported at an instant of sun. */
export interface PastStrings {
  readonly gateway_id: number;
  readonly device_id: number;
  /** Ms since 1970. */
  readonly said_ms: number;
  readonly mppt: readonly Mppt[];
}

/** Alarms of strings that deviated for so long, ms, with begin and end. Reports of a device are in order of time. */
export function pastStrings(reports: readonly PastStrings[], holdMs: number): PastAlarm[] {
  return [...Map.groupBy(reports, ({ device_id }) => device_id).values()].flatMap((own) => {
    const past: PastAlarm[] = [];
    let open: Alarm | null = null;
    let held = false;
    for (const { gateway_id, device_id, said_ms, mppt } of own) {
      const strings = deviatingStrings(mppt);
      if (strings === null) continue;
      if (strings.length === 0) {
        if (open !== null && held) past.push({ ...open, ended_ms: said_ms });
        [open, held] = [null, false];
        continue;
      }
      const started_ms: number = open?.started_ms ?? said_ms;
      held ||= said_ms - started_ms >= holdMs;
      const what = { kind: "string_deviation", severity: "warning", cause: { strings } } as const;
      open = { ...what, gateway_id, device_id, started_ms };
    }
    return open !== null && held ? [...past, { ...open, ended_ms: null }] : past;
  });
}
