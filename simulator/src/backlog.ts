// The second lane: what gateways owe the portal goes over HTTP, newest day first, a few gateways at a time, so that live
// readings never wait for it.
import { gatewayReadings } from "@heliograph/contract";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningGateway } from "./gateway.ts";
import { dayStartMs } from "./fleet/plant.ts";
import { kept, newestDay } from "./history.ts";
import { PortalRefusal, callPortal } from "./portal.ts";
import { settle, type MissingSpan } from "./state.ts";

interface BacklogOptions {
  readonly base: string;
  readonly gateways: () => readonly RunningGateway[];
  readonly say: (line: string) => void;
  readonly changed: () => void;
  readonly signal: AbortSignal;
  readonly inFlight?: number;
}

const IN_FLIGHT = 4;
const IDLE_MS = 1000;
const PROGRESS_EVERY_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const DAY_MS = 86_400_000;
/** Less than this is sent without a word: an hour or two that one gateway was offline. */
const WORTH_TELLING_MS = DAY_MS;

const lengthOf = (spans: readonly MissingSpan[]): number =>
  spans.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0);
const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** Sends what a gateway has kept of a span and returns how many readings the portal has now. Throws Refused. */
async function hand(
  options: BacklogOptions,
  gateway: RunningGateway,
  span: ReturnType<typeof newestDay>,
): Promise<number> {
  const { state, serial, model, index } = gateway;
  let sent = 0;
  const hourly = dayStartMs(model.plant.site, span.day) < state.hourly_before_ms;
  for (const { intervalS, readings } of kept(model, index, gateway.devices(), { ...span, hourly })) {
    const seq = state.history_sequence;
    state.history_sequence += 1;
    const body = {
      v: 1,
      gateway_uid: state.gateway_uid,
      seq,
      sent_at: Date.now(),
      interval_s: intervalS,
      historical: true,
      readings,
    };
    const result = await callPortal(options.base, gatewayReadings, { body }, basic(serial, state.credential));
    gateway.heard(result);
    sent += readings.length - result.refused.length;
    const [first] = result.refused;
    if (first !== undefined) {
      options.say(`${serial}: ${result.refused.length} readings refused: ${first.reason} ${first.detail}`);
    }
    if (options.signal.aborted) throw new PortalRefusal(0, "stopped", "The fleet is stopping");
  }
  return sent;
}

interface Progress {
  /** Of everything that was owed when this round began, over all gateways. */
  totalMs: number;
  sent: number;
  startedMs: number;
  toldMs: number;
}

const million = (readings: number): string =>
  readings < 1_000_000 ? `${Math.round(readings / 1000)} k` : `${(readings / 1_000_000).toFixed(1)} M`;

/** How far the back-fill of that many gateways is, in words; null where it is not worth a line. */
export function progressLine(
  progress: { totalMs: number; sent: number },
  leftMs: number,
  gateways: number,
): string | null {
  if (progress.totalMs / gateways < WORTH_TELLING_MS) return null;
  const percent = Math.floor(100 * (1 - leftMs / progress.totalMs));
  return `Back-fill ${percent} %, ${million(progress.sent)} readings`;
}

/** The idle gateway that owes the newest readings; null where none does. */
function newestDebtor(
  gateways: readonly RunningGateway[],
  resting: ReadonlySet<RunningGateway>,
): RunningGateway | null {
  let newest: RunningGateway | null = null;
  let at = 0;
  for (const gateway of gateways) {
    const to = gateway.state.owed.at(-1)?.to_ms ?? 0;
    if (to > at && !resting.has(gateway) && gateway.devices().length > 0 && !gateway.isOff()) {
      newest = gateway;
      at = to;
    }
  }
  return newest;
}

interface Lane {
  readonly options: BacklogOptions;
  /** Gateways that are being served, or that wait after a failure. */
  readonly resting: Set<RunningGateway>;
  readonly pauses: Map<RunningGateway, number>;
  readonly progress: Progress;
}

async function serveOne(lane: Lane, gateway: RunningGateway): Promise<void> {
  const { options, resting, pauses, progress } = lane;
  const last = gateway.state.owed.at(-1);
  if (last === undefined) return;
  resting.add(gateway);
  const span = newestDay(gateway.model.plant.site, last);
  try {
    const sent = await hand(options, gateway, span);
    progress.sent += sent;
    pauses.delete(gateway);
    gateway.state.owed = settle(gateway.state.owed, span);
    options.changed();
    resting.delete(gateway);
  } catch (error) {
    if (options.signal.aborted) return;
    const pauseMs = pauses.get(gateway) ?? FIRST_PAUSE_MS;
    pauses.set(gateway, Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
    if (error instanceof PortalRefusal && error.status >= 400 && error.status < 500 && error.status !== 429) {
      options.say(`${gateway.serial}: the portal refused history: ${error.code} ${error.message}`);
    }
    setTimeout(() => resting.delete(gateway), pauseMs).unref();
  }
}

function tell({ options, progress }: Lane): void {
  const gateways = options.gateways();
  const leftMs = gateways.reduce((sum, { state }) => sum + lengthOf(state.owed), 0);
  const now = Date.now();
  if (leftMs === 0) {
    if (progress.totalMs / Math.max(gateways.length, 1) >= WORTH_TELLING_MS) {
      const seconds = Math.round((now - progress.startedMs) / 1000);
      options.say(`Back-fill done: ${million(progress.sent)} readings in ${seconds} s`);
    }
    Object.assign(progress, { totalMs: 0, sent: 0 });
    return;
  }
  if (progress.totalMs === 0) Object.assign(progress, { startedMs: now, toldMs: now });
  progress.totalMs = Math.max(progress.totalMs, leftMs);
  if (now - progress.toldMs < PROGRESS_EVERY_MS) return;
  const line = progressLine(progress, leftMs, gateways.length);
  if (line !== null) options.say(line);
  progress.toldMs = now;
}

async function worker(lane: Lane): Promise<void> {
  const { options, resting } = lane;
  while (!options.signal.aborted) {
    const gateway = newestDebtor(options.gateways(), resting);
    if (gateway === null) await delay(IDLE_MS, undefined, { signal: options.signal }).catch(() => {});
    else await serveOne(lane, gateway);
    tell(lane);
  }
}

/** Sends what the gateways owe until the signal aborts. Never throws: what fails is tried again with growing pauses. */
export async function runBacklog(options: BacklogOptions): Promise<void> {
  const lane: Lane = {
    options,
    resting: new Set(),
    pauses: new Map(),
    progress: { totalMs: 0, sent: 0, startedMs: Date.now(), toldMs: Date.now() },
  };
  await Promise.all(Array.from({ length: options.inFlight ?? IN_FLIGHT }, () => worker(lane)));
}
