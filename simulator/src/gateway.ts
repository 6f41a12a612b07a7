// One simulated gateway at work: it reads its devices in a fixed beat, sends what they say and keeps what it cannot send.
import {
  GATEWAY_TOPICS,
  INVERTER_STATE,
  type CommandAck,
  type EventsMessage,
  type HandedOver,
  type ReadingEntry,
} from "@heliograph/contract";
import { HARDWARE } from "./firmware/maker.ts";
import { holeBefore, restart, type Restarting } from "./firmware/restart.ts";
import { devicesOf } from "./fleet/devices.ts";
import { dayEndingAt, dayStartMs, type Gateway } from "./fleet/plant.ts";
import { awake, type LoggedDevice } from "./history.ts";
import { openLink, type Link, type LinkOptions } from "./link.ts";
import type { Letter } from "./outbox.ts";
import { characterOf } from "./obedience/characters.ts";
import { goBackWhenDue, hearCommand, hearHold, jsonOf, tellAnswers } from "./obedience/hearing.ts";
import { openHttpLink } from "./http-link.ts";
import { nzeLetter } from "./nze/gateway-reports.ts";
import type { Order } from "./orders.ts";
import { chance } from "./physics/random.ts";
import type { PlantModel } from "./plant-model.ts";
import { silenceAt, silences, type Silence } from "./quirks.ts";
import { report } from "./readings/report.ts";
import { owe, type GatewayState } from "./state.ts";

interface GatewayOptions {
  readonly model: PlantModel;
  readonly index: number;
  readonly gateway: Gateway;
  readonly state: GatewayState;
  /** Where the portal's API is, and its broker. */
  readonly base: string;
  readonly mqttUrl: string;
  readonly intervalS: number;
  readonly say: (line: string) => void;
  /** Something in the state has changed. */
  readonly changed: () => void;
  /** The portal has given an order that the model obeys from now on. */
  readonly ordered: (order: Order) => void;
}

export interface RunningGateway {
  readonly serial: string;
  readonly model: PlantModel;
  readonly index: number;
  readonly state: GatewayState;
  /** The devices with their uids; empty until the portal has answered the birth. */
  readonly devices: () => readonly LoggedDevice[];
  /** What an answer of the portal to a call in the gateway's name carried. */
  readonly heard: (answer: HandedOver) => void;
  /** Whether it restarts: nothing of it comes by any way. */
  readonly isOff: () => boolean;
  /** Number of live messages acknowledged. */
  readonly delivered: () => number;
  readonly stop: () => Promise<void>;
}

/** Sleeping devices report this often in the dark. */
const NIGHT_BEAT_S = 60;
/** Lost lines are staged only after this time, so that a fleet just started shows itself. */
const FIRST_SILENCE_AFTER_MS = 90_000;

/** The next number of the gateway's messages over MQTT. */
function nextSequence(state: GatewayState): number {
  const { sequence } = state;
  state.sequence += 1;
  return sequence;
}

interface Work extends Restarting {
  readonly options: GatewayOptions;
  devices: LoggedDevice[];
  delivered: number;
  /** The staged silence the gateway is in, with its day; null while the line is good. */
  silence: (Silence & { startMs: number }) | null;
  readonly faults: Set<string>;
  /** Answers to commands that are under way on this connection. */
  readonly telling: Set<CommandAck>;
  readonly startedMs: number;
  /** The latest instant at which this gateway's beat falls, ms since 1970. */
  readonly lastBeat: () => number;
}

/** Readings of all devices of (toMs - interval, toMs]; devices that sleep say less at night. */
function liveReadings({ options, devices }: Work, toMs: number): ReadingEntry[] {
  const { model, intervalS } = options;
  const { site } = model.plant;
  const day = dayEndingAt(site, toMs);
  const to = (toMs - dayStartMs(site, day)) / 1000;
  const from = Math.max(to - intervalS, 0);
  const asleep = !awake(model.day(day).weather, to);
  const nightBeat = Math.floor(to / NIGHT_BEAT_S) !== Math.floor((to - intervalS) / NIGHT_BEAT_S);
  const readings: ReadingEntry[] = [];
  for (const { device, device_uid } of devices) {
    if (asleep && device.sleeps && !nightBeat) continue;
    const got = report(model, device, { day, from, to }, "full");
    if (got !== null) readings.push({ device_uid, t: toMs, ...got });
  }
  return readings;
}

function readingsLetter({ options }: Work, toMs: number, readings: ReadingEntry[]): Letter {
  const { state, gateway, intervalS } = options;
  const seq = nextSequence(state);
  return {
    topic: GATEWAY_TOPICS.readings(gateway.serial),
    toMs,
    intervalS,
    payload: (late) =>
      JSON.stringify({ v: 1, seq, sent_at: Date.now(), interval_s: intervalS, historical: late, readings }),
  };
}

/** An event where an inverter has just stopped with a fault, or has come back. */
function eventsLetter(
  { options, devices, faults }: Work,
  toMs: number,
  readings: ReadingEntry[],
): Letter | null {
  const events: EventsMessage["events"] = [];
  for (const { device_uid, m } of readings) {
    const faulty = m.state === INVERTER_STATE.fault;
    if (m.state === undefined || faulty === faults.has(device_uid)) continue;
    const name = devices.find((device) => device.device_uid === device_uid)?.device.birth.name ?? "";
    if (faulty) {
      faults.add(device_uid);
      events.push({
        device_uid,
        at: toMs,
        code: "OVER_TEMP",
        severity: "error",
        text: `${name} stopped: over-temperature`,
      });
    } else {
      faults.delete(device_uid);
      events.push({ device_uid, at: toMs, code: "RECOVERED", severity: "info", text: `${name} runs again` });
    }
  }
  if (events.length === 0) return null;
  const { state, gateway, intervalS } = options;
  const seq = nextSequence(state);
  return {
    topic: GATEWAY_TOPICS.events(gateway.serial),
    toMs,
    intervalS,
    payload: () => JSON.stringify({ v: 1, seq, sent_at: Date.now(), events }),
  };
}

/** Starts and ends staged silences; true while the gateway is in one. */
function inSilence(work: Work, link: Link, toMs: number): boolean {
  const { options } = work;
  const { state } = options;
  const { site } = options.model.plant;
  const day = dayEndingAt(site, toMs);
  const startMs = dayStartMs(site, day);
  const settled = toMs - work.startedMs > FIRST_SILENCE_AFTER_MS;
  const now = settled
    ? silenceAt(silences(options.model.plant, options.index, day), (toMs - startMs) / 1000)
    : null;
  if (now !== null) {
    if (work.silence === null) link.cut();
    work.silence = { ...now, startMs };
    return true;
  }
  if (work.silence !== null) {
    const { from, to, kept, startMs: begun } = work.silence;
    work.silence = null;
    if (kept) {
      // No further back than this run has seen: what was before has been sent or is owed already.
      const from_ms = Math.max(begun + from * 1000, work.startedMs + FIRST_SILENCE_AFTER_MS);
      state.owed = owe(state.owed, { from_ms, to_ms: begun + to * 1000 });
      options.changed();
    }
    link.connect();
  }
  return false;
}

function beat(work: Work, link: Link, toMs: number): void {
  if (work.restarting !== null) return;
  const { options } = work;
  const { state, intervalS } = options;
  const hole = holeBefore(work, toMs, intervalS);
  work.isBack = false;
  work.lastBeatMs = toMs;
  if (hole !== null) state.owed = owe(state.owed, hole);
  // Before what the interval shows is read: a limit that has come to its end ended within it.
  goBackWhenDue(work, toMs);
  tellAnswers(work, link);
  if (inSilence(work, link, toMs) || work.devices.length === 0) return;
  const readings = liveReadings(work, toMs);
  if (readings.length === 0) return;
  link.send(readingsLetter(work, toMs, readings));
  const events = eventsLetter(work, toMs, readings);
  if (events !== null) link.send(events);
  const reports = nzeLetter(options, toMs, () => nextSequence(state));
  if (reports !== null) link.send(reports);
}

function linkOf(work: Work): Link {
  const { options } = work;
  const { gateway, state, model, index, intervalS, say } = options;
  const isHttp = characterOf(gateway.serial).httpOnly === true;
  const devices = devicesOf(model.plant, index);
  const given: LinkOptions = {
    url: isHttp ? options.base : options.mqttUrl,
    serial: gateway.serial,
    credential: state.credential,
    say,
    birth: () => ({
      v: 1,
      seq: nextSequence(state),
      sent_at: Date.now(),
      firmware_version: state.firmware ?? gateway.firmware,
      ...HARDWARE,
      interval_s: intervalS,
      devices: devices.map(({ birth }) => birth),
    }),
    born: (result) => {
      const uids = new Map(result.devices.map(({ serial, device_uid }) => [serial, device_uid]));
      work.devices = devices.flatMap((device) => {
        const device_uid = uids.get(device.birth.serial);
        return device_uid === undefined ? [] : [{ device, device_uid }];
      });
      work.telling.clear();
      // Shown at once, not one beat later.
      if (work.delivered === 0) beat(work, link, work.lastBeat());
    },
    command: (payload) => hearCommand(work, link, jsonOf(payload)),
    hold: (payload) => hearHold(work, jsonOf(payload)),
    delivered: ({ toMs }) => {
      work.delivered += 1;
      state.live_to_ms = Math.max(state.live_to_ms ?? 0, toMs);
      options.changed();
    },
    dropped: (letter) => {
      const to_ms = letter.toMs;
      state.owed = owe(state.owed, { from_ms: to_ms - letter.intervalS * 1000, to_ms });
      options.changed();
    },
  };
  const link = isHttp ? openHttpLink(given) : openLink(given);
  return link;
}

/** Starts a gateway: it connects at once and reads its devices at a beat of its own from then on. */
export function startGateway(options: GatewayOptions): RunningGateway {
  const { gateway, state, model, index, intervalS } = options;
  const beatMs = intervalS * 1000;
  const phaseMs = Math.floor(chance(gateway.serial) * intervalS) * 1000;
  const lastBeat = (): number => Math.floor((Date.now() - phaseMs) / beatMs) * beatMs + phaseMs;
  const work: Work = {
    options,
    lastBeat,
    devices: [],
    delivered: 0,
    lastBeatMs: null,
    silence: null,
    faults: new Set(),
    telling: new Set(),
    installing: new Map(),
    restart: (version) => restart(work, link, version),
    restarting: null,
    isBack: false,
    startedMs: Date.now(),
  };
  const link = linkOf(work);
  let timer: NodeJS.Timeout;
  const schedule = (): void => {
    timer = setTimeout(
      () => {
        beat(work, link, lastBeat());
        schedule();
      },
      lastBeat() + beatMs - Date.now() + 5,
    );
  };
  schedule();
  return {
    serial: gateway.serial,
    model,
    index,
    state,
    devices: () => work.devices,
    isOff: () => work.restarting !== null,
    heard: ({ commands, held }) => {
      for (const command of commands) hearCommand(work, link, command);
      hearHold(work, { v: 1, held });
    },
    delivered: () => work.delivered,
    stop: async () => {
      clearTimeout(timer);
      if (work.restarting !== null) clearTimeout(work.restarting);
      await link.stop();
    },
  };
}
