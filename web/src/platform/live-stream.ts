// One stream of an endpoint: it comes back with growing pauses, says when it is lost, and notices that it died without a word.
import type { Answer, Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { open } from "./call.ts";
import { eventReader } from "./event-stream.ts";
import { Refused, refusalIn } from "./http.ts";

/**
 * connecting: not yet; lost: was, or should be, and is being tried again; crowded: the account has as many open as it may, and
 * it is tried again; paused: nobody looks.
 */
export type LiveState = "connecting" | "connected" | "lost" | "crowded" | "paused";

/** The server sends a heartbeat every 15 s: this long without a byte means that the connection is dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** The pause before attempt n (from 1), ms: doubles up to 30 s, with up to half of it left to chance. */
export function pauseMs(attempt: number, chance: () => number = Math.random): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return full / 2 + (full / 2) * chance();
}

/**
 * Keeps a stream of the endpoint open until `signal` aborts: calls `event` with each event, parsed, and `state` with
 * every change. A refusal that trying again cannot mend (not valid, not signed in, not allowed) ends it as "lost".
 */
export async function follow<E extends Endpoint>(given: {
  e: E;
  args: Call<E>;
  event: (answer: Answer<E>) => void;
  state: (state: LiveState) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { e, args, event, state, signal } = given;
  state("connecting");
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const refused = await listen({
      e,
      args,
      signal,
      event,
      opened: () => state("connected"),
      heard: () => (attempt = 0),
    }).then(
      () => undefined,
      (error: unknown) => (error instanceof Refused ? error : undefined),
    );
    if (signal.aborted) return;
    state(refused?.code === "streams.too_many" ? "crowded" : "lost");
    if (refused !== undefined && isFinal(refused.status)) return;
    await pause(pauseMs(Math.max(1, attempt)), signal);
  }
}

const isFinal = (status: number) => status === 400 || status === 401 || status === 403;

interface Listening<E extends Endpoint> {
  readonly e: E;
  readonly args: Call<E>;
  readonly signal: AbortSignal;
  readonly event: (answer: Answer<E>) => void;
  readonly opened: () => void;
  readonly heard: () => void;
}

/** One connection, from its opening to its end. */
async function listen<E extends Endpoint>({
  e,
  args,
  signal,
  event,
  opened,
  heard,
}: Listening<E>): Promise<void> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const silence = watchdog(() => stop.abort());
  try {
    const reply = await open(e, args, both);
    if (!reply.ok || reply.body === null) throw await refusalIn(reply);
    opened();
    const read = eventReader();
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      silence.restart();
      heard();
      for (const { data } of read(piece.value)) {
        event(e.answer.parse(JSON.parse(data)) as Answer<E>); // parsed by this endpoint's own schema
      }
    }
  } finally {
    silence.stop();
    stop.abort();
  }
}

function watchdog(expired: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(expired, SILENCE_MS);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(expired, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Waits, shorter when `signal` aborts or the device comes back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener("online", over);
    signal.addEventListener("abort", over);
  });
}
