// Which alarms are consequences of which: what stands under each cause, found in one pass over the alarms that are open.
import type { AlarmKind } from "@heliograph/contract";

/** An open alarm as far as its place among the others goes. */
export interface OpenAlarm {
  readonly alarm_id: number;
  readonly project_id: number;
  readonly kind: AlarmKind;
  readonly gateway_id: number | null;
  readonly device_id: number | null;
  /** ms since 1970. */
  readonly started_ms: number;
  /** Strings and events that its cause names, and devices behind the gateway that it silences. */
  readonly strings: number;
  readonly events: number;
  readonly devices: number;
}

/** What stands under an alarm. */
interface Folded {
  readonly strings: number;
  readonly events: number;
  readonly devices: number;
}

/** An alarm with the cause that it stands under (null: it has a cause of its own) and what stands under it. */
interface FoldedAlarm {
  readonly alarm_id: number;
  readonly root_id: number | null;
  readonly folded: Folded;
}

/** What is nearer to the cause comes first: gateway, bus, inverter, event, string, shortfall. Others stand for themselves. */
const RANKS: Partial<Readonly<Record<AlarmKind, number>>> = {
  gateway_silent: 1,
  bus_silent: 2,
  device_silent: 3,
  inverter_fault: 3,
  inverter_event: 4,
  string_deviation: 5,
  device_underperforming: 6,
};

const HOUR_MS = 3_600_000;

/** A consequence may be noticed so long before its cause, ms; shortfalls of a day are dated to its midnight. */
const toleranceMs = (kind: AlarmKind) => (kind === "device_underperforming" ? 24 : 1) * HOUR_MS;

interface Ranked {
  readonly alarm: OpenAlarm;
  readonly rank: number;
}

/** The earliest alarm of each rank at one device or gateway, in order of rank. */
type Causes = readonly Ranked[];

/**
 * Each of the open alarms with the nearest cause that is open at the same device or gateway and began no later, and what stands under
 * it. Of causes of one rank the first counts. In the order given; the time goes with the number of alarms.
 */
export function foldedAlarms(open: readonly OpenAlarm[]): FoldedAlarm[] {
  const ranked = open.flatMap((alarm) => {
    const rank = RANKS[alarm.kind];
    return rank === undefined ? [] : [{ alarm, rank }];
  });
  const ofGateway = causesBy(
    ranked.filter(({ alarm }) => alarm.device_id === null),
    gatewayOf,
  );
  const ofDevice = causesBy(ranked, deviceOf);
  const roots = new Map(
    ranked.flatMap((one) => {
      const root = nearest(one, [
        ofGateway.get(gatewayOf(one.alarm)) ?? [],
        ofDevice.get(deviceOf(one.alarm)) ?? [],
      ]);
      return root === undefined ? [] : [[one.alarm.alarm_id, root.alarm.alarm_id] as const];
    }),
  );
  const under = Map.groupBy(
    open.filter(({ alarm_id }) => roots.has(alarm_id)),
    ({ alarm_id }) => roots.get(alarm_id),
  );
  return open.map((alarm) => ({
    alarm_id: alarm.alarm_id,
    root_id: roots.get(alarm.alarm_id) ?? null,
    folded: countsOf(alarm, under.get(alarm.alarm_id) ?? []),
  }));
}

/** Where an alarm is, by its gateway or its device; null: it names none. */
const gatewayOf = ({ project_id, gateway_id }: OpenAlarm) =>
  gateway_id === null ? null : `${project_id} ${gateway_id}`;
const deviceOf = ({ project_id, device_id }: OpenAlarm) =>
  device_id === null ? null : `${project_id} ${device_id}`;

const before = (a: OpenAlarm, b: OpenAlarm) => a.started_ms - b.started_ms || a.alarm_id - b.alarm_id;

function causesBy(
  ranked: readonly Ranked[],
  placeOf: (alarm: OpenAlarm) => string | null,
): ReadonlyMap<string | null, Causes> {
  const firsts = new Map<string, Map<number, Ranked>>();
  for (const one of ranked) {
    const place = placeOf(one.alarm);
    if (place === null) continue;
    const ofPlace = firsts.get(place) ?? new Map<number, Ranked>();
    const first = ofPlace.get(one.rank);
    if (first === undefined || before(one.alarm, first.alarm) < 0) ofPlace.set(one.rank, one);
    firsts.set(place, ofPlace);
  }
  return new Map(
    [...firsts].map(([place, ofPlace]) => [place, [...ofPlace.values()].toSorted((a, b) => a.rank - b.rank)]),
  );
}

/** The cause of the lowest rank, the first of them, that began early enough; undefined: none. */
function nearest({ alarm, rank }: Ranked, places: readonly Causes[]): Ranked | undefined {
  const latest = alarm.started_ms + toleranceMs(alarm.kind);
  const fitting = places.flatMap((causes) =>
    causes.filter((cause) => cause.rank < rank && cause.alarm.started_ms <= latest),
  );
  return fitting.toSorted((a, b) => a.rank - b.rank || before(a.alarm, b.alarm))[0];
}

function countsOf(alarm: OpenAlarm, consequences: readonly OpenAlarm[]): Folded {
  const strings = consequences.filter(({ kind }) => kind === "string_deviation");
  const others = consequences.filter(({ kind }) => kind !== "string_deviation");
  return {
    strings: strings.reduce((sum, one) => sum + one.strings, 0),
    events:
      others.reduce((sum, one) => sum + Math.max(1, one.events), 0) +
      (alarm.kind === "inverter_fault" ? alarm.events : 0),
    devices: alarm.devices,
  };
}
