// When a gateway was heard last and whether it is connected, written down now and then instead of with each message.

/** What is known of one gateway since it was last written down; null: nothing new. */
export interface Contact {
  readonly gateway_id: number;
  /** ms since 1970 */
  readonly at: number | null;
  readonly sequence: number | null;
  /** Whether MQTT connections of it are open in this process. */
  readonly connected: boolean;
}

export interface Contacts {
  /** A message of the gateway was stored. */
  readonly heard: (gateway_id: number, sequence: number) => void;
  /** An MQTT connection of the gateway was opened or closed. */
  readonly connection: (gateway_id: number, opened: boolean) => void;
  /** Somebody else knows whether the gateway is connected; may be repeated. */
  readonly online: (gateway_id: number, online: boolean) => void;
  /** Writes what is due; what cannot be written is due again. */
  readonly flush: () => Promise<void>;
  /** Writes everything. */
  readonly stop: () => Promise<void>;
}

interface Known {
  at: number | null;
  sequence: number | null;
  connections: number;
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

/** Starts to keep contacts; a timer writes them. */
export function keepContacts(parts: Parts): Contacts {
  const known = new Map<number, Known>();
  const of = (gateway_id: number): Known => {
    let one = known.get(gateway_id);
    if (one === undefined) {
      one = { at: null, sequence: null, connections: 0, due: "no", writtenAt: 0 };
      known.set(gateway_id, one);
    }
    return one;
  };
  const write = async (all: boolean): Promise<void> => {
    const now = Date.now();
    const due: (Contact & { one: Known })[] = [];
    for (const [gateway_id, one] of known) {
      const idle = one.due === "no" && one.connections === 0 && now - one.writtenAt > parts.everyMs;
      if (idle) known.delete(gateway_id);
      if (one.due === "no" || (one.due === "later" && !all && now - one.writtenAt < parts.everyMs)) continue;
      due.push({ gateway_id, at: one.at, sequence: one.sequence, connected: one.connections > 0, one });
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
  };
  let running: Promise<void> | undefined;
  const flush = (all = false): Promise<void> => {
    running ??= write(all).finally(() => (running = undefined));
    return running;
  };
  const timer = setInterval(() => void flush(), parts.flushMs);
  const count = (gateway_id: number, connections: (before: number) => number) => {
    const one = of(gateway_id);
    const before = one.connections;
    one.connections = connections(before);
    if (before > 0 !== one.connections > 0) one.due = "now";
  };
  return {
    heard: (gateway_id, sequence) => {
      const one = of(gateway_id);
      one.at = Date.now();
      one.sequence = sequence;
      if (one.due === "no") one.due = "later";
    },
    connection: (gateway_id, opened) =>
      count(gateway_id, (before) => Math.max(0, before + (opened ? 1 : -1))),
    online: (gateway_id, online) => count(gateway_id, () => (online ? 1 : 0)),
    flush: () => flush(),
    stop: async () => {
      clearInterval(timer);
      await running;
      await flush(true);
    },
  };
}
