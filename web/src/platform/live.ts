// Live values and news over one stream a screen, which rests while the page is hidden.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { liveEvents, type LiveSummary } from "@heliograph/contract/telemetry/live";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { follow, type LiveState } from "./live-stream.ts";
import { nextTask } from "./loading.ts";

/** A page that nobody has looked at for this long lets its stream go, and takes it up again when seen. */
const HIDDEN_MS = 120_000;

/**
 * False once the page has been hidden for HIDDEN_MS or was left; true again as soon as it is seen. A browser keeps pages that were left, to go back
 * to them, with all that they have open, and has few connections to a server: six such pages would keep the next one waiting.
 */
function useLookedAt(): boolean {
  const [looked, setLooked] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") setLooked(true);
      else timer = setTimeout(() => setLooked(false), HIDDEN_MS);
    };
    const left = () => {
      clearTimeout(timer);
      // At once: a page that was left runs no more.
      flushSync(() => setLooked(false));
    };
    document.addEventListener("visibilitychange", changed);
    addEventListener("pagehide", left);
    addEventListener("pageshow", changed);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", left);
      removeEventListener("pageshow", changed);
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

/** Calls `onCommands` whenever commands of the project have something new to show, or may have; returns the state of the connection. */
export const useLiveCommands = (projectUid: string, onCommands: () => void): LiveState =>
  useStream([projectUid], { onCommands });

/** What whoever is signed in is told of, on any stream. */
type News = "notices" | "alarms";

/** Streams that screens of this page have open, and who hears of it and of news. */
let streams = 0;
const watching = new Set<() => void>();
const hearing: Readonly<Record<News, Set<() => void>>> = { notices: new Set(), alarms: new Set() };

function countStreams(more: 1 | -1): void {
  streams += more;
  for (const heard of watching) heard();
}
function watchStreams(heard: () => void): () => void {
  watching.add(heard);
  return () => void watching.delete(heard);
}
function tell(news: News): void {
  for (const heard of hearing[news]) heard();
}

/** Tells what an event says of news; false: it says something else. */
function toldNews(
  event: LiveEvent,
): event is Extract<LiveEvent, { notices_changed: true } | { alarms_changed: true }> {
  if ("notices_changed" in event) tell("notices");
  else if ("alarms_changed" in event) tell("alarms");
  else return false;
  return true;
}

/** What changed before a stream was open, or while it was lost, nobody has told: it is asked for again. */
function askedAgain(state: LiveState): void {
  if (state !== "connected") return;
  tell("notices");
  tell("alarms");
}

/** A page that is being opened has this long to open a stream of its own. */
const OWN_STREAM_MS = 1500;

/** The stream that hears of news where no screen of the page has one: one for all who want it. */
const ownStream = { wanted: 0, stop: new AbortController() };

function wantOwnStream(): () => void {
  ownStream.wanted += 1;
  if (ownStream.wanted === 1) {
    const stop = new AbortController();
    ownStream.stop = stop;
    const timer = setTimeout(() => {
      const args = { query: { notices: "true" as const } };
      void follow({ e: liveEvents, args, event: toldNews, state: askedAgain, signal: stop.signal });
    }, OWN_STREAM_MS);
    stop.signal.addEventListener("abort", () => clearTimeout(timer));
  }
  return () => {
    ownStream.wanted -= 1;
    if (ownStream.wanted === 0) ownStream.stop.abort();
  };
}

/**
 * Calls `onNews` whenever what it is about has changed for whoever is signed in, or may have. It hears so on the streams of the page; where it
 * has none one is opened for it: a browser has few connections to a server, and every tab wants some.
 */
function useNews(news: News, onNews: () => void): void {
  const looked = useLookedAt();
  const hasStream = useSyncExternalStore(watchStreams, () => streams > 0);
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  });
  useEffect(() => {
    const heard = () => latest.current();
    hearing[news].add(heard);
    return () => void hearing[news].delete(heard);
  }, [news]);
  useEffect(() => (hasStream || !looked ? undefined : wantOwnStream()), [hasStream, looked]);
}

/** Calls `onNotices` whenever the notifications of whoever is signed in have changed, or may have. */
export const useLiveNotices = (onNotices: () => void): void => useNews("notices", onNotices);

/** Calls `onAlarms` whenever the alarm desk of whoever is signed in has something new to show, or may have. */
export const useLiveAlarms = (onAlarms: () => void): void => useNews("alarms", onAlarms);

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
      if (toldNews(told)) return;
      if ("arrived_at" in told) onArrival();
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
      // Values and arrivals are told at once on every stream; commands are told only once they go on.
      if (next === "connected") latest.current.onCommands?.();
    };
    // Not in the task in which a screen came to stand.
    void nextTask().then(() => follow({ e: liveEvents, args, event, state: changed, signal: stop.signal }));
    countStreams(1);
    return () => {
      countStreams(-1);
      stop.abort();
    };
  }, [wanted, looked, arrivalsOf, withCommands]);
  return wanted === "" || !looked ? "paused" : state;
}
