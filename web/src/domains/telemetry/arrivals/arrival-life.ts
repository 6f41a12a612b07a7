// The stages of a gateway's first hour, as the page tells them.
import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { RefusedTries } from "@heliograph/contract/telemetry/arrivals/arrivals";
import { Activity, CircleCheck, CircleX, Cpu, Plus, Radio, Timer } from "lucide-react";
import { elapsed, type Format } from "../../../platform/format.ts";
import type { useText } from "../../../platform/i18n.tsx";
import type { LifeState, LifeStep } from "../../../ui/layout/Life.tsx";
import type { Arrivals } from "./arrivals-queries.ts";
import { missesRating, type RatedDevice } from "./ratings.ts";
import { aheadText, refusalWords } from "./refusal-words.ts";

export interface LifeSource {
  readonly arrivals: Arrivals;
  readonly devices: readonly RatedDevice[];
  readonly timezone: string;
  /** Of the server, ms since 1970. */
  readonly nowMs: number;
  /** Where gateways reach the installation, in words. */
  readonly doors: string;
  readonly t: ReturnType<typeof useText>;
  readonly format: Format;
}

const HOUR_MS = 3_600_000;
/** A clock so far off is named as wrong. */
const CLOCK_MS = 300_000;

/** The stages from the serial to two intervals in a row, with what broke where it broke. */
export function lifeSteps(source: LifeSource): LifeStep[] {
  const { arrivals, t } = source;
  const contact = arrivals.first_contact !== null;
  const steps = [
    {
      key: "added",
      state: "done" as const,
      icon: Plus,
      title: t("arrivals.added"),
      hint: t("arrivals.addedHint"),
      time: clockOf(source, arrivals.added_at),
    },
    contact ? contactStep(source) : waitingStep(source),
    devicesStep(source),
    readingsStep(source),
    connectedStep(source),
  ];
  const [tried] = arrivals.tries;
  // Of a gateway that has been heard, that somebody was refused since is told beside.
  return contact && tried !== undefined ? [...steps, triesStep(source, tried)] : steps;
}

/** The stage that is waited for, or where it broke: what is said aloud when it changes. */
export function stageNow(steps: readonly LifeStep[]): string {
  const step =
    steps.find(({ state }) => state === "failed") ?? steps.findLast(({ state }) => state === "done");
  return step?.title ?? "";
}

const clockOf = ({ format, timezone }: LifeSource, at: string): string =>
  format.clock(Date.parse(at), timezone, true);

/** How long since, as a running clock; after an hour, since when. */
function since(source: LifeSource, at: string): string {
  const ms = source.nowMs - Date.parse(at);
  return ms < HOUR_MS ? elapsed(ms) : source.format.dateTime(Date.parse(at), source.timezone);
}

function waitingStep(source: LifeSource): LifeStep {
  const { arrivals, doors, t } = source;
  const [tried] = arrivals.tries;
  if (tried !== undefined) return triesStep(source, tried);
  return {
    key: "contact",
    state: "now",
    icon: Radio,
    title: t("arrivals.waiting"),
    hint: t("arrivals.waitingHint", { serial: arrivals.serial, doors }),
    time: since(source, arrivals.added_at),
  };
}

function triesStep(source: LifeSource, { count, address, reason, by, last_at }: RefusedTries): LifeStep {
  const { t } = source;
  return {
    key: "tries",
    state: "failed",
    icon: CircleX,
    title: t(`arrivals.tries.${reason}`, { n: count, address }),
    hint: t(`arrivals.triesHint.${reason}`, { way: by === "mqtt" ? "MQTT" : "HTTP" }),
    time: clockOf(source, last_at),
  };
}

function contactStep(source: LifeSource): LifeStep {
  const { arrivals, t, format } = source;
  const { first_contact, firmware_version, clock_ahead_ms } = arrivals;
  const way = first_contact?.by === "http" ? "HTTP" : "MQTT";
  const parts = [
    first_contact === null || first_contact.by === null || first_contact.address === null
      ? ""
      : t("arrivals.from", { way, address: first_contact.address }),
    firmware_version === null ? "" : t("arrivals.firmware", { version: firmware_version }),
    clock_ahead_ms === null
      ? ""
      : t(clock_ahead_ms >= 0 ? "arrivals.clockAhead" : "arrivals.clockBehind", {
          s: format.number(Math.abs(clock_ahead_ms) / 1000, Math.abs(clock_ahead_ms) < 10_000 ? 1 : 0),
        }),
  ].filter((part) => part !== "");
  const wrongClock = clock_ahead_ms !== null && Math.abs(clock_ahead_ms) > CLOCK_MS;
  return {
    key: "contact",
    state: wrongClock ? "failed" : "done",
    icon: Radio,
    title: t(wrongClock ? "arrivals.contactWrongClock" : "arrivals.contact"),
    ...(parts.length === 0 ? {} : { hint: parts.join(", ") }),
    time: first_contact === null ? "" : clockOf(source, first_contact.at),
  };
}

function devicesStep(source: LifeSource): LifeStep {
  const { arrivals, devices, t } = source;
  const { announced, first_contact } = arrivals;
  if (announced === null) {
    const hint = t("arrivals.devicesHint");
    const state: LifeState = first_contact === null ? "due" : "now";
    return { key: "devices", state, icon: Cpu, title: t("arrivals.devices"), hint };
  }
  const missing = devices.filter(missesRating).map((device) => deviceName(device));
  return {
    key: "devices",
    state: "done",
    icon: Cpu,
    title: t("arrivals.devicesDone", { n: announced.devices }),
    hint:
      missing.length === 0
        ? t("arrivals.ratingsThere")
        : t("arrivals.ratingsMissing", { n: missing.length, names: missing.join(", ") }),
    time: clockOf(source, announced.at),
  };
}

function readingsStep(source: LifeSource): LifeStep {
  const { arrivals, t, format } = source;
  const { first_readings, announced, refusals, refused } = arrivals;
  if (first_readings !== null) {
    const { stored, refused: with_it, at } = first_readings;
    return {
      key: "readings",
      state: "done",
      icon: Activity,
      title: t("arrivals.readings"),
      ...(stored === null ? {} : { hint: t("arrivals.counts", { n: stored, m: with_it ?? 0 }) }),
      time: clockOf(source, at),
    };
  }
  const [latest] = refusals;
  if (latest !== undefined) {
    const why =
      latest.reason === "reading.too_new"
        ? t("arrivals.why.ahead", { time: aheadText(latest, t, format) })
        : refusalWords(latest, t, format).why;
    return {
      key: "readings",
      state: "failed",
      icon: CircleX,
      title: t("arrivals.readingsRefused", { n: Math.max(1, refused) }),
      hint: why,
      time: clockOf(source, latest.at),
    };
  }
  const state: LifeState = announced === null ? "due" : "now";
  return {
    key: "readings",
    state,
    icon: Activity,
    title: t("arrivals.readings"),
    hint: t("arrivals.readingsHint"),
  };
}

function connectedStep(source: LifeSource): LifeStep {
  const { arrivals, t, nowMs } = source;
  const { connected_at, next_due_at } = arrivals;
  const base = { key: "connected", title: t("arrivals.connected") };
  if (connected_at !== null) {
    const hint = t("arrivals.connectedDone");
    return { ...base, state: "done", icon: CircleCheck, hint, time: clockOf(source, connected_at) };
  }
  if (next_due_at === null) return { ...base, state: "due", icon: Timer, hint: t("arrivals.connectedHint") };
  const left = Date.parse(next_due_at) - nowMs;
  return {
    ...base,
    state: "now",
    icon: Timer,
    hint: t("arrivals.nextDue", { time: clockOf(source, next_due_at) }),
    ...(left > 0 ? { time: t("arrivals.in", { time: elapsed(left) }) } : {}),
  };
}
