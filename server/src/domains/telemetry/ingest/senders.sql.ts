// Gateways and their devices as ingest needs them, remembered for a while.
import type { Db } from "../../../platform/db.ts";
import type { GatewayCaller } from "../../../platform/http.ts";
import { devicesOfGateway } from "../../fleet/index.ts";
import { followedUntil } from "../arrivals/arrivals.sql.ts";
import { intervalOfGateway } from "./gateway.sql.ts";
import type { Sender } from "./reading-batch.ts";

/** A change that nobody announced is seen after this long; a birth, a removal and an unknown device are seen at once. */
const REMEMBERED_MS = 300_000;
/** A gateway that names a device nobody knows is looked up anew at most this often. */
const AGAIN_MS = 1000;
/** Gateways remembered at once; beyond it the oldest is looked up anew. */
const GATEWAYS = 20_000;

export interface Senders {
  /** The gateway with its devices, at most REMEMBERED_MS old. Older ones serve while the database is away. */
  readonly of: (gateway: GatewayCaller) => Promise<Sender>;
  /** As `of`, looked up anew unless that was done just now. */
  readonly anew: (gateway: GatewayCaller) => Promise<Sender>;
  /** To be called when the gateway or its devices have changed. */
  readonly forget: (gateway_id: number) => void;
}

interface Entry {
  readonly sender: Promise<Sender>;
  readonly since: number;
}

/** Starts with nothing remembered. */
export function keepSenders(db: Db): Senders {
  const entries = new Map<number, Entry>();
  const look = (gateway: GatewayCaller): Promise<Sender> => {
    const before = entries.get(gateway.gateway_id);
    const sender = senderOf(db, gateway);
    const entry = { sender, since: Date.now() };
    entries.delete(gateway.gateway_id);
    const [oldest] = entries.keys();
    if (entries.size >= GATEWAYS && oldest !== undefined) entries.delete(oldest);
    entries.set(gateway.gateway_id, entry);
    return sender.catch((error: unknown) => {
      // Nobody may take a failed look-up for an answer; an older answer is better than none.
      if (entries.get(gateway.gateway_id) === entry) entries.delete(gateway.gateway_id);
      if (before === undefined) throw error;
      entries.set(gateway.gateway_id, before);
      return before.sender;
    });
  };
  const within = (gateway: GatewayCaller, ms: number): Promise<Sender> => {
    const entry = entries.get(gateway.gateway_id);
    return entry !== undefined && Date.now() - entry.since < ms ? entry.sender : look(gateway);
  };
  return {
    of: (gateway) => within(gateway, REMEMBERED_MS),
    anew: (gateway) => within(gateway, AGAIN_MS),
    forget: (gateway_id) => void entries.delete(gateway_id),
  };
}

async function senderOf(db: Db, { gateway_id, gateway_uid, project_id }: GatewayCaller): Promise<Sender> {
  const [interval, devices, followed_until] = await Promise.all([
    intervalOfGateway(db, gateway_id),
    devicesOfGateway(db, gateway_id),
    followedUntil(db, gateway_id),
  ]);
  const uids = new Map([...devices].map(([device_uid, { serial }]) => [serial, device_uid]));
  // A gateway that was just removed has no devices, so its interval is of no use.
  return { gateway_uid, project_id, interval_s: interval ?? 300, devices, uids, followed_until };
}
