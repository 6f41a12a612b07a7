// Which alarms a plant should have: one for each cause, none for darkness.
import {
  EVENT_NAMES,
  INVERTER_STATE,
  SWH_ERROR_CODES,
  type AlarmKind,
  type AlarmRule,
  type AlarmSeverity,
  type alarmCause,
} from "@heliograph/contract";
import type { z } from "zod";
import { WAKING_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";
import { SEVERITIES, USUAL_RULES, type ProjectRules } from "./project-rules.ts";
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
  /** Which of a project's rules of measured quantities has raised it; left out: none of those. */
  readonly subject?: string;
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

/**
 * The live alarms of a plant at the instant by its rules, each cause once: what stands behind a silent gateway raises none. A
 * silence that has not lasted as long as the rule wants is none yet.
 */
export function liveAlarms(
  facts: TroubleFacts,
  place: Coordinates,
  nowMs: number,
  rules: ProjectRules = USUAL_RULES,
): Alarm[] {
  const high = (atMs: number, degrees: number) => sunElevationDeg(place, atMs) > degrees;
  // Who sends once an hour has not been silent by day before the sun has been up for some hours.
  const byDay = (since: number, degrees: number, patienceMs = 0) =>
    high(nowMs - patienceMs, degrees) || high(since, degrees);
  const lasts = (since: number, minutes: number) => nowMs - since > minutes * MINUTE_MS;
  const all = facts.lost.length >= facts.heard;
  const gateways = facts.lost
    .filter(({ lost_at_ms }) => lasts(lost_at_ms, rules.gateway_silent.minutes))
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
  const { buses, devices } = silences(silent, facts.dumb_gateways);
  return [
    ...by(rules.gateway_silent, [
      ...gateways,
      ...buses.filter(({ started_ms }) => lasts(started_ms, rules.gateway_silent.minutes)),
    ]),
    ...by(
      rules.device_silent,
      devices.filter(({ started_ms }) => lasts(started_ms, rules.device_silent.minutes)),
    ),
    ...facts.devices.flatMap((device) => reported(device, rules.inverter_event)),
  ];
}

const MINUTE_MS = 60_000;

/** The alarms as the rule wants them: none where it is off, of its own severity where it states one. */
export function by(rule: Pick<AlarmRule, "enabled" | "severity">, alarms: Alarm[]): Alarm[] {
  const { enabled, severity } = rule;
  if (!enabled) return [];
  return severity === "usual" ? alarms : alarms.map((alarm) => ({ ...alarm, severity }));
}

/** The silences of devices: those of all devices behind a gateway are one. */
function silences(silent: readonly TroubledDevice[], dumb: readonly number[]) {
  const buses = dumb.flatMap((gateway_id): Alarm[] => {
    const behind = silent.filter((device) => device.gateway_id === gateway_id);
    if (behind.length === 0) return [];
    const started_ms = Math.min(...behind.map((device) => device.said_ms));
    const what = { kind: "bus_silent", severity: "warning", cause: { devices: behind.length } } as const;
    return [{ ...what, gateway_id, device_id: null, started_ms }];
  });
  const single = silent.filter((device) => !dumb.includes(device.gateway_id));
  return {
    buses,
    devices: single.map(({ gateway_id, device_id, said_ms }): Alarm => ({
      kind: "device_silent",
      severity: "warning",
      gateway_id,
      device_id,
      started_ms: said_ms,
      cause: {},
    })),
  };
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
function reported(device: TroubledDevice, rule: ProjectRules["inverter_event"]): Alarm[] {
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
  if (state === INVERTER_STATE.fault) {
    return by(rule, [{ kind: "inverter_fault", severity: "critical", ...at }]);
  }
  if (found === null || SEVERITIES.indexOf(found.severity) > SEVERITIES.indexOf(rule.min_severity)) return [];
  return by(rule, [{ kind: "inverter_event", severity: found.severity, ...at }]);
}
