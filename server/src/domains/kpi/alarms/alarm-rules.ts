// Which alarms a plant should have: one for each cause, none for darkness.
import {
  EVENT_NAMES,
  INVERTER_STATE,
  SWH_ERROR_CODES,
  type AlarmKind,
  type AlarmSeverity,
  type alarmCause,
} from "@heliograph/contract";
import type { z } from "zod";
import type { DeviceAvailability } from "../availability/availability-day.ts";
import { WAKING_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";
import { controllerErrors, type SensorFault } from "./water-heater-errors.ts";

export type AlarmCause = z.output<typeof alarmCause>;

export interface Alarm {
  readonly kind: AlarmKind;
  readonly severity: AlarmSeverity;
  /** Null: the whole project. */
  readonly gateway_id: number | null;
  /** Null: the gateway, or the whole project. */
  readonly device_id: number | null;
  /** Ms since 1970. */
  readonly started_ms: number;
  readonly cause: AlarmCause;
}

/** Kinds that the newest readings decide at any moment. */
export const LIVE_KINDS = [
  "gateway_silent",
  "bus_silent",
  "device_silent",
  "inverter_fault",
  "inverter_event",
  ...SWH_ERROR_CODES,
] as const satisfies readonly AlarmKind[];

/** A device of a gateway in contact that is silent, or one that reports a fault, an event or an error. */
export interface TroubledDevice {
  readonly gateway_id: number;
  readonly device_id: number;
  /** Its newest reading, ms since 1970. */
  readonly said_ms: number;
  readonly silent: boolean;
  /** So long after it woke it may be silent, ms; left out: not at all. */
  readonly patience_ms?: number;
  readonly state: number | null;
  readonly event_bits: number | null;
  /** Of a water heater's controller; null: none. */
  readonly errors?: readonly string[] | null;
  readonly sensor_faults?: readonly SensorFault[] | null;
}

export interface TroubleFacts {
  /** Gateways that have ever been heard of. */
  readonly heard: number;
  readonly lost: readonly {
    readonly gateway_id: number;
    readonly lost_at_ms: number;
    readonly patience_ms?: number;
  }[];
  readonly devices: readonly TroubledDevice[];
  /** Gateways in contact behind which several devices have reported, and none does now. */
  readonly dumb_gateways: readonly number[];
}

type Coordinates = Parameters<typeof sunElevationDeg>[0];

/** Devices live on the modules and may sleep early under clouds: their silence counts while the sun is this high. */
const DEVICE_ELEVATION_DEG = 10;

/** The live alarms of a plant at the instant, each cause once: what stands behind a silent gateway raises none. */
export function liveAlarms(facts: TroubleFacts, place: Coordinates, nowMs: number): Alarm[] {
  const high = (atMs: number, degrees: number) => sunElevationDeg(place, atMs) > degrees;
  // Who sends once an hour has not been silent by day before the sun has been up for some hours.
  const byDay = (since: number, degrees: number, patienceMs = 0) =>
    high(nowMs - patienceMs, degrees) || high(since, degrees);
  const all = facts.lost.length >= facts.heard;
  const gateways = facts.lost
    .filter(({ lost_at_ms, patience_ms }) => byDay(lost_at_ms, WAKING_ELEVATION_DEG, patience_ms))
    .map(({ gateway_id, lost_at_ms }): Alarm => ({
      kind: "gateway_silent",
      severity: all ? "critical" : "warning",
      gateway_id,
      device_id: null,
      started_ms: lost_at_ms,
      cause: {},
    }));
  const silent = facts.devices.filter(
    (device) => device.silent && byDay(device.said_ms, DEVICE_ELEVATION_DEG, device.patience_ms),
  );
  return [...gateways, ...silences(silent, facts.dumb_gateways), ...facts.devices.flatMap(reported)];
}

function silences(silent: readonly TroubledDevice[], dumb: readonly number[]): Alarm[] {
  const buses = dumb.flatMap((gateway_id): Alarm[] => {
    const behind = silent.filter((device) => device.gateway_id === gateway_id);
    if (behind.length === 0) return [];
    const started_ms = Math.min(...behind.map((device) => device.said_ms));
    const what = { kind: "bus_silent", severity: "warning", cause: { devices: behind.length } } as const;
    return [{ ...what, gateway_id, device_id: null, started_ms }];
  });
  const single = silent.filter((device) => !dumb.includes(device.gateway_id));
  return [
    ...buses,
    ...single.map(({ gateway_id, device_id, said_ms }): Alarm => ({
      kind: "device_silent",
      severity: "warning",
      gateway_id,
      device_id,
      started_ms: said_ms,
      cause: {},
    })),
  ];
}

/** Severities of Evt1's bits, lowest first; bits beyond are minor. Our choice, by what they do to production. */
const EVENT_SEVERITY: readonly AlarmSeverity[] = [
  "critical",
  "warning",
  "critical",
  "warning",
  "critical",
  "minor",
  "minor",
  "critical",
  "warning",
  "warning",
  "warning",
  "warning",
  "critical",
  "minor",
  "minor",
  "critical",
];

/** The events that the bits stand for and the worst of their severities; null when no bit is set. */
function eventsOf(bits: number): { events: string[]; severity: AlarmSeverity } | null {
  const set = Array.from({ length: 31 }, (_, bit) => bit).filter(
    (bit) => Math.floor(bits / 2 ** bit) % 2 === 1,
  );
  if (set.length === 0) return null;
  const severities = set.map((bit) => EVENT_SEVERITY[bit] ?? "minor");
  const severity = (["critical", "warning"] as const).find((one) => severities.includes(one)) ?? "minor";
  return { events: set.map((bit) => EVENT_NAMES[bit] ?? `BIT_${bit}`), severity };
}

/**
 * A fault and the events that come with it are one alarm; each error of a controller is one. They hold until the device says
 * otherwise: one that falls silent, or asleep, has not been mended.
 */
function reported(device: TroubledDevice): Alarm[] {
  const { gateway_id, device_id, said_ms, state, event_bits } = device;
  const errors = controllerErrors(device.errors ?? [], device.sensor_faults ?? []);
  if (errors.length > 0) {
    return errors.map(({ code, severity, cause }) => ({
      kind: code,
      severity,
      gateway_id,
      device_id,
      started_ms: said_ms,
      cause,
    }));
  }
  const found = eventsOf(event_bits ?? 0);
  const at = {
    gateway_id,
    device_id,
    started_ms: said_ms,
    cause: found === null ? {} : { events: found.events },
  };
  if (state === INVERTER_STATE.fault) return [{ kind: "inverter_fault", severity: "critical", ...at }];
  return found === null ? [] : [{ kind: "inverter_event", severity: found.severity, ...at }];
}

export interface Mppt {
  readonly mppt_id: number;
  readonly strings?: readonly { readonly string_id: number; readonly dc_current_a: number }[] | undefined;
}

/** Strings are compared while the sun is this high: shadows of the horizon are no fault. */
export const STRING_ELEVATION_DEG = 20;
/** A string must deviate for half an hour: a cloud's edge does not last so long. */
export const STRING_HOLD_MS = 30 * 60_000;
/** Strings are compared from this median current on, A: below, clouds and measuring errors decide. */
const STRING_FROM_A = 1;
/** A string with less than this share of its siblings' current deviates. */
const STRING_SHARE = 0.5;

/** The middle of the values, 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Currents of all strings, A, by "mppt.string". */
export const currentsOf = (mppts: readonly Mppt[]): { name: string; mppt_id: number; current_a: number }[] =>
  mppts.flatMap(({ mppt_id, strings }) =>
    (strings ?? []).map(({ string_id, dc_current_a }) => ({
      name: `${mppt_id}.${string_id}`,
      mppt_id,
      current_a: dc_current_a,
    })),
  );

/**
 * Strings that carry less than half of what their siblings do, as "mppt.string": siblings are the others at the same
 * tracker, and with fewer than two of those all of the inverter's. Null when the light is too weak to tell.
 */
export function deviatingStrings(mppts: readonly Mppt[]): string[] | null {
  const all = currentsOf(mppts);
  if (all.length < 2 || median(all.map((string) => string.current_a)) < STRING_FROM_A) return null;
  return all
    .filter((string) => {
      const near = all.filter((other) => other !== string && other.mppt_id === string.mppt_id);
      const siblings = near.length >= 2 ? near : all.filter((other) => other !== string);
      return string.current_a < STRING_SHARE * median(siblings.map((other) => other.current_a));
    })
    .map(({ name }) => name);
}

/** Energy per rating of each device; devices that were not available all day are left out. */
function yieldsOf(devices: readonly DeviceAvailability[]): Map<number, number> {
  const fit = devices.filter(
    (device) => device.rated > 0 && device.pending === 0 && device.up >= 0.9 * device.rated,
  );
  return new Map(fit.map((device) => [device.device_id, device.energy_wh / device.weight]));
}

/** Each value over the median of all; empty where fewer than three can be compared. */
function overMedian(values: ReadonlyMap<number, number>): Map<number, number> {
  const middle = median([...values.values()]);
  if (values.size < 3 || middle <= 0) return new Map();
  return new Map([...values].map(([device_id, value]) => [device_id, value / middle]));
}

/** A device must give at least this share of what its siblings let expect. */
const YIELD_SHARE = 0.85;
/** Days with a comparison that make a device's place among its siblings usual. */
const USUAL_DAYS = 5;

/**
 * For each device what it gave on the day, in % of what its siblings gave and its usual place among them let expect: a
 * roof that faces another way is no fault. Devices that cannot be compared are missing.
 */
export function yieldShares(
  day: readonly DeviceAvailability[],
  before: readonly (readonly DeviceAvailability[])[],
): Map<number, { percent: number; falls_short: boolean }> {
  const history = before.map((devices) => overMedian(yieldsOf(devices)));
  const levels = [...yieldsOf(day)].flatMap(([device_id, now]) => {
    const usual = history.flatMap((places) => places.get(device_id) ?? []);
    const sum = usual.reduce((a, b) => a + b, 0);
    return usual.length < USUAL_DAYS || sum <= 0 ? [] : [[device_id, (now * usual.length) / sum] as const];
  });
  return new Map(
    [...overMedian(new Map(levels))].map(([device_id, share]) => [
      device_id,
      { percent: share * 100, falls_short: share < YIELD_SHARE },
    ]),
  );
}
