// The open connections of gateways, by connection and by gateway.
import type { GatewayCaller } from "../../../platform/http.ts";
import type { DownTopic, Sequence } from "./broker-access.ts";

export interface BrokerSession {
  readonly gateway: GatewayCaller;
  /** What it signed in with, to see later whether that still holds. */
  readonly credential: string;
  readonly sequence: Sequence;
  /** What it is subscribed to. */
  readonly subscribed: Set<DownTopic>;
}

export interface Sessions<C> {
  readonly of: (connection: C) => BrokerSession | undefined;
  readonly add: (connection: C, session: BrokerSession) => void;
  /** The session that ended; undefined when there was none. */
  readonly remove: (connection: C) => BrokerSession | undefined;
  readonly ofGateway: (gateway_id: number) => readonly C[];
  /** True where a connection of the gateway is subscribed to that. */
  readonly hears: (gateway_id: number, topic: DownTopic) => boolean;
  /** The gateways that have a connection. */
  readonly gateways: () => readonly number[];
  readonly all: () => Iterable<[C, BrokerSession]>;
}

/** Starts without any. */
export function openSessions<C>(): Sessions<C> {
  const sessions = new Map<C, BrokerSession>();
  const byGateway = new Map<number, Set<C>>();
  return {
    of: (connection) => sessions.get(connection),
    add: (connection, session) => {
      sessions.set(connection, session);
      const { gateway_id } = session.gateway;
      byGateway.set(gateway_id, (byGateway.get(gateway_id) ?? new Set()).add(connection));
    },
    remove: (connection) => {
      const session = sessions.get(connection);
      if (session === undefined) return undefined;
      sessions.delete(connection);
      const connections = byGateway.get(session.gateway.gateway_id);
      connections?.delete(connection);
      if (connections?.size === 0) byGateway.delete(session.gateway.gateway_id);
      return session;
    },
    ofGateway: (gateway_id) => [...(byGateway.get(gateway_id) ?? [])],
    hears: (gateway_id, topic) =>
      [...(byGateway.get(gateway_id) ?? [])].some(
        (connection) => sessions.get(connection)?.subscribed.has(topic) === true,
      ),
    gateways: () => [...byGateway.keys()],
    all: () => sessions.entries(),
  };
}
