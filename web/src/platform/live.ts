// Live values over one stream a screen: reconnects with growing pauses, says when it is lost, rests while hidden.
import type { Answer, Call, Endpoint } from "@heliograph/contract/kernel/endpoint";
import { liveEvents, type LiveSummary } from "@heliograph/contract/telemetry/live";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
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
/** A page that nobody has looked at for this long lets its stream go, and takes it up again when seen. */
const HIDDEN_MS = 120_000;

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

/** False once the page has been hidden for HIDDEN_MS; true again as soon as it is seen. */
function useLookedAt(): boolean {
  const [looked, setLooked] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") setLooked(true);
      else timer = setTimeout(() => setLooked(false), HIDDEN_MS);
    };
    document.addEventListener("visibilitychange", changed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", changed);
    };
  }, []);
  return looked;
}

type LiveEvent = Answer<typeof liveEvents>;
const ignored = () => {};

/**
 * Calls `onSummary` with the live values of the projects while the component is mounted, and returns the state of
 * the connection. At most 100 projects; none opens no stream and is "paused".
 */
export const useLive = (
  projectUids: readonly string[],
  onSummary: (summary: LiveSummary) => void,
): LiveState => useStream(projectUids, { onSummary });

/** Calls `onArrival` whenever something has come from the gateway, or was refused; returns the state of the connection. */
export const useLiveArrivals = (projectUid: string, gatewayUid: string, onArrival: () => void): LiveState =>
  useStream([projectUid], { arrivalsOf: gatewayUid, onArrival });

/** Calls `onCommands` whenever commands of the project have something new to show; returns the state of the connection. */
export const useLiveCommands = (projectUid: string, onCommands: () => void): LiveState =>
  useStream([projectUid], { onCommands });

/** Streams that screens of this page have open, and who hears of it and of notices. */
let streams = 0;
const watching = new Set<() => void>();
const hearing = new Set<() => void>();

function countStreams(more: 1 | -1): void {
  streams += more;
  for (const heard of watching) heard();
}
function watchStreams(heard: () => void): () => void {
  watching.add(heard);
  return () => void watching.delete(heard);
}
const tellOfNotices = () => {
  for (const heard of hearing) heard();
};

/** What changed before a stream was open, or while it was lost, nobody has told: it is asked for again. */
const askedAgain = (state: LiveState) => {
  if (state === "connected") tellOfNotices();
};

/** A page that is being opened has this long to open a stream of its own. */
const OWN_STREAM_MS = 1500;

/**
 * Calls `onNotices` whenever the notifications of whoever is signed in have changed, or may have. It hears so on the streams of the page; where it has
 * none one is opened for it: a browser has few connections to a server, and every tab wants some.
 */
export function useLiveNotices(onNotices: () => void): void {
  const looked = useLookedAt();
  const hasStream = useSyncExternalStore(watchStreams, () => streams > 0);
  const latest = useRef(onNotices);
  useEffect(() => {
    latest.current = onNotices;
  });
  useEffect(() => {
    const heard = () => latest.current();
    hearing.add(heard);
    return () => void hearing.delete(heard);
  }, []);
  useEffect(() => {
    if (hasStream || !looked) return undefined;
    const stop = new AbortController();
    const event = (told: LiveEvent) => {
      if ("notices_changed" in told) tellOfNotices();
    };
    const args = { query: { notices: "true" as const } };
    const timer = setTimeout(() => {
      void follow({ e: liveEvents, args, event, state: askedAgain, signal: stop.signal });
    }, OWN_STREAM_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [hasStream, looked]);
}

function useStream(
  projectUids: readonly string[],
  heard: {
    readonly arrivalsOf?: string;
    readonly onCommands?: () => void;
    readonly onSummary?: (summary: LiveSummary) => void;
    readonly onArrival?: () => void;
  },
): LiveState {
  const looked = useLookedAt();
  const [state, setState] = useState<LiveState>("connecting");
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  const { arrivalsOf } = heard;
  const withCommands = heard.onCommands !== undefined;
  // The same projects in another order are the same stream.
  const wanted = useMemo(() => projectUids.toSorted().join(","), [projectUids]);
  useEffect(() => {
    if (wanted === "" || !looked) return undefined;
    const stop = new AbortController();
    const event = (told: LiveEvent) => {
      const { onSummary = ignored, onArrival = ignored, onCommands = ignored } = latest.current;
      if ("notices_changed" in told) tellOfNotices();
      else if ("arrived_at" in told) onArrival();
      else if ("commands_of" in told) onCommands();
      else onSummary(told);
    };
    const args = {
      query: {
        project_uid: wanted,
        notices: "true" as const,
        ...(arrivalsOf === undefined ? {} : { arrivals_of: arrivalsOf }),
        ...(withCommands ? { commands: "true" as const } : {}),
      },
    };
    const changed = (next: LiveState) => {
      setState(next);
      askedAgain(next);
    };
    void follow({ e: liveEvents, args, event, state: changed, signal: stop.signal });
    countStreams(1);
    return () => {
      countStreams(-1);
      stop.abort();
    };
  }, [wanted, looked, arrivalsOf, withCommands]);
  return wanted === "" || !looked ? "paused" : state;
}
