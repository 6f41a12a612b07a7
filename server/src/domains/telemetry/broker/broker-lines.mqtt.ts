// What the embedded broker's connections are to the way down: who is subscribed to what, and how to publish to them.
import type { Aedes, Client } from "aedes";
import { GATEWAY_TOPICS } from "@heliograph/contract";
import type { Pools } from "../../../platform/db.ts";
import type { Listener } from "../../../platform/listener.ts";
import type { Logger } from "../../../platform/log.ts";
import { startHandover, type Handover, type Lines } from "../downlink/handover.jobs.ts";
import type { Ingest } from "../ingest/ingest.jobs.ts";
import { downTopic } from "./broker-access.ts";
import type { BrokerSession, Sessions } from "./broker-sessions.ts";

/** Publishes on a topic; resolves once the broker has it. */
export function publishJson(aedes: Aedes, topic: string, message: object): Promise<void> {
  const payload = JSON.stringify(message);
  return new Promise((resolve, reject) => {
    aedes.publish({ cmd: "publish", topic, payload, qos: 1, retain: false, dup: false }, (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

interface Parts {
  readonly pools: Pools;
  readonly ingest: Ingest;
  readonly listener: Listener;
  readonly log?: Logger;
}

/** Begins to hand over what waits to the broker's connections. */
export async function handDown(
  { pools, ingest, listener, log }: Parts,
  aedes: Aedes,
  sessions: Sessions<Client>,
): Promise<Handover> {
  const handing = { db: pools.db, listener, ...(log === undefined ? {} : { log }) };
  const handover = await startHandover(handing, linesOf(aedes, sessions));
  followSubscriptions(aedes, sessions, { ingest, handover });
  return handover;
}

/** The gateways that are connected to this broker. */
function linesOf(aedes: Aedes, sessions: Sessions<Client>): Lines {
  return {
    all: () => sessions.gateways(),
    hears: (gateway_id) => sessions.hears(gateway_id, "command"),
    publish: async ({ gateway_id, serial }, topic, message) => {
      if (!sessions.hears(gateway_id, topic)) return false;
      await publishJson(aedes, GATEWAY_TOPICS[topic](serial), message);
      return true;
    },
  };
}

/** Keeps what each connection is subscribed to, and lets whoever hands over know when there is somebody to hand to. */
function followSubscriptions(
  aedes: Aedes,
  sessions: Sessions<Client>,
  { ingest, handover }: { ingest: Ingest; handover: Pick<Handover, "reached"> },
): void {
  const changed = ({ gateway }: BrokerSession): void =>
    ingest.hearsCommands(gateway, sessions.hears(gateway.gateway_id, "command"));
  aedes.on("subscribe", (subscriptions, client) => {
    const session = sessions.of(client);
    if (session === undefined) return;
    const { gateway, subscribed } = session;
    for (const { topic, qos } of subscriptions) {
      const own = downTopic(gateway.serial, topic);
      const granted: number = qos;
      if (own !== null && granted !== REFUSED) subscribed.add(own);
    }
    changed(session);
    handover.reached(gateway.gateway_id);
  });
  aedes.on("unsubscribe", (topics, client) => {
    const session = sessions.of(client);
    if (session === undefined) return;
    for (const topic of topics) {
      const own = downTopic(session.gateway.serial, topic);
      if (own !== null) session.subscribed.delete(own);
    }
    changed(session);
  });
}

/** MQTT 3.1.1, 3.9.3: what a subscription that was refused is granted. */
const REFUSED = 128;
