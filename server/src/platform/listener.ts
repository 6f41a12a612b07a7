// Hears what other processes announce through PostgreSQL, on one connection of its own that comes back when it is lost.
import pg from "pg";

interface Hearing {
  /** Called with the payload of each notification on the channel. */
  readonly hear: (payload: string) => void;
  /** Called whenever the connection stands again: what was announced meanwhile has been missed. */
  readonly missed: () => void;
}

export interface Listener {
  /** Resolves once the channel is heard; when the connection is away, at once, and it is heard when that is back. */
  readonly on: (channel: string, hearing: Hearing) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 5000;
/** A connection that died without a word is found out by asking it this often. */
const PROBE_MS = 15_000;
const ANSWER_MS = 5000;

interface State {
  client: pg.Client | null;
  stopped: boolean;
  retry: NodeJS.Timeout | undefined;
  pause: number;
}

/** Opens the connection; when it is lost it is opened again, later and later, up to RETRY_LAST_MS. */
export function startListener(url: string): Listener {
  const hearings = new Map<string, Hearing[]>();
  const state: State = { client: null, stopped: false, retry: undefined, pause: RETRY_FIRST_MS };
  const opened = open(url, state, hearings);
  const probe = setInterval(
    () => void state.client?.query("select 1").catch(() => state.client?.emit("end")),
    PROBE_MS,
  );
  return {
    on: async (channel, hearing) => {
      hearings.set(channel, [...(hearings.get(channel) ?? []), hearing]);
      await opened;
      // A connection lost at this moment listens to all channels when it is back.
      if (state.client !== null) await listen(state.client, channel).catch(() => {});
    },
    stop: async () => {
      state.stopped = true;
      clearInterval(probe);
      clearTimeout(state.retry);
      await opened;
      if (state.client !== null) drop(state.client);
    },
  };
}

const listen = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`);

async function open(
  url: string,
  state: State,
  hearings: ReadonlyMap<string, readonly Hearing[]>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "heliograph listener",
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const lost = () => {
    drop(client);
    if (state.client === client) state.client = null;
    if (state.stopped || state.retry !== undefined) return;
    state.retry = setTimeout(() => {
      state.retry = undefined;
      void open(url, state, hearings);
    }, state.pause);
    state.pause = Math.min(state.pause * 2, RETRY_LAST_MS);
  };
  client.once("error", lost);
  client.once("end", lost);
  client.on("notification", ({ channel, payload }) => {
    for (const { hear } of hearings.get(channel) ?? []) hear(payload ?? "");
  });
  try {
    await client.connect();
    for (const channel of hearings.keys()) await listen(client, channel);
  } catch {
    return lost();
  }
  if (state.stopped) return drop(client);
  state.client = client;
  state.pause = RETRY_FIRST_MS;
  for (const { missed } of [...hearings.values()].flat()) missed();
}

/** Closes the connection for good; unheard, a last error of it would end the process. */
function drop(client: pg.Client): void {
  client.removeAllListeners();
  client.on("error", () => {});
  client.end().catch(() => {});
}
