// When a gateway was heard last and whether it is connected, written down now and then instead of with each message.

/** What is known of one gateway since it was last written down; null: nothing new. */
export interface Contact {
  readonly gateway_id: number;
  /** ms since 1970 */
  readonly at: number | null;
  readonly sequence: number | null;
  /** Whether MQTT connections of it are open in this process; null: this process has had none, another may have. */
  readonly connected: boolean | null;
  /** Whether one of them is subscribed to its commands; null: this process does not know. */
  readonly hears_commands: boolean | null;
}

export interface Contacts {
  /** A message of the gateway was stored; null: it has no number. */
  readonly heard: (gateway_id: number, sequence: number | null) => void;
  /** An MQTT connection of the gateway was opened or closed. */
  readonly connection: (gateway_id: number, opened: boolean) => void;
  /** Somebody else knows whether the gateway is connected; may be repeated. */
  readonly online: (gateway_id: number, online: boolean) => void;
  /** Whether a connection of the gateway is subscribed to its commands; may be repeated. None is once all are closed. */
  readonly hearsCommands: (gateway_id: number, hears: boolean) => void;
  /** Writes what is due; what cannot be written is due again. */
  readonly flush: () => Promise<void>;
  /** Writes everything. */
  readonly stop: () => Promise<void>;
}

interface Known {
  at: number | null;
  sequence: number | null;
  /** Null: none was ever opened here. */
  connections: number | null;
  /** Null: nobody has said. */
  hears: boolean | null;
  /** Not written yet; a change of the connection is written at the next flush, a mere message not so soon. */
  due: "no" | "later" | "now";
  writtenAt: number;
}

interface Parts {
  readonly write: (contacts: readonly Contact[]) => Promise<void>;
  /** A gateway that sends often is written down this often, ms. */
  readonly everyMs: number;
  /** How often it is looked for what is due, ms. */
  readonly flushMs: number;
}

const isConnected = ({ connections }: Known): boolean => connections !== null && connections > 0;

/** Writes what is due, or everything; forgets gateways of which there is nothing to write and that are not connected. */
async function writeDue(known: Map<number, Known>, parts: Parts, all: boolean): Promise<void> {
  const now = Date.now();
  const due: (Contact & { one: Known })[] = [];
  for (const [gateway_id, one] of known) {
    const idle = one.due === "no" && !isConnected(one) && now - one.writtenAt > parts.everyMs;
    if (idle) known.delete(gateway_id);
    if (one.due === "no" || (one.due === "later" && !all && now - one.writtenAt < parts.everyMs)) continue;
    const connected = one.connections === null ? null : one.connections > 0;
    const hears_commands = connected === false ? false : one.hears;
    due.push({ gateway_id, at: one.at, sequence: one.sequence, connected, hears_commands, one });
    Object.assign(one, { at: null, sequence: null, due: "no", writtenAt: now });
  }
  if (due.length === 0) return;
  try {
    await parts.write(due.map(({ one: _, ...contact }) => contact));
  } catch {
    // The database is away. What was heard since then is newer and stays.
    for (const { one, at, sequence } of due) {
      Object.assign(one, { at: one.at ?? at, sequence: one.sequence ?? sequence, due: "now" });
    }
  }
}

/** Starts to keep contacts; a timer writes them. */
export function keepContacts(parts: Parts): Contacts {
  const known = new Map<number, Known>();
  const of = (gateway_id: number): Known => {
    let one = known.get(gateway_id);
    if (one === undefined) {
      one = { at: null, sequence: null, connections: null, hears: null, due: "no", writtenAt: 0 };
      known.set(gateway_id, one);
    }
    return one;
  };
  const write = (all: boolean) => writeDue(known, parts, all);
  let running: Promise<void> | undefined;
  const flush = (all = false): Promise<void> => {
    running ??= write(all).finally(() => (running = undefined));
    return running;
  };
  const timer = setInterval(() => void flush(), parts.flushMs);
  const count = (gateway_id: number, connections: (before: number) => number) => {
    const one = of(gateway_id);
    const before = one.connections ?? 0;
    one.connections = connections(before);
    if (one.connections === 0) one.hears = null;
    if (before > 0 !== isConnected(one)) one.due = "now";
  };
  return {
    heard: (gateway_id, sequence) => {
      const one = of(gateway_id);
      one.at = Date.now();
      one.sequence = sequence ?? one.sequence;
      if (one.due === "no") one.due = "later";
    },
    connection: (gateway_id, opened) =>
      count(gateway_id, (before) => Math.max(0, before + (opened ? 1 : -1))),
    online: (gateway_id, online) => count(gateway_id, () => (online ? 1 : 0)),
    hearsCommands: (gateway_id, hears) => {
      const one = of(gateway_id);
      if (one.hears === hears) return;
      one.hears = hears;
      one.due = "now";
    },
    flush: () => flush(),
    stop: async () => {
      clearInterval(timer);
      await running;
      await flush(true);
    },
  };
}
