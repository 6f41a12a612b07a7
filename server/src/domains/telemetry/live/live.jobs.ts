// Tells open screens when the live values of their projects change: one connection hears of changes, one query reads
// all that somebody watches, however many screens are open.
import type { LiveSummary } from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Send } from "../../../platform/http.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import { GATEWAY_ARRIVAL } from "../../fleet/index.ts";
import { followGateways } from "../arrivals/arrivals.sql.ts";
import { gather, type Gatherer } from "./gather.ts";
import { ALARMS_CHANGED } from "./live-alarms.sql.ts";
import { COMMANDS_CHANGED } from "./live-commands.sql.ts";
import { NOTICES_CHANGED } from "./live-notices.sql.ts";
import { liveSummaries, standingSessions, stillAllowed, type Followed, type Viewer } from "./live.sql.ts";

/** Announced by whoever changes project_summary: a JSON list of project ids, or "*" for all. */
export const LIVE_CHANNEL = "heliograph_live";

/** A project is told of at most this often, ms. */
const EVERY_MS = 1000;
/** What arrives at a gateway is told at most this often, ms: whoever waits for it waits for each step. */
const ARRIVALS_MS = 250;
/** Alarms come in masses, and a desk of ten thousand costs a tenth of a second: it is told at most this often, ms. */
const ALARMS_MS = 5000;
/** Somebody whose access has ended is told nothing after this long, ms; half of what is promised. */
const ACCESS_MS = 15_000;

export interface Live {
  /**
   * Sends `summary` events of the projects to `send`: what is known now, before this resolves, then each change. The
   * caller has proven access; it is checked again while the watch lasts. With `followed`, also `arrival` events of that
   * gateway of theirs, one at once; with `withCommands`, `commands` events too, and with `withNotices` `notices` and `alarms`. Returns what ends it.
   */
  readonly watch: (
    viewer: Viewer,
    projects: readonly { readonly project_id: number; readonly project_uid: string }[],
    to: {
      readonly send: Send;
      readonly followed?: Followed | null;
      readonly withCommands?: boolean;
      readonly withNotices?: boolean;
    },
  ) => Promise<() => void>;
  readonly stop: () => Promise<void>;
}

interface Watcher {
  readonly viewer: Viewer;
  /** The uids of the projects that it may be told of, by id. */
  readonly projects: Map<number, string>;
  readonly send: Send;
  readonly followed: Followed | null;
  readonly withCommands: boolean;
  readonly withNotices: boolean;
}

interface Parts {
  readonly db: Db;
  readonly listener: Listener;
  readonly log?: Logger;
  /** How often access is checked again, ms; for tests. */
  readonly accessMs?: number;
}

/** Starts to hear of changes. */
export async function startLive({ db, listener, log, accessMs = ACCESS_MS }: Parts): Promise<Live> {
  const watchers = new Set<Watcher>();
  const watched = () => new Set([...watchers].flatMap(({ projects }) => [...projects.keys()]));
  const inTurn = oneAfterAnother();
  const lastSent = new Map<number, string>();
  const changes = gather({
    everyMs: EVERY_MS,
    pass: (ids) =>
      inTurn(async () => {
        const watching = watched();
        for (const id of lastSent.keys()) if (!watching.has(id)) lastSent.delete(id);
        const summaries = await liveSummaries(
          db,
          ids.filter((id) => watching.has(id)),
        );
        for (const [id, summary] of summaries) {
          const text = JSON.stringify(summary);
          if (lastSent.get(id) !== text) tell(watchers, id, summary);
          lastSent.set(id, text);
        }
      }),
    failed: (error) => log?.warn({ err: error }, "live values could not be read"),
  });
  const arrivals = await hearArrivals({ listener, log, watchers });
  const commands = await hearCommands({ listener, log, watchers });
  const news = await Promise.all(NEWS.map((of) => hearNews(db, { listener, log, watchers }, of)));
  const access = setInterval(() => {
    inTurn(() => renew(db, watchers)).catch((error: unknown) => {
      log?.warn({ err: error }, "access to live values could not be checked");
    });
  }, accessMs);
  await listener.on(LIVE_CHANNEL, {
    hear: (payload) => changes.add(idsOf(payload) ?? watched()),
    // What was announced while the connection was away is unknown, so everything may have changed.
    missed: () => changes.add(watched()),
  });
  return {
    watch: async (viewer, projects, { send, followed = null, withCommands = false, withNotices = false }) => {
      const byId = new Map(projects.map(({ project_id, project_uid }) => [project_id, project_uid]));
      const watcher = { viewer, projects: byId, send, followed, withCommands, withNotices };
      watchers.add(watcher);
      try {
        await inTurn(() => begin(db, watcher, lastSent));
        // What came between the question for it and this stream is asked for again.
        if (followed !== null) arrivals.add([followed.gateway_id]);
      } catch (error) {
        watchers.delete(watcher);
        throw error;
      }
      return () => void watchers.delete(watcher);
    },
    stop: async () => {
      clearInterval(access);
      changes.stop();
      arrivals.stop();
      commands.stop();
      for (const one of news) one.stop();
      watchers.clear();
      await inTurn(async () => {});
    },
  };
}

/** Runs what it is given one after the other, so that nobody is told an old value after a new one. */
function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Tells one who has come what is known now. */
async function begin(db: Db, watcher: Watcher, lastSent: Map<number, string>): Promise<void> {
  await followGateways(db, followedBy([watcher]));
  for (const [id, summary] of await liveSummaries(db, [...watcher.projects.keys()])) {
    tell([watcher], id, summary);
    if (!lastSent.has(id)) lastSent.set(id, JSON.stringify(summary));
  }
}

/** Access and following last only as long as they are renewed. */
async function renew(db: Db, watchers: ReadonlySet<Watcher>): Promise<void> {
  await endForeign(db, watchers);
  await followGateways(db, followedBy(watchers));
}

/** Takes projects away from those who may not see them any more. */
async function endForeign(db: Db, watchers: ReadonlySet<Watcher>): Promise<void> {
  if (watchers.size === 0) return;
  const watching = [...watchers].map((one) => ({
    one,
    viewer: one.viewer,
    project_ids: [...one.projects.keys()],
  }));
  const may = await stillAllowed(db, watching);
  for (const { one, viewer, project_ids } of watching) {
    for (const id of project_ids) if (!may(viewer, id)) one.projects.delete(id);
  }
}

function tell(watchers: Iterable<Watcher>, project_id: number, summary: LiveSummary): void {
  for (const { projects, send } of watchers) {
    // One that does not read is cut off by the stream itself, which then ends the watch.
    if (projects.has(project_id)) send("summary", summary);
  }
}

/** The gateways that somebody follows. */
const followedBy = (watchers: Iterable<Watcher>): number[] =>
  [...watchers].flatMap(({ followed }) => (followed === null ? [] : [followed.gateway_id]));

/** What hearing needs. */
interface HearingParts {
  readonly listener: Listener;
  readonly log: Logger | undefined;
  readonly watchers: ReadonlySet<Watcher>;
}

/** Hears that commands have gone on, and tells those who look at them. */
async function hearCommands({ listener, log, watchers }: HearingParts): Promise<Gatherer> {
  const looking = () => [...watchers].filter(({ withCommands }) => withCommands);
  const all = () => looking().flatMap(({ projects }) => [...projects.keys()]);
  const commands = gather({
    everyMs: ARRIVALS_MS,
    pass: async (ids) => {
      for (const { projects, send } of looking()) {
        for (const id of ids) {
          const commands_of = projects.get(id);
          if (commands_of !== undefined) send("commands", { commands_of });
        }
      }
    },
    failed: (error) => log?.warn({ err: error }, "news of commands could not be told"),
  });
  await listener.on(COMMANDS_CHANGED, {
    hear: (payload) => commands.add(idsOf(payload) ?? all()),
    missed: () => commands.add(all()),
  });
  return commands;
}

/** What accounts are told of: the channel that announces it, and the event that says so. */
const NEWS = [
  { channel: NOTICES_CHANGED, event: "notices", data: { notices_changed: true }, everyMs: EVERY_MS },
  { channel: ALARMS_CHANGED, event: "alarms", data: { alarms_changed: true }, everyMs: ALARMS_MS },
] as const;

/** Hears that something of accounts has changed, and tells their sessions that are not over. */
async function hearNews(
  db: Db,
  { listener, log, watchers }: HearingParts,
  { channel, event, data, everyMs }: (typeof NEWS)[number],
): Promise<Gatherer> {
  const looking = () => [...watchers].filter(({ withNotices }) => withNotices);
  const all = () => looking().map(({ viewer }) => viewer.account_id);
  const news = gather({
    everyMs,
    pass: async (account_ids) => {
      const concerned = looking().filter(({ viewer }) => account_ids.includes(viewer.account_id));
      const isOpen = await standingSessions(
        db,
        concerned.map(({ viewer }) => viewer.session_id),
      );
      for (const { viewer, send } of concerned) {
        if (isOpen.has(viewer.session_id)) send(event, data);
      }
    },
    failed: (error) => log?.warn({ err: error }, `news of ${event} could not be told`),
  });
  await listener.on(channel, {
    hear: (payload) => news.add(idsOf(payload) ?? all()),
    missed: () => news.add(all()),
  });
  return news;
}

/** Hears what arrives at gateways, and tells those who follow them. */
async function hearArrivals(given: HearingParts): Promise<Gatherer> {
  const { listener, log, watchers } = given;
  const arrivals = gather({
    everyMs: ARRIVALS_MS,
    pass: async (ids) => tellArrivals(watchers, new Set(ids)),
    failed: (error) => log?.warn({ err: error }, "arrivals could not be told"),
  });
  await listener.on(GATEWAY_ARRIVAL, {
    hear: (payload) => arrivals.add([Number(payload)]),
    missed: () => arrivals.add(followedBy(watchers)),
  });
  return arrivals;
}

function tellArrivals(watchers: Iterable<Watcher>, gateway_ids: ReadonlySet<number>): void {
  for (const { followed, projects, send } of watchers) {
    if (followed === null || !gateway_ids.has(followed.gateway_id)) continue;
    if (projects.has(followed.project_id)) send("arrival", { arrived_at: followed.gateway_uid });
  }
}

/** The ids that an announcement names; null when it means all projects, or cannot be read. */
function idsOf(payload: string): number[] | null {
  try {
    const ids: unknown = JSON.parse(payload);
    return Array.isArray(ids) && ids.every((id) => Number.isSafeInteger(id)) ? ids : null;
  } catch {
    return null;
  }
}
