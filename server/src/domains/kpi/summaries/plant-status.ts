// What the status of a plant is, from facts about its gateways and devices.
import { localMinutes, type AlarmSeverity, type AlertStatus, type PlantStatus } from "@heliograph/contract";
import { SUNRISE_ELEVATION_DEG, WAKING_ELEVATION_DEG, sunElevationDeg } from "../../energy/index.ts";

/**
 * A gateway or device counts as silent once this many of its intervals have passed without a word, and never before the
 * floor: a single lost message, or a clock that is off by seconds, is no outage.
 */
export const CONTACT = { intervals: 3, floorSeconds: 60 } as const;

/** Seconds without a word after which a gateway that sends every `intervalSeconds` is out of contact. */
export function contactLimitSeconds(intervalSeconds: number): number {
  return Math.max(CONTACT.intervals * intervalSeconds, CONTACT.floorSeconds);
}

export interface PlantPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  /** Local times "HH:MM[:SS]" between which it is night by configuration; null: by the sun. */
  readonly night_from: string | null;
  readonly night_to: string | null;
}

export interface PlantFacts {
  /** Gateways of the project, and those of them that have ever been heard of. */
  readonly gateways: number;
  readonly heard: number;
  /** Last contact (ms since 1970) of each gateway that was heard of and is out of contact now. */
  readonly lost_at_ms: readonly number[];
  /** Inverters that report a fault now. */
  readonly faults: number;
  /** Devices that have reported before and are silent although their gateway is in contact. */
  readonly silent: number;
}

export interface PlantState {
  readonly plant_status: PlantStatus;
  readonly sleeping: boolean;
  readonly alert_status: AlertStatus;
}

/** True when it is night at the place (ms since 1970): within the configured hours, else while the sun is down. */
export function isNight(place: PlantPlace, atMs: number): boolean {
  if (place.night_from === null || place.night_to === null) {
    return sunElevationDeg(place, atMs) < SUNRISE_ELEVATION_DEG;
  }
  const now = localMinutes(place.timezone, atMs);
  const from = minutesOf(place.night_from);
  const to = minutesOf(place.night_to);
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/**
 * Status, sleep and alarm of a plant at the instant `nowMs` (M44, M105, M159).
 *
 * not_configured: no gateway has ever been heard of. offline: none of those heard of is in contact; asleep while it is
 * night. warning: some are out of contact, an inverter reports a fault, or a device is silent by day. A silence raises
 * an alarm only when the sun is up far enough to power what is silent, or was when it began: darkness never does.
 */
export function plantState(facts: PlantFacts, place: PlantPlace, nowMs: number): PlantState {
  if (facts.heard === 0) {
    return { plant_status: "not_configured", sleeping: false, alert_status: "not_installed" };
  }
  const awake = (atMs: number) => sunElevationDeg(place, atMs) > WAKING_ELEVATION_DEG;
  const light = awake(nowMs);
  const lostByDay = facts.lost_at_ms.length > 0 && (light || facts.lost_at_ms.some(awake));
  if (facts.lost_at_ms.length >= facts.heard) {
    return {
      plant_status: "offline",
      sleeping: isNight(place, nowMs),
      alert_status: lostByDay ? "error" : "normal",
    };
  }
  if (facts.faults > 0) return { plant_status: "warning", sleeping: false, alert_status: "error" };
  if (lostByDay || (facts.silent > 0 && light)) {
    return { plant_status: "warning", sleeping: false, alert_status: "warning" };
  }
  return { plant_status: "normal", sleeping: false, alert_status: "normal" };
}

/** The state with what the worst open alarm adds to it: a plant with an alarm is not fully operational. */
export function withAlarms(state: PlantState, worst: AlarmSeverity | undefined): PlantState {
  if (state.plant_status === "not_configured" || worst === undefined || worst === "minor") return state;
  const plant_status = state.plant_status === "normal" ? "warning" : state.plant_status;
  const alert_status = worst === "critical" || state.alert_status === "error" ? "error" : "warning";
  return { ...state, plant_status, alert_status };
}
